"""Leakage scores: floats against certificates, printed digits, identities, and places far out."""

import math
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from enclosure_checks import mpf
from banditproof.theory import certify
from banditproof.theory.membership import (
    gdp_delta,
    gdp_epsilon,
    leak,
    leak_complement,
    miss,
    optimal_false_alarm,
    optimal_threshold,
    power,
)

LEAKS = {
    "0.01": 0.03987761167674492,
    1: 0.3829249225480262,
    5: 0.7364475227170273,
    20: 0.9746526813225317,
}
POWERS = {
    ("0.001", 1): 0.018298468405657,
    ("0.1", 1): 0.38914369164536,
    ("0.5", 1): 0.84134474606854,
    ("0.001", 5): 0.19650697241641,
    ("0.01", 5): 0.4640323975715,
    ("0.5", 5): 0.98732634066127,
}
DELTAS = {
    (1, 1): 0.12693673750664,
    (1, 5): 5.7937216919195e-7,
    (1, 20): 2.6647067053655e-86,
    (5, 1): 0.58909966615018,
    (5, 20): 5.4664801494218e-16,
}


def scores(rng, n):
    drawn = np.choose(
        rng.integers(0, 3, n),
        [10.0 ** rng.uniform(-300, 12, n), rng.uniform(0, 60, n), 10.0 ** rng.uniform(-6, 4, n)],
    )
    return np.where(rng.random(n) < 0.05, 0.0, drawn)


def levels(rng, n):
    drawn = [10.0 ** rng.uniform(-300, 0, n), rng.random(n), 1 - 10.0 ** rng.uniform(-15, 0, n)]
    result = np.choose(rng.integers(0, 3, n), drawn)
    return np.where(rng.random(n) < 0.05, rng.integers(0, 2, n), result)


def budgets_near(rng, m):
    """Some budgets are where the curve falls from 1 to 0."""
    n = len(m)
    near = np.abs(m / 2 + np.sqrt(m) * rng.normal(0, 5, n))
    return np.choose(rng.integers(0, 3, n), [near, rng.uniform(0, 50, n), near * rng.random(n)])


def is_near(function, point, value, tolerance):
    exact = Fraction(certify(function, *point, digits=16).mid)
    return abs(Fraction(value) - exact) <= Fraction(tolerance) * abs(exact) + Fraction(1, 10**300)


@pytest.mark.parametrize("function", [leak, leak_complement, optimal_false_alarm])
def test_floats_of_one_score_agree_with_enclosures(function):
    m = scores(np.random.default_rng(1), 60)
    for point, value in zip(m.tolist(), function(m).tolist(), strict=True):
        assert is_near(function, (point,), value, "1e-12")


@pytest.mark.parametrize("function", [power, miss])
def test_floats_of_a_level_agree_with_enclosures(function):
    rng = np.random.default_rng(2)
    alpha, m = levels(rng, 80), scores(rng, 80)
    for a, s, value in zip(alpha.tolist(), m.tolist(), function(alpha, m).tolist(), strict=True):
        assert is_near(function, (a, s), value, "1e-12")


@pytest.mark.parametrize("count", [80, pytest.param(20_000, marks=pytest.mark.slow)])
def test_floats_of_the_curve_agree_with_enclosures(count):
    rng = np.random.default_rng(3)
    m = scores(rng, count)
    eps = budgets_near(rng, m)
    for s, e, value in zip(m.tolist(), eps.tolist(), gdp_delta(m, eps).tolist(), strict=True):
        assert is_near(gdp_delta, (s, e), value, "1e-12"), (s, e)


def test_a_difference_of_two_tails_loses_the_digits_that_these_floats_have():
    from scipy.special import ndtr

    m, eps = 1e-12, 1e-7
    root = math.sqrt(m)
    naive = ndtr(root / 2 - eps / root) - math.exp(eps) * ndtr(-root / 2 - eps / root)
    assert not is_near(gdp_delta, (m, eps), float(naive), "1e-12")
    assert is_near(gdp_delta, (m, eps), gdp_delta(m, eps), "1e-12")


