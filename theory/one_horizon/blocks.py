"""Sums of a decreasing function of n over blocks of n that grow geometrically."""

from __future__ import annotations
from collections.abc import Callable
from functools import lru_cache
from .noisy_counts import UNIT

RATIO = 1.01
"""The growth of blocks where a result is printed."""
MOST_ROUNDS = 10**300
"""The bounds of more rounds are at least those of so many."""
COARSER = ((10**8, 1.3), (10**6, 1.1))
"""From these n on blocks grow by this ratio at least."""


@lru_cache(maxsize=128)
def blocks(last: int, ratio: float) -> tuple[tuple[int, int], ...]:
    """The right ends of blocks of 0, ..., last, with their sizes.

    >>> blocks(5, 1.5)
    ((0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
    >>> blocks(9, 3)
    ((0, 1), (1, 1), (3, 2), (9, 6))
    """
    found, before = list[tuple[int, int]](), -1
    while before < last:
        growth = max([ratio, *[coarse for n, coarse in COARSER if before >= n]])
        end = min(last, max(before + 1, int(before * growth)))
        found.append((end, end - before))
        before = end
    return tuple(found)


def values_of_blocks(last: int, ratio: float, value: Callable[[int], float]) -> list[float]:
    """A decreasing value(n) >= 0 at the right ends of the blocks, until the rest is negligible."""
    total, values = 0.0, list[float]()
    for end, size in blocks(last, ratio):
        term = value(end)
        total += size * term
        values.append(term)
        if term * (end + 1) < 1e-7 * total:
            break
    return values


def summed(last: int, ratio: float, value: Callable[[int], float]) -> float:
    """A lower bound of the sum of a decreasing value(n) >= 0 over n = 0, ..., last."""
    return sum_of_blocks(last, ratio, values_of_blocks(last, ratio, value))


def sum_of_blocks(last: int, ratio: float, values: list[float]) -> float:
    """A lower bound of the sum of the sizes of the first blocks times their values.

    >>> sum_of_blocks(9, 3, [1.0, 0.5, 0.25]) <= 2
    True
    """
    sizes = (size for _, size in blocks(last, ratio))
    total = sum(size * term for size, term in zip(sizes, values, strict=False))
    return total * (1 - 4 * (len(values) + 1) * UNIT)
