"""The rationals and the two infinities: the ends of enclosures."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational
from typing import Any

from .decimal_digits import decimal

Bound = Fraction | float
"""A finite bound is a `Fraction`; the only floats allowed are the two infinities."""


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
