"""Integers that noise on the integers hides in floats, too: up to 2^53 floats add them exactly.

Rewards are floats, so a sum of them and an integer noise is one. Beyond 2^53 it is rounded to an
even number, or a multiple of 4, and so on, by its size: an odd one tells that the sum was small.
"""

from collections.abc import Iterable
from fractions import Fraction
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    IntegerLaplace,
    Mechanism,
)

LARGEST_WHOLE = 2**53 // 10**6
"""The largest reward, and the largest deviation of a noise: a million of them add up exactly."""


def are_whole(numbers: Iterable[Fraction]) -> bool:
    """Whether these are integers of which a float adds up very many.

    >>> are_whole([Fraction(0), Fraction(-5)]), are_whole([Fraction(2**54)])
    (True, False)
    """
    return all(one.denominator == 1 and abs(one) <= LARGEST_WHOLE for one in numbers)


def hides_whole(noise: Mechanism) -> bool:
    """Whether a noise hides what is whole: it is continuous, or not too large for floats.

    >>> hides_whole(IntegerLaplace(10)), hides_whole(IntegerLaplace(2**54))
    (True, False)
    """
    if isinstance(noise, IntegerLaplace):
        return exact(noise.scale) <= LARGEST_WHOLE
    if isinstance(noise, DiscreteLaplace):
        return noise.variance <= LARGEST_WHOLE**2
    if isinstance(noise, DiscreteGaussian):
        return exact(noise.sigma_squared) <= LARGEST_WHOLE**2
    return True
