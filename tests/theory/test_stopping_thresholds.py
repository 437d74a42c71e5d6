"""Stopping thresholds: floats against enclosures, second routes in mpmath, and wrong twins."""

import math
from fractions import Fraction
import flint
import mpmath
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import certify
from banditproof.theory.stopping import (
    calibration_exponent,
    calibration_gain,
    calibration_weight,
    gaussian_threshold,
    threshold_adap_tt,
    threshold_adap_tt_star,
    wbar,
)
from banditproof.theory.stopping import threshold_kernels as kernels
from banditproof.theory.stopping.calibration_kernels import ZETA_SERIES
from banditproof.theory.stopping.domains import log_zeta

CATALOGUE = {
    ("1", 1, 1): (657.427, 552.158, 141.981),
    ("1", 64, 64): (73.0452, 73.6635, 433.358),
    ("1", 1024, 256): (63.5849, 46.8836, 1051.052),
    ("0.1", 1, 1): (61874.96, 35793.90, 113.528),
    ("0.1", 64, 64): (1728.003, 1285.301, 172.610),
    ("0.1", 1024, 256): (345.954, 328.867, 243.137),
}
COUNTS = st.one_of(st.sampled_from((1, 2, 4, 2**49, 10**15)), st.integers(1, 10**15))
RISKS = st.one_of(st.floats(1e-300, 1e-200), st.floats(1e-9, 0.999999), st.just(1 - 2**-53))
BUDGETS = st.one_of(st.floats(1e-8, 1e-3), st.floats(1e-3, 1e3))
SHAPES = st.tuples(st.floats(1.0001, 40.0), st.floats(0.01, 100.0))


def gain_again(x):
    """C_G by golden-section search in mpmath."""

    def quotient(u):
        weight = 1 - u
        exponent = 2 * weight - 2 * weight * mpmath.log(4 * weight)
        exponent += mpmath.log(mpmath.zeta(2 * weight)) - mpmath.log(u) / 2
        return (exponent + x) / weight

    low, high, share = mpmath.log(mpmath.mpf("1e-30")), mpmath.log(0.499), (mpmath.sqrt(5) - 1) / 2
    for _ in range(160):
        first, second = high - share * (high - low), low + share * (high - low)
        if quotient(mpmath.exp(first)) < quotient(mpmath.exp(second)):
            high = second
        else:
            low = first
    return quotient(mpmath.exp((low + high) / 2))


@pytest.mark.parametrize("x", ["0", "1", "2.3", "4.6", "10", "1e6"])
def test_the_gain_is_the_minimum_of_another_search(x):
    with mpmath.workdps(40):
        result = certify(calibration_gain, x, digits=12)
        assert abs(mpmath.mpf(result.decimal_lo(25)) - gain_again(mpmath.mpf(x))) < 1e-10 * (
            1 + float(x)
        )


def test_the_gain_of_every_weight_is_larger():
    for x in (0.0, 1.0, 50.0):
        weights = np.linspace(0.501, 0.9999, 500)
        values = (calibration_exponent(weights) + x) / weights
        assert values.min() >= calibration_gain(x)
        assert calibration_exponent(calibration_weight(x)) + x == pytest.approx(
            calibration_weight(x) * calibration_gain(x), rel=1e-14
        )


def test_the_series_of_zeta_is_that_of_another_library():
    for t in (0.01, 0.25, 0.7, 1.0):
        result = 1.0 + sum(c * t ** (n + 1) for n, c in enumerate(ZETA_SERIES))
        assert float(flint.arb(t) * flint.arb(1 + t).zeta()) == pytest.approx(result, rel=4e-16)


@pytest.mark.parametrize("x", ["1.5", "20", "744", "746", "1e5", "1.000001"])
def test_wbar_is_the_branch_of_lambert(x):
    with mpmath.workdps(40):
        ball = flint.arb(x)
        flint_route = -(-(-ball).exp()).lambertw(branch=-1) if float(x) < 1e4 else None
        y = certify(wbar, x, digits=25)
        root = mpmath.mpf(y.decimal_lo(30))
        assert abs(root - mpmath.log(root) - mpmath.mpf(x)) < 1e-20 * float(x)
        if flint_route is not None:
            assert abs(float(flint_route) - wbar(float(x))) < 1e-8 * wbar(float(x))


def test_wbar_at_its_branch_point():
    t = 2.0**-52
    assert wbar(1.0) == 1.0
    assert wbar(1.0 + t) == pytest.approx(1 + math.sqrt(2 * t) + 2 * t / 3, rel=1e-15)
    near = certify(wbar, Fraction(1) + Fraction(1, 10**60), digits=40)
    assert near.contains(1 + Fraction(math.isqrt(2 * 10**100), 10**80)) or near.lower > 1


@for_all(st.floats(-12, 22), st.floats(-16, 300), examples=60)
def floats_agree(exponent, large, gain=calibration_gain, branch=wbar):
    x = 10.0**exponent
    assert relative_error(gain(x), certify(calibration_gain, x, digits=20)) < 1e-14
    y = 1.0 + 10.0**large
    assert relative_error(branch(y), certify(wbar, y, digits=20)) < 1e-14


def test_the_calibration_has_all_digits():
    floats_agree()
    rejects(floats_agree, lambda x: x + math.log(x) if x > 1 else x)
    rejects(
        floats_agree,
        calibration_gain,
        lambda x: float(-np.real(__import__("scipy.special").special.lambertw(-np.exp(-x), -1))),
    )


