"""Track-and-Stop: its weights, its pulls by an independent program, its shares and its errors."""

import math
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
import pytest
from wrong_answers import wrong_answers
from banditproof.algorithms import (
    GaussianThreshold,
    RewardCycles,
    Sampled,
    Silent,
    StoppingRule,
    TrackAndStop,
    TransportationCost,
    make_policy,
    play,
    simulate_identification,
)
from banditproof.algorithms.identification.gaussian_weights import gaussian_weights
from banditproof.algorithms.rewards import BernoulliRewards
from banditproof.theory import BernoulliBandit, GaussianBandit, characteristic_time
from banditproof.theory.stopping.gaussian_threshold import gaussian_threshold

CYCLES = [
    [(1, 0), (0,)],
    [(1, 1, 0), (0, 1, 0, 0), (0, 0, 1)],
    [(0, 0, 1, 0), (1,), (0, 1), (1, 0, 1, 1)],
]


def weights_by_bisection(means):
    """The root of sum of (d_b r - 1)^-2 = 1 by halving, from exact means."""
    best = [a for a, mean in enumerate(means) if mean == max(means)]
    if len(best) > 1:
        return [(a in best) / len(best) for a in range(len(means))]
    d = [float((max(means) - x) ** 2) for a, x in enumerate(means) if a != best[0]]
    low, high = 1 / min(d), (2 + len(d)) / min(d)
    for _ in range(60):
        r = (low + high) / 2
        if r == low or sum((x * r - 1) ** -2 for x in d) > 1:
            low = r
        else:
            high = r
    odds = [1 / (x * high - 1) for x in d]
    odds.insert(best[0], 1.0)
    return [x / sum(odds) for x in odds]


def specified(cycles, delta, longest):
    """The actions and the answer of Track-and-Stop, from the lists of all rewards."""
    arms, seen, actions = len(cycles), [[] for _ in cycles], []
    while len(actions) < longest:
        t, counts = len(actions), [len(x) for x in seen]
        if t < arms:
            arm = t
        else:
            means = [Fraction(sum(x), len(x)) for x in seen]
            best = means.index(max(means))
            gaps = {a: means[best] - means[a] for a in range(arms) if a != best}
            costs = {  # sigma = 1/2
                a: float(2 * gap**2 / (Fraction(1, counts[best]) + Fraction(1, counts[a])))
                for a, gap in gaps.items()
            }
            levels = {a: gaussian_threshold(counts[best], counts[a], arms, delta) for a in gaps}
            if all(costs[a] >= levels[a] for a in gaps):
                return tuple(actions), best
            arm = min(range(arms), key=lambda a: (counts[a], a))
            if counts[arm] >= math.sqrt(t) - arms / 2:
                behind = [
                    t * w - n for w, n in zip(weights_by_bisection(means), counts, strict=True)
                ]
                arm = min(a for a in range(arms) if max(behind) - behind[a] < 1e-9)
        actions.append(arm)
        seen[arm].append(cycles[arm][len(seen[arm]) % len(cycles[arm])])
    return tuple(actions), None


@pytest.mark.parametrize("delta", [0.3, 0.01])
@pytest.mark.parametrize("cycles", CYCLES, ids=len)
def test_the_pulls_are_those_of_an_independent_program(cycles, delta):
    actions, answer = specified(cycles, delta, 1500)
    played = play(TrackAndStop(len(cycles), delta), RewardCycles(cycles), 1500, Silent())
    assert (played.actions, played.recommended) == (actions, answer)
    assert answer is not None


class WithoutForce(TrackAndStop):
    """No forced exploration."""

    def choose(self, state):
        if 0 in state.pulls:
            return super().choose(state)
        weights = gaussian_weights(state.means)
        behind = [state.samples * w - n for w, n in zip(weights, state.pulls, strict=True)]
        return behind.index(max(behind))


class Evenly(TrackAndStop):
    """Tracks equal weights."""

    def choose(self, state):
        return state.pulls.index(min(state.pulls))


@pytest.mark.parametrize("wrong", [WithoutForce, Evenly])
def test_another_rule_makes_other_pulls(wrong):
    cycles = CYCLES[2]
    played = play(wrong(4, 0.01), RewardCycles(cycles), 1500, Silent())
    assert played.actions != specified(cycles, 0.01, 1500)[0]


@pytest.mark.parametrize("arms", [2, 3, 8])
def test_the_weights_are_those_of_the_characteristic_time(arms):
    rng = np.random.default_rng(arms)
    for spread in (1.0, 0.01, 1e-6):
        means = (0.5 + spread * (rng.random(arms) - 0.5)).tolist()
        found = characteristic_time(GaussianBandit(means, Fraction(1, 2)))
        assert gaussian_weights(means) == pytest.approx(found.allocation, abs=1e-9)


def test_the_weights_at_their_ends():
    assert gaussian_weights((0.4,)) == (1.0,)
    assert gaussian_weights((0.25, 0.25, 0.25, 0.25)) == (0.25,) * 4
    # K - 1 rivals with one gap: w_b / w_* = 1 / sqrt(K - 1)
    even = gaussian_weights((0.9, 0.1, 0.1, 0.1, 0.1))
    assert even == pytest.approx((1 / 3, *[1 / 6] * 4), rel=1e-15)
    for tiny in (5e-324, 1e-160):
        far = gaussian_weights((tiny, 0.0, -1.0))
        assert far[:2] == pytest.approx((0.5, 0.5))
        assert 0 <= far[2] < 1e-99


