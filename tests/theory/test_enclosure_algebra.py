"""Arithmetic and comparisons of enclosures: they hold for all numbers of the operands."""

import math
import operator
from fractions import Fraction
from itertools import pairwise

import flint
import numpy as np
import pytest
from hypothesis import strategies as st

from banditproof.theory.balls import working_precision
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


def check_inclusion(for_all, of_intervals, of_numbers, draws=NUMBERS):
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

    for_all(includes, intervals(draws), intervals(draws), examples=150)


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
def test_the_result_contains_the_results_of_all_numbers(for_all, name):
    check_inclusion(for_all, *OPERATIONS[name])


@pytest.mark.parametrize(
    ("wrong", "name"), [(two_corners, "*"), (same_ends, "-"), (quotient_of_ends, "/")]
)
def test_wrong_operations_are_found(for_all, rejects, wrong, name):
    rejects(check_inclusion, for_all, wrong, OPERATIONS[name][1], FINITE)


def check_tightness(for_all, of_intervals):
    """Each end of a result is the result of two ends: no interval is wider than needed."""

    def is_attained(one, two):
        (a, _), (b, _) = one, two
        result = tried(of_intervals, a, b)
        if result is not None:
            corners = [
                tried(of_intervals, point(x), point(y)) for x in (a.lo, a.hi) for y in (b.lo, b.hi)
            ]
            assert {result.lo, result.hi} <= {corner.lo for corner in corners if corner}

    for_all(is_attained, intervals(FINITE), intervals(FINITE), examples=100)


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_result_is_no_wider_than_needed(for_all, rejects, name):
    operation = OPERATIONS[name][0]
    check_tightness(for_all, operation)
    rejects(check_tightness, for_all, lambda a, b: operation(a, b) + Enclosure.of(0, 1))


def check_powers(for_all, power):
    def contains(one, exponent):
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

    for_all(contains, intervals(FINITE), st.integers(-4, 5), examples=150)


def power_of_ends(a, exponent):
    if exponent < 0 and a.contains(0):
        raise ValueError
    return Enclosure(*sorted((a.lo**exponent, a.hi**exponent)))


def repeated_product(a, exponent):
    result = ONE
    for _ in range(abs(exponent)):
        result *= a
    return result if exponent >= 0 else 1 / result


def test_powers(for_all, rejects):
    check_powers(for_all, operator.pow)
    rejects(check_powers, for_all, power_of_ends)  # [-1, 2]^2 is [0, 4], not [1, 4]
    rejects(check_powers, for_all, repeated_product)  # nor [-2, 4]
    assert Enclosure.of(-1, 2) ** 2 == Enclosure.of(0, 4)
    assert Enclosure.of(-1, 2) ** 3 == Enclosure.of(-1, 8)
    assert Enclosure.of(-3, -2) ** 2 == Enclosure.of(4, 9)
    assert Enclosure.of(-3, -2) ** -1 == Enclosure.of("-1/2", "-1/3")
    assert ZERO**0 == INFINITE**0 == ONE
    assert Enclosure.of(2, math.inf) ** -2 == Enclosure.of(0, "1/4")
    with pytest.raises(TypeError):
        ONE**0.5


def test_absolute_values(for_all):
    def is_the_smallest(case):
        a, x = case
        assert abs(a).contains(abs(x))
        assert abs(a).hi == max(abs(a.lo), abs(a.hi))
        assert abs(a).lo == (0 if a.contains(0) else min(abs(a.lo), abs(a.hi)))

    for_all(is_the_smallest, intervals(NUMBERS), examples=100)


def check_sub_distributivity(for_all, multiply):
    """a (b + c) lies inside a b + a c, and a + b - b contains a."""

    def lies_inside(one, two, three):
        a, b, c = one[0], two[0], three[0]
        left, right = multiply(a, b + c), multiply(a, b) + multiply(a, c)
        assert right.lo <= left.lo <= left.hi <= right.hi
        assert (a + b - b).lo <= a.lo <= a.hi <= (a + b - b).hi

    for_all(lies_inside, *[intervals(SMALL)] * 3, examples=120)


def test_sub_distributivity(for_all, rejects):
    check_sub_distributivity(for_all, operator.mul)
    rejects(check_sub_distributivity, for_all, lambda a, b: a * abs(b))


