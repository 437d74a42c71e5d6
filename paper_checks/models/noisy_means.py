"""The exact tails of a mean of n coins with normal noise, in balls."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sides
from banditproof.paper_checks.verdicts.vocabulary import at_most, require_or_repair
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


def normal_tail(x: arb) -> arb:
    """P(Z >= x) of a normal Z of variance 1."""
    return (x / arb(2).sqrt()).erfc() / 2


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


def rising_together(n: int, mean: Fraction, variance: Fraction, width: arb) -> arb:
    """The same where the noise is Z = Phi^-1(1 - U) and the coins fall as U grows.

    Both have the laws that the lemma gives them, and are as dependent as they can be. With k coins
    the uniform U is in an interval as long as the mass of k, and the event is Z >= its threshold.
    """
    above, total = arb(0), arb(0)
    for k in range(n, -1, -1):
        mass = ball(comb(n, k) * mean**k * (1 - mean) ** (n - k))
        seen = normal_tail((ball(mean - Fraction(k, n)) + width) / ball(variance).sqrt())
        total += arb.max(arb(0), arb.min(seen - above, mass))
        above += mass
    return total


Tail = Callable[[int, Fraction, Fraction, arb], arb]
"""P(mean of n coins + noise - width >= mean of the coins), under one joint law of both."""


def require_independence(tail: Tail, **price: Any) -> None:
    """Refute a statement that does not say that the noise is independent of the rewards.

    Four fair coins at the price 2 and delta = e^(-16/5), where the width is the root of 4/5.
    """
    n, mean, variance = 4, Fraction(1, 2), printed_noise(4, Fraction(2))
    with working_precision(80):
        log = ball(Fraction(16, 5))
        seen = tail(n, mean, variance, printed_square(n, Fraction(2), log).sqrt())
        require_or_repair(
            at_most(seen, (-log).exp()),
            "The noise is not said to be independent of the rewards: where both rise together, the "
            "tail is heavier. Besides, for delta > 1 the width is the root of a negative number, "
            "and delta = 0 has no logarithm.",
            n=n,
            mu=mean,
            **price,
            variance_of_the_noise=variance,
            delta="e^(-16/5)",
            delta_is=(-log).exp(),
            probability=seen,
            square_of_the_width_at_delta_2=printed_square(n, Fraction(2), -arb(2).log()),
        )
