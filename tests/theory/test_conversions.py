"""Conversions between notions: attained, valid, inverse to each other, and better than printed."""

import math
from fractions import Fraction as F
import mpmath
import numpy as np
import pytest
from enclosure_checks import mpf
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory import mechanisms
from banditproof.theory.accounting.conversions import (
    bounded_range_to_zcdp,
    pure_to_approx,
    pure_to_approx_epsilon,
    pure_to_zcdp,
    pure_to_zcdp_printed,
    renyi_to_approx,
    renyi_to_approx_epsilon,
    renyi_to_approx_epsilon_printed,
    zcdp_to_approx,
    zcdp_to_approx_epsilon,
    zcdp_to_approx_printed,
    zcdp_to_renyi,
)
from banditproof.theory.accounting.finite_divergences import (
    hockey_stick_at,
    renyi_of_laws,
    zcdp_of_laws,
)

EPS = st.fractions(F(1, 50), 12, max_denominator=60)
SHARES = st.fractions(F(1, 10**6), F(9, 10), max_denominator=10**6)


@pytest.mark.parametrize("ratio", [F(11, 10), F(3), F(500)])
def test_the_zcdp_of_pure_privacy_is_that_of_randomised_response(ratio) -> None:
    p = (ratio / (1 + ratio), 1 / (1 + ratio))
    exact = zcdp_of_laws(p, p[::-1], digits=18)
    eps = F(mpmath.nstr(mpmath.log(mpf(ratio)), 15))
    result = pure_to_zcdp(eps)
    assert float(result) == pytest.approx(float(exact), rel=1e-13)


@for_all(EPS, st.sampled_from([F(101, 100), F(3, 2), F(2), F(5), F(50)]), examples=30)
def test_no_order_of_randomised_response_exceeds_the_tight_zcdp(eps, alpha) -> None:
    rho = pure_to_zcdp(eps)
    assert mechanisms.RandomisedResponse(eps).renyi(alpha).hi <= rho.lo * alpha
    assert rho.hi < pure_to_zcdp_printed(eps)


@for_all(EPS, examples=30)
def test_the_printed_zcdp_of_pure_privacy_is_loose_by_a_cubic_share(eps) -> None:
    share = 1 - float(pure_to_zcdp(eps)) / float(pure_to_zcdp_printed(eps))
    assert 0 < share <= float(eps) ** 2 / 12 * 1.000001
    if eps < 1:
        assert share >= float(eps) ** 2 / 12 * 0.9


def test_a_zcdp_below_the_tight_one_is_refuted() -> None:
    below = pure_to_zcdp(1).lo * F(999, 1000)
    assert mechanisms.RandomisedResponse(1).renyi(F(1001, 1000)).lo > below * F(1001, 1000)


@for_all(
    st.lists(st.integers(-8, 8), min_size=2, max_size=4).map(lambda s: [F(x, 8) for x in s]),
    st.lists(st.sampled_from([-1, 0, 1]), min_size=4, max_size=4),
    examples=30,
)
def test_the_exponential_mechanism_keeps_the_zcdp_of_its_bounded_range(scores, moves) -> None:
    mechanism = mechanisms.ExponentialMechanism(eps=2)
    other = [s + m for s, m in zip(scores, moves, strict=False)]
    laws = [[F(p.mid) for p in mechanism.law(s, digits=15)] for s in (scores, other)]
    p, q = ([m / sum(law) for m in law] for law in laws)
    ratios = [math.log(a / b) for a, b in zip(p, q, strict=True)]
    assert max(ratios) - min(ratios) <= float(mechanism.bounded_range()) * (1 + 1e-9)
    assert renyi_of_laws(p, q, 2).hi <= 2 * bounded_range_to_zcdp(2) * (1 + F(1, 10**9))
    assert max(map(abs, ratios)) <= 2 * (1 + 1e-9)


def test_the_zcdp_of_a_bounded_range_is_approached_by_small_ones() -> None:
    """Losses log(501/500) and log(499/500), about 1/250 apart: their KL is about 1/250^2 / 8."""
    divergence = renyi_of_laws([F(501, 1000), F(499, 1000)], [F(1, 2), F(1, 2)], 1)
    rho = bounded_range_to_zcdp(math.log(501 / 499))
    assert rho * F(99_999, 10**5) < divergence.lo <= divergence.hi < rho


@pytest.mark.parametrize("wanted", [F(0), F(1, 3), F(1), F(2)])
def test_the_curve_of_pure_privacy_is_that_of_randomised_response(wanted) -> None:
    truth = F(mechanisms.RandomisedResponse(1).truth().mid)
    p = (truth, 1 - truth)
    attained = hockey_stick_at(p, p[::-1], wanted)
    assert float(pure_to_approx(1, wanted)) == pytest.approx(float(attained), rel=1e-14)
    # no pure mechanism has more: Laplace noise of the same eps has less
    assert mechanisms.Laplace(1).delta(wanted).hi <= pure_to_approx(1, wanted).hi


@for_all(EPS, SHARES, examples=30)
def test_the_curve_of_pure_privacy_and_its_inverse(eps, delta) -> None:
    back = pure_to_approx_epsilon(eps, delta)
    if back.hi == 0:
        assert pure_to_approx(eps, 0).lo <= delta
    else:
        assert pure_to_approx(eps, back.hi).lo <= delta <= pure_to_approx(eps, back.lo).hi


