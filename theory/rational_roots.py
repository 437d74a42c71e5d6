"""Square roots between rationals, which are exact where the root is rational."""

from __future__ import annotations
from fractions import Fraction
from math import isqrt
from .exact import Number, exact_nonnegative

DIGITS = 25
"""The relative distance of the two bounds is at most 10^-DIGITS."""


def root_bounds(square: Number) -> tuple[Fraction, Fraction]:
    """Rationals next to the root of a number >= 0, one below and one above; equal if they can be.

    >>> root_bounds("0.25"), root_bounds(0)
    ((Fraction(1, 2), Fraction(1, 2)), (Fraction(0, 1), Fraction(0, 1)))
    >>> low, high = root_bounds(2)
    >>> low**2 < 2 < high**2, (high - low) * 10**25 <= high
    (True, True)
    """
    value = exact_nonnegative("square", square)
    # root(n/d) = root(n d) / d, so one integer root serves; n d >= 1 gives it at least 25 digits.
    inside = value.numerator * value.denominator * 100**DIGITS
    root, scale = isqrt(inside), value.denominator * 10**DIGITS
    # The lower bound is exact if and only if the integer is a square, and then both ends agree.
    return Fraction(root, scale), Fraction(root + (root**2 < inside), scale)