def test_digits_of_the_master_values():
    for m, value in LEAKS.items():
        assert float(certify(leak, m)) == pytest.approx(value, rel=1e-15)
    for (alpha, m), value in POWERS.items():
        assert float(certify(power, alpha, m)) == pytest.approx(value, rel=2e-14)
    for (m, eps), value in DELTAS.items():
        assert float(certify(gdp_delta, m, eps)) == pytest.approx(value, rel=2e-14)


def test_leak_is_the_total_variation_of_the_two_laws():
    for m in (0.3, 5.0):
        x = np.linspace(-40, 40, 400_001)
        root = math.sqrt(m)
        out, inside = (np.exp(-(((x + shift) / root) ** 2) / 2) for shift in (m / 2, -m / 2))
        area = np.trapezoid(np.abs(out - inside), x) / (root * math.sqrt(2 * math.pi))
        assert area / 2 == pytest.approx(leak(m), abs=1e-8)


def test_threshold_gives_level_and_power():
    from scipy.special import ndtr

    for m in (0.5, 5.0, 20.0):
        root = math.sqrt(m)
        for alpha in (1e-6, 0.1, 0.5, 0.9):
            tau = optimal_threshold(alpha, m)
            assert ndtr((-m / 2 - tau) / root) == pytest.approx(alpha, rel=1e-10)
            assert ndtr((m / 2 - tau) / root) == pytest.approx(power(alpha, m), rel=1e-10)
            exact = float(certify(optimal_threshold, alpha, m))
            assert tau == pytest.approx(exact, abs=1e-13 * (m + 10))


def test_the_curve_is_the_largest_power_less_the_weighted_level():
    alpha = np.concatenate([np.geomspace(1e-14, 0.5, 4000), np.linspace(0.5, 1, 500)])
    for m in (0.01, 1.0, 5.0):
        for eps in (0.0, 0.5, 2.0):
            result = (power(alpha, m) - math.exp(eps) * alpha).max()
            assert result == pytest.approx(gdp_delta(m, eps), rel=1e-4, abs=1e-12)
            assert result <= gdp_delta(m, eps) * (1 + 1e-12)


def test_the_trade_off_function_is_its_own_inverse_and_convex():
    alpha = np.linspace(0.01, 0.99, 99)
    for m in (0.1, 5.0):
        assert np.allclose(miss(miss(alpha, m), m), alpha, rtol=1e-10)
        assert (np.diff(miss(alpha, m), 2) >= -1e-14).all()
        assert np.allclose(miss(alpha, m) + power(alpha, m), 1, atol=1e-15)


def test_the_bayes_test_has_the_largest_advantage():
    for m in (0.1, 1.0, 20.0):
        alarm = optimal_false_alarm(m)
        assert power(alarm, m) - alarm == pytest.approx(leak(m), rel=1e-12)
        others = np.linspace(0.001, 0.999, 500)
        assert (power(others, m) - others <= leak(m) + 1e-15).all()
        assert leak(m) + leak_complement(m) == pytest.approx(1, abs=1e-15)


def test_ends():
    assert certify(leak, 0).exact == 0
    assert certify(power, "0.3", 0).exact == Fraction(3, 10)
    assert certify(gdp_delta, 0, 1).exact == 0
    assert gdp_delta(0.0, 0.0) == 0.0
    assert certify(gdp_delta, 2, 0) == certify(leak, 2)
    assert (power(0.0, 3.0), power(1.0, 3.0), miss(0.0, 3.0), miss(1.0, 3.0)) == (0, 1, 1, 0)
    assert optimal_threshold(0.0, 0.0) == math.inf
    assert optimal_threshold(1.0, 4.0) == -math.inf
    assert certify(optimal_threshold, 0, 1).lo == math.inf
    assert certify(optimal_threshold, 1, 0).hi == -math.inf
    assert certify(optimal_threshold, "0.5", 3).exact == Fraction(-3, 2)


@pytest.mark.parametrize(("m", "eps"), [(1e300, 5e299), (1e300, 1.0), (1e-300, 1.0), (1e-300, 0.0)])
def test_extremes_of_the_curve_are_enclosed(m, eps):
    result = certify(gdp_delta, m, eps, digits=10)
    assert (0 <= result.lo <= result.hi <= 1 and result.contains(Fraction(gdp_delta(m, eps)))) or (
        is_near(gdp_delta, (m, eps), gdp_delta(m, eps), "1e-12")
    )


