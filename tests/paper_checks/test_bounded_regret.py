"""The trusted-leader policy and its rigorous bounds, against simulation and a second arithmetic."""

from fractions import Fraction
import mpmath
import numpy as np
import pytest
from programs import trusted_leader_regret as leader_regret
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.randomness import Sampled, Silent
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.algorithms.rewards import BernoulliRewards
from banditproof.theory import BernoulliBandit
from banditproof.theory.mechanisms import DiscreteLaplace, Laplace
from banditproof.verify.exact_laws.privacy_loss import privacy_loss


def mean_pulls(policy, means, horizon, runs, seed, scale):
    """Mean and standard error of the pulls of arm 2: one Binomial and one Laplace per batch."""
    rng, pulls = np.random.default_rng(seed), np.zeros(runs)
    for run in range(runs):
        state, t = policy.start(), 0
        while t < horizon:
            pull = policy.decide(state, t + 1, Silent())
            pulls[run] += min(pull.count, horizon - t) if pull.arm == 1 else 0
            released = rng.binomial(pull.count, means[pull.arm]) + rng.laplace(scale=scale)
            state, t = policy.learn(state, pull, released), t + pull.count
    return pulls.mean(), pulls.std(ddof=1) / np.sqrt(runs)


def test_the_certified_pulls_are_those_of_the_policy():
    # 6 standard errors: a false alarm has probability 2e-9; less than 1e-3 is left after 1e5 rounds
    policy = TrustedLeader(2, "1/2")
    certified = float(leader_regret.pulls_beside_one(policy, Fraction(0)))
    mean, error = mean_pulls(policy, (1, 0), 10**5, 4000, seed=1, scale=2)
    assert abs(mean - certified) < 6 * error
    wrong, error = mean_pulls(policy, (1, 0), 10**5, 4000, seed=2, scale=3)  # too much noise
    assert abs(wrong - certified) > 6 * error


@pytest.mark.parametrize(("eps", "patience"), [("1/2", 1), ("1", 1), ("3", 1), ("1/2", "1/4")])
def test_the_recursion_agrees_with_mpmath(eps, patience):
    """The same chain with the closed tails of one and two Laplace variables, at 40 digits."""
    enclosure = leader_regret.pulls_beside_one(TrustedLeader(2, eps, patience), Fraction(0))
    with mpmath.workdps(40):
        e, p = (mpmath.fraction(*Fraction(v).as_integer_ratio()) for v in (eps, patience))

        def tail(z):
            return mpmath.exp(-z) / 2 if z >= 0 else 1 - mpmath.exp(z) / 2

        def wrong(k):
            z = e * (k + 1) ** 2
            return mpmath.exp(-z) * (1 + z / 2) / 2

        explores, leads, total = mpmath.mpf(1), wrong(0), mpmath.mpf(0)
        for k in range(60):
            total += explores * (k + 1) ** 2 + leads * 2**k
            allowed = p * 2 ** (k // 2)
            keep, leave = tail(e * (2**k - allowed)), tail(e * allowed)
            explores = (1 - leads) * leave + leads * (1 - keep)
            leads = explores * wrong(k + 1) + leads * keep
        assert float(enclosure.lo) <= float(total) * (1 + 1e-12)
        assert float(total) <= float(enclosure.hi) * (1 + 1e-12)
    assert enclosure.width < Fraction(1, 100)


def test_no_bound_without_patience():
    assert leader_regret.pulls_beside_one(TrustedLeader(2, "1/2", patience=0), Fraction(0)) is None


def test_chernoff_bounds_are_above_the_exact_pulls():
    policy = TrustedLeader(2, 1)
    bounds = [
        leader_regret.pulls_beside_one(policy, Fraction(mu))
        for mu in ("0", "1/1000", "1/2", "9/10")
    ]
    assert [b.hi for b in bounds] == sorted(b.hi for b in bounds)
    mean, error = mean_pulls(policy, (1, 0.5), 10**5, 1000, seed=3, scale=1)
    assert mean + 6 * error < bounds[2].hi


def test_the_consistency_constant_bounds_the_pulls():
    policy, horizon = TrustedLeader(2, 1), 10**6
    constant = leader_regret.consistency_constant(policy, Fraction(9, 10), Fraction(1, 2))
    most = float(constant.hi) + sum((k + 1) ** 2 for k in range(horizon.bit_length()))
    mean, error = mean_pulls(policy, (0.9, 0.5), horizon, 300, seed=4, scale=1)
    assert mean + 6 * error < most
    credulous = TrustedLeader(2, 1, patience=10**9)  # trusts the first leader for ever
    mean, error = mean_pulls(credulous, (0.9, 0.5), horizon, 300, seed=5, scale=1)
    assert mean - 6 * error > most


def test_every_reward_enters_one_fresh_release():
    policy, rng = TrustedLeader(3, "1/2"), np.random.default_rng(6)
    rewards = BernoulliRewards(BernoulliBandit(("0.9", "0.5", "1")), rng)
    ledger = play(policy, rewards, 400, Sampled(rng)).ledger
    read = [t for release in ledger.releases for t in release.rewards]
    assert len(read) == len(set(read)) == sum(release.count for release in ledger.releases)
    noises = [n for release in ledger.releases for n in release.noises]
    assert len(noises) == len(set(noises)) == len(ledger.releases)
    assert all(release.mechanism == Laplace(2) for release in ledger.releases)
    weights = [w for r in ledger.releases for w in (*r.rewards.values(), *r.noises.values())]
    assert set(weights) == {1}


def test_the_exact_privacy_loss_is_that_of_the_noise():
    policy = TrustedLeader(2, "1/2", noise=DiscreteLaplace("3/5"))
    assert privacy_loss(policy, horizon=10, cut=20).ratio == Fraction(5, 3)


def test_wrong_parameters_are_refused():
    with pytest.raises(ValueError, match="at least one arm"):
        TrustedLeader(0)
    with pytest.raises(ValueError, match="not positive"):
        TrustedLeader(2, 0)
    with pytest.raises(ValueError, match="negative"):
        TrustedLeader(2, 1, patience=-1)
