"""The lattices on which rational numbers lie."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm


def whole_multiples(numbers: Sequence[Fraction]) -> tuple[int, list[int]]:
    """The least whole number > 0 whose multiples of all numbers are whole, and these multiples.

    >>> whole_multiples([Fraction(1, 2), Fraction(-2, 3), Fraction(1)])
    (6, [3, -4, 6])
    """
    scale = lcm(*(x.denominator for x in numbers))
    return scale, [x.numerator * (scale // x.denominator) for x in numbers]


def common_step(distances: Iterable[Fraction]) -> Fraction:
    """The largest number of which all these are whole multiples; 0 if all are 0, or none is given.

    >>> common_step([Fraction(1, 2), Fraction(1, 3)]), common_step([Fraction(0)])
    (Fraction(1, 6), Fraction(0, 1))
    """
    scale, whole = whole_multiples(tuple(distances))
    return Fraction(gcd(*whole), scale)
