"""Arithmetic and comparisons of enclosures: they hold for all numbers of the operands."""

import math
import operator
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory.comparison import Comparison
from banditproof.theory.enclosure import INFINITE, ONE, ZERO, Enclosure

RATIONALS = st.sampled_from(
    sorted({Fraction(n, d) for d in range(1, 13) for n in range(-4 * d, 4 * d + 1)})
)
"""All rationals of [-4, 4] with a denominator of at most 12."""
SIZES = st.sampled_from([Fraction(1), Fraction(10**40), Fraction(1, 10**40)])
NUMBERS = st.one_of(
    st.sampled_from([Fraction(0), Fraction(1), Fraction(-1), math.inf, -math.inf]),
    st.builds(operator.mul, RATIONALS, SIZES),
)
FINITE = st.builds(operator.mul, RATIONALS, SIZES)
SMALL = st.integers(-4, 4).map(Fraction)


def intervals(ends):
    """An interval and a number of it, which is one of its ends in half of the cases."""
    return st.tuples(ends, ends, ends).map(
        lambda three: (lambda a, x, b: (Enclosure(a, b), x))(*sorted(three))
    )


def point(x):
    return Enclosure(x, x)


def tried(operation, *operands):
    """The result of an operation; None where it is not defined."""
    try:
        return operation(*operands)
    except ValueError:
        return None


OPERATIONS = {
    "+": (operator.add, operator.add),
    "-": (operator.sub, operator.sub),
    "*": (operator.mul, operator.mul),
    "/": (operator.truediv, operator.truediv),
    "min": (Enclosure.min, min),
    "max": (Enclosure.max, max),
}


def check_inclusion(of_intervals, of_numbers, draws=NUMBERS, examples=150):
    """The result for intervals contains the result for numbers inside them."""

    def includes(one, two):
        (a, x), (b, y) = one, two
        whole, part = tried(of_intervals, a, b), tried(of_intervals, point(x), point(y))
        if whole is None:
            return
        assert part is not None
        assert whole.lo <= part.lo <= part.hi <= whole.hi
        if math.isfinite(x) and math.isfinite(y):
            assert part == point(of_numbers(x, y))

    for_all(intervals(draws), intervals(draws))(includes)(examples=examples)


def two_corners(a, b):
    ends = a.lo * b.lo, a.hi * b.hi
    return Enclosure(min(ends), max(ends))


def same_ends(a, b):
    return Enclosure(*sorted((a.lo - b.lo, a.hi - b.hi)))


def quotient_of_ends(a, b):
    if b.contains(0):
        raise ValueError
    return Enclosure(*sorted((a.lo / b.hi, a.hi / b.lo)))


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_result_contains_the_results_of_all_numbers(name):
    check_inclusion(*OPERATIONS[name])


@pytest.mark.parametrize(
    ("wrong", "name"), [(two_corners, "*"), (same_ends, "-"), (quotient_of_ends, "/")]
)
def test_wrong_operations_are_found(wrong, name):
    rejects(check_inclusion, wrong, OPERATIONS[name][1], FINITE, examples=150)


@for_all(intervals(FINITE), intervals(FINITE))
def check_tightness(one, two, of_intervals):
    """Each end of a result is the result of two ends: no interval is wider than needed."""
    (a, _), (b, _) = one, two
    result = tried(of_intervals, a, b)
    if result is not None:
        corners = [
            tried(of_intervals, point(x), point(y)) for x in (a.lo, a.hi) for y in (b.lo, b.hi)
        ]
        assert {result.lo, result.hi} <= {corner.lo for corner in corners if corner}


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_result_is_no_wider_than_needed(name):
    operation = OPERATIONS[name][0]
    check_tightness(operation)
    rejects(check_tightness, lambda a, b: operation(a, b) + Enclosure.of(0, 1))


@for_all(intervals(FINITE), st.integers(-4, 5), examples=150)
def check_powers(one, exponent, power):
    a, x = one
    result = tried(power, a, exponent)
    if result is None:
        assert exponent < 0
        assert a.contains(0)
        return
    assert result.contains(x**exponent)
    ends = {a.lo**exponent, a.hi**exponent} if exponent >= 0 or not a.contains(0) else set()
    attained = ends | ({Fraction(0)} if exponent > 0 and a.contains(0) else set())
    assert {result.lo, result.hi} <= attained


def power_of_ends(a, exponent):
    if exponent < 0 and a.contains(0):
        raise ValueError
    return Enclosure(*sorted((a.lo**exponent, a.hi**exponent)))


def repeated_product(a, exponent):
    result = ONE
    for _ in range(abs(exponent)):
        result *= a
    return result if exponent >= 0 else 1 / result


def test_powers():
    check_powers(operator.pow)
    rejects(check_powers, power_of_ends)  # [-1, 2]^2 is [0, 4], not [1, 4]
    rejects(check_powers, repeated_product)  # nor [-2, 4]
    assert Enclosure.of(-1, 2) ** 2 == Enclosure.of(0, 4)
    assert Enclosure.of(-1, 2) ** 3 == Enclosure.of(-1, 8)
    assert Enclosure.of(-3, -2) ** 2 == Enclosure.of(4, 9)
    assert Enclosure.of(-3, -2) ** -1 == Enclosure.of("-1/2", "-1/3")
    assert ZERO**0 == INFINITE**0 == ONE
    assert Enclosure.of(2, math.inf) ** -2 == Enclosure.of(0, "1/4")
    with pytest.raises(TypeError):
        ONE**0.5


