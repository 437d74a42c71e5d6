"""Terms, their values over boxes and their normal forms, against mpmath at random points."""

from fractions import Fraction
import mpmath
import pytest
from enclosure_checks import mpf
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from random_terms import FRACTIONS, SMOOTH, NotReal, X, Y, terms, value
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.forms import forms_of, is_zero, quotient
from banditproof.theory.prover.kernel.goals import Interval
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.kernel.terms import (
    ONE,
    PI,
    ZERO,
    Term,
    add,
    made,
    mul,
    num,
    power,
    read,
    replaced,
    slope,
    stored,
)


def box_around(x: Fraction, y: Fraction, widths: tuple[Fraction, Fraction, Fraction, Fraction]):
    a, b, c, d = widths
    return {
        "x": Interval(x - a, x + b, a > 0, b > 0).span,
        "y": Interval(y - c, y + d, c > 0, d > 0).span,
    }


WIDTHS = st.sampled_from([Fraction(0), Fraction(1, 10**6), Fraction(1, 3), Fraction(2)])


@settings(max_examples=120, deadline=None, derandomize=True)
@given(terms(), FRACTIONS, FRACTIONS, st.tuples(WIDTHS, WIDTHS, WIDTHS, WIDTHS))
@example(made("xlogx", (X,)), Fraction(0), Fraction(0), (Fraction(0),) * 4)
@example(power(X, -1), Fraction(0), Fraction(0), (Fraction(0), Fraction(2)) * 2)
def test_a_span_holds_the_values_and_shows_that_the_term_is_defined(term, x, y, widths):
    with working_precision(96):
        try:
            result = span(term, box_around(x, y, widths))
        except Undefined:
            return
        with mpmath.workdps(60):
            at = {n: mpf(v) for n, v in (("x", x), ("y", y))}
            try:
                exact = value(term, at)  # raises NotReal if the span is wrong to exist
            except OverflowError:
                return
            low = (
                mpmath.mpf(result.lo.str(40, radius=False))
                if result.lo.is_finite()
                else -mpmath.inf
            )
            high = (
                mpmath.mpf(result.hi.str(40, radius=False)) if result.hi.is_finite() else mpmath.inf
            )
            slack = mpmath.mpf(10) ** -25 * (1 + abs(exact))
            assert low - slack <= exact <= high + slack


@settings(max_examples=60, deadline=None, derandomize=True)
@given(terms(SMOOTH), FRACTIONS, FRACTIONS)
def test_a_slope_is_the_limit_of_quotients(term, x, y):
    first = slope(term, "x")
    with mpmath.workdps(60):
        at = {"x": mpf(x), "y": mpf(y)}
        try:
            exact = value(first, at)
            h = mpmath.mpf(10) ** -15
            sides = [value(term, {**at, "x": at["x"] + s * h}) for s in (1, -1)]
        except (NotReal, ZeroDivisionError, OverflowError):
            assume(False)
        quotient = (sides[0] - sides[1]) / (2 * h)
        assume(abs(exact) < 1e6)
        wiggle = value_of_third_order(term, at, h)
        assert abs(quotient - exact) <= 1e-6 * (1 + abs(exact)) + wiggle


def value_of_third_order(term: Term, at: dict[str, mpmath.mpf], h: mpmath.mpf) -> mpmath.mpf:
    """What the difference quotient may miss where the term bends strongly."""
    try:
        third = slope(slope(slope(term, "x"), "x"), "x")
        return abs(value(third, at)) * h**2 * 10
    except (NotReal, ZeroDivisionError, OverflowError):
        return mpmath.mpf(0)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(terms(), terms(), FRACTIONS, FRACTIONS)
def test_equal_forms_mean_equal_values(a, b, x, y):
    """Forms are compared on sums, products and rebuilt terms; equal forms never lie."""
    pairs = [
        (a + b, b + a),
        (mul(a, b), mul(b, a)),
        (mul(a + b, a - b), mul(a, a) - mul(b, b)),
        (a, b),
    ]
    with mpmath.workdps(60):
        at = {"x": mpf(x), "y": mpf(y)}
        for left, right in pairs:
            if is_zero(left - right):
                try:
                    one, two = value(left, at), value(right, at)
                except (NotReal, ZeroDivisionError, OverflowError):
                    continue
                assert abs(one - two) <= mpmath.mpf(10) ** -30 * (1 + abs(one))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(terms())
