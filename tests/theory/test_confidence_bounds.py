"""Confidence bounds are inverses: against certificates, the divergences, and mutants."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import strategies as st

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


def check_kl_form(for_all, relative_error, subject, exact, examples=120, most=math.inf):
    """`most` is the largest level / x: beyond it a lower bound has hundreds of zeros."""

    def within(x, level):
        if level > most * x:
            return
        assert relative_error(float(subject(x, level)), certify(exact, x, level)) <= TOLERANCE

    for_all(within, probabilities(), levels(), examples=examples)


def check_private_form(for_all, relative_error, subject, exact, examples=120):
    def within(case):
        assert relative_error(float(subject(*case)), certify(exact, *case)) <= TOLERANCE, case

    for_all(within, private_cases(), examples=examples)


@pytest.mark.parametrize(
    ("form", "examples", "most"),
    [(kl_ucb, 500, math.inf), (kl_lcb, 80, math.inf), (kl_lcb, 600, 50)],
)
def test_the_kl_bounds_are_within_1e14(for_all, relative_error, form, examples, most):
    # the certified lower bound is a mirror at up to 9000 digits, hence slow for tiny means
    check_kl_form(for_all, relative_error, form, form, examples, most)


@pytest.mark.slow
@pytest.mark.parametrize("form", [d_eps_ucb, d_eps_lcb])
def test_the_private_bounds_are_within_1e14(for_all, relative_error, form):
    check_private_form(for_all, relative_error, form, form, 500)


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
def test_mutants_of_the_kl_bounds_are_rejected(for_all, relative_error, rejects, mutant, exact):
    rejects(check_kl_form, for_all, relative_error, mutant, exact, 500)


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
def test_mutants_of_the_private_bound_are_rejected(for_all, relative_error, rejects, mutant):
    rejects(check_private_form, for_all, relative_error, mutant, d_eps_ucb)


# where products of the arguments are near the least float, or eps is near -log of it
EXTREME = [
    (d_eps_lcb, 1.6513605537842157e-77, 1.3409703976880113e-303, 8.120397417844814e-227),
    (d_eps_lcb, 1.1342414717189577e-281, 7.981079821337904e-307, 7.03649092396743e-26),
    (d_eps_lcb, 1.1102230246251565e-16, 1.263143201286e-312, 1.1377382501304015e-296),
    (d_eps_lcb, 0.7890745910975825, 550.8863514442421, 700.0),
    (d_eps_lcb, 0.8823113786285259, 616.4357393181095, 700.0),
    (d_eps_lcb, 0.5, 353.05313660509796, 708.0),
    (d_eps_lcb, 0.5, 353.05313660509796, 707.9),
    (d_eps_ucb, 1e-300, 1e-280, 1.0),
    (d_eps_ucb, 0.3, 0.5e-300, 1e-300),
]


@pytest.mark.parametrize(("form", "x", "level", "eps"), EXTREME)
def test_extreme_arguments_are_within_1e14(relative_error, form, x, level, eps):
    enclosure = certify(form, x, level, eps, digits=20)
    assert enclosure.lower > 2.3e-308
    assert relative_error(form(x, level, eps), enclosure) <= TOLERANCE
    assert abs(Fraction(form(x, level, eps)) / enclosure.lower - 1) <= TOLERANCE


@pytest.mark.parametrize("eps", ["1e-29", "1e-300", "1e6", "1e100"])
@pytest.mark.parametrize("form", [d_eps_ucb, d_eps_lcb])
def test_certificates_at_extreme_budgets(form, eps):
    """For small eps the answer is x +- level/eps up to eps, for large eps the bound of kl."""
    x, budget = Fraction(1, 3), Fraction(eps)
    level = min(budget / 4, Fraction(3))
    found = certify(form, x, level, eps, digits=20)
    if budget > 1:
        assert overlapping(found, certify(kl_ucb if form is d_eps_ucb else kl_lcb, x, level))
    else:
        # 1 - d_eps_ucb = (e^-(level + eps x) - e^-eps) / (1 - e^-eps), of order eps beside this
        limit = x + level / budget if form is d_eps_ucb else x - level / budget
        assert abs(Fraction(found.mid) - limit) <= budget + Fraction(1, 10**20)


def overlapping(a, b):
    return max(a.lo, b.lo) <= min(a.hi, b.hi)


@pytest.mark.parametrize("eps", ["1e6", "1e100"])
def test_a_lower_bound_without_digits_is_enclosed_nevertheless(eps):
    level = Fraction(eps) * 4 / 10
    found = certify(d_eps_lcb, "0.5", level, eps)
    assert found.lo == 0 < found.hi < Fraction(1, 10**8000)
    # and the divergence at its upper end is above the level only if the level is saturated
    assert certify(d_eps, "0.5", found.hi, eps).lo <= level


# -- saturation -----------------------------------------------------------------------------------


def check_saturation(for_all, upper, examples=300):
    def decided_exactly(case):
        x, level, eps = case
        saturated = Fraction(level) >= Fraction(eps) * (1 - Fraction(x))
        if level == 0.0 and eps > 0.0 and x < 1.0:
            assert upper(x, level, eps) == x
        else:
            assert (upper(x, level, eps) == 1.0) == saturated, case

    for_all(decided_exactly, private_cases(), examples=examples)


def naive_saturation(x, level, eps):
    return 1.0 if level >= eps * (1 - x) else min(d_eps_ucb(x, level, eps), 1 - 2.0**-53)


@pytest.mark.slow
def test_the_bound_is_1_exactly_at_and_above_its_saturation_level(for_all, rejects):
    check_saturation(for_all, d_eps_ucb)
    rejects(check_saturation, for_all, kl_ucb_as_private)
    rejects(check_saturation, for_all, naive_saturation)
    rejects(
        check_saturation,
        for_all,
        lambda x, level, eps: 1.0 if level > eps * (1 - x) else d_eps_ucb(x, level, eps) - 1e-9,
    )


def kl_ucb_as_private(x, level, eps):
    return kl_ucb(x, level)


def check_lower_saturation(for_all, lower):
    def decided_exactly(case):
        x, level, eps = case
        if level == 0.0 and eps > 0.0:
            assert lower(x, level, eps) == x
        elif Fraction(level) >= Fraction(eps) * Fraction(x):
            assert lower(x, level, eps) == 0.0
        elif certify(d_eps_lcb, *case, digits=3).lo > Fraction(1, 10**300):
            assert lower(x, level, eps) > 0.0

    for_all(decided_exactly, private_cases(), examples=120)


def test_the_lower_bound_is_0_exactly_at_and_above_its_saturation_level(for_all, rejects):
    check_lower_saturation(for_all, d_eps_lcb)
    rejects(check_lower_saturation, for_all, lambda x, level, eps: kl_lcb(x, level))
    rejects(
        check_lower_saturation,
        for_all,
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


# -- inverses -------------------------------------------------------------------------------------


def inside():
    return st.integers(1, 999).map(lambda k: Fraction(k, 1000))


def positive():
    return st.integers(1, 3000).map(lambda k: Fraction(k, 1000))


def check_kl_inverse(for_all, upper, lower):
    def inverse(x, level):
        q = upper(x, level, digits=30)
        assert certify(kl, x, q.lo).lo <= level <= certify(kl, x, q.hi).hi
        assert q.lo > x
        q = lower(x, level, digits=30)
        assert certify(kl, x, q.hi).lo <= level <= certify(kl, x, q.lo).hi
        assert q.hi < x

    for_all(inverse, inside(), positive())


def test_the_divergence_at_the_kl_bound_is_the_level(for_all, rejects):
    def upper(*case, digits):
        return certify(kl_ucb, *case, digits=digits)

    def lower(*case, digits):
        return certify(kl_lcb, *case, digits=digits)

    check_kl_inverse(for_all, upper, lower)
    rejects(check_kl_inverse, for_all, lower, upper)
    rejects(
        check_kl_inverse,
        for_all,
        lambda x, q, digits: certify(kl_ucb, x, q / 2, digits=digits),
        lower,
    )


def check_private_inverse(for_all, upper, lower):
    def inverse(x, level, eps):
        q = upper(x, level, eps)
        assert certify(d_eps, x, q.lo, eps).lo <= level
        assert q.lo == 1 or certify(d_eps, x, q.hi, eps).hi >= level
        q = lower(x, level, eps)
        assert certify(d_eps, x, q.hi, eps).lo <= level
        assert q.hi == 0 or certify(d_eps, x, q.lo, eps).hi >= level

    for_all(inverse, inside(), positive(), positive())


def test_the_divergence_at_the_private_bound_is_the_level(for_all, rejects):
    def upper(*case):
        return certify(d_eps_ucb, *case)

    def lower(*case):
        return certify(d_eps_lcb, *case)

    check_private_inverse(for_all, upper, lower)
    rejects(check_private_inverse, for_all, lambda x, level, eps: certify(kl_ucb, x, level), lower)
    rejects(
        check_private_inverse,
        for_all,
        lambda x, level, eps: certify(d_eps_ucb, x, level, eps / 2),
        lower,
    )


def test_the_lower_bounds_are_mirrors(for_all):
    def mirrored(x, level, eps):
        for low, high, more in ((kl_lcb, kl_ucb, ()), (d_eps_lcb, d_eps_ucb, (eps,))):
            left = certify(low, x, level, *more)
            right = certify(high, 1 - x, level, *more)
            assert max(left.lo, 1 - right.hi) <= min(left.hi, 1 - right.lo)

    for_all(mirrored, inside(), positive(), positive())


def test_the_bounds_are_monotone(for_all):
    def monotone(x, other, level, more, eps):
        (x, other), (level, more) = sorted((x, other)), sorted((level, more))
        assert certify(d_eps_ucb, x, level, eps).lo <= certify(d_eps_ucb, other, level, eps).hi
        assert certify(d_eps_ucb, x, level, eps).lo <= certify(d_eps_ucb, x, more, eps).hi
        assert certify(d_eps_ucb, x, level, eps).hi >= certify(d_eps_ucb, x, level, 2 * eps).lo
        assert certify(d_eps_ucb, x, level, eps).hi >= certify(kl_ucb, x, level).lo

    for_all(monotone, inside(), inside(), positive(), positive(), positive(), examples=60)


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
            assert (
                abs(mpmath.mpf(q.mid.numerator) / q.mid.denominator - low) < mpmath.mpf(10) ** -43
            )


@pytest.mark.parametrize("digits", [1, 50, 120])
def test_the_asked_digits_are_delivered(for_all, digits):
    def delivered(case):
        assert certify(d_eps_ucb, *case, digits=digits).digits >= digits
        assert certify(kl_ucb, *case[:2], digits=digits).digits >= digits

    for_all(delivered, private_cases(), examples=20)


def test_saturation_and_level_zero_exactly():
    assert d_eps_ucb(0.25, 0.0, 1.0) == d_eps_lcb(0.25, 0.0, 1.0) == 0.25
    assert d_eps_ucb(0.25, 0.0, 0.0) == 1.0
    assert d_eps_lcb(0.25, 0.0, 0.0) == 0.0
    assert kl_ucb(0.0, 1.0) == pytest.approx(1 - math.exp(-1), rel=1e-15)
    assert kl_ucb(1.0, 5.0) == 1.0
    assert kl_lcb(0.0, 5.0) == 0.0
    assert kl_lcb(1.0, 1.0) == pytest.approx(math.exp(-1), rel=1e-15)


def test_the_log_complement_tells_saturated_indices_apart(for_all):
    assert kl_ucb(0.5, 100.0) == kl_ucb(0.5, 101.0) == 1.0
    assert kl_ucb_log_complement(0.5, 101.0) > kl_ucb_log_complement(0.5, 100.0)
    assert kl_ucb_log_complement(1.0, 1.0) == math.inf

    def consistent(x, level):
        q = certify(kl_ucb, x, level, digits=40)
        if q.hi >= 1 or 1 - q.mid < Fraction(1, 10**25):
            return
        expected = -float(mpmath.log(mpmath.mpf((1 - q.mid).numerator) / (1 - q.mid).denominator))
        assert kl_ucb_log_complement(float(x), float(level)) == pytest.approx(expected, rel=1e-13)

    for_all(consistent, inside(), positive())


@pytest.mark.parametrize("bad", [math.nan, -0.1, 1.1, "high"])
def test_bad_means_get_a_sentence(bad):
    for form, more in ((kl_ucb, ()), (kl_lcb, ()), (d_eps_ucb, (1.0,)), (d_eps_lcb, (1.0,))):
        with pytest.raises(ValueError, match=r"(outside \[0, 1\]|NaN|give a number)"):
            form(bad, 0.5, *more)
        with pytest.raises(ValueError, match="give a"):
            certify(form, bad, 0.5, *more)


@pytest.mark.parametrize("bad", [math.nan, -0.1, math.inf, "high"])
def test_bad_levels_and_budgets_get_a_sentence(bad):
    for form in (d_eps_ucb, d_eps_lcb):
        for arguments in ((0.5, bad, 1.0), (0.5, 0.5, bad)):
            with pytest.raises(ValueError, match=r"(level|eps)"):
                form(*arguments)
            with pytest.raises(ValueError, match="give a"):
                certify(form, *arguments)


def test_the_bounds_broadcast():
    table = d_eps_ucb(np.array([0.1, 0.2]), np.array([[0.3], [0.4]]), 1.0)
    assert table.shape == (2, 2)
    assert table[1, 0] == d_eps_ucb(0.1, 0.4, 1.0)
