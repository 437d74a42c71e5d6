"""Decimal digits of rationals, rounded in a given direction."""

import math
from fractions import Fraction


def floor_log10(top: int, bottom: int) -> int:
    """Return floor(log10(top / bottom)) of positive integers, exactly.

    >>> floor_log10(999, 1), floor_log10(2, 2000)
    (2, -3)
    """
    # The value is above 2^(bits - 1) and below 2^(bits + 1): the guess is 0 or 1 too small, never
    # too large, so the loop only climbs.
    bits = top.bit_length() - bottom.bit_length()
    guess = math.floor((bits - 1) * math.log10(2))
    while True:
        above, below = _over_power_of_ten(top, bottom, guess + 1)
        if above < below:
            return guess
        guess += 1


def _over_power_of_ten(top: int, bottom: int, exponent: int) -> tuple[int, int]:
    """top / bottom / 10^exponent as a pair of integers, without the gcd that a `Fraction` takes."""
    return (top * 10**-exponent, bottom) if exponent < 0 else (top, bottom * 10**exponent)


def decimal(value: Fraction | float, digits: int, *, up: bool) -> str:
    """Return a decimal of `digits` significant digits: at least the value if `up`, else at most.

    The only floats that it accepts are the two infinities.

    >>> decimal(Fraction(2, 3), 4, up=False), decimal(Fraction(2, 3), 4, up=True)
    ('0.6666', '0.6667')
    """
    if isinstance(value, float):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "0"
    exponent = floor_log10(*abs(value).as_integer_ratio())
    above, below = _over_power_of_ten(*value.as_integer_ratio(), exponent - digits + 1)
    # Floor division rounds down for both signs, so its negation of the negation rounds up.
    integer = -(-above // below) if up else above // below
    sign, text = ("-", str(-integer)) if integer < 0 else ("", str(integer))
    point = exponent + (len(text) - digits) + 1
    if not -6 <= point <= 21:
        mantissa = text[0] + "." + (text[1:].rstrip("0") or "0")
        return f"{sign}{mantissa}e{point - 1}"
    if point <= 0:
        whole, part = "0", "0" * -point + text
    elif point >= len(text):
        whole, part = text + "0" * (point - len(text)), ""
    else:
        whole, part = text[:point], text[point:]
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"
