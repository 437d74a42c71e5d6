"""Numbers as people write them, read exactly or refused with one sentence, in no time."""

import math
from fractions import Fraction as F
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from banditproof.theory.exact import exact, exact_probability
from banditproof.theory.number_words import MOST_DIGITS, fraction_of


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("0.25", F(1, 4)),
        (" .5 ", F(1, 2)),
        ("1/3", F(1, 3)),
        ("1.5 / 3", F(1, 2)),
        ("50%", F(1, 2)),
        ("12.5 %", F(1, 8)),
        ("1e6", F(10**6)),
        ("1E-2", F(1, 100)),
        ("10^6", F(10**6)),
        ("10**-6", F(1, 10**6)),
        ("2^-3", F(1, 8)),
        ("-2^2", F(-4)),
        ("2*10^6", F(2 * 10**6)),
        ("1.5×10^−2", F(15, 1000)),
        ("3·10^2", F(300)),
        ("1_000_000", F(10**6)),
        ("−0.5", F(-1, 2)),
        ("1e400", F(10**400)),
        ("5e-324", F(5, 10**324)),
        ("10^20000", F(10**20000)),
    ],
)
def test_each_way_of_writing_a_number(word, value) -> None:
    assert fraction_of(word) == exact(word) == value


@given(st.text(alphabet="0123456789.eE+-*^/% _,−×i", max_size=24))
@example("1e9999^9999")
@example("9e9999/1e-9999")
def test_any_word_is_a_number_or_a_sentence(word) -> None:
    value, sentence = F(0), "."
    try:
        value = fraction_of(word)
    except ValueError as error:
        sentence = str(error)
    assert sentence.endswith(".")
    assert max(abs(value.numerator), value.denominator).bit_length() < 5 * 4 * MOST_DIGITS


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_word_of_a_float_and_its_percentage(value) -> None:
    assert float(fraction_of(repr(value))) == value
    assert fraction_of(f"{value!r}%") * 100 == fraction_of(repr(value))


def test_messages_do_not_print_hundreds_of_digits() -> None:
    for value in (F(10**400), 10**5000, "1e400", math.inf):
        with pytest.raises(ValueError, match="give") as caught:
            exact_probability("p", value)
        assert len(str(caught.value)) < 120
