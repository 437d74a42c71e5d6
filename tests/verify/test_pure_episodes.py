"""Wrong versions of AdaP-UCB and DP-UCB: each is caught where its right twin is not."""

import math
import numpy as np
import pytest
from flint import arb
from banditproof.algorithms import AdaPUCB, RewardList, RewardTable, Sampled, Silent, play, simulate
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.theory import BernoulliBandit
from banditproof.verify.audit import audit
from banditproof.verify.mutants import pure_episodes as wrong

MEANS = (0.75, 0.625, 0.5, 0.375, 0.25)
FIVE = BernoulliBandit(tuple(map(str, MEANS)))


@pytest.mark.parametrize("kind", wrong.UTILITY, ids=lambda kind: kind.__name__)
def test_what_only_learns_less_is_as_private(kind):
    assert audit(kind(arms=2, eps=1), 1, samples=50).verdict == "holds"


def traced(policy, horizon=10**4):
    """The episodes where each released mean is the true one: the oracle of `thesis.alg7.trace`."""
    state, t, result = policy.start(), 0, []
    while t < horizon:
        pull = policy.decide(state, t + 1, Silent())
        result.append((t + 1, pull.arm, pull.count))
        t += pull.count
        state = policy.learn(state, pull, MEANS[pull.arm] * pull.count)
    return result


def indices(policy):
    """The indices of hand-made records in round 3, by the formula (5.1): the second oracle."""
    records = (ArmRecord(1, 1, 0.25), ArmRecord(3, 2, 3.0))
    return policy.scores(records, 3)


@pytest.mark.parametrize("kind", wrong.UTILITY, ids=lambda kind: kind.__name__)
def test_the_trace_or_the_index_tells_a_version_that_learns_less(kind):
    level = 3.1 * math.log(3)
    right = [0.25 + math.sqrt(level / 2) + level, 1.5 + math.sqrt(level / 4) + level / 2]
    twin, mutant = AdaPUCB(arms=5, eps=1, ties="first"), kind(arms=5, eps=1, ties="first")
    assert indices(twin) == pytest.approx(right)
    same = indices(mutant) == pytest.approx(right)
    assert traced(twin)[5:9] == [(6, 0, 1), (7, 0, 2), (9, 1, 1), (10, 1, 2)]
    assert not same or traced(mutant)[5:9] != traced(twin)[5:9]


def regrets(policy, horizon, runs):
    """Pseudo-regrets, a Binomial and a Laplace draw for each episode, and the policy's "
    "decisions."""
    rng, result = np.random.default_rng(8), []
    for _ in range(runs):
        state, t, lost = policy.start(), 0, 0.0
        while t < horizon:
            pull = policy.decide(state, t + 1, Silent())
            lost += min(pull.count, horizon - t) * (0.75 - MEANS[pull.arm])
            t += pull.count
            total = rng.binomial(pull.count, MEANS[pull.arm]) + rng.laplace(
                0, 1 / float(policy.eps)
            )
            state = policy.learn(state, pull, total)
        result.append(lost)
    return np.array(result)


@pytest.mark.slow
def test_a_width_without_the_noise_has_more_regret_when_noise_is_large():
    """At T = 3e4 and eps = 0.02, of 2000 runs: 6 errors, false alarms below 1e-8."""
    right = simulate(AdaPUCB(arms=5, eps="0.02"), FIVE, 3 * 10**4, 2000, 5).regret
    bare, twin = (
        regrets(kind(arms=5, eps=0.02, ties="first"), 3 * 10**4, 2000)
        for kind in (wrong.NoPrivateWidth, AdaPUCB)
    )
    error = 6 * math.hypot(right.std(), bare.std()) / math.sqrt(2000)
    assert abs(twin.mean() - right.mean()) < error
    assert bare.mean() - right.mean() > error


def test_the_law_of_a_difference_of_two_noises():
    """Against 10^6 draws with 6 errors, false alarms below 1e-8; equal rates are the limit."""
    rng = np.random.default_rng(6)
    x, y = rng.laplace(0, 1, 10**6), rng.laplace(0, 1 / 3, 10**6)
    for shift in (-2.5, -0.3, 0.0, 0.7):
        result = float(wrong.below(arb(shift), 1, 3))
        assert abs((x - y < shift).mean() - result) < 6 * math.sqrt(result * (1 - result)) / 1000
        assert abs((x + y / 2 < shift).mean() - result) > 1e-3 or shift == 0
        near = wrong.below(arb(shift), 1, wrong.Fraction(10**6 + 1, 10**6))
        assert float(near) == pytest.approx(float(wrong.below(arb(shift), 1, 1)), abs=1e-5)


def test_redrawn_noise_has_the_probabilities_of_its_formula():
    """The first action after the two first pulls: 4000 plays, 6 errors."""
    policy = wrong.RedrawnNoise(arms=2, eps=1, ties="first")
    for reward in (0, 1):
        table = RewardTable([(1, reward)] * 3)
        plays = [play(policy, table, 3, Sampled(seed)).actions[2] for seed in range(4000)]
        chance = float(wrong.below(arb(1 - reward), 1, 1))
        assert abs(plays.count(0) / 4000 - chance) < 6 * math.sqrt(chance * (1 - chance) / 4000)
    assert float(wrong.redrawn_loss(policy, episodes=1).mid) == pytest.approx(
        math.log(float(wrong.below(arb(1), 1, 1)) / 0.5)
    )
    again = play(policy, RewardList([1, 0, 1, 1, 1]), 5, Sampled(1))
    assert all(
        not release.noises or release.value in (0, 1, 2) for release in again.ledger.releases
    )
