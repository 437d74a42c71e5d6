"""Spans of terms over boxes: open ends, infinite ranges, poles, and what is kept of them."""

from fractions import Fraction
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from random_terms import FRACTIONS, X
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.spans import Span, Undefined, exactly, plus, span, times
from banditproof.theory.prover.kernel.terms import ONE, ZERO, made, power


def test_an_open_end_is_not_taken():
    with working_precision(96):
        unit = Interval(Fraction(0), Fraction(1)).span
        assert span(X * (ONE - X), {"x": unit}).positive(True)
        closed = Interval(Fraction(0), Fraction(1), False, True).span
        assert not span(X * (ONE - X), {"x": closed}).positive(True)
        assert span(X * (ONE - X), {"x": closed}).positive(False)
        half = Interval(Fraction(0), None).span
        assert span(made("exp", (-X,)), {"x": half}).positive(True)
        assert span(power(X, -1), {"x": half}).positive(True)


def test_an_infinite_range_has_spans_without_nan():
    line = {"x": Interval(None, None).span}
    with working_precision(96):
        for name in ("exp", "erf", "tanh", "abs"):
            result = span(made(name, (X,)), line)
            assert not result.lo.is_nan()
            assert not result.hi.is_nan()
        cubes = span(power(X, 3), line)
        assert not cubes.lo.is_finite()
        assert not cubes.hi.is_finite()
        assert span(power(X, 2), line).positive(False)
        assert not span(X - X * made("exp", (X,)), line).positive(False)


@pytest.mark.parametrize(
    ("term", "low", "high"),
    [
        (made("log", (X,)), -1, 1),
        (made("log", (X,)), 0, 1),
        (power(X, -1), -1, 1),
        (power(ONE - X, -1), 0, 2),
        (made("tanh", (power(ONE - X, -1),)), 0, 2),
        (power(X - ONE, Fraction(1, 2)), 0, 2),
        (X * power(ONE - X, -1), 0, 2),
        (made("xlogx", (X,)), -1, 1),
        (made("lambertw", (X,)), -1, 1),
        (power(made("exp", (X,)) - ONE, -2), -1, 1),
    ],
)
def test_a_pole_or_a_gap_has_no_span(term, low, high):
    where = Interval(Fraction(low), Fraction(high), False, False).span
    with working_precision(96), pytest.raises(Undefined):
        span(term, {"x": where})


def test_branches_that_are_not_taken_may_be_undefined():
    root = made("if", (X - ONE, power(X - ONE, Fraction(1, 2)), ZERO))
    with working_precision(96):
        assert span(root, {"x": exactly(Fraction(0))}).positive(False)
        with pytest.raises(Undefined):
            span(root, {"x": Interval(Fraction(0), Fraction(2)).span})


@settings(max_examples=60, deadline=None, derandomize=True)
@given(*[st.tuples(FRACTIONS, FRACTIONS, st.booleans(), st.booleans()) for _ in range(2)])
def test_sums_and_products_of_spans_keep_exact_corners(a, b):
    def made_of(ends: tuple[Fraction, Fraction, bool, bool]) -> Span:
        low, high = sorted(ends[:2])
        proper = low < high
        return Interval(low, high, ends[2] and proper, ends[3] and proper).span

    with working_precision(96):
        first, second = made_of(a), made_of(b)
        corners = [x * y for x in a[:2] for y in b[:2]]
        product, total = times(first, second), plus(first, second)
        for corner in corners:
            exact = arb(corner.numerator) / corner.denominator
            assert not exact < product.lo
            assert not exact > product.hi
        assert not product.lo < arb(min(corners).numerator) / min(corners).denominator - 1e-20
        assert total.lo_open == (first.lo_open or second.lo_open)


UNKNOWN = made("log", (X,))
"""It is defined on (-1, 1) only where x > 0 is known."""


def test_what_is_known_of_one_goal_is_not_kept_for_another():
    goal = Goal(UNKNOWN, False, (("x", Interval(Fraction(-1), Fraction(1))),))
    assert span(goal.term, goal.box, {X: True}).hi == 0
    for box in (goal.box, goal.of(X).box):
        with pytest.raises(Undefined):
            span(UNKNOWN, box)


def test_spans_that_are_kept_belong_to_a_precision_and_a_place():
    goal = Goal(made("exp", (X,)), False, (("x", Interval(Fraction(0), Fraction(1, 3))),))
    high, third = {}, {}
    for bits in (30, 200):
        with working_precision(bits):
            box, third[bits] = goal.box, exactly(Fraction(1, 3)).hi
            kept = span(goal.term, box)
            high[bits] = kept.hi
            assert span(goal.term, goal.of(X).box) is kept
    assert third[30] > third[200]
    with working_precision(300):
        assert high[30] > high[200] > span(goal.term, box).hi
    wider = goal.placed("x", Interval(Fraction(0), Fraction(1)))
    assert span(wider.term, wider.box).hi > 2 > high[30]
