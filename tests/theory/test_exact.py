"""Exact numbers are read without rounding, or rejected with a sentence."""

import math
from decimal import Decimal
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import exact
from banditproof.theory.exact import (
    LARGEST,
    exact_count,
    exact_law,
    exact_nonnegative,
    exact_positive,
    exact_probability,
    float_above,
    listed,
)


@for_all(st.floats(-1e300, 1e300), st.integers(0, 30))
def check_reading(number, digits, subject):
    assert subject(number) == Fraction(*number.as_integer_ratio())
    text = f"{number:.{digits}e}"
    assert subject(text) == Fraction(text)
    assert subject(Fraction(text)) == Fraction(text)


def test_numbers_are_read_exactly():
    check_reading(exact)
    rejects(check_reading, lambda x: Fraction(float(x)))
    rejects(check_reading, lambda x: Fraction(str(x)))


@pytest.mark.parametrize(
    ("given", "value"),
    [
        (3, Fraction(3)),
        ("1/4", Fraction(1, 4)),
        ("1e-3", Fraction(1, 1000)),
        (0.1, Fraction(0.1)),
        (np.float64(0.1), Fraction(0.1)),
        (np.int64(7), Fraction(7)),
        (True, Fraction(1)),
    ],
)
def test_the_kinds_of_numbers(given, value):
    assert exact(given) == value
    assert type(exact(given).numerator) is int


@pytest.mark.parametrize(
    ("reader", "good"),
    [
        (exact_probability, [0, 1, "0.5"]),
        (exact_nonnegative, [0, 5, "1e9"]),
        (exact_positive, ["1e-99", 5]),
        (exact_count, [0, 3, 2.0, "4"]),
        (exact_law, [["1/3", "2/3"], [1]]),
    ],
)
def test_domains(reader, good):
    for value in good:
        reader("eps", value)


@pytest.mark.parametrize(
    "law",
    [
        (0.1, 0.2, 0.7),
        np.array([0.1, 0.2, 0.7]),
        np.array([0.1, 0.2, 0.7], dtype=np.float32),
        np.array([0.1, 0.2, 0.7], dtype=object),
        (0.1, "0.2", Fraction(7, 10)),
    ],
)
def test_floats_of_a_law_are_read_as_their_decimals_where_these_sum_to_one(law):
    assert exact_law("p", law) == (Fraction(1, 10), Fraction(1, 5), Fraction(7, 10))


def test_floats_of_a_law_that_sum_to_one_keep_their_binary_values():
    law = (0.3, 0.2, 0.5)
    assert exact_law("p", law) == tuple(map(Fraction, law))
    assert exact_law("p", law)[0] != Fraction(3, 10)


def test_floats_of_a_law_are_divided_by_their_sum_where_no_decimals_fit():
    assert exact_law("p", [1 / 3] * 3) == (Fraction(1, 3),) * 3
    # what is exact stays, the floats share the rest
    assert exact_law("p", (Fraction(1, 3), 1 / 3, 1 / 3)) == (Fraction(1, 3),) * 3
    assert exact_law("p", (1.0, 0.0)) == (1, 0)
    weights = np.random.default_rng(5).dirichlet(np.ones(1000))
    law = exact_law("p", weights)
    assert sum(law) == 1
    assert max(abs(a / Fraction(b) - 1) for a, b in zip(law, weights, strict=True)) < 1e-12


def test_wide_numbers_are_read_without_a_narrower_float():
    assert exact(Decimal("0.1")) == Fraction(1, 10)
    assert exact(np.float32(0.1)) == Fraction(float(np.float32(0.1)))
    wide = np.longdouble(1) + np.finfo(np.longdouble).eps
    assert exact(wide) == 1 + Fraction(*np.finfo(np.longdouble).eps.as_integer_ratio())
    assert exact(np.array(0.25)) == Fraction(1, 4)
    assert exact(np.int64(3)) == 3
    assert exact(np.True_) == 1


def test_the_floats_of_an_array_become_plain_ones():
    """Python calculates with them several times faster than with those of NumPy."""
    entries = listed("The list", np.array([0.1, 0.5]))
    assert entries == (0.1, 0.5)
    assert {type(entry) for entry in entries} == {float}
    assert listed("The list", ["0.1", Fraction(1, 3), 2]) == ("0.1", Fraction(1, 3), 2)


@pytest.mark.parametrize("value", [Fraction(n, 3) for n in (-4, -3, 0, 1, 2)])
def test_rounding_up_is_up_and_by_one_step_at_most(value) -> None:
    assert math.nextafter(float_above(value), -math.inf) < value <= float_above(value)
    assert float_above(float_above(value)) == float_above(value)


def test_rounding_up_beyond_the_largest_float() -> None:
    assert float_above(2 * LARGEST) == float_above(math.inf) == math.inf
    assert float_above(-2 * LARGEST) == -LARGEST
