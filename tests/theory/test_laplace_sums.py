"""The law of a sum of Laplace variables: exact coefficients, floats, bounds, wrong laws."""

import math
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import certify
from banditproof.theory.concentration import (
    laplace_density_weights,
    laplace_sum_bound,
    laplace_sum_chernoff,
    laplace_sum_density,
    laplace_sum_envelope,
    laplace_sum_tail,
    laplace_tail_weights,
)

NOISES = st.sampled_from((1, 2, 3, 5, 8, 13, 40))
POINTS = st.tuples(st.integers(-600, 300), st.sampled_from((-1.0, 1.0))).map(
    lambda pair: pair[1] * 10.0 ** (pair[0] / 100)
)
EPS = st.integers(-300, 130).map(lambda k: 10.0 ** (k / 100))


def test_the_weights_are_fair_coin_tails():
    for m in (1, 2, 3, 7, 20):
        for i, weight in enumerate(laplace_tail_weights(m)):
            flips = 2 * m - 1 - i
            heads = sum(math.comb(flips, k) for k in range(m, flips + 1))
            assert weight == Fraction(heads, 2**flips)
        assert laplace_tail_weights(m)[0] == Fraction(1, 2)


def test_the_tail_is_the_integral_of_the_density_exactly():
    """d/dz of e^{-z} sum q_i z^i/i! is -e^{-z} sum (q_i - q_{i+1}) z^i/i!."""
    for m in range(1, 41):
        tail, density = laplace_tail_weights(m), laplace_density_weights(m)
        assert all(q - r == b for q, r, b in zip(tail, (*tail[1:], 0), density, strict=True))


def test_the_density_is_that_of_the_proof_of_lemma_d1():
    for m in range(1, 20):
        for i, weight in enumerate(laplace_density_weights(m)):
            k = m - 1 - i
            printed = Fraction(
                math.factorial(m - 1 + k),
                math.factorial(k) * math.factorial(i) * math.factorial(m - 1) * 2 ** (m + k),
            )
            assert weight / math.factorial(i) == printed


def test_the_characteristic_function_gives_the_same_density():
    with mpmath.workdps(25):
        for m, z in [(2, 0.5), (3, 2.0)]:
            wave = mpmath.quad(
                lambda t, m=m, z=z: mpmath.cos(t * z) / (1 + t * t) ** m,
                mpmath.linspace(0, 400, 161),
            )
            assert float(wave / mpmath.pi) == pytest.approx(laplace_sum_density(m, z), rel=1e-6)


def check_reference(tail):
    assert abs(float(tail(2, 1, 1)) - 0.275909580879) < 5.1e-13
    assert abs(float(tail(1, 3, "0.5")) - math.exp(-1.5) / 2) < 1e-15
    assert float(tail(2, 0, 1)) == 0.5


def test_reference_values():
    check_reference(lambda m, z, eps: certify(laplace_sum_tail, m, z, eps))
    check_reference(lambda m, z, eps: laplace_sum_tail(m, float(z), float(eps)))
    rejects(check_reference, lambda m, z, eps: 2 * laplace_sum_tail(m, float(z), float(eps)))
    rejects(check_reference, lambda m, z, eps: laplace_sum_tail(m, float(z), 1 / float(eps)))
    rejects(check_reference, lambda m, z, eps: laplace_sum_tail(m + 1, float(z), float(eps)))


@for_all(NOISES, POINTS, EPS, examples=150)
def check_float_form(m, z, eps, subject, exact, tolerance=1e-14):
    value = certify(exact, m, z, eps, digits=20)
    assert relative_error(float(subject(m, z, eps)), value) <= tolerance, (m, z, eps)


@pytest.mark.parametrize("form", [laplace_sum_tail, laplace_sum_density])
def test_the_float_forms_are_within_1e14_up_to_forty_noises(form):
    check_float_form(form, form)


def logarithmic_sum(m, z, eps):
    """The same formula with logarithms, which lose log10(z) digits."""
    weights, u = laplace_tail_weights(m), abs(eps * z)
    terms = [-u + i * math.log(u) - math.lgamma(i + 1) + math.log(q) for i, q in enumerate(weights)]
    tail = sum(math.exp(term) for term in terms)
    return tail if z >= 0 else 1 - tail


