"""Tails of normal numbers in float64, with their digits also where they are about 1e-300.

erfc(y) is exp(-y^2) erfcx(y): the error of y^2 counts as often as y^2 is large, so that the square
is given, and not its rounded root.
"""

from __future__ import annotations
from fractions import Fraction
import numpy as np
from .domains import Array
from .enclosure import Enclosure

FAR = 100
"""erfc(x) <= exp(-x^2) is less than `TINY` beyond this x."""
TINY = Enclosure(Fraction(0), Fraction(1, 1 << 14_000))
"""What is so small is enclosed from 0 on, without relative digits."""


def erfc_of_root(square: Array, rest: Array | float = 0.0) -> Array:
    """erfc(sqrt(square + rest)), where rest is what rounding left of the square.

    >>> float(erfc_of_root(np.asarray(4.0))) == 0.004677734981047266
    True
    """
    from scipy.special import erfcx

    near = erfcx(np.sqrt(square)) * np.exp(-square)
    return np.asarray(near * (1.0 - np.where(near > 0, rest, 0.0)))


def upper_tail(x: Array) -> Array:
    """1 - Phi(x), as exact as the rounding of x^2 allows.

    >>> upper_tail(np.array([-40.0, 0.0, 38.5])).tolist()
    [1.0, 0.5, 0.0]
    """
    from scipy.special import ndtr

    far = np.clip(x, 0.0, 1e3)
    return np.asarray(np.where(x > 0, erfc_of_root(far * far / 2) / 2, ndtr(-x)))


def scaled_square(x: Array, variance: Array) -> tuple[Array, Array]:
    """x^2 / (2 variance) as a float, and what its rounding left.

    >>> [float(part) for part in scaled_square(np.asarray(3.0), np.asarray(2.0))]
    [2.25, 0.0]
    """
    m, power = np.frexp(x)
    v, other = np.frexp(variance)
    square, error = _product(m, m)
    ratio = square / v
    again, missed = _product(ratio, v)
    shift = 2 * power - other - 1
    with np.errstate(over="ignore"):
        return np.ldexp(ratio, shift), np.ldexp(((square - again) - missed + error) / v, shift)


def _product(a: Array, b: Array) -> tuple[Array, Array]:
    """The rounded product of numbers of about 1, and its error."""
    product = a * b
    left, right = (x.astype(np.float32).astype(np.float64) for x in (a, b))
    low, little = a - left, b - right
    return product, ((left * right - product) + left * little + low * right) + low * little