@for_all(intervals(NUMBERS))
def test_absolute_values(case):
    a, x = case
    assert abs(a).contains(abs(x))
    assert abs(a).hi == max(abs(a.lo), abs(a.hi))
    assert abs(a).lo == (0 if a.contains(0) else min(abs(a.lo), abs(a.hi)))


@for_all(*[intervals(SMALL)] * 3, examples=120)
def check_sub_distributivity(one, two, three, multiply):
    """a (b + c) lies inside a b + a c, and a + b - b contains a."""
    a, b, c = one[0], two[0], three[0]
    left, right = multiply(a, b + c), multiply(a, b) + multiply(a, c)
    assert right.lo <= left.lo <= left.hi <= right.hi
    assert (a + b - b).lo <= a.lo <= a.hi <= (a + b - b).hi


def test_sub_distributivity():
    check_sub_distributivity(operator.mul)
    rejects(check_sub_distributivity, lambda a, b: a * abs(b))


def check_comparison(compare, of_numbers, examples=150):
    """Proved means for all pairs of ends, refuted for none; two points are always decided."""

    def is_right(one, two):
        a, b = one[0], two[0]
        answers = {of_numbers(x, y) for x in (a.lo, a.hi) for y in (b.lo, b.hi)}
        result = compare(a, b)
        assert (result.proved, result.refuted) == (answers == {True}, answers == {False})
        assert bool(result) is result.proved
        assert result.undecided is (len(answers) == 2)
        assert ((~result).proved, (~result).refuted) == (result.refuted, result.proved)

    for_all(intervals(SMALL), intervals(SMALL))(is_right)(examples=examples)
    for_all(intervals(NUMBERS), intervals(NUMBERS))(is_right)(examples=examples)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_comparisons(compare):
    check_comparison(compare, compare)
    others = {operator.lt: operator.le, operator.le: operator.lt}
    others |= {operator.gt: operator.ge, operator.ge: operator.gt}
    rejects(check_comparison, others[compare], compare, examples=150)
    rejects(check_comparison, lambda a, b: not_proved(compare(a, b)), compare, examples=150)


def not_proved(found):
    """A wrong comparison, which takes what is not proved for refuted."""
    return Comparison(found.proved, not found.proved)


def test_logic_of_three_values():
    proved, refuted, unknown = Comparison(True, False), Comparison(False, True), Comparison(0, 0)
    assert ~proved == refuted
    assert ~unknown == unknown
    assert proved & proved == proved | unknown == proved
    assert proved & unknown == refuted | unknown == unknown
    assert refuted & unknown == refuted | refuted == refuted
    assert [str(c) for c in (proved, refuted, unknown)] == ["proved", "refuted", "undecided"]


def test_a_chain_of_comparisons():
    third = Enclosure.of("0.33", "0.34")
    assert 0 < third < Fraction(1, 2)
    assert not 0 < third < Fraction(1, 3)
    assert not ~(0 < third < Fraction(1, 3))


def test_numbers_on_either_side():
    third, quarter = Enclosure.of("1/3"), Fraction(1, 4)
    assert 1 + third == third + 1 == Enclosure.of("4/3")
    assert 1 - third == Enclosure.of("2/3") == -(third - 1)
    assert quarter * third == third * quarter == Enclosure.of("1/12")
    assert quarter / third == Enclosure.of("3/4") == 1 / (third / quarter)
    assert sum([third] * 3) == ONE
    assert third > quarter
    assert quarter < third
    assert not quarter >= third
    assert np.int64(2) * third == third + np.int64(1) - Enclosure.of("2/3")


@pytest.mark.parametrize("number", [0.5, math.nan, np.float64(0.5), np.float32(0.5)])
@pytest.mark.parametrize(
    "operation",
    [operator.add, operator.sub, operator.mul, operator.truediv, operator.lt, operator.ge],
)
def test_floats_are_not_operands(number, operation):
    for operands in ((ONE, number), (number, ONE)):
        with pytest.raises((ValueError, TypeError), match=r"is a float; give|ufuncs|supported"):
            operation(*operands)


def test_other_types_are_not_operands():
    for operation in (operator.add, operator.mul, operator.truediv, operator.lt, operator.ge):
        for operands in ((ONE, "1"), ("1", ONE), (ONE, None)):
            with pytest.raises(TypeError):
                operation(*operands)


def test_infinite_ends():
    half_line = Enclosure.of(1, math.inf)
    assert half_line + 1 == 2 + half_line - 1 + 0 * ONE == Enclosure.of(2, math.inf)
    assert -half_line == 1 - (half_line + 1) == Enclosure.of(-math.inf, -1)
    assert half_line * -2 == Enclosure.of(-math.inf, -2)
    assert half_line * half_line == half_line**2 == half_line
    assert 1 / half_line == Enclosure.of(0, 1)
    assert 5 / INFINITE == ZERO
    assert Enclosure.of(-math.inf, math.inf).width == math.inf
    assert Enclosure.of(Fraction(10**400), math.inf).width == math.inf
    assert Fraction(10**400) < INFINITE
    assert not INFINITE > INFINITE
    assert math.inf <= INFINITE
