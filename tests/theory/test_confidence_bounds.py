"""Confidence bounds are inverses: against certificates, the divergences, and mutants."""

import math
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from enclosure_checks import mpf
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import certify, d_eps, d_eps_lcb, d_eps_ucb, kl, kl_lcb, kl_ucb
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.verify.strategies import epsilons, levels, probabilities

TOLERANCE = 1e-14


@st.composite
def private_cases(draw):
    """(x, level, eps), with the level often next to a saturation point of one side."""
    x, eps = draw(probabilities()), draw(epsilons())
    side = draw(st.sampled_from((x, 1.0 - x)))
    return x, draw(levels(near=eps * side)), eps


@for_all(probabilities(), levels(), examples=120)
def check_kl_form(x, level, subject, exact, most=math.inf):
    """`most` is the largest level / x: beyond it a lower bound has hundreds of zeros."""
    if level > most * x:
        return
    assert relative_error(float(subject(x, level)), certify(exact, x, level)) <= TOLERANCE


@for_all(private_cases(), examples=120)
def check_private_form(case, subject, exact):
    assert relative_error(float(subject(*case)), certify(exact, *case)) <= TOLERANCE, case


@pytest.mark.parametrize(
    ("form", "examples", "most"),
    [(kl_ucb, 500, math.inf), (kl_lcb, 80, math.inf), (kl_lcb, 600, 50)],
)
def test_the_kl_bounds_are_within_1e14(form, examples, most):
    # the certified lower bound is a mirror at up to 9000 digits, hence slow for tiny means
    check_kl_form(form, form, examples=examples, most=most)


@pytest.mark.slow
@pytest.mark.parametrize("form", [d_eps_ucb, d_eps_lcb])
def test_the_private_bounds_are_within_1e14(form):
    check_private_form(form, form, examples=500)


def bisection(x, level):
    """The usual 40 steps of bisection, which lose the digits of small means."""
    low, high = x, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if kl(x, middle) <= level else (low, middle)
    return low


@pytest.mark.parametrize(
    ("mutant", "exact"),
    [
        (bisection, kl_ucb),
        (lambda x, level: kl_ucb(x, level / 2), kl_ucb),
        (lambda x, level: min(1.0, x + math.sqrt(level / 2)), kl_ucb),
        (lambda x, level: kl_lcb(x, level), kl_ucb),
        (lambda x, level: 1 - kl_ucb(1 - x, level), kl_lcb),  # a mirror that cancels
    ],
)
def test_mutants_of_the_kl_bounds_are_rejected(mutant, exact):
    rejects(check_kl_form, mutant, exact, examples=500)


def closed_form_only(x, level, eps):
    if eps == 0 or level >= eps * (1 - x):
        return 1.0
    return min(1.0, math.expm1(-(level + eps * x)) / math.expm1(-eps))


@pytest.mark.parametrize(
    "mutant",
    [
        lambda x, level, eps: kl_ucb(x, level),
        closed_form_only,
        lambda x, level, eps: max(kl_ucb(x, level), closed_form_only(x, level, eps)),
        lambda x, level, eps: d_eps_ucb(x, level, eps / 2),
        lambda x, level, eps: (
            1.0 if level > eps * (1 - x) * 1.0000001 else d_eps_ucb(x, level * 0.9999999, eps)
        ),
        lambda x, level, eps: d_eps_lcb(x, level, eps),
    ],
)
def test_mutants_of_the_private_bound_are_rejected(mutant):
    rejects(check_private_form, mutant, d_eps_ucb)


@for_all(private_cases(), examples=300)
def check_saturation(case, upper):
    x, level, eps = case
    saturated = Fraction(level) >= Fraction(eps) * (1 - Fraction(x))
    if level == 0.0 and eps > 0.0 and x < 1.0:
        assert upper(x, level, eps) == x
    else:
        assert (upper(x, level, eps) == 1.0) == saturated, case


def naive_saturation(x, level, eps):
    return 1.0 if level >= eps * (1 - x) else min(d_eps_ucb(x, level, eps), 1 - 2.0**-53)


