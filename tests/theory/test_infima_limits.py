"""Infima at their limits: point masses, many points, means near the top, families near others."""

import math
from fractions import Fraction
import numpy as np
import pytest
from enclosure_checks import mpf, overlap
from properties import relative_error
from scipy.optimize import minimize_scalar
from banditproof.theory import Bernoulli, FiniteSupport, certify, d_eps, d_inf, kl_inf, tv_inf
from banditproof.theory.exact import exact
from banditproof.theory.laws import (
    Empirical,
    Exponential,
    Gamma,
    Gaussian,
    NegativeBinomial,
    Poisson,
)

TOLERANCE = 2e-14


def test_point_masses_have_closed_forms():
    for m, mu in [("0", "0.5"), ("0.25", "0.75"), ("0.5", "0.500000000001"), ("0.1", "0.999999")]:
        law = Empirical([m])
        low, high = Fraction(m), Fraction(mu)
        assert certify(tv_inf, law, mu).lo == (high - low) / (1 - low)
        exact = math.log1p(float((high - low) / (1 - high)))
        assert kl_inf(law, mu) == pytest.approx(exact, rel=1e-14, abs=0)
        # only points below the top and the top itself: a Bernoulli law of mean 0 after scaling
        counterpart = certify(kl_inf, Bernoulli(0), (high - low) / (1 - low))
        assert overlap(certify(kl_inf, law, mu), counterpart)
        counterpart = certify(d_inf, Bernoulli(0), (high - low) / (1 - low), "0.3")
        assert overlap(certify(d_inf, law, mu, "0.3"), counterpart)


def test_floats_beside_a_mean_that_is_none():
    """The mean is kept with more digits than a float has."""
    for point in (0.3, 0.7):
        law, gap = Empirical(np.array([point])), Fraction(1, 10**15)
        mu = law.exact_mean + gap
        exact = float(gap / (1 - mu))
        assert kl_inf(law, mu) == pytest.approx(exact - exact**2 / 2, rel=1e-13, abs=0)
        assert tv_inf(law, mu) == pytest.approx(float(gap / (1 - law.exact_mean)), rel=1e-15, abs=0)


def test_ten_thousand_points():
    points = np.random.default_rng(4).random(10_000)
    points[:3] = 0, 1, 1
    law = Empirical(points)
    for mu in (0.52, 0.97):
        x = points - mu
        result = minimize_scalar(
            lambda u, x=x: -np.mean(np.log1p(-u * x)),
            bounds=(0, 1 / (1 - mu)),
            options={"xatol": 1e-12},
        )
        assert kl_inf(law, mu) == pytest.approx(-result.fun, rel=1e-9, abs=0)
        assert d_inf(law, mu, 800) == kl_inf(law, mu)
        assert d_inf(law, mu, 1e-3) == pytest.approx(1e-3 * tv_inf(law, mu), rel=5e-3, abs=0)
        order = np.sort(points)
        moved = np.searchsorted(np.cumsum(1 - order) / 10_000, mu - points.mean()) / 10_000
        assert tv_inf(law, mu) == pytest.approx(moved, abs=1.01e-4)
    # ten thousand masses are summed without losing digits
    assert relative_error(tv_inf(law, mu), certify(tv_inf, law, mu)) <= TOLERANCE


@pytest.mark.slow
def test_ten_thousand_points_against_their_enclosures():
    law = Empirical(np.random.default_rng(4).beta(0.3, 0.5, 10_000))
    for mu in (0.4, 0.8, 0.99):
        assert relative_error(kl_inf(law, mu), certify(kl_inf, law, mu)) <= TOLERANCE
        for eps in (0.1, 1.0, 5.0):
            value = certify(d_inf, law, mu, eps, digits=25)
            assert relative_error(d_inf(law, mu, eps), value) <= TOLERANCE


def test_means_near_the_top_and_least_budgets():
    """Where rises and falls are huge, where a budget is tiny, and where exp(eps) is."""
    cases = [
        # most of the gap is made by a point that hardly matters
        ((-4, "-4.044995", -5), ("0.5", "0.5", 0), 1 - Fraction(1, 10**40)),
        ((0, "1e-25", Fraction(1) - Fraction(1, 10**18), 1), (0, "1/3", "1/3", "1/3"), "1e-56"),
        ((0, "1e-25", Fraction(1) - Fraction(1, 10**18), 1), (0, "1/3", "1/3", "1/3"), "near"),
        ((1, "1e-5", 0), ("0.004", "0.992", "0.004"), 1 - Fraction(1, 10**18)),
        (("0.2", "0.5", 1), ("0.01", "0.98", "0.01"), "0.999999999999"),
        # no share of the moved mass may be lost at a kink near zero
        (("0.45", "0.52", 1), ("0.5", "0.5", 0), "0.5"),
        (("0.3", 1), (1, 0), "1e-50"),
    ]
    budgets = ("1e-280", "1e-208", "1e-94", "1e-20", "0.1", "40", "500", "690", "900", "1e7")
    for points, weights, share in cases:
        for high in (max(exact(x) for x in points), exact(3)):
            law = Empirical(points, low=-5, high=high, weights=weights)
            height = law.high - law.exact_mean
            part = 1 - Fraction(1, 10**75) if share == "near" else exact(share)
            mu = law.exact_mean + part * height
            assert relative_error(kl_inf(law, mu), certify(kl_inf, law, mu)) <= TOLERANCE
            assert relative_error(tv_inf(law, mu), certify(tv_inf, law, mu)) <= TOLERANCE
            for eps in budgets:
                value = certify(d_inf, law, mu, eps)
                assert relative_error(d_inf(law, mu, eps), value) <= TOLERANCE, (points, eps)