@pytest.mark.parametrize(
    "mutant",
    [
        logarithmic_sum,
        lambda m, z, eps: laplace_sum_tail(m, z, 1 / eps),
        lambda m, z, eps: 2 * laplace_sum_tail(m, abs(z), eps),
        lambda m, z, eps: laplace_sum_tail(m, -z, eps),
        lambda m, z, eps: laplace_sum_envelope(m, abs(z), eps),
    ],
)
def test_mutants_of_the_tail_are_rejected(mutant):
    rejects(check_float_form, mutant, laplace_sum_tail)


@pytest.mark.parametrize("m", [200, 2000])
def test_many_noises_neither_overflow_nor_drift(m):
    for z in (0.0, 1e-9, 1.0, math.sqrt(m), 0.5 * m, 1.0 * m, 2.0 * m):
        for form in (laplace_sum_tail, laplace_sum_density):
            exact = certify(form, m, z, digits=18)
            assert relative_error(form(m, z), exact) < 3e-16 * m
            assert form(m, -z) == pytest.approx(
                1 - form(m, z) if form is laplace_sum_tail else form(m, z)
            )
    assert laplace_sum_tail(m, 1e300) == 0.0
    assert laplace_sum_tail(m, -1e300) == 1.0


def test_no_noise_is_a_point_at_zero():
    assert laplace_sum_tail(0, [-1e-300, 0.0, 1e-300]).tolist() == [1.0, 1.0, 0.0]
    assert certify(laplace_sum_tail, 0, 0).lo == 1
    assert certify(laplace_sum_tail, 0, "1e-99").hi == 0


BOUNDS = (laplace_sum_bound, laplace_sum_chernoff, laplace_sum_envelope)


@for_all(NOISES, POINTS, EPS)
def check_bound(m, z, eps, subject):
    tail = certify(laplace_sum_tail, m, abs(z), eps, digits=20)
    assert subject(m, abs(z), eps).hi >= tail.lo, (m, z, eps)


@pytest.mark.parametrize("bound", BOUNDS)
def test_each_bound_is_above_the_exact_tail(bound):
    check_bound(lambda *case: certify(bound, *case, digits=20))


@pytest.mark.parametrize(
    "mutant",
    [
        lambda m, z, eps: certify(laplace_sum_envelope, max(1, m - 1), z, eps),
        lambda m, z, eps: certify(laplace_sum_bound, 1, 2 * z, eps),
        lambda m, z, eps: certify(laplace_sum_envelope, m, z, 2 * eps),
        lambda m, z, eps: certify(laplace_sum_chernoff, m, z, eps * 1.5),
    ],
)
def test_bounds_that_are_too_small_are_rejected(mutant):
    rejects(check_bound, mutant)


def test_the_envelope_is_coefficientwise():
    for m in range(1, 61):
        for i, weight in enumerate(laplace_tail_weights(m)):
            power = Fraction(math.comb(m - 1, i), 2 ** (i + 1))
            assert weight / math.factorial(i) <= power
            if m <= 2:
                assert weight / math.factorial(i) == power


@pytest.mark.parametrize(("m", "looseness"), [(1, 0.1838), (5, 0.1795), (30, 0.0758)])
def test_how_loose_the_printed_bound_is(m, looseness):
    z = np.geomspace(1e-3, 600, 20000)
    ratio = laplace_sum_tail(m, z) / laplace_sum_bound(m, z)
    assert abs(ratio.max() - looseness) < 5.1e-5


@pytest.mark.parametrize("bound", BOUNDS)
@for_all(NOISES, POINTS, EPS)
def test_the_float_bounds_agree_with_their_enclosures(m, z, eps, bound):
    exact = certify(bound, m, abs(z), eps, digits=18)
    if Fraction(1, 10**290) < exact.lo < 10**290:
        size = 1 + abs(math.log(float(exact))) + m * abs(math.log1p(m * eps * abs(z)))
        error = abs(float(Fraction(bound(m, abs(z), eps)) / exact.mid - 1))
        assert error < 1e-15 * (size + eps * abs(z))


def test_broadcasting():
    table = laplace_sum_tail(np.array([1, 2, 3]), np.array([[0.5], [1.5]]), 0.5)
    assert table.shape == (2, 3)
    assert table[1, 2] == laplace_sum_tail(3, 1.5, 0.5)


@pytest.mark.parametrize("form", [laplace_sum_density, laplace_sum_tail])
@pytest.mark.parametrize("m", ["1e300", 5001])
def test_more_variables_than_can_be_worked_out_are_refused_in_a_sentence(form, m):
    with pytest.raises(ValueError, match="give an integer between 1 and 5000"):
        certify(form, m, 1)
