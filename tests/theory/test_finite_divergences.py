"""Divergences of finite laws against all events, other arithmetic, closed forms, mutants."""

import math
from fractions import Fraction as F
from itertools import product
import mpmath
import numpy as np
import pytest
from enclosure_checks import mpf, near, overlap
from hypothesis import assume
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory.accounting.finite_divergences import (
    hockey_stick,
    hockey_stick_at,
    is_certainly_above,
    renyi_of_laws,
    smallest_factor,
    zcdp_of_laws,
)

FACTORS = st.fractions(F(1, 4), 8, max_denominator=16)


def laws(size: int, zeros: bool = True):
    """Pairs of laws of the same outcomes, with small integer weights."""
    weights = st.lists(st.integers(0 if zeros else 1, 9), min_size=size, max_size=size)
    proper = weights.filter(any).map(lambda w: tuple(F(x, sum(w)) for x in w))
    return st.tuples(proper, proper)


PAIRS = st.integers(1, 5).flatmap(laws)
POSITIVE_PAIRS = st.integers(1, 5).flatmap(lambda size: laws(size, zeros=False))


@for_all(PAIRS, FACTORS, examples=40)
def test_the_hockey_stick_is_the_worst_event(pair, factor) -> None:
    p, q = pair
    events = product((0, 1), repeat=len(p))
    worst = max(
        sum(e * (a - factor * b) for e, a, b in zip(event, p, q, strict=True)) for event in events
    )
    assert hockey_stick(p, q, factor) == worst


@for_all(PAIRS, st.fractions(0, 1, max_denominator=20), examples=40)
def test_the_smallest_factor_is_the_inverse_of_the_hockey_stick(pair, delta) -> None:
    p, q = pair
    factor = smallest_factor(p, q, delta)
    if factor == math.inf:
        assert hockey_stick(p, q, math.inf) > delta
        return
    assert hockey_stick(p, q, factor) <= delta
    if factor > 1:
        assert hockey_stick(p, q, factor - F(1, 10**9)) > delta


def test_the_smallest_factor_is_sharp_at_every_delta_of_a_fine_grid() -> None:
    p, q = (F(5, 10), F(4, 10), F(1, 10)), (F(1, 10), F(3, 10), F(6, 10))
    for delta in (F(k, 300) for k in range(300)):
        factor = smallest_factor(p, q, delta)
        assert factor >= 1
        assert hockey_stick(p, q, factor) <= delta
        assert factor == 1 or hockey_stick(p, q, factor - F(1, 10**12)) > delta


@for_all(POSITIVE_PAIRS, st.fractions(0, 3, max_denominator=9), examples=40)
def test_the_curve_at_a_real_eps_lies_between_rational_factors(pair, eps) -> None:
    p, q = pair
    result = hockey_stick_at(p, q, eps, digits=20)
    below = F(mpmath.nstr(mpmath.exp(mpf(eps)), 14))
    assert hockey_stick(p, q, below * (1 + F(1, 10**12))) <= result.hi
    assert result.lo <= hockey_stick(p, q, below * (1 - F(1, 10**12)))
    assert result.digits >= 20 or result.hi == 0


def test_the_curve_at_the_ends() -> None:
    p, q = (F(3, 4), F(1, 4), F(0)), (F(1, 4), F(1, 2), F(1, 4))
    assert hockey_stick_at(p, q, 0).lo == hockey_stick_at(p, q, 0).hi == F(1, 2)
    assert hockey_stick_at(p, q, 2).hi == 0  # e^2 > 3
    assert hockey_stick_at(q, p, "1e5").lo == hockey_stick_at(q, p, "1e5").hi == F(1, 4)
    assert hockey_stick(q, p, math.inf) == F(1, 4)
    assert is_certainly_above(F(11, 10), F(3))
    assert not is_certainly_above(F(1), F(3))


def oracle_renyi(p, q, alpha):
    """The Renyi divergence by mpmath at 60 digits, straight from the definition."""
    with mpmath.workdps(60):
        a = mpf(alpha)
        pairs = [(mpf(x), mpf(y)) for x, y in zip(p, q, strict=True) if x]
        if a == 1:
            return mpmath.fsum(x * mpmath.log(x / y) for x, y in pairs)
        return mpmath.log(mpmath.fsum(x**a * y ** (1 - a) for x, y in pairs)) / (a - 1)


@for_all(
    POSITIVE_PAIRS, st.sampled_from([F(1), F(1001, 1000), F(3, 2), F(2), F(7), F(100)]), examples=40
)
def test_renyi_divergences_are_those_of_another_arithmetic(pair, alpha) -> None:
    p, q = pair
    result = renyi_of_laws(p, q, alpha)
    if p == q:
        assert result.lo == result.hi == 0
    else:
        assert near(result, oracle_renyi(p, q, alpha), 25)