def thresholds_agree(star=threshold_adap_tt_star, examples=40):
    def check(w_a, w_b, arms, delta, eps, shape, gap, at_three):
        given = (w_a, w_b, arms, eps, delta, *shape)
        pairs = [(gaussian_threshold, (w_a, w_b, arms, delta)), (threshold_adap_tt, given)]
        for function, values in pairs:
            error = relative_error(function(*values), certify(function, *values, digits=20))
            assert error < 1e-14
        place = 3.0 * eps if at_three else gap
        for printed in (False, True):
            exact = certify(threshold_adap_tt_star, place, *given, printed, digits=20)
            assert relative_error(star(place, *given, printed), exact) < 1e-14

    arms = st.one_of(st.just(2), st.integers(2, 10**6))
    several = (COUNTS, COUNTS, arms, RISKS, BUDGETS, SHAPES, BUDGETS, st.booleans())
    for_all(*several)(check)(examples=examples)


def without_the_exponent(gap, w_a, w_b, arms, eps, delta, s, sigma, printed):
    return threshold_adap_tt_star(gap, w_a, w_b, arms, eps, delta, s, sigma, printed=True)


def test_the_thresholds_have_all_digits():
    thresholds_agree()
    rejects(thresholds_agree, without_the_exponent, examples=40)


@pytest.mark.parametrize(("case", "values"), CATALOGUE.items())
def test_the_values_of_the_catalogue(case, values):
    eps, w_a, w_b = case
    given = (w_a, w_b, 5, eps, "0.01")
    first = certify(threshold_adap_tt, *given, digits=12)
    others = [certify(threshold_adap_tt_star, gap, *given, digits=12) for gap in (0, 3)]
    for result, value in zip((first, *others), values, strict=True):
        assert float(result) == pytest.approx(value, rel=1e-5)


def test_the_thresholds_in_plain_words():
    """(5.11) and (5.14) written out again, with mpmath's Lambert function."""
    K, eps, delta, s, sigma, w = 3, 0.2, 1e-5, 1.5, 0.5, (16, 128)
    with mpmath.workdps(30):
        zeta, k = mpmath.zeta(s), [mpmath.log(v, 2) + 2 for v in w]

        def gauss(risk):
            loops = sum(2 * mpmath.log(4 + mpmath.log(v)) for v in w)
            return 2 * gain_again(mpmath.log((K - 1) / mpmath.mpf(risk)) / 2) + loops

        def first(risk):
            noise = sum(mpmath.log(2 * K * zeta * p**s / risk) ** 2 / v for p, v in zip(k, w))  # noqa: B905
            return 2 * gauss(risk / (2 * zeta**2 * (k[0] * k[1]) ** s)) + noise / (eps * sigma) ** 2

        def h(v, p):
            x = 2 * mpmath.log(3 * K * zeta * p**s / delta) + 4 * mpmath.log(4 + mpmath.log(v))
            return -mpmath.lambertw(-mpmath.exp(-x - 0.5), -1).real / 2

        hs = [h(v, p) for v, p in zip(w, k)]  # noqa: B905
        logs = [mpmath.log(3 * K * zeta * p**s / delta) for p in k]
        below = first(2 * mpmath.mpf(delta) / 3) / 2
        below += (
            mpmath.sqrt(2)
            / (eps * sigma)
            * sum(mpmath.sqrt(hs[i] / w[i]) * logs[i] for i in range(2))
        )
        above = 3 / sigma**2 * max(logs)
        above += (
            3 * eps / (mpmath.sqrt(2) * sigma) * sum(mpmath.sqrt(hs[i] * w[i]) for i in range(2))
        )
        given = (*w, K, eps, delta, s, sigma)
        assert threshold_adap_tt(*given) == pytest.approx(float(first(mpmath.mpf(delta))), 1e-11)
        assert threshold_adap_tt_star(0.3, *given) == pytest.approx(float(below), 1e-11)
        assert threshold_adap_tt_star(0.7, *given) == pytest.approx(float(above), 1e-11)


def test_kernels_give_the_values_of_the_public_functions():
    given = (64.0, 1024.0, 5.0, 0.3, -math.log(0.01), 2.0, float(log_zeta(2.0)), 0.5)
    assert kernels.adap_tt_level.for_work(1)(*given) == threshold_adap_tt(64, 1024, 5, 0.3, 0.01)
    for gap in (0.1, 2.0):
        star = threshold_adap_tt_star(gap, 64, 1024, 5, 0.3, 0.01)
        assert kernels.adap_tt_star_level.for_work(1)(gap, *given, 2.0) == star
    level = kernels.gaussian_level.for_work(1)(-math.log(0.01), 64.0, 64.0, 5.0)
    assert level == gaussian_threshold(64, 64, 5, 0.01)


@pytest.mark.parametrize("eps", [0.1, 1.0, 1e-300, 5e-324, 1e300])
def test_the_case_of_the_threshold_is_decided_without_rounding(eps):
    limit = 3 * Fraction(eps)
    gap = float(limit) if limit < 1e308 else 1.7e308
    for near in (math.nextafter(gap, 0.0), gap, math.nextafter(gap, math.inf)):
        assert bool(kernels.is_below_three.for_work(1)(near, eps)) == (Fraction(near) < limit)


def test_thresholds_broadcast_and_rise_as_delta_falls():
    deltas = np.array([0.5, 1e-2, 1e-100, 1e-300])
    for values in (
        threshold_adap_tt(8, 8, 4, epsilon=0.5, delta=deltas),
        threshold_adap_tt_star(0.0, 8, 8, 4, 0.5, deltas),
        threshold_adap_tt_star(9.0, 8, 8, 4, 0.5, deltas),
        gaussian_threshold(8, 8, 4, deltas),
    ):
        assert values.shape == (4,)
        assert (np.diff(values) > 0).all()
        assert np.isfinite(values).all()
