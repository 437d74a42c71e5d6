"""The minimiser, the slope and the derivatives of the private divergence."""

import math
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from banditproof.theory import certify, d_eps, kl, privacy_threshold
from banditproof.theory.private_divergence import (
    d_eps_derivative_in_eps,
    d_eps_derivative_in_y,
    private_minimiser,
    private_slope,
)
from banditproof.verify.strategies import budget_thousandths, thousandths

EPS = budget_thousandths()


def check_minimiser(for_all, subject):
    def attains(x, y, eps):
        z = float(subject(float(x), float(y), float(eps)))
        assert min(float(x), float(y)) <= z <= max(float(x), float(y))
        cost = float(eps) * abs(z - float(x)) + kl(z, float(y))
        assert cost == pytest.approx(d_eps(float(x), float(y), float(eps)), rel=1e-9, abs=1e-14)

    for_all(attains, thousandths(), thousandths(False), EPS)


def test_the_minimiser_attains_the_value(for_all, rejects):
    check_minimiser(for_all, private_minimiser)
    rejects(check_minimiser, for_all, lambda x, y, eps: private_minimiser(y, x, eps))
    rejects(check_minimiser, for_all, lambda x, y, eps: (x + y) / 2)
    rejects(check_minimiser, for_all, lambda x, y, eps: y / (y + (1 - y) * math.exp(eps)))


def check_slope(for_all, subject):
    def attains(x, y, eps):
        s = float(subject(float(x), float(y), float(eps)))
        assert abs(s) <= float(eps)
        assert (s <= 0) if x <= y else (s >= 0)
        dual = s * float(x) - math.log(1 - float(y) + float(y) * math.exp(s))
        assert dual == pytest.approx(d_eps(float(x), float(y), float(eps)), rel=1e-9, abs=1e-13)

    for_all(attains, thousandths(), thousandths(False), EPS)


def test_the_slope_attains_the_dual_value(for_all, rejects):
    check_slope(for_all, private_slope)
    rejects(check_slope, for_all, lambda x, y, eps: -private_slope(x, y, eps))
    rejects(check_slope, for_all, lambda x, y, eps: eps if x > y else -eps)


def check_derivative(for_all, subject, move):
    def matches(x, y, eps):
        if x == y or abs(eps - float(certify(privacy_threshold, x, y))) < 0.01:
            return
        h = Fraction(1, 10**6)
        high = certify(d_eps, *move(x, y, eps, h)).mid
        low = certify(d_eps, *move(x, y, eps, -h)).mid
        expected = float((high - low) / (2 * h))
        value = float(subject(float(x), float(y), float(eps)))
        assert value == pytest.approx(expected, rel=1e-5, abs=1e-7)

    inner = st.integers(20, 980).map(lambda k: Fraction(k, 1000))
    for_all(matches, inner, inner, EPS)


def test_derivative_in_the_reference_mean(for_all, rejects):
    def move(x, y, eps, h):
        return x, y + h, eps

    check_derivative(for_all, d_eps_derivative_in_y, move)
    rejects(check_derivative, for_all, lambda x, y, e: (y - x) / (y * (1 - y)), move)


def test_derivative_in_the_empirical_mean_is_the_slope(for_all):
    check_derivative(for_all, private_slope, lambda x, y, eps, h: (x + h, y, eps))


def test_derivative_in_the_budget_is_the_distance_to_the_minimiser(for_all, rejects):
    def move(x, y, eps, h):
        return x, y, eps + h

    check_derivative(for_all, d_eps_derivative_in_eps, move)
    rejects(check_derivative, for_all, lambda x, y, e: abs(private_minimiser(x, y, e) - y), move)


def test_derivative_in_y_is_below_that_of_kl_and_below_one_over_one_minus_y(for_all):
    def below(x, y, eps):
        x, y = sorted((float(x), float(y)))
        value = float(d_eps_derivative_in_y(x, y, float(eps)))
        assert 0 <= value <= (y - x) / (y * (1 - y)) * (1 + 1e-12) <= 1 / (1 - y) * (1 + 2e-12)

    for_all(below, thousandths(False), thousandths(False), EPS)
