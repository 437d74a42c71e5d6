"""Numbers as people write them, each read exactly: 0.25, 1/4, 25%, 1e6, 10^6, 2*10^6, 1_000_000."""

import math
import re
from fractions import Fraction

MOST_DIGITS = 20_000
"""The largest exponent of ten that is read: longer numbers take too much memory."""
MOST_CHARACTERS = 4_000
"""The longest word that is read: Python turns no more digits into a number."""
MOST_SHOWN = 40
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*"})
"""The signs that word processors write."""
_EXPONENT = re.compile(r"[eE]\s*([+-]?[0-9]+)")
_POWER = re.compile(r"([+-]?)\s*(?:([^*]*)\*(?!\*))?([^*^]+)(?:\^|\*\*)\s*([+-]?[0-9]+)")


def fraction_of(word: str) -> Fraction:
    """The exact value of a word: a decimal, a ratio, a percentage, or a power.

    Underscores may group the digits, and the minus sign of typesetting is read as well. A comma
    is never read: it may separate decimals, thousands or numbers.

    >>> fraction_of("0.1"), fraction_of("1/3"), fraction_of("50%"), fraction_of("10^-2")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(1, 100))
    >>> fraction_of("2*10^6") == fraction_of("2e6") == fraction_of("2_000_000")
    True
    >>> fraction_of("0,5")
    Traceback (most recent call last):
    ...
    ValueError: '0,5' has a comma; give the number with a decimal point, such as 0.25.
    """
    text = word.strip()
    if len(text) > MOST_CHARACTERS:
        raise ValueError(
            f"{shown(word)} has {len(text)} characters; give a number of at most {MOST_CHARACTERS}."
        )
    if any(len(power) > 9 or abs(int(power)) > MOST_DIGITS for power in _EXPONENT.findall(text)):
        raise _too_large(word)
    try:
        return _value(word, text.translate(_SIGNS))
    except (_NotRead, ZeroDivisionError):
        if "," in text:
            sentence = "has a comma; give the number with a decimal point, such as 0.25."
        elif above := _decimal_above_a_logarithm(text):
            sentence = f"is irrational; give a decimal, such as {above}, the next one above it."
        else:
            sentence = "is not a number; give a decimal ('0.25') or a ratio ('1/4')."
        raise ValueError(f"{shown(word)} {sentence}") from None


def _decimal_above_a_logarithm(text: str) -> str:
    """The logarithm of a number from below 1e15 and above 1e-15, rounded up; else nothing.

    >>> _decimal_above_a_logarithm("log(2)"), _decimal_above_a_logarithm("log(0)")
    ('0.6931471806', '')
    """
    match = re.fullmatch(r"(?:log|ln)\s*\((.*)\)", text)
    try:
        number = fraction_of(match[1]) if match else Fraction(0)
    except ValueError:
        return ""
    if not Fraction(1, 10**15) < number < 10**15 or number == 1:
        return ""
    return f"{math.ceil(math.log(number) * 10**10) / 10**10:.10f}"


class _NotRead(Exception):
    """A word is not a number."""


def _value(word: str, text: str) -> Fraction:
    """The value of a word without blanks at its ends."""
    if text.endswith("%"):
        return _ratio(text[:-1].rstrip()) / 100
    match = _POWER.fullmatch(text)
    if match is not None:
        sign, factor, base, exponent = match.groups()
        value = _power(word, _ratio(base.strip()), exponent)
        if factor is not None:
            value *= _ratio(factor.strip())
        return -value if sign == "-" else value
    return _ratio(text)


def _power(word: str, base: Fraction, exponent: str) -> Fraction:
    """A power, unless it has too many digits."""
    bits = max(abs(base.numerator), base.denominator).bit_length()  # 4 of them for 10
    if len(exponent) > 9 or abs(int(exponent)) * bits > MOST_DIGITS * 4:
        raise _too_large(word)
    return Fraction(base ** int(exponent))


def _ratio(text: str) -> Fraction:
    """A decimal, or the ratio of two."""
    try:
        return Fraction(text)
    except ValueError:
        pass
    try:
        above, below = text.split("/")
        return Fraction(above.strip()) / Fraction(below.strip())
    except ValueError:
        raise _NotRead from None


def _too_large(word: str) -> ValueError:
    return ValueError(f"{shown(word)} has an exponent beyond {MOST_DIGITS}; give a smaller one.")


def shown(word: str) -> str:
    """A word as it stands in a message: quoted, and shortened if it is long.

    >>> shown("0.5"), shown("1" * 100)
    ("'0.5'", "'1111111111111111111111111111111111111111...'")
    """
    return repr(word if len(word) <= MOST_SHOWN else word[:MOST_SHOWN] + "...")