@pytest.mark.slow
def test_the_bound_is_1_exactly_at_and_above_its_saturation_level():
    check_saturation(d_eps_ucb)
    rejects(check_saturation, kl_ucb_as_private)
    rejects(check_saturation, naive_saturation)
    rejects(
        check_saturation,
        lambda x, level, eps: 1.0 if level > eps * (1 - x) else d_eps_ucb(x, level, eps) - 1e-9,
    )


def kl_ucb_as_private(x, level, eps):
    return kl_ucb(x, level)


@for_all(private_cases(), examples=120)
def check_lower_saturation(case, lower):
    x, level, eps = case
    if level == 0.0 and eps > 0.0:
        assert lower(x, level, eps) == x
    elif Fraction(level) >= Fraction(eps) * Fraction(x):
        assert lower(x, level, eps) == 0.0
    elif certify(d_eps_lcb, *case, digits=3).lo > Fraction(1, 10**300):
        assert lower(x, level, eps) > 0.0


def test_the_lower_bound_is_0_exactly_at_and_above_its_saturation_level():
    check_lower_saturation(d_eps_lcb)
    rejects(check_lower_saturation, lambda x, level, eps: kl_lcb(x, level))
    rejects(
        check_lower_saturation,
        lambda x, level, eps: 0.0 if level >= eps * (1 - x) else d_eps_lcb(x, level, eps),
    )


def test_adjacent_floats_around_the_saturation_level():
    for x, eps in [
        *((x, eps) for x in (0.7, 0.1, 1 / 3, 0.9) for eps in (0.1, 0.3, 1e-3, 7.0)),
        *((x, eps) for x in (0.7, 0.1, 1 / 3, 0.9) for eps in (1e-290, 3e-300, 7e-308)),
    ]:
        exact = Fraction(eps) * (1 - Fraction(x))
        level = float(exact)
        for candidate in (math.nextafter(level, 0), level, math.nextafter(level, 9)):
            assert (d_eps_ucb(x, candidate, eps) == 1.0) == (Fraction(candidate) >= exact)
            assert (certify(d_eps_ucb, x, candidate, eps, digits=5).lo == 1) == (
                Fraction(candidate) >= exact
            )


def inside():
    return st.integers(1, 999).map(lambda k: Fraction(k, 1000))


def positive():
    return st.integers(1, 3000).map(lambda k: Fraction(k, 1000))


@for_all(inside(), positive())
def check_kl_inverse(x, level, upper, lower):
    q = upper(x, level, digits=30)
    assert certify(kl, x, q.lo).lo <= level <= certify(kl, x, q.hi).hi
    assert q.lo > x
    q = lower(x, level, digits=30)
    assert certify(kl, x, q.hi).lo <= level <= certify(kl, x, q.lo).hi
    assert q.hi < x


def test_the_divergence_at_the_kl_bound_is_the_level():
    def upper(*case, digits):
        return certify(kl_ucb, *case, digits=digits)

    def lower(*case, digits):
        return certify(kl_lcb, *case, digits=digits)

    check_kl_inverse(upper, lower)
    rejects(check_kl_inverse, lower, upper)
    rejects(check_kl_inverse, lambda x, q, digits: certify(kl_ucb, x, q / 2, digits=digits), lower)


@for_all(inside(), positive(), positive())
def check_private_inverse(x, level, eps, upper, lower):
    q = upper(x, level, eps)
    assert certify(d_eps, x, q.lo, eps).lo <= level
    assert q.lo == 1 or certify(d_eps, x, q.hi, eps).hi >= level
    q = lower(x, level, eps)
    assert certify(d_eps, x, q.hi, eps).lo <= level
    assert q.hi == 0 or certify(d_eps, x, q.lo, eps).hi >= level


def test_the_divergence_at_the_private_bound_is_the_level():
    def upper(*case):
        return certify(d_eps_ucb, *case)

    def lower(*case):
        return certify(d_eps_lcb, *case)

    check_private_inverse(upper, lower)
    rejects(check_private_inverse, lambda x, level, eps: certify(kl_ucb, x, level), lower)
    rejects(
        check_private_inverse, lambda x, level, eps: certify(d_eps_ucb, x, level, eps / 2), lower
    )


