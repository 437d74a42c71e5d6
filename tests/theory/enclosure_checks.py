"""Enclosures beside each other, and beside the numbers of mpmath."""

import math
from fractions import Fraction
from typing import Any
import mpmath


def mpf(x: Any) -> Any:
    """A rational or infinite number in mpmath, to its working precision."""
    if x in (math.inf, -math.inf):
        return mpmath.mpf(x)
    x = Fraction(x)
    return mpmath.mpf(x.numerator) / x.denominator


def overlap(one: Any, other: Any) -> bool:
    """Whether two enclosures may be of one number."""
    return bool(max(one.lo, other.lo) <= min(one.hi, other.hi))


def near(enclosure: Any, value: Any, digits: int = 20) -> bool:
    """Whether a number of mpmath is the enclosed one, up to its own error."""
    with mpmath.workdps(60):
        margin = abs(value) * mpmath.mpf(10) ** -digits + mpmath.mpf("1e-40")
        return bool(abs(mpf(enclosure.mid) - value) <= margin)
