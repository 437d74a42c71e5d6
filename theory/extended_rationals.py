"""The rationals and the two infinities: the ends of enclosures."""

import math
from fractions import Fraction
from numbers import Rational
from typing import Any
from .decimal_digits import decimal

Bound = Fraction | float
"""A finite bound is a `Fraction`; the only floats allowed are the two infinities."""
MOST_BITS = 1 << 20
"""The longest numerator or denominator of a power: what is longer takes seconds, or all memory."""


def as_bound(value: Any) -> Bound | None:
    """Return an integer, a fraction or an infinity as a bound; None for everything else.

    >>> as_bound(3), as_bound(-math.inf), as_bound(0.5)
    (Fraction(3, 1), -inf, None)
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return float(value) if isinstance(value, float) and math.isinf(value) else None


def checked_bound(value: Any) -> Bound:
    """Return an end of an enclosure as a bound; raises ValueError if it is none."""
    end = as_bound(value)
    if end is None:
        raise ValueError(
            f"An end of an enclosure is the {type(value).__name__} {value}; "
            "give a Fraction or an infinity."
        )
    return end


def operand_bound(value: Any) -> Bound | None:
    """Return `as_bound`; raises ValueError for a finite float, which may mean two numbers."""
    end = as_bound(value)
    if end is None and isinstance(value, float):
        raise ValueError(
            f"The operand {value} is a float; give an int, a Fraction or an Enclosure "
            "(Enclosure.of reads the exact binary value of a float)."
        )
    return end


def nearest_float(value: Bound) -> float:
    """Return the nearest float, an infinity where the number is beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def float_between(lo: Bound, hi: Bound) -> float:
    """Return the float nearest to a midpoint; raises ValueError from minus infinity to infinity."""
    if lo == -math.inf and hi == math.inf:
        raise ValueError(
            "The enclosure reaches from minus infinity to infinity, so that no float stands "
            "for it; give one with a finite end."
        )
    return nearest_float(lo if lo == hi else plus(lo, hi) / 2)


def bits_of(value: Bound) -> int:
    """Return the binary digits of a fraction; none for an infinity."""
    return (value.numerator * value.denominator).bit_length() if isinstance(value, Fraction) else 0


def finite_bound(name: str, end: Bound) -> Fraction:
    """Return an end of an enclosure as a fraction; raises ValueError if it is infinite."""
    if isinstance(end, Fraction):
        return end
    raise ValueError(f"The {name} end of the enclosure is {end}; give a finite enclosure.")


def require_short_power(end: Bound, exponent: int, base: object) -> None:
    """Raise ValueError if an end of a base has a power of more than `MOST_BITS` binary digits."""
    if isinstance(end, Fraction):
        # A lower bound of the binary logarithm: only what is surely too long is refused.
        bits = max(abs(end.numerator), end.denominator).bit_length() - 1
        if bits * exponent > MOST_BITS:
            # Python does not print numbers of thousands of digits
            long = exponent.bit_length() >= 100
            size = f"of {exponent.bit_length()} binary digits" if long else f"{exponent}"
            raise ValueError(
                f"The power {size} of {base} has more than {MOST_BITS} binary digits; give a "
                "smaller exponent, or enclose the logarithm instead."
            )


def plus(a: Bound, b: Bound) -> Bound:
    """Return a + b; raises ValueError for infinity minus infinity."""
    if isinstance(a, float) and isinstance(b, float) and a != b:
        raise ValueError("The sum may be infinity minus infinity; give at least one finite number.")
    return a if isinstance(a, float) else b if isinstance(b, float) else a + b


def times(a: Bound, b: Bound) -> Bound:
    """Return a b; neither may be 0 if the other is infinite.

    >>> times(Fraction(-2), math.inf)
    -inf
    """
    if not isinstance(a, float) and not isinstance(b, float):
        return a * b
    return math.inf if (a > 0) == (b > 0) else -math.inf


def inverse(a: Bound) -> Fraction:
    """Return 1 / a for a number that is not 0; it is 0 for an infinity."""
    # The limit, as the reciprocal of an unbounded end.
    return Fraction(0) if isinstance(a, float) else 1 / a


def interval_text(lo: Bound, hi: Bound, shown: int) -> str:
    """Return an interval as its common digits followed by the range of the last one.

    >>> interval_text(Fraction(33, 100), Fraction(34, 100), 2)
    '0.3[3..4]'
    """
    low, high = decimal(lo, shown, up=False), decimal(hi, shown, up=True)
    if lo == hi:
        if isinstance(lo, float) or low == high:  # equal only if the decimal is exact
            return low
        return low + "..."
    if low == high:
        return low
    same = len(low) == len(high) and low[:-1] == high[:-1] and "e" not in low
    return f"{low[:-1]}[{low[-1]}..{high[-1]}]" if same else f"[{low}..{high}]"
