"""Certified leakage, misses and privacy curves where they are close to 0 or to 1, beside mpmath."""

from fractions import Fraction as F

import mpmath
import pytest

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

FINE = F(1, 10**40)


@pytest.fixture(autouse=True)
def digits():
    with mpmath.workdps(80):
        yield


def exactly(x) -> F:
    sign, mantissa, exponent, _ = x._mpf_
    return (-1) ** sign * int(mantissa) * F(2) ** int(exponent)


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
@pytest.mark.parametrize("alpha", [F(1, 10), F(1, 2), F(1, 10**9)])
def test_misses_and_powers_of_large_scores(m, alpha):
    quantile = mpmath.sqrt(2) * mpmath.erfinv(
        2 * mpmath.mpf(alpha.numerator) / alpha.denominator - 1
    )
    missed = tail(quantile + mpmath.sqrt(m))
    assert around(certify(miss, alpha, m), missed)
    assert around(1 - certify(power, alpha, m), missed)
    threshold = -mpmath.mpf(m) / 2 - mpmath.sqrt(m) * quantile
    found = certify(optimal_threshold, alpha, m)
    assert around(found, threshold) or around(-found, -threshold)


@pytest.mark.parametrize("m", [1, 900, 40_000])
@pytest.mark.parametrize("deviations", [-120, -20, -2, 3, 20, 99, 120])
def test_privacy_curves_far_from_their_middle(m, deviations):
    s = mpmath.sqrt(m)
    eps = F(m, 2) + deviations * round(float(s))
    if eps < 0:
        return
    e = mpmath.mpf(eps.numerator) / eps.denominator
    left = tail(e / s - s / 2) - mpmath.exp(e) * tail(e / s + s / 2)
    rest = tail(s / 2 - e / s) + mpmath.exp(e) * tail(e / s + s / 2)
    found = certify(gdp_delta, m, eps)
    assert around(found, left) if deviations > 0 else around(1 - found, rest)


def test_the_ends_of_the_levels():
    assert [float(certify(optimal_threshold, a, 3)) for a in (0, 1)] == [
        float("inf"),
        -float("inf"),
    ]
    assert optimal_threshold([0.0, 1.0], 0.0).tolist() == [float("inf"), float("-inf")]
    assert certify(optimal_threshold, F(1, 2), 3).exact == F(-3, 2)
    assert miss(0.3, 0.0) == 0.7


@pytest.mark.parametrize("m", ["0.04", 9])
def test_the_smallest_eps_of_a_delta(m):
    eps = gdp_epsilon(m, "1e-4", "1e-6")
    assert certify(gdp_delta, m, eps.lo).hi >= 1e-4 >= certify(gdp_delta, m, eps.hi).lo
    assert eps.width < F(1, 10**5)