@for_all(inside(), positive(), positive())
def test_the_lower_bounds_are_mirrors(x, level, eps):
    for low, high, more in ((kl_lcb, kl_ucb, ()), (d_eps_lcb, d_eps_ucb, (eps,))):
        left = certify(low, x, level, *more)
        right = certify(high, 1 - x, level, *more)
        assert max(left.lo, 1 - right.hi) <= min(left.hi, 1 - right.lo)


@for_all(inside(), inside(), positive(), positive(), positive(), examples=60)
def test_the_bounds_are_monotone(x, other, level, more, eps):
    (x, other), (level, more) = sorted((x, other)), sorted((level, more))
    assert certify(d_eps_ucb, x, level, eps).lo <= certify(d_eps_ucb, other, level, eps).hi
    assert certify(d_eps_ucb, x, level, eps).lo <= certify(d_eps_ucb, x, more, eps).hi
    assert certify(d_eps_ucb, x, level, eps).hi >= certify(d_eps_ucb, x, level, 2 * eps).lo
    assert certify(d_eps_ucb, x, level, eps).hi >= certify(kl_ucb, x, level).lo


def test_an_equation_solver_finds_the_kl_bound():
    with mpmath.workdps(60):
        for x, level in [("0.1", "0.3"), ("0.5", "2"), ("0.9", "0.01")]:
            p, goal = mpmath.mpf(x), mpmath.mpf(level)
            low, high = p, mpmath.mpf(1) - mpmath.mpf(10) ** -50
            for _ in range(190):
                middle = (low + high) / 2
                value = p * mpmath.log(p / middle) + (1 - p) * mpmath.log((1 - p) / (1 - middle))
                low, high = (middle, high) if value <= goal else (low, middle)
            q = certify(kl_ucb, x, level, digits=45)
            assert abs(mpf(q.mid) - low) < mpmath.mpf(10) ** -43


@pytest.mark.parametrize("digits", [1, 50, 120])
@for_all(private_cases(), examples=20)
def test_the_asked_digits_are_delivered(case, digits):
    assert certify(d_eps_ucb, *case, digits=digits).digits >= digits
    assert certify(kl_ucb, *case[:2], digits=digits).digits >= digits


def test_saturation_and_level_zero_exactly():
    assert d_eps_ucb(0.25, 0.0, 1.0) == d_eps_lcb(0.25, 0.0, 1.0) == 0.25
    assert d_eps_ucb(0.25, 0.0, 0.0) == 1.0
    assert d_eps_lcb(0.25, 0.0, 0.0) == 0.0
    assert kl_ucb(0.0, 1.0) == pytest.approx(1 - math.exp(-1), rel=1e-15)
    assert kl_ucb(1.0, 5.0) == 1.0
    assert kl_lcb(0.0, 5.0) == 0.0
    assert kl_lcb(1.0, 1.0) == pytest.approx(math.exp(-1), rel=1e-15)


def test_the_log_complement_tells_saturated_indices_apart():
    assert kl_ucb(0.5, 100.0) == kl_ucb(0.5, 101.0) == 1.0
    assert kl_ucb_log_complement(0.5, 101.0) > kl_ucb_log_complement(0.5, 100.0)
    assert kl_ucb_log_complement(1.0, 1.0) == math.inf

    def consistent(x, level):
        q = certify(kl_ucb, x, level, digits=40)
        if q.hi >= 1 or 1 - q.mid < Fraction(1, 10**25):
            return
        expected = -float(mpmath.log(mpf(1 - q.mid)))
        assert kl_ucb_log_complement(float(x), float(level)) == pytest.approx(expected, rel=1e-13)

    for_all(inside(), positive())(consistent)()


def test_the_bounds_broadcast():
    table = d_eps_ucb(np.array([0.1, 0.2]), np.array([[0.3], [0.4]]), 1.0)
    assert table.shape == (2, 2)
    assert table[1, 0] == d_eps_ucb(0.1, 0.4, 1.0)
