"""The divergence of (9) on a few points, against a convex solver."""

import random
from fractions import Fraction
import numpy as np
import pytest
from programs import finite_support_divergence as module

SUPPORT = (Fraction(0), Fraction(1, 2), Fraction(1))


def solved(p, other, eps, constrained):
    """The optimum of the convex program."""
    import cvxpy as cp

    points = np.array([float(x) for x in SUPPORT])
    p, other = np.array([float(a) for a in p]), np.array([float(a) for a in other])
    q = cp.Variable(3, nonneg=True)
    limits = [cp.sum(q) == 1]
    if constrained:
        limits += [points @ q <= points @ other, points @ q >= points @ p]
    cost = eps * cp.norm1(q - p) / 2 + cp.sum(cp.kl_div(q, other))
    return cp.Problem(cp.Minimize(cost), limits).solve(solver="CLARABEL")


def pairs(count):
    source = random.Random(3)
    yield ("0.194", "0.024", "0.782"), ("0.010", "0.367", "0.623"), Fraction(2959, 1000)
    while count:
        laws = []
        for _ in range(2):
            a, b = sorted(source.sample(range(1, 1000), 2))
            laws.append((Fraction(a, 1000), Fraction(b - a, 1000), Fraction(1000 - b, 1000)))
        laws.sort(key=lambda law: module.mean_of(SUPPORT, law))
        count -= 1
        yield laws[0], laws[1], Fraction(source.randrange(100, 4000), 1000)


@pytest.mark.slow
@pytest.mark.parametrize("constrained", [True, False])
def test_primal_and_dual_points_meet_the_solver(constrained):
    for p, other, eps in pairs(12):
        high = module.primal_value_of_a_pair(SUPPORT, p, other, eps, constrained)
        low = module.dual_value_of_a_pair(SUPPORT, p, other, eps, constrained)
        exact = [Fraction(a) for a in p], [Fraction(a) for a in other]
        optimum = solved(*exact, float(eps), constrained)
        assert low.lo <= high.hi <= low.lo + Fraction(1, 10**10)
        assert abs(float(high.hi) - optimum) < 1e-6


def test_the_joint_gap_vanishes_and_would_be_seen(monkeypatch):
    assert max(module.certified_joint_gap(SUPPORT, seed) for seed in range(20, 30)) < 1e-6
    # with a pair (Q, P') that is feasible but not the best one, a gap remains
    monkeypatch.setattr(module, "_root", lambda increasing, low, high: (low + high) / 3)
    assert max(module.certified_joint_gap(SUPPORT, seed) for seed in range(20, 30)) > 1e-4