def test_terms_are_stored_and_read(term):
    assert read(stored(term)) is term


@pytest.mark.parametrize(
    "wrong", [["sin", ["x"]], ["log"] + [["x"]] * 2, ["pow", "2"], 3, {}, None, "x"]
)
def test_what_is_no_term_is_not_read(wrong):
    with pytest.raises((ValueError, TypeError, AttributeError)):
        read(wrong)


LOG_X, ROOT_X = made("log", (X,)), power(X, Fraction(1, 2))
W = made("lambertw", (X,))
IDENTITIES = [
    made("log", (X * Y,)) - LOG_X - made("log", (Y,)),
    made("log", (power(X, 3),)) - num(3) * LOG_X,
    made("exp", (X + Y,)) - made("exp", (X,)) * made("exp", (Y,)),
    made("exp", (num(Fraction(1, 3)) * X,)) * made("exp", (num(Fraction(2, 3)) * X,))
    - made("exp", (X,)),
    made("log", (made("exp", (X,)),)) - X,
    power(ROOT_X, 2) - X,
    power(num(8), Fraction(1, 2)) - num(2) * power(num(2), Fraction(1, 2)),
    made("log", (ROOT_X,)) - num(Fraction(1, 2)) * LOG_X,
    made("log", (num(12),)) - num(2) * made("log", (num(2),)) - made("log", (num(3),)),
    made("xlogx", (X,)) - X * LOG_X,
    made("tanh", (X,)) * (made("exp", (num(2) * X,)) + ONE) - made("exp", (num(2) * X,)) + ONE,
    W * made("exp", (W,)) - X,
    made("max", (X, Y)) - made("max", (Y, X)),
    power(X - Y, -1) + power(Y - X, -1),
    power(X * power(PI, -1), Fraction(1, 2)) * power(PI, Fraction(1, 2)) - ROOT_X,
]
FALSE = [
    made("log", (X + Y,)) - LOG_X - made("log", (Y,)),
    made("exp", (X * Y,)) - made("exp", (X,)) * made("exp", (Y,)),
    power(power(X, 2), Fraction(1, 2)) - X,  # |x|
    made("log", (power(X, 2),)) - num(2) * made("log", (Y,)),
    power(ROOT_X, 3) - X,
    W * made("exp", (-W,)) - X,
    made("max", (X, Y)) - made("min", (Y, X)),
    made("abs", (X,)) - X,
    PI - num(Fraction(355, 113)),
]


@pytest.mark.parametrize("term", IDENTITIES, ids=range(len(IDENTITIES)))
def test_identities_are_seen(term):
    assert is_zero(term)


@pytest.mark.parametrize("term", FALSE, ids=range(len(FALSE)))
def test_other_terms_are_not_zero(term):
    assert not is_zero(term)


def test_forms_give_up_beyond_their_generators():
    many = add(*(made("erf", (num(n) * X,)) for n in range(50)))
    assert not is_zero(many - many * X)
    with pytest.raises(ArithmeticError, match="generators"):
        forms_of(many)


def test_a_quotient_has_the_coefficients_of_both_parts():
    top, below = quotient((X * X - Y * Y) * power(X - Y, -1), ["x", "y"])
    assert top == {(1, 0): 1, (0, 1): 1}
    assert below == {(0, 0): 1}
    with pytest.raises(ValueError, match="rational function"):
        quotient(LOG_X, ["x"])


def test_what_cancels_stays_if_it_may_be_undefined():
    pole = power(X, -1)
    assert (pole - pole).partial
    assert mul(ZERO, LOG_X).partial
    assert (X - X) is ZERO
    assert mul(X, pole).kind == "mul"
    with working_precision(96), pytest.raises(Undefined):
        span(pole - pole, {"x": Interval(Fraction(-1), Fraction(1)).span})


def test_subterms_are_replaced_all_at_once():
    assert replaced(X + num(2) * Y, {X: Y, Y: X}) is Y + num(2) * X