def check_comparison(for_all, compare, of_numbers):
    """Proved means for all pairs of ends, refuted for none; two points are always decided."""

    def is_right(one, two):
        a, b = one[0], two[0]
        answers = {of_numbers(x, y) for x in (a.lo, a.hi) for y in (b.lo, b.hi)}
        found = compare(a, b)
        assert (found.proved, found.refuted) == (answers == {True}, answers == {False})
        assert bool(found) is found.proved
        assert found.undecided is (len(answers) == 2)
        assert ((~found).proved, (~found).refuted) == (found.refuted, found.proved)

    for_all(is_right, intervals(SMALL), intervals(SMALL), examples=150)
    for_all(is_right, intervals(NUMBERS), intervals(NUMBERS), examples=100)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_comparisons(for_all, rejects, compare):
    check_comparison(for_all, compare, compare)
    others = {operator.lt: operator.le, operator.le: operator.lt}
    others |= {operator.gt: operator.ge, operator.ge: operator.gt}
    rejects(check_comparison, for_all, others[compare], compare)
    rejects(check_comparison, for_all, lambda a, b: not_proved(compare(a, b)), compare)


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
    with pytest.raises(ValueError, match="both proved and refuted"):
        Comparison(True, True)


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


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (lambda: INFINITE - INFINITE, "infinity minus infinity"),
        (lambda: Enclosure.of(1, math.inf) - Enclosure.of(2, math.inf), "infinity minus infinity"),
        (lambda: INFINITE + -math.inf, "infinity minus infinity"),
        (lambda: INFINITE * 0, "0 times infinity"),
        (lambda: Enclosure.of(0, 1) * Enclosure.of(1, math.inf), "0 times infinity"),
        (lambda: INFINITE / INFINITE, "0 times infinity"),
        (lambda: math.inf / INFINITE, "0 times infinity"),
        (lambda: ONE / Enclosure.of(0, 1), "contains 0"),
        (lambda: 1 / Enclosure.of(-1, 1), "contains 0"),
        (lambda: ZERO**-1, "contains 0"),
        (lambda: float(Enclosure.of(-math.inf, math.inf)), "no float stands for it"),
        (lambda: Enclosure.of(1, math.inf).upper, r"upper end .* is inf; give a finite"),
        (lambda: Enclosure.of(-math.inf, 1).lower, "lower end"),
        (lambda: INFINITE.exact, "give a finite"),
        (lambda: Enclosure.of("0.33", "0.34").exact, r"up to 0\.3\[3\.\.4\]"),
        (lambda: Enclosure.of("a half"), "is not a number"),
        (lambda: Enclosure.of(math.nan), "not a finite number"),
        (lambda: Enclosure.of(2, 1), "give lo <= hi"),
        (lambda: Enclosure("0", "1"), "give a Fraction or an infinity"),
    ],
)
def test_what_is_not_defined_raises_a_sentence(operation, message):
    with pytest.raises(ValueError, match=message):
        operation()


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


def test_readings():
    assert Enclosure.of(0.1) == point(Fraction(0.1)) != Enclosure.of("0.1") == Enclosure.of("1/10")
    assert Enclosure.of(3) == Enclosure(3, 3) == Enclosure.of(np.int64(3)) == point(Fraction(3))
    assert isinstance(Enclosure(3, 3).lo, Fraction)
    assert Enclosure(3, 3).is_finite
    assert Enclosure.of(math.inf) == INFINITE
    assert Enclosure.of(Enclosure.of(1, 3), Enclosure.of(2, 4)) == Enclosure.of(1, 4)
    assert (ZERO.exact, Enclosure.of(1, 2).lower, Enclosure.of(1, 2).upper) == (0, 1, 2)
    with working_precision(64):
        root = Enclosure.of(flint.arb(2).sqrt())
    assert (root**2).contains(2)
    assert root.digits > 15
    with pytest.raises(ValueError, match="not finite as a ball"):
        Enclosure.of(flint.arb("nan"))


def test_smallest_and_largest():
    values = [Enclosure.of(1, 4), Enclosure.of(2, 3), 5]
    assert Enclosure.min(*values) == Enclosure.of(1, 3)
    assert Enclosure.max(*values) == Enclosure.of(5)
    first, *others = values
    assert first.min(*others) == Enclosure.of(1, 3)
    assert Enclosure.of(6).max(first) == Enclosure.of(6)
    assert all(a.lo <= b.hi for a, b in pairwise([Enclosure.min(*values), Enclosure.max(*values)]))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Enclosure.of("0.1"), "Enclosure(lo=Fraction(1, 10), hi=Fraction(1, 10))"),
        (INFINITE, "Enclosure(lo=inf, hi=inf)"),
        (Enclosure.of("1e400"), "<Enclosure 1.0e400>"),
        (
            Enclosure.of(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**999)),
            f"<Enclosure 0.{'3' * 39}[3..4]>",
        ),
        (Enclosure.of(Fraction(2, 3) ** 1000, math.inf), "<Enclosure [8.10477e-177..inf]>"),
    ],
)
def test_the_repr_is_short_and_has_no_trouble_with_many_digits(value, text) -> None:
    assert repr(value) == text
    assert len(repr(Enclosure.of(2) ** 10**6)) < 80


def test_every_enclosure_has_a_float_but_the_whole_line() -> None:
    big, tiny = Enclosure.of("1e400"), Enclosure.of("1e-400")
    cases = {math.inf: (big, INFINITE, Enclosure.of(-1, math.inf)), 0.0: (tiny, -tiny)}
    cases |= {-math.inf: (-big, -INFINITE, Enclosure.of(-math.inf, 3))}
    for wanted, enclosures in cases.items():
        assert [float(value) for value in enclosures] == [wanted] * len(enclosures)


@pytest.mark.parametrize("exponent", [10**8, -(10**8), 10**400])
def test_a_power_of_too_many_digits_is_refused_at_once(exponent) -> None:
    for base in (Enclosure.of("0.33", "0.34"), Enclosure.of(2), Enclosure.of(-3, "-0.5")):
        with pytest.raises(ValueError, match="binary digits; give a smaller exponent"):
            base**exponent
    assert Enclosure.of(1) ** exponent == Enclosure.of(1)
    assert Enclosure.of(-1) ** exponent == Enclosure.of(1)


def test_the_built_in_maximum_is_no_enclosure_of_the_largest() -> None:
    low, high = Enclosure.of(0, 2), Enclosure.of(1, 3)
    assert max(low, high) is low
    assert Enclosure.max(low, high) == high
