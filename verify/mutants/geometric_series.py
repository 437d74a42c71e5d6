"""Exact sums over all integers of what is a sum of geometric sequences outside of a window."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod


def geometric_tail(values: Sequence[Fraction], bases: Sequence[Fraction]) -> Fraction:
    """The sum of f(0) + f(1) + ... for f(k) = sum of c_j bases[j]^k, from its first values.

    The generating function of f is N(x) / prod (1 - b_j x) with a numerator of degree below
    len(bases), so len(values) = len(bases) values determine it; the sum is its value at 1.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> geometric_tail([half + third, half**2 + third**2], [half, third])
    Fraction(3, 2)
    """
    denominator = [Fraction(1)]
    for base in bases:
        shifted = [Fraction(0), *(-base * c for c in denominator)]
        denominator = [a + b for a, b in zip([*denominator, Fraction(0)], shifted, strict=True)]
    numerator = sum(
        (denominator[i] * values[k - i] for k in range(len(values)) for i in range(k + 1)),
        Fraction(0),
    )
    return numerator / prod((1 - base for base in bases), start=Fraction(1))


def sum_over_integers(
    f: Callable[[int], Fraction], window: int, bases: Sequence[Fraction]
) -> Fraction:
    """The sum of f over all integers, if f is a sum of geometric sequences beyond the window.

    >>> sum_over_integers(lambda z: Fraction(1, 2) ** abs(z), 0, [Fraction(1, 2)])
    Fraction(3, 1)
    """
    inside = sum((f(z) for z in range(-window, window + 1)), Fraction(0))
    steps = range(1, len(bases) + 1)
    right = geometric_tail([f(window + k) for k in steps], bases)
    left = geometric_tail([f(-window - k) for k in steps], bases)
    return inside + right + left
