"""Infima over better laws as convex and linear programs of other solvers, and of two points."""

import math
import warnings
from fractions import Fraction
import numpy as np
import pytest
from enclosure_checks import overlap
from finite_law_cases import CASES, moderate
from properties import rejects
from scipy.optimize import linprog
from banditproof.theory import Bernoulli, FiniteSupport, certify, d_inf, kl_inf, tv_inf
from banditproof.theory.infima import moved_mass
from banditproof.theory.laws import Empirical


def programs(law, mu, eps):
    """KL_inf and d_inf as convex programs over all pairs of laws, by an interior-point solver."""
    import cvxpy as cp

    points = sorted({*law.exact_points, law.high})
    mass = dict(zip(law.exact_points, law.exact_weights, strict=True))
    p = np.array([float(mass.get(x, 0)) for x in points])
    x = np.array([float(v) for v in points])
    values = []
    for budget in (None, eps):
        q = cp.Variable(len(x), nonneg=True) if budget is not None else p
        better = cp.Variable(len(x), nonneg=True)
        rules = [cp.sum(better) == 1, x @ better >= float(mu)]
        cost = -cp.sum(cp.entr(q)) - q @ cp.log(better) if budget is None else None
        if budget is None:
            cost = cp.sum(cp.rel_entr(p[p > 0], better[p > 0]))
        else:
            rules.append(cp.sum(q) == 1)
            cost = cp.sum(cp.rel_entr(q, better)) + float(budget) / 2 * cp.norm1(p - q)
        problem = cp.Problem(cp.Minimize(cost), rules)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            problem.solve(solver=cp.CLARABEL)
        # the value at a law that is zero to within the solver's tolerance may come as infinite
        values.append(problem.value if np.isfinite(problem.value or math.inf) else None)
    return values


def check_programs(cases, private=d_inf):
    solved = tried = 0
    for law, mu, eps in cases:
        values = float(certify(kl_inf, law, mu)), private(law, mu, eps)
        for value, program in zip(values, programs(law, mu, eps), strict=True):
            tried += 1
            if program is not None:
                solved += 1
                assert program == pytest.approx(value, rel=1e-5, abs=1e-7)
    assert solved >= 0.9 * tried  # the solver gives up on a few


@pytest.mark.slow
def test_the_convex_programs_agree():
    check_programs(moderate(3, seed=3))
    rejects(
        check_programs,
        moderate(3, seed=3),
        lambda law, mu, eps: min(kl_inf(law, mu), eps * tv_inf(law, mu)),
    )


@pytest.mark.slow
def test_the_convex_programs_agree_on_many_laws():
    check_programs(moderate(150, seed=4))


def check_transport(mass):
    """TV_inf as a linear program over what each point loses and gains."""
    for law, mu, _ in list(moderate(15, seed=5)) + CASES[:40]:
        if mu - law.exact_mean < Fraction(1, 10**4):
            continue
        points = sorted({*law.exact_points, law.high})
        weight = dict(zip(law.exact_points, law.exact_weights, strict=True))
        p = np.array([float(weight.get(x, 0)) for x in points])
        x = np.array([float(v) for v in points])
        n = len(x)
        program = linprog(
            np.r_[np.ones(n), np.zeros(n)],
            A_ub=[np.r_[x, -x]],
            b_ub=[float(p @ x) - float(mu)],
            A_eq=[np.r_[np.ones(n), -np.ones(n)]],
            b_eq=[0],
            bounds=[(0, w) for w in p] + [(0, 1)] * n,
        )
        assert program.fun == pytest.approx(float(mass(law, mu)), rel=1e-7, abs=1e-7)


def test_the_least_moved_mass_is_that_of_a_linear_program():
    check_transport(moved_mass)
    with pytest.raises(AssertionError):  # the highest points first
        check_transport(lambda law, mu: (mu - law.exact_mean) / (law.high - law.low))


def test_zero_and_one_are_bernoulli():
    for mean, mu, eps in [("0.3", "0.7", "0.5"), ("0", "0.4", "2"), ("0.999", "0.9999", "3")]:
        p = Fraction(mean)
        counterpart = Bernoulli(mean)
        for law in (FiniteSupport((1, 0), (p, 1 - p)), Empirical([0, 1], weights=(1 - p, p))):
            for f, more in ((kl_inf, ()), (tv_inf, ()), (d_inf, (eps,)), (d_inf, ("40",))):
                first, second = certify(f, law, mu, *more), certify(f, counterpart, mu, *more)
                assert overlap(first, second)
                assert f(law, mu, *more) == pytest.approx(
                    f(counterpart, mu, *more), rel=1e-14, abs=0
                )
