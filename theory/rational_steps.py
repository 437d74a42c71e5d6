"""The lattices on which rational numbers lie."""

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm


def common_step(distances: Iterable[Fraction]) -> Fraction:
    """The largest number of which all these are whole multiples; 0 if all are 0, or none is given.

    >>> common_step([Fraction(1, 2), Fraction(1, 3)]), common_step([Fraction(0)])
    (Fraction(1, 6), Fraction(0, 1))
    """
    given = tuple(distances)
    scale = lcm(*(x.denominator for x in given))
    return Fraction(gcd(*(x.numerator * (scale // x.denominator) for x in given)), scale)