@for_all(PAIRS, examples=40)
def test_without_absolute_continuity_everything_is_infinite(pair) -> None:
    p, q = pair
    escapes = any(a and not b for a, b in zip(p, q, strict=True))
    for result in (renyi_of_laws(p, q, 2), renyi_of_laws(p, q, 1), zcdp_of_laws(p, q, 6)):
        assert (result.lo == math.inf) == escapes
    assert (smallest_factor(p, q, 0) == math.inf) == escapes


def test_the_order_infinity_is_the_largest_log_ratio() -> None:
    result = renyi_of_laws(("0.75", "0.25"), ("0.25", "0.75"), math.inf)
    assert near(result, mpmath.log(3), 14)
    assert result.contains(F(result.mid))


def grid_supremum(p, q) -> float:
    """The largest D_alpha / alpha on a grid of orders: a lower bound, nearly sharp."""
    masses = np.array([float(a) for a in p])
    logs = np.array([math.log(a / b) for a, b in zip(p, q, strict=True)])
    steps = 10 ** np.linspace(-3, 3, 601)[:, None]
    top = steps * logs.max()
    divergence = (top[:, 0] + np.log((masses * np.exp(steps * logs - top)).sum(axis=1))) / steps[
        :, 0
    ]
    return max(float(masses @ logs), float((divergence / (1 + steps[:, 0])).max()))


@for_all(st.integers(2, 6).flatmap(lambda size: laws(size, zeros=False)), examples=40)
def test_the_zcdp_constant_is_the_supremum_of_a_grid(pair) -> None:
    p, q = pair
    assume(p != q)
    result = zcdp_of_laws(p, q, digits=9)
    grid = grid_supremum(p, q)
    assert grid <= float(result.hi) * (1 + 1e-8) + 1e-11
    assert float(result.lo) <= grid * (1 + 1e-3) + 1e-11
    assert result.digits >= 8


@pytest.mark.parametrize("ratio", [F(101, 100), F(3), F(10**6)])
def test_randomised_response_has_its_supremum_in_the_limit_at_order_one(ratio) -> None:
    p, q = (ratio / (1 + ratio), 1 / (1 + ratio)), (1 / (1 + ratio), ratio / (1 + ratio))
    with mpmath.workdps(40):
        eps = mpmath.log(mpf(ratio))
        exact = eps * mpmath.tanh(eps / 2)
        assert near(zcdp_of_laws(p, q, digits=20), exact, 19)
        # the best of the integer orders, a mutant, misses it
        assert max(oracle_renyi(p, q, F(a)) / a for a in range(2, 9)) < exact * mpmath.mpf(
            "0.99999"
        )


RARE = ((F(1, 100), F(99, 100)), (F(1, 10_000), F(9_999, 10_000)))


def test_a_rare_large_loss_has_its_supremum_in_the_interior() -> None:
    result = zcdp_of_laws(*RARE, digits=20)
    with mpmath.workdps(50):

        def rate(a):
            order = F(mpmath.nstr(a, 45))
            return oracle_renyi(*RARE, order) / a

        best = mpmath.findroot(lambda a: mpmath.diff(rate, a, h=mpmath.mpf(10) ** -12), 2.2)
        assert 1.5 < best < 10
        assert near(result, rate(best), 15)
        # a mutant that looks at the Kullback-Leibler limit alone
        assert oracle_renyi(*RARE, F(1)) < rate(best) / 10


@pytest.mark.parametrize("digits", [4, 12, 30])
def test_all_digits_asked_for_are_certain_and_consistent(digits) -> None:
    rough, fine = zcdp_of_laws(*RARE, digits=digits), zcdp_of_laws(*RARE, digits=35)
    assert overlap(rough, fine)
    assert rough.digits >= digits


def test_extreme_pairs_are_enclosed() -> None:
    tiny = F(1, 10**200)
    assert zcdp_of_laws((F(1, 2), F(1, 2)), (tiny, 1 - tiny), digits=6).lo > 114
    close = F(1, 10**4)
    nearly = zcdp_of_laws((F(1, 2), F(1, 2)), (F(1, 2) + close, F(1, 2) - close), digits=6)
    assert near(nearly, 2 * mpmath.mpf(10) ** -8, 5)


@for_all(laws(4, zeros=False), FACTORS.filter(lambda f: f >= 1), examples=40)
def test_forgetting_a_difference_of_outcomes_never_raises_a_divergence(pair, factor) -> None:
    p, q = pair
    less_p, less_q = (p[0] + p[1], *p[2:]), (q[0] + q[1], *q[2:])
    assert hockey_stick(less_p, less_q, factor) <= hockey_stick(p, q, factor)
    assert zcdp_of_laws(less_p, less_q, 5).lo <= zcdp_of_laws(p, q, 5).hi
    assert renyi_of_laws(less_p, less_q, 3).lo <= renyi_of_laws(p, q, 3).hi