def test_fifty_digits_against_mpmath():
    import mpmath

    law = FiniteSupport(("0", "0.3", "0.4", "1"), ("0.4", "0.3", "0.2", "0.1"))
    mu = Fraction(1, 2)
    with mpmath.workdps(60):
        x = [mpf(v) - mpmath.mpf(1) / 2 for v in law.exact_points]
        p = [mpf(v) for v in law.exact_weights]
        slope = lambda u: sum(q * y / (1 - u * y) for q, y in zip(p, x, strict=True))  # noqa: E731
        u = mpmath.findroot(slope, (1.0, 1.9), solver="anderson", tol=1e-80)
        value = sum(q * mpmath.log(1 - u * y) for q, y in zip(p, x, strict=True))
        text = mpmath.nstr(value, 55)
    enclosure = certify(kl_inf, law, mu, digits=50)
    assert enclosure.digits >= 50
    assert abs(Fraction(text) - Fraction(enclosure.mid)) < Fraction(1, 10**50)


def test_closed_forms():
    for gap, sigma in [("1", "1"), ("0.001", "2"), ("3", "0.25")]:
        ratio = float(Fraction(gap) / Fraction(sigma))
        law, mu = Gaussian("0.5", sigma), Fraction(gap) + Fraction(1, 2)
        assert certify(kl_inf, law, mu).contains(Fraction(gap) ** 2 / Fraction(sigma) ** 2 / 2)
        assert tv_inf(law, mu) == pytest.approx(math.erf(ratio / 8**0.5), rel=1e-14, abs=0)
    # two exponential laws cross at log(b/a) a b / (b - a): for b = 2 a the distance is 1/4
    assert certify(tv_inf, Exponential(1), 2, digits=40).contains(Fraction(1, 4))
    # NB(1 failure) is geometric: for means 1 and 3 the laws are 2^-(k+1) and 3^k / 4^(k+1)
    assert certify(tv_inf, NegativeBinomial(1), 3, digits=40).contains(
        sum(max(Fraction(1, 2 ** (k + 1)) - Fraction(3**k, 4 ** (k + 1)), 0) for k in range(9))
    )
    for mean, mu in [("0.3", "0.8"), ("0", "0.4")]:
        assert certify(tv_inf, Bernoulli(mean), mu).lo == Fraction(mu) - Fraction(mean)
    for eps in ("0.3", "5"):
        first, second = (
            certify(d_inf, Bernoulli("0.3"), "0.8", eps),
            certify(d_eps, "0.3", "0.8", eps),
        )
        assert first == second


def test_limits_between_families():
    """Shape 1 is exponential, many failures are Poisson, large shapes are normal."""
    for mu in ("1.5", "7"):
        for f, more in ((kl_inf, ()), (tv_inf, ()), (d_inf, ("0.8",))):
            first, second = certify(f, Gamma(1), mu, *more), certify(f, Exponential(1), mu, *more)
            assert first == second
            many = f(NegativeBinomial(1, failures=10**9), mu, *more)
            assert many == pytest.approx(f(Poisson(1), mu, *more), rel=1e-7, abs=0)
    near = Fraction(10001, 10000)
    for f, more in ((kl_inf, ()), (tv_inf, ()), (d_inf, ("0.8",))):
        like_gamma = f(Gamma(1, shape=10**8), near, *more)
        like_counts = f(Poisson(10**8), near * 10**8, *more)
        like_normal = f(Gaussian(0), 1, *more)
        assert like_gamma == pytest.approx(like_normal, rel=2e-4, abs=0)
        assert like_counts == pytest.approx(like_normal, rel=2e-4, abs=0)


def test_beyond_the_floats():
    tiny, huge = Fraction(1, 10**400), Fraction(10) ** 400
    assert kl_inf(Gaussian(0, sigma=tiny), 1) == math.inf
    assert certify(kl_inf, Gaussian(0, sigma=tiny), 1).contains(huge**2 / 2)
    assert kl_inf(Gaussian(huge), huge + 1) == 0.5
    assert tv_inf(Gaussian(0, sigma=tiny), 2 * tiny) == tv_inf(Gaussian(0), 2)
    assert kl_inf(Poisson(tiny), 1) == pytest.approx(1, rel=1e-15, abs=0)
    assert kl_inf(Exponential(tiny), 2 * tiny) == pytest.approx(math.log(2) - 0.5, rel=1e-15, abs=0)
    assert d_inf(Poisson(tiny), 2, "0.5") == d_inf(Poisson(Fraction(1, 10**200)), 2, "0.5")
    assert d_inf(Gaussian(0), 1, 10**400) == kl_inf(Gaussian(0), 1)
    # a Gaussian so far away that the distance is 1 for all floats, and the price is the budget
    assert d_inf(Gaussian(0), 10**8, "0.25") == 0.25
