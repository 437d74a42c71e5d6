"""Exact numbers are read without rounding, or rejected with a sentence."""

import math
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import strategies as st

from banditproof.theory import exact
from banditproof.theory.exact import (
    exact_count,
    exact_law,
    exact_means,
    exact_nonnegative,
    exact_positive,
    exact_probability,
    listed,
)


def check_reading(for_all, subject):
    def read_exactly(number, digits):
        assert subject(number) == Fraction(*number.as_integer_ratio())
        text = f"{number:.{digits}e}"
        assert subject(text) == Fraction(text)
        assert subject(Fraction(text)) == Fraction(text)

    for_all(read_exactly, st.floats(-1e300, 1e300), st.integers(0, 30))


def test_numbers_are_read_exactly(for_all, rejects):
    check_reading(for_all, exact)
    rejects(check_reading, for_all, lambda x: Fraction(float(x)))
    rejects(check_reading, for_all, lambda x: Fraction(str(x)))


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


@pytest.mark.parametrize("bad", ["", "half", "1/0", "nan", "inf", "0.1.2"])
def test_bad_strings(bad):
    with pytest.raises(ValueError, match="is not a number; give"):
        exact(bad)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_bad_floats(bad):
    for reader in (exact, lambda x: exact_probability("p", x), lambda x: exact_positive("e", x)):
        with pytest.raises(ValueError, match="give a finite number"):
            reader(bad)


@pytest.mark.parametrize(
    ("reader", "good", "bad"),
    [
        (exact_probability, [0, 1, "0.5"], [-1, "1.0000000000000000000001", 1.1, -1e-300]),
        (exact_nonnegative, [0, 5, "1e9"], [-1, "-1e-99"]),
        (exact_positive, ["1e-99", 5], [0, -1, "0.0"]),
        (exact_count, [0, 3, 2.0, "4"], [-1, 1.5, "1e-9"]),
        (exact_law, [["1/3", "2/3"], [1]], [[0.1] * 9, [], "1", ["0.5"], ["-0.5", "1.5"]]),
    ],
)
def test_domains(reader, good, bad):
    for value in good:
        reader("eps", value)
    for value in bad:
        with pytest.raises(ValueError, match="give"):
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


@pytest.mark.parametrize(
    ("law", "shown"),
    [
        (["0.3333333333333333"] * 3, "1 - 1e-16"),
        ((Fraction(1), 1e-17), "1 + 1e-17"),
        ((0.5 + 2**-39, 0.5), "1.000000000001819"),
        ((0.0, "0.9999999999999"), "1 - 1e-13"),
        ((Fraction(1, 2), 0.5 + 1e-11), "1.00000000001"),
        ((0.5, 0.75), "1.25"),
    ],
)
def test_a_law_that_is_off_by_more_than_rounded_floats_is_rejected(law, shown):
    sentence = f"The law p sums to {shown}, not to 1; give probabilities that sum to 1:"
    with pytest.raises(ValueError, match=re.escape(sentence)):
        exact_law("p", law)


@pytest.mark.parametrize("bad", [[], (), "0.5", [0.5, 1.5], [math.nan], ["x"]])
def test_bad_lists_of_means(bad):
    with pytest.raises(ValueError, match="give"):
        exact_means(bad)


def test_the_mean_at_fault_is_named():
    with pytest.raises(ValueError, match=r"mean 2 is 1\.5"):
        exact_means([0.5, 1.5])


def test_wide_numbers_are_read_without_a_narrower_float():
    assert exact(Decimal("0.1")) == Fraction(1, 10)
    assert exact(np.float32(0.1)) == Fraction(float(np.float32(0.1)))
    wide = np.longdouble(1) + np.finfo(np.longdouble).eps
    assert exact(wide) == 1 + Fraction(*np.finfo(np.longdouble).eps.as_integer_ratio())
    assert exact(np.array(0.25)) == Fraction(1, 4)
    assert exact(np.int64(3)) == 3
    assert exact(np.True_) == 1


@pytest.mark.parametrize(
    "bad",
    [
        *(None, 1j, np.complex128(0.5), [0.5], (), {}, object(), b"0.5", np.array([0.5])),
        *(Decimal("nan"), Decimal("inf"), float("nan")),
        *("1e999999999", "1E-20001", "nan", "inf", "1/0", ""),
    ],
    ids=lambda bad: f"{type(bad).__name__} {bad}".split(" at ")[0],
)
def test_what_is_no_number_gets_a_sentence(bad):
    with pytest.raises(ValueError, match="give") as rejected:
        exact(bad)
    assert str(rejected.value).endswith(".")


@pytest.mark.parametrize("bad", [0.5, None, "0.5", np.array(0.5)])
def test_means_must_be_a_list(bad):
    with pytest.raises(ValueError, match="give a list of means"):
        exact_means(bad)


def test_the_floats_of_an_array_become_plain_ones():
    """Python calculates with them several times faster than with those of NumPy."""
    entries = listed("The list", np.array([0.1, 0.5]))
    assert entries == (0.1, 0.5)
    assert {type(entry) for entry in entries} == {float}
    assert listed("The list", ["0.1", Fraction(1, 3), 2]) == ("0.1", Fraction(1, 3), 2)
