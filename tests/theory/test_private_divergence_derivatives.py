"""The minimiser, the slope and the derivatives of the private divergence."""

import math
from fractions import Fraction
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import certify, d_eps, kl, privacy_threshold
from banditproof.theory.private_divergence import (
    d_eps_derivative_in_eps,
    d_eps_derivative_in_y,
    private_minimiser,
    private_slope,
)
from banditproof.verify.strategies import budget_thousandths, thousandths

EPS = budget_thousandths()


@for_all(thousandths(), thousandths(False), EPS)
def check_minimiser(x, y, eps, subject):
    z = float(subject(float(x), float(y), float(eps)))
    assert min(float(x), float(y)) <= z <= max(float(x), float(y))
    cost = float(eps) * abs(z - float(x)) + kl(z, float(y))
    assert cost == pytest.approx(d_eps(float(x), float(y), float(eps)), rel=1e-9, abs=1e-14)


def test_the_minimiser_attains_the_value():
    check_minimiser(private_minimiser)
    rejects(check_minimiser, lambda x, y, eps: private_minimiser(y, x, eps))
    rejects(check_minimiser, lambda x, y, eps: (x + y) / 2)
    rejects(check_minimiser, lambda x, y, eps: y / (y + (1 - y) * math.exp(eps)))


@for_all(thousandths(), thousandths(False), EPS)
def check_slope(x, y, eps, subject):
    s = float(subject(float(x), float(y), float(eps)))
    assert abs(s) <= float(eps)
    assert (s <= 0) if x <= y else (s >= 0)
    dual = s * float(x) - math.log(1 - float(y) + float(y) * math.exp(s))
    assert dual == pytest.approx(d_eps(float(x), float(y), float(eps)), rel=1e-9, abs=1e-13)


def test_the_slope_attains_the_dual_value():
    check_slope(private_slope)
    rejects(check_slope, lambda x, y, eps: -private_slope(x, y, eps))
    rejects(check_slope, lambda x, y, eps: eps if x > y else -eps)


@for_all(
    st.integers(20, 980).map(lambda k: Fraction(k, 1000)),
    st.integers(20, 980).map(lambda k: Fraction(k, 1000)),
    EPS,
)
def check_derivative(x, y, eps, subject, move):
    if x == y or abs(eps - float(certify(privacy_threshold, x, y))) < 0.01:
        return
    h = Fraction(1, 10**6)
    high = certify(d_eps, *move(x, y, eps, h)).mid
    low = certify(d_eps, *move(x, y, eps, -h)).mid
    expected = float((high - low) / (2 * h))
    value = float(subject(float(x), float(y), float(eps)))
    assert value == pytest.approx(expected, rel=1e-5, abs=1e-7)


def test_derivative_in_the_reference_mean():
    def move(x, y, eps, h):
        return x, y + h, eps

    check_derivative(d_eps_derivative_in_y, move)
    rejects(check_derivative, lambda x, y, e: (y - x) / (y * (1 - y)), move)


def test_derivative_in_the_empirical_mean_is_the_slope():
    check_derivative(private_slope, lambda x, y, eps, h: (x + h, y, eps))


def test_derivative_in_the_budget_is_the_distance_to_the_minimiser():
    def move(x, y, eps, h):
        return x, y, eps + h

    check_derivative(d_eps_derivative_in_eps, move)
    rejects(check_derivative, lambda x, y, e: abs(private_minimiser(x, y, e) - y), move)


@for_all(thousandths(False), thousandths(False), EPS)
def test_derivative_in_y_is_below_that_of_kl_and_below_one_over_one_minus_y(x, y, eps):
    x, y = sorted((float(x), float(y)))
    value = float(d_eps_derivative_in_y(x, y, float(eps)))
    assert 0 <= value <= (y - x) / (y * (1 - y)) * (1 + 1e-12) <= 1 / (1 - y) * (1 + 2e-12)
