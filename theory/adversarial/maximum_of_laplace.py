"""The expected maximum of independent Laplace variables of scale 1."""

from __future__ import annotations
from fractions import Fraction
from flint import arb, ctx
from banditproof.theory.balls import ball, enclose, hull
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count

SUMMED = 64
"""Up to so many variables the maximum is summed exactly."""


def laplace_maximum(count: Number, digits: int = 15) -> Enclosure:
    """E max of K independent Laplace variables: sum_(j<=K) (1 - 2^-j)/j - 2^-K/K.

    The integral of 1 - F^K over the positive numbers is the sum, with u = F for the variable, and
    that of F^K over the negative ones is the last term. It is about log(K/2) + 0.5772.

    >>> laplace_maximum(2).exact, laplace_maximum(3).exact
    (Fraction(3, 4), Fraction(9, 8))
    >>> print(laplace_maximum(24735, digits=6))
    10.00006322[2..3]
    """
    number = exact_count("count", count, least=1)
    if number <= SUMMED:
        return Enclosure.of(_exact(number))
    return enclose(lambda: laplace_maximum_ball(number), digits)


def laplace_maximum_ball(count: int) -> arb:
    """The expected maximum as a ball at the working precision."""
    if count <= SUMMED:
        return ball(_exact(count))
    # sum 1/j is a harmonic number; sum 2^-j/j is log 2 but for less than 2^-K
    harmonic = (arb(count) + 1).digamma() + arb.const_euler()
    if count > ctx.prec:
        small = hull(arb(0), arb(2) ** -ctx.prec)
        return harmonic - (arb.const_log2() - small) - small
    shrinking = sum((arb(2) ** -j / j for j in range(1, count + 1)), start=arb(0))
    return harmonic - shrinking - arb(2) ** -count / count


def _exact(count: int) -> Fraction:
    terms = (Fraction(2**j - 1, j * 2**j) for j in range(1, count + 1))
    return sum(terms, Fraction(0)) - Fraction(1, count * 2**count)