def test_pure_conversions_at_the_ends() -> None:
    assert pure_to_zcdp(0).hi == 0
    assert pure_to_zcdp(math.inf).lo == math.inf
    assert pure_to_zcdp_printed(math.inf) == math.inf
    assert float(pure_to_zcdp(10**6)) == 10**6
    assert pure_to_approx(0, 0).hi == 0
    assert pure_to_approx(1, 1).hi == 0
    assert pure_to_approx(math.inf, 7).lo == 1
    assert pure_to_approx(10**5, 0).lo > F(999, 1000)
    assert pure_to_approx_epsilon(2, 0).lo == 2
    assert pure_to_approx_epsilon(2, 1).hi == 0
    assert pure_to_approx_epsilon(0, "0.5").hi == 0
    assert pure_to_approx_epsilon(math.inf, "0.5").lo == math.inf


def best_bound(rho: float, eps: float) -> float:
    """The smallest bound over a fine grid of orders, by its formula in floats."""
    x = 10 ** np.linspace(-6, 6, 40_001)
    logs = x * ((1 + x) * rho - eps) + x * np.log(x / (1 + x)) - np.log1p(x)
    return float(np.exp(logs.min()))


@for_all(st.fractions(F(1, 1000), 5, max_denominator=1000), EPS, examples=30)
def test_the_zcdp_curve_is_the_best_order(rho, eps) -> None:
    result = zcdp_to_approx(rho, eps, digits=13)
    assert float(result) == pytest.approx(best_bound(float(rho), float(eps)), rel=1e-5)
    assert float(result) <= best_bound(float(rho), float(eps)) * (1 + 1e-12)
    for alpha in (F(11, 10), F(2), F(9)):
        assert result.lo <= renyi_to_approx(alpha, zcdp_to_renyi(rho, alpha), eps).hi


@for_all(st.fractions(F(1, 100), 3, max_denominator=100), SHARES, examples=30)
def test_the_zcdp_epsilon_is_inverse_better_than_printed_and_not_below_a_gaussian(
    rho, delta
) -> None:
    result = zcdp_to_approx_epsilon(rho, delta, digits=12)
    assert result.hi <= zcdp_to_approx_printed(rho, delta).lo
    if result.hi == 0:
        assert zcdp_to_approx(rho, 0, digits=12).lo <= delta
    else:
        low, high = (zcdp_to_approx(rho, eps, digits=20) for eps in (result.hi, result.lo))
        assert low.lo <= delta <= high.hi
    # a rho-zCDP mechanism: its true delta must not exceed what is promised
    assert mechanisms.Gaussian.for_zcdp(rho).delta(result.hi).lo <= delta


def test_half_the_zcdp_would_be_refuted_by_a_gaussian() -> None:
    wrong = zcdp_to_approx_epsilon("0.25", "1e-6")
    assert mechanisms.Gaussian.for_zcdp("0.5").delta(wrong.hi).lo > F(1, 10**6)


@for_all(
    st.fractions(F(11, 10), 20, max_denominator=10),
    st.fractions(0, 4, max_denominator=9),
    SHARES,
    examples=30,
)
def test_one_order_converts_there_and_back(alpha, divergence, delta) -> None:
    eps = renyi_to_approx_epsilon(alpha, divergence, delta)
    assert eps.lo <= renyi_to_approx_epsilon_printed(alpha, divergence, delta).hi
    if eps.hi > 0:
        assert renyi_to_approx(alpha, divergence, eps.hi).lo <= delta
        assert delta <= renyi_to_approx(alpha, divergence, eps.lo).hi
    # a law of that divergence at that order: two points, found by bisection on their ratio
    low, high = 1.0, 1e3
    for _ in range(60):
        ratio = (low + high) / 2
        log = math.log((ratio ** float(alpha) + ratio ** (1 - float(alpha))) / (1 + ratio))
        low, high = (ratio, high) if log <= float(divergence) * (float(alpha) - 1) else (low, ratio)
    answer = mechanisms.RandomisedResponse(F(math.log(low)))
    assert answer.delta(eps.hi).lo <= delta


def test_conversions_at_the_ends() -> None:
    assert zcdp_to_approx(0, 0).hi == 0
    assert zcdp_to_approx(math.inf, 1).lo == 1
    assert zcdp_to_approx(1, math.inf).hi == 0
    assert 0 < zcdp_to_approx(1, 0).lo < 1
    for rho in (400, 10**6):  # nearly no privacy: close to 1, and never above it
        almost = zcdp_to_approx(rho, 1)
        assert 1 - F(1, 10**100) < almost.lo <= almost.hi <= 1
    tiny = zcdp_to_approx("1e-300", "1e-300")  # about sqrt(2 rho / e)
    assert float(tiny) == pytest.approx(math.sqrt(2 / math.e) * 1e-150, rel=1e-9)
    short, long = zcdp_to_approx(90, 1, digits=20), zcdp_to_approx(90, 1, digits=60)
    assert short.lo <= long.lo <= long.hi <= short.hi  # by the two routes
    assert zcdp_to_approx(1, 10**9).lo == 0
    assert zcdp_to_approx(1, 10**9).hi > 0  # not an underflow to an exact zero
    assert zcdp_to_approx_epsilon(1, 1).hi == 0
    assert zcdp_to_approx_epsilon(0, "0.1").hi == 0
    assert zcdp_to_approx_epsilon("1e-6", "0.9").hi == 0
    assert zcdp_to_approx_epsilon(1, "1e-300").digits >= 30
    assert zcdp_to_approx_printed("0.5", 1).hi == F(1, 2)
    assert renyi_to_approx(2, 10**3, 0).lo == 1
