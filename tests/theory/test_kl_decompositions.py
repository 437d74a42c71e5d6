"""The bounds of bandit KL decompositions: floats inside enclosures, order, corners, errors."""

import math
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.theory import certify
from banditproof.theory.concentration import poisson_binomial_law
from banditproof.theory.kl_decompositions import (
    pure_kl_decomposition,
    pure_log_ratio_bound,
    zcdp_kl_decomposition,
    zcdp_kl_decomposition_printed,
    zcdp_kl_domination,
)

GRID = [0.0, 1e-9, 0.3, 1.0, 7.5, 1e6]


def near(value, enclosure, relative=1e-14):
    exact = Fraction(enclosure.mid)
    return abs(Fraction(float(value)) - exact) <= Fraction(relative) * abs(exact) + Fraction(0)


@pytest.mark.parametrize(
    "bound", [pure_kl_decomposition, zcdp_kl_decomposition, zcdp_kl_decomposition_printed]
)
def test_floats_agree_with_enclosures_and_broadcast(bound):
    number = 2 if bound is pure_kl_decomposition else 3
    points = list(product(GRID, repeat=number))
    columns = [np.array(column) for column in zip(*points, strict=True)]
    values = bound(*columns)
    assert values.shape == (len(points),)
    for point, value in zip(points, values, strict=True):
        enclosure = certify(bound, *point, digits=20)
        assert near(value, enclosure), point
        assert isinstance(bound(*point), float)


def test_the_repaired_bound_is_between_the_printed_number_and_twice_it():
    for square, variance in product(GRID, repeat=2):
        printed = certify(zcdp_kl_decomposition_printed, "0.7", square, variance)
        repaired = certify(zcdp_kl_decomposition, "0.7", square, variance)
        assert printed.lo <= repaired.hi
        assert repaired.lo <= 2 * printed.hi
        if square and variance:
            assert repaired.lo > printed.hi
            if square == variance:
                assert repaired.contains(2 * printed.lo)


@pytest.mark.parametrize(("n", "t"), [(0, "0.3"), (1, 1), (4, "0.25"), (7, "0.9"), (5, 0)])
def test_domination_is_the_second_moment_of_a_binomial(n, t):
    law = poisson_binomial_law([t] * n) if n else (1,)
    square = sum((p * k * k for k, p in enumerate(law)), Fraction(0))
    assert certify(zcdp_kl_domination, 3, n, t).lo == 3 * square
    assert zcdp_kl_domination(3, n, float(Fraction(t))) == pytest.approx(float(3 * square), 1e-12)


def test_one_more_round_of_a_sure_mismatch_adds_its_square():
    assert [zcdp_kl_domination(1, n, 1) for n in range(4)] == [0, 1, 4, 9]
    assert list(zcdp_kl_domination(0.5, np.array([1, 2]), 1)) == [0.5, 2]


@pytest.mark.parametrize("eps", [0, 1e-9, 0.5, 29.9, 30.1, 700, 5000])
@pytest.mark.parametrize("plays", [(3, 0, 2), (1, 5, 0), (0, 0, 4)])
def test_the_bound_along_a_path_is_between_the_mean_and_the_worst_case(eps, plays):
    away = (0.25, 1e-7, 1.0)
    value = pure_log_ratio_bound(eps, plays, away)
    enclosure = certify(pure_log_ratio_bound, eps, plays, away, digits=20)
    assert near(value, enclosure, 1e-13)
    mean = certify(
        pure_kl_decomposition,
        eps,
        sum(Fraction(n) * Fraction(t) for n, t in zip(plays, away, strict=True)),
    )
    assert mean.lo <= enclosure.hi
    assert enclosure.lo <= Fraction(eps) * sum(n for n, t in zip(plays, away, strict=True) if t)


@pytest.mark.parametrize(("eps", "t"), [(31, 1e-20), (95, 1e-170), (500, 1e-300), (800, 1e-300)])
def test_a_large_budget_and_a_tiny_distance_keep_their_digits(eps, t):
    # log(1 + t (e^eps - 1)) lies between tiny and large: no sum that cancels is precise enough
    value = pure_log_ratio_bound(eps, [2], [t])
    assert near(value, certify(pure_log_ratio_bound, eps, [2], [t], digits=20), 1e-13)
    assert value > 0


def test_huge_arguments_are_infinite_and_never_nan():
    worst = 1.7e308
    assert zcdp_kl_decomposition_printed(0, worst, worst) == 0
    assert zcdp_kl_decomposition(0, worst, worst) == pure_kl_decomposition(0, worst) == 0
    assert zcdp_kl_decomposition(1, worst, worst) == math.inf
    assert zcdp_kl_decomposition_printed(1, worst, worst) == math.inf
    assert pure_log_ratio_bound(worst, [3], [1]) == math.inf


def test_a_sure_difference_costs_eps_and_none_costs_nothing():
    assert pure_log_ratio_bound(2, [3], [1]) == pytest.approx(6, rel=1e-15, abs=0)
    assert pure_log_ratio_bound(2, [3], [0]) == 0
    assert pure_log_ratio_bound(5000, [1], [1]) == 5000
    assert certify(pure_log_ratio_bound, "1e400", [1], [1]).contains(10**400)
    assert pure_log_ratio_bound(1, [1], [0.5]) == pytest.approx(math.log((1 + math.e) / 2))
