"""Bounds at one horizon against the best of all private policies, found by linear programs."""

import math
from fractions import Fraction
import pytest
from private_policy_programs import PolicyProgram, pulls, regret
from banditproof.theory.one_horizon.error_tradeoff import least_excess
from banditproof.theory.one_horizon.least_regret import least_regret
from banditproof.theory.one_horizon.pulls import pulls_if_cheap, pulls_if_reliable
from banditproof.theory.one_horizon.swapped_arms import swap_regret

SLACK = 1e-7
"""How far a solver in floats may be off."""
TWO_ARMS = [
    ((best, other), q, eps, horizon)
    for best, other, q in (("0.9", "0.1", "1"), ("0.5", "0.4", "0.8"), ("0.2", "0", "0.3"))
    for eps in ("0.1", "1", "4", "inf")
    for horizon in (1, 2, 3)
] + [
    pytest.param(("0.9", "0.1"), "1", eps, 4, marks=pytest.mark.slow) for eps in ("0.1", "1", "inf")
]


def _read(means, q, eps):
    budget = math.inf if eps == "inf" else Fraction(eps)
    return [Fraction(mean) for mean in means], Fraction(q), budget


def _ratio(bound, least):
    assert bound <= least + SLACK
    return bound / max(least, SLACK)


@pytest.mark.parametrize(("means", "q", "eps", "horizon"), TWO_ARMS)
def test_bounds_of_two_arms_are_below_the_best_policy(means, q, eps, horizon):
    (best, other), q, eps = _read(means, q, eps)
    program = PolicyProgram(2, horizon, float(eps))
    here, there = (float(best), float(other)), (float(best), float(q))
    own = program.probability(here, pulls(1))
    rest = program.probability(there, pulls(0))
    for n in range(horizon):
        rare = program.probability(there, lambda a, n=n: a.count(1) <= n)
        often = program.probability(here, lambda a, n=n: a.count(1) > n)
        for delta in (0.05, 0.4):
            bound = least_excess(n, other, q, eps, delta)
            _ratio(bound, program.least(often, [(rare, delta)]))
    missed = program.probability(there, lambda a: a.count(1) <= horizon // 2)
    for delta in ("0.05", "0.4"):
        bound = pulls_if_reliable(other, q, eps, horizon, Fraction(delta))
        _ratio(bound, program.least(own, [(missed, float(delta))]))
        bound = pulls_if_cheap(other, q, eps, horizon, Fraction(delta))
        _ratio(bound, program.least(own, [(rest, float(delta))]))
    both = [program.probability(m, regret(m)) for m in (here, there)]
    sharp = _ratio(least_regret([best, other], q, eps, horizon), program.least_of_largest(both))
    assert sharp > (0.999 if horizon == 1 else 0.5)
    orders = [program.probability(m, regret(m)) for m in (here, here[::-1])]
    mean = {key: sum(f.get(key, 0) for f in orders) / 2 for f in orders for key in f}
    assert _ratio(swap_regret(best, other, eps, horizon), program.least(mean)) > 0.7


@pytest.mark.parametrize("eps", ["0.2", "2"])
@pytest.mark.parametrize(
    "means", [("0.6", "0.4", "0.4"), ("0.6", "0.6", "0.3"), ("0.7", "0.5", "0.1")]
)
def test_least_regret_of_three_arms_is_below_the_best_policy(means, eps):
    means, q, eps = _read(means, "0.9", eps)
    program = PolicyProgram(3, 3, float(eps))
    worlds = [[float(mean) for mean in means]]
    for arm, mean in enumerate(means):
        if mean < max(means):
            worlds.append([float(q) if i == arm else float(m) for i, m in enumerate(means)])
    least = program.least_of_largest([program.probability(w, regret(w)) for w in worlds])
    assert _ratio(least_regret(means, q, eps, 3), least) > 0.5
