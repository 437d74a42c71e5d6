"""The exact tails of a mean of n coins with normal noise, in balls."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sides
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball, working_precision

Square = Callable[[int, Fraction, arb], arb]
"""The square of a width, for n rewards, a price and log(1/delta)."""
Noise = Callable[[int, Fraction], Fraction]
"""The variance of the noise of a mean of n rewards, for a price."""


def printed_square(n: int, price: Fraction, log: arb) -> arb:
    """(1/(2n) + price/n^2) log(1/delta)."""
    return ball(Fraction(1, 2 * n) + price / n**2) * log


def printed_noise(n: int, price: Fraction) -> Fraction:
    """price / (2 n^2)."""
    return price / (2 * n**2)


def require_a_width(delta: Fraction | None, price: Fraction, **case: Any) -> None:
    """Refute a statement that admits a delta above 1, for which the width is no number."""
    if delta is not None:
        require_or_repair(
            delta <= 1,
            "For delta > 1 the width is the root of a negative number; delta = 0 has no logarithm.",
            **case,
            delta=delta,
            square_of_the_width=printed_square(1, price, -ball(delta).log()),
        )


def tail_above(n: int, mean: Fraction, variance: Fraction, width: arb) -> arb:
    """P(mean of n coins + noise - width >= mean of the coins)."""
    spread = (2 * ball(variance)).sqrt()
    total = arb(0)
    for k in range(n + 1):
        mass = comb(n, k) * mean**k * (1 - mean) ** (n - k)
        if mass:
            total += ball(mass) * ((ball(mean - Fraction(k, n)) + width) / spread).erfc() / 2
    return total


CASES = tuple(
    product(
        (1, 2, 16),
        (Fraction(1, 100), Fraction(1), Fraction(1000)),
        (Fraction(0), Fraction(3, 10), Fraction(9, 10)),
        (Fraction(1, 10**6), Fraction(1, 2), Fraction(999, 1000)),
    )
)


@cache
def compared_tails(square: Square = printed_square, noise: Noise = printed_noise) -> Sides:
    """The tails against delta; below the mean they are those of the coins turned over."""
    sides = Sides()
    with working_precision(80):
        for n, price, mean, delta in CASES:
            width = square(n, price, -ball(delta).log()).sqrt()
            case: dict[str, Any] = {"n": n, "price": price, "mu": mean, "delta": delta}
            for side, coins in (("above", mean), ("below", 1 - mean)):
                tail = tail_above(n, coins, noise(n, price), width)
                sides.at_most(tail, ball(delta), "A tail is too heavy.", side=side, **case)
    return sides
