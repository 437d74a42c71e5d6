"""Two-sided geometric noise on the integers, for laws of choices and comparisons as fractions.

P(k) = (1 - r)/(1 + r) r^|k| is Laplace noise of scale 1/log(1/r) on the integers, and has the one
property that proofs of such laws use: its tail falls by r^d when its end rises by d. So for integer
data a price sum c_j / b_j becomes the bound prod r_j^(-c_j) of a ratio of probabilities.
"""

from fractions import Fraction
from functools import cache

FAR = 40
"""Noises of more than this are left out: their probability is below 2^-39."""
LEFT_OUT = Fraction(1, 2**39)


def mass(k, r):
    """P(noise = k)."""
    return (1 - r) / (1 + r) * r ** abs(k)


@cache
def at_least(k, r):
    """P(noise >= k), in closed form."""
    return r**k / (1 + r) if k > 0 else 1 - r ** (1 - k) / (1 + r)


def in_range(r):
    """The noises that are not left out."""
    return range(-FAR, FAR + 1)


def largest_ratio(one, two):
    """The largest ratio of probabilities, between two bounds."""
    pairs = [(one[key], two[key]) for key in one]
    pairs += [(b, a) for a, b in pairs]
    low = max(a / (b + LEFT_OUT) for a, b in pairs)
    return low, max((a + LEFT_OUT) / b for a, b in pairs)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