def shares_and_their_tolerance(policy, rewards, rounds, settled, target):
    """The shares after some rounds, and how far they can be from the target if it tracks.

    Let eps be the largest distance of an empirical weight from the target in rounds after
    `settled`. An arm that is pulled then has N_a <= t w_a(t) <= t (w_a + eps), for the largest
    t w - N is not negative; or it is forced, with N_a < sqrt(t). So a share exceeds its target by
    at most the `above`, and it is below it by at most the sum of the others.
    """
    state, eps, before = policy.start(), 0.0, ()
    for t in range(1, rounds + 1):
        if t > settled:
            weights = gaussian_weights(state.means)
            eps = max(eps, *(abs(w - x) for w, x in zip(weights, target, strict=True)))
        pull = policy.decide(state, t, Silent())
        state = policy.learn(state, pull, rewards(pull.arm, state.pulls[pull.arm]))
        if t == settled:
            before = state.pulls
    above = [
        max(eps + 1 / rounds, max(n, math.sqrt(rounds) + 1) / rounds - w, 0.0)
        for n, w in zip(before, target, strict=True)
    ]
    below = [sum(above) - mine for mine in above]
    shares = [n / rounds for n in state.pulls]
    return shares, list(zip(below, above, strict=True))


def tracks(policy, rewards, rounds, settled, target, most):
    """Whether all shares are within their tolerances, which are at most `most`."""
    shares, limits = shares_and_their_tolerance(policy, rewards, rounds, settled, target)
    assert max(map(max, limits)) < most
    return all(
        w - below - 1e-12 <= share <= w + above + 1e-12
        for share, w, (below, above) in zip(shares, target, limits, strict=True)
    )


MEANS = ("0.8", "0.6", "0.5")
UNEQUAL = characteristic_time(GaussianBandit(MEANS, Fraction(1, 2))).allocation


@pytest.mark.parametrize("policy", [TrackAndStop, Evenly])
def test_the_shares_approach_unequal_optimal_weights(policy):
    """Rewards in cycles, so that the means are near from the first thousand rounds on."""
    cycles = [(1, 1, 0, 1, 1), (1, 0, 1, 0, 1), (1, 0)]
    assert min(UNEQUAL) < 0.2 < 0.4 < max(UNEQUAL)
    found = tracks(
        policy(3, "1e-300"), lambda arm, n: cycles[arm][n % len(cycles[arm])], 6000, 700,
        UNEQUAL, most=0.02,
    )  # fmt: skip
    assert found == (policy is TrackAndStop)


@pytest.mark.parametrize("policy", [TrackAndStop, Evenly])
def test_the_shares_approach_them_with_random_rewards(policy):
    """The same weights, for gaps that are twice as large."""
    rng, means = np.random.default_rng(1), (0.9, 0.5, 0.3)
    found = tracks(
        policy(3, "1e-300"), lambda arm, n: float(rng.random() < means[arm]), 20_000, 2500,
        UNEQUAL, most=0.05,
    )  # fmt: skip
    assert found == (policy is TrackAndStop)


@pytest.mark.parametrize("delta", ["0.1", "1e-300"])
def test_the_threshold_is_that_of_the_thesis(delta):
    rule = TrackAndStop(5, delta).stopping
    for first, second in ((1, 1), (7, 300), (10**6, 3)):
        level = gaussian_threshold(first, second, 5, float(delta))
        assert rule.threshold.at(0.1, first, second) == pytest.approx(level, rel=1e-14)
    assert rule.cost == TransportationCost(0.5)


@dataclass(frozen=True)
class TenthThreshold(GaussianThreshold):
    """A tenth of the threshold."""

    def at(self, gap, first, second):
        return super().at(gap, first, second) / 10


class Hasty(TrackAndStop):
    """Stops at a tenth of the threshold."""

    @property
    def stopping(self):
        return StoppingRule(TransportationCost.of(), TenthThreshold(self.arms, self.delta))


@pytest.mark.slow
def test_wrong_answers_are_as_rare_as_delta_says():
    """300 runs, delta = 0.05: more than 36 errors have probability below 1e-6 if it is correct."""
    assert wrong_answers(TrackAndStop(2, "0.05")) <= 36
    assert wrong_answers(Hasty(2, "0.05")) > 36


def test_runs_take_about_the_time_of_the_lower_bound():
    """Between T* kl(delta, 1 - delta) and four times T* log(1/delta), at delta = 1/1000."""
    means = (Fraction(4, 5), Fraction(1, 2), Fraction(2, 5))
    policy = TrackAndStop(3, "0.001")
    found = simulate_identification(policy, BernoulliBandit(means), 20, rng=3)
    time = characteristic_time(GaussianBandit(means, Fraction(1, 2))).value
    assert (found.errors, found.capped) == (0, 0)
    assert time * 0.998 * math.log(999) < found.mean < 4 * time * math.log(1000)


def test_the_catalogue_makes_it():
    assert make_policy("track-and-stop", 3, delta="0.2") == TrackAndStop(3, "0.2")
    bandit = BernoulliBandit((0.9, 0.2))
    assert simulate_identification("track-and-stop", bandit, 5, rng=1).errors == 0
    assert play(TrackAndStop(2), BernoulliRewards(bandit, 1), 3000, Sampled(1)).recommended == 0
