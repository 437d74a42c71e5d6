"""Numbers as people write them: enclosures by their certain digits, parameters in few letters."""

from fractions import Fraction
from banditproof.theory.decimal_digits import decimal
from banditproof.theory.enclosure import Enclosure

LONGEST = 12
"""The most digits of a parameter that is shown; one of more digits is cut."""
FEWEST_ZEROS = 5
"""A whole number that ends in so many zeros is written with an exponent."""


def enclosure_text(number: Enclosure, digits: int) -> str:
    """An enclosure rounded outwards to the asked digits, the last of them as a range.

    >>> enclosure_text(Enclosure.of("1/3"), 4), enclosure_text(Enclosure.of(2), 4)
    ('0.333[3..4]', '2')
    """
    low, high = number.decimal_lo(digits), number.decimal_hi(digits)
    if low == high:
        return _without_zeros(low)
    same = len(low) == len(high) and low[:-1] == high[:-1] and "e" not in low
    return f"{low[:-1]}[{low[-1]}..{high[-1]}]" if same else f"[{low}..{high}]"


def number_text(number: Fraction) -> str:
    """A parameter in few letters; dots stand for what is cut off.

    >>> number_text(Fraction(10**6)), number_text(Fraction(1, 4)), number_text(Fraction(1, 3))
    ('1e6', '0.25', '0.333333333333...')
    """
    low, high = (decimal(number, LONGEST, up=up) for up in (False, True))
    if low != high:
        return f"{low}..."
    text = _without_zeros(low)
    significant = text.rstrip("0")
    zeros = len(text) - len(significant)
    if "." in text or "e" in text or zeros < FEWEST_ZEROS:
        return text
    point = f"{significant[0]}.{significant[1:]}" if len(significant) > 1 else significant
    return f"{point}e{len(text) - 1}"


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text
