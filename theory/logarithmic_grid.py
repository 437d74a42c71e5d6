"""Numbers that are evenly spaced in the logarithm, for the axes of figures."""

import math
from fractions import Fraction


def evenly_in_logarithms(low: Fraction, high: Fraction, points: int) -> list[Fraction]:
    """So many numbers from low to high, both of which are exact.

    >>> [round(float(b), 9) for b in evenly_in_logarithms(Fraction(1, 100), Fraction(1), 3)]
    [0.01, 0.1, 1.0]
    """
    first, last = math.log(low), math.log(high)
    inner = [
        Fraction(math.exp(first + (last - first) * k / (points - 1))) for k in range(1, points - 1)
    ]
    return [low, *inner, high]
