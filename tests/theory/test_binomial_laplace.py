"""Exact tails of a Binomial plus Laplace noises, against integration, simulation and mutants."""

import math
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import Enclosure, certify
from banditproof.theory.concentration import (
    binomial_law,
    laplace_sum_density,
    private_sum_lower_tail,
    private_sum_upper_tail,
)

SIZES = st.integers(0, 40)
MEANS = st.sampled_from((0.0, 1.0, 0.5, 1e-9, 1 - 1e-9, 0.3, 0.9)) | st.floats(0, 1)
NOISES = st.integers(0, 8)
EPS = st.integers(-200, 120).map(lambda k: 10.0 ** (k / 100))
PLACES = st.integers(-60, 160).map(lambda k: k / 100)  # of x, as a share of n


@for_all(SIZES, MEANS, NOISES, EPS, PLACES)
def check_float_form(n, mu, m, eps, place, subject, exact):
    case = (place * n, n, mu, m, eps)
    assert relative_error(float(subject(*case)), certify(exact, *case, digits=18)) < 2e-13, case


@pytest.mark.parametrize("form", [private_sum_upper_tail, private_sum_lower_tail])
def test_the_float_form_agrees_with_its_enclosure(form):
    check_float_form(form, form)


@pytest.mark.parametrize(
    "mutant",
    [
        lambda x, n, mu, m, eps: private_sum_lower_tail(x, n, mu, m, eps),
        lambda x, n, mu, m, eps: private_sum_upper_tail(x, n, mu, m + 1, eps),
        lambda x, n, mu, m, eps: private_sum_upper_tail(x, n, mu, m, 1 / eps),
        lambda x, n, mu, m, eps: private_sum_upper_tail(x, n, 1 - mu, m, eps),
        lambda x, n, mu, m, eps: private_sum_upper_tail(x, n + 1, mu, m, eps),
    ],
)
def test_mutants_are_rejected(mutant):
    rejects(check_float_form, mutant, private_sum_upper_tail)


def test_the_values_of_the_catalogue():
    first = certify(private_sum_upper_tail, 510, 1000, "0.5", 1, 1)
    second = certify(private_sum_upper_tail, 510, 1000, "0.5", 2, 1)
    assert abs(float(first) - 0.26441) < 5.1e-6
    assert abs(float(second) - 0.26522) < 5.1e-6


@for_all(SIZES, MEANS, NOISES, EPS, PLACES, examples=80)
def test_the_two_tails_sum_to_one(n, mu, m, eps, place):
    case = (place * n, n, mu, m, eps)
    upper = certify(private_sum_upper_tail, *case)
    lower = certify(private_sum_lower_tail, *case)
    if m:
        assert upper.lo + lower.lo <= 1 <= upper.hi + lower.hi
    else:  # an atom at x counts twice
        x = Fraction(case[0])
        law = binomial_law(n, mu)
        atom = law[int(x)] if x.denominator == 1 and 0 <= x <= n else 0
        assert upper.lo + lower.lo == 1 + atom


def test_without_noise_it_is_the_binomial_with_its_atoms():
    assert private_sum_upper_tail([1.0, 1.5, 2.0], 2, 0.5, 0).tolist() == pytest.approx(
        [0.75, 0.25, 0.25], rel=1e-14
    )
    assert certify(private_sum_upper_tail, 1, 2, "0.5", 0) == Enclosure.of(Fraction(3, 4))
    assert sum(binomial_law(30, "0.3")) == 1


@pytest.mark.parametrize("mu", [0, 1])
def test_at_the_ends_it_is_a_shifted_laplace_sum(mu):
    e = certify(private_sum_upper_tail, 7, 5, mu, 1, 2)
    assert float(e) == pytest.approx(math.exp(-2 * (7 - 5 * mu)) / 2, rel=1e-15)
    assert private_sum_upper_tail(7, 5, float(mu), 1, 2.0) == pytest.approx(float(e), rel=1e-14)


def test_integration_gives_the_same_tail():
    n, mu, m, eps, x = 3, 0.3, 2, 0.7, 2.5
    law = [float(p) for p in binomial_law(n, mu)]
    total = sum(
        p * float(mpmath.quad(lambda z: laplace_sum_density(m, float(z), eps), [x - k, 40, 90]))
        for k, p in enumerate(law)
    )
    assert total == pytest.approx(private_sum_upper_tail(x, n, mu, m, eps), rel=1e-6)


def check_simulation(upper):
    """400,000 draws; 5.5 standard errors on both sides: false alarm below 4e-8 per point."""
    rng = np.random.default_rng(7)
    n, mu, m, eps, runs = 10, 0.3, 3, 0.5, 400_000
    draws = rng.binomial(n, mu, runs) + rng.laplace(0, 1 / eps, (m, runs)).sum(axis=0)
    for x in (-4.0, 3.0, 9.0):
        p = float(upper(x, n, mu, m, eps))
        assert abs((draws >= x).mean() - p) < 5.5 * math.sqrt(p * (1 - p) / runs)


def test_simulation_gives_the_same_tail():
    check_simulation(private_sum_upper_tail)
    rejects(check_simulation, lambda x, n, mu, m, eps: private_sum_upper_tail(x, n, mu, m - 1, eps))
    rejects(check_simulation, lambda x, n, mu, m, eps: private_sum_upper_tail(x, n, mu, m, 1 / eps))


def test_broadcasting():
    table = private_sum_upper_tail([510, 520], 1000, 0.5, [[1], [2]], 1.0)
    assert table.shape == (2, 2)
    assert table[1, 0] == private_sum_upper_tail(510, 1000, 0.5, 2, 1.0)
