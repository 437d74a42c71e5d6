"""The exact law of a mean of n coins with Laplace noise, in balls."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sides
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration.binomial_laplace import binomial_law

Width = Callable[[int, Fraction, arb], arb]
"""A width, for n rewards, eps and log(1/delta)."""
CASES = tuple(
    product(
        (1, 2, 16),
        (Fraction(1, 100), Fraction(1), Fraction(1000)),
        (Fraction(1, 10), Fraction(1, 2), Fraction(97, 100)),
        (Fraction(1, 10**6), Fraction(1, 2), Fraction(1)),
    )
)
"""Numbers of rewards, eps, means and delta."""


def printed_width(n: int, eps: Fraction, log: arb) -> arb:
    """log(1/delta)/(n eps) + sqrt(log(1/delta)/(2n)), of (C.2).

    >>> float(printed_width(8, Fraction(1), arb(4)).mid())
    1.0
    """
    return log / (n * ball(eps)) + (log / (2 * n)).sqrt()


def laplace_above(z: arb) -> arb:
    """P(Y >= z) for Y of the Laplace law of scale 1.

    >>> float(laplace_above(arb(0)).mid())
    0.5
    """
    need(bool(z >= 0 or z <= 0), "The sign of the place is not decided")
    return (-z).exp() / 2 if z >= 0 else 1 - z.exp() / 2


def mean_above(n: int, mean: Fraction, eps: Fraction, level: arb) -> arb:
    """P(mean of n coins + Lap(1/(n eps)) >= level).

    >>> round(float(mean_above(4, Fraction(1, 2), Fraction(1), arb(1) / 2).mid()), 9)
    0.5
    """
    scale, total = n * ball(eps), arb(0)
    for k, mass in enumerate(binomial_law(n, mean)):
        if mass:
            total += ball(mass) * laplace_above(scale * (level - ball(Fraction(k, n))))
    return total


@cache
def compared_tails(width: Width = printed_width, factor: Fraction = Fraction(3, 2)) -> Sides:
    """Both tails against factor * delta; below the mean they are those of the coins turned over."""
    sides = Sides()
    with working_precision(80):
        for n, eps, mean, delta in CASES:
            shift = width(n, eps, -ball(delta).log())
            case: dict[str, Any] = {"n": n, "eps": eps, "mu": mean, "delta": delta}
            for side, coins in (("above", mean), ("below", 1 - mean)):
                tail = mean_above(n, coins, eps, ball(coins) + shift)
                most = ball(factor * delta)
                sides.at_most(tail, most, "A tail is too heavy.", side=side, **case)
    return sides