def test_the_budget_inverts_the_curve():
    for delta in ("1e-5", "0.1"):
        eps = gdp_epsilon(1, delta)
        assert (
            certify(gdp_delta, 1, eps.lo).hi >= Fraction(delta) >= certify(gdp_delta, 1, eps.hi).lo
        )
        assert eps.width < Fraction(1, 10**9)


def test_other_names_of_the_budget():
    assert certify(gdp_delta, 1, epsilon=1) == certify(gdp_delta, 1, 1)
    assert gdp_delta(1.0, epsilon=1.0) == gdp_delta(1.0, 1.0)


FINE = Fraction(1, 10**40)


@pytest.fixture(autouse=True)
def digits():
    with mpmath.workdps(80):
        yield


def exactly(x) -> Fraction:
    sign, mantissa, exponent, _ = x._mpf_
    return (-1) ** sign * int(mantissa) * Fraction(2) ** int(exponent)


def tail(x):
    """1 - Phi."""
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


def around(found, known) -> bool:
    """Whether an enclosure contains a number that is known to 40 digits."""
    known = exactly(mpmath.mpf(known))
    return found.lower <= known * (1 + FINE) and found.upper >= known * (1 - FINE)


SCORES = [900, 7_000, 79_999, 80_001, 200_000]


@pytest.mark.parametrize("m", SCORES)
def test_what_is_missing_to_a_leakage_of_1(m):
    missing = mpmath.erfc(mpmath.sqrt(mpmath.mpf(m) / 8))
    assert around(certify(leak_complement, m), missing)
    assert around(certify(optimal_false_alarm, m), missing / 2)
    assert around(1 - certify(leak, m), missing)
    assert certify(leak, m).lower < 1


@pytest.mark.parametrize("m", [*SCORES[:2], 19_000, 21_000, 60_000])
@pytest.mark.parametrize("alpha", [Fraction(1, 10), Fraction(1, 2), Fraction(1, 10**9)])
def test_misses_and_powers_of_large_scores(m, alpha):
    quantile = mpmath.sqrt(2) * mpmath.erfinv(
        2 * mpmath.mpf(alpha.numerator) / alpha.denominator - 1
    )
    missed = tail(quantile + mpmath.sqrt(m))
    assert around(certify(miss, alpha, m), missed)
    assert around(1 - certify(power, alpha, m), missed)
    threshold = -mpmath.mpf(m) / 2 - mpmath.sqrt(m) * quantile
    result = certify(optimal_threshold, alpha, m)
    assert around(result, threshold) or around(-result, -threshold)


@pytest.mark.parametrize("m", [1, 900, 40_000])
@pytest.mark.parametrize("deviations", [-120, -20, -2, 3, 20, 99, 120])
def test_privacy_curves_far_from_their_middle(m, deviations):
    s = mpmath.sqrt(m)
    eps = Fraction(m, 2) + deviations * round(float(s))
    if eps < 0:
        return
    e = mpf(eps)
    left = tail(e / s - s / 2) - mpmath.exp(e) * tail(e / s + s / 2)
    rest = tail(s / 2 - e / s) + mpmath.exp(e) * tail(e / s + s / 2)
    result = certify(gdp_delta, m, eps)
    assert around(result, left) if deviations > 0 else around(1 - result, rest)


def test_the_ends_of_the_levels():
    assert [float(certify(optimal_threshold, a, 3)) for a in (0, 1)] == [
        float("inf"),
        -float("inf"),
    ]
    assert optimal_threshold([0.0, 1.0], 0.0).tolist() == [float("inf"), float("-inf")]
    assert certify(optimal_threshold, Fraction(1, 2), 3).exact == Fraction(-3, 2)
    assert miss(0.3, 0.0) == 0.7


@pytest.mark.parametrize("m", ["0.04", 9])
def test_the_smallest_eps_of_a_delta(m):
    eps = gdp_epsilon(m, "1e-4", "1e-6")
    assert certify(gdp_delta, m, eps.lo).hi >= 1e-4 >= certify(gdp_delta, m, eps.hi).lo
    assert eps.width < Fraction(1, 10**5)
