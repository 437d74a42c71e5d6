"""Expected pulls of an arm at one horizon, from below: phi_n summed over blocks of n.

phi_n(delta) decreases in n and in delta, so that a block of n is at least its size times the value
at its right end.
"""

from __future__ import annotations
from collections.abc import Callable, Iterator
from fractions import Fraction
from banditproof.theory.exact import float_above
from banditproof.theory.parameter_names import accepts_epsilon
from .concentrated_tradeoff import tradeoff
from .error_tradeoff import Budget
from .noisy_counts import UNIT

RATIO = 1.01
"""The growth of blocks where a result is printed."""
MOST_ROUNDS = 10**300
"""The bounds of more rounds are at least those of so many."""
COARSER = ((10**8, 1.3), (10**6, 1.1))
"""From these n on blocks grow by this ratio at least."""


def blocks(last: int, ratio: float) -> Iterator[tuple[int, int]]:
    """The right ends of blocks of 0, ..., last, with their sizes.

    >>> list(blocks(5, 1.5))
    [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]
    >>> list(blocks(9, 3))
    [(0, 1), (1, 1), (3, 2), (9, 6)]
    """
    before = -1
    while before < last:
        growth = max([ratio, *[coarse for n, coarse in COARSER if before >= n]])
        end = min(last, max(before + 1, int(before * growth)))
        yield end, end - before
        before = end


def summed(last: int, ratio: float, value: Callable[[int], float]) -> float:
    """A lower bound of the sum of a decreasing value(n) >= 0 over n = 0, ..., last."""
    total, terms = 0.0, 0
    for end, size in blocks(last, ratio):
        term = value(end)
        total, terms = total + size * term, terms + 1
        if term * (end + 1) < 1e-7 * total:
            break
    return total * (1 - 4 * (terms + 1) * UNIT)


@accepts_epsilon
def pulls_if_reliable(
    p: Fraction, q: Fraction, eps: Budget, horizon: int, delta: Fraction, ratio: float = RATIO
) -> float:
    """A lower bound of E_nu N_a if Pr_nu''[N_a <= floor(T/2)] <= delta, for eps-DP policies.

    nu'' has the mean q at arm a instead of p. The bound is the sum of phi_n(delta) over
    n <= min(floor(T/2), T - 1).

    >>> round(pulls_if_reliable(Fraction(1, 2), Fraction(3, 4), Fraction(1), 1, Fraction(1, 4)), 6)
    0.75
    """
    most, errors = float_above(delta), tradeoff(p, q, eps)
    last = min(horizon // 2, horizon - 1, MOST_ROUNDS)
    return summed(last, ratio, lambda n: errors.least_excess(n, most))


@accepts_epsilon
def pulls_if_cheap(
    p: Fraction, q: Fraction, eps: Budget, horizon: int, others: Fraction, ratio: float = RATIO
) -> float:
    """A lower bound of E_nu N_a if E_nu''[T - N_a] <= others, for eps-DP policies.

    The bound is the sum over n < T of phi_n(min(1, others / (T - n))), by Markov's inequality.

    >>> round(pulls_if_cheap(Fraction(1, 2), Fraction(3, 4), Fraction(1), 2, Fraction(1, 4)), 6)
    1.549878
    """
    most, errors = float_above(others), tradeoff(p, q, eps)
    rounds = min(horizon, MOST_ROUNDS)

    def value(n: int) -> float:
        return errors.least_excess(n, most / (rounds - n) * (1 + 4 * UNIT))

    return summed(rounds - 1, ratio, value)
