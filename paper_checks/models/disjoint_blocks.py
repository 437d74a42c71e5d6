"""Partitions of a list of records into blocks of neighbours in the list, as papers index them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

Starts = tuple[int, ...]
"""t_1 < ... < t_{k+1}: block i holds the records t_i, ..., t_{i+1} - 1, counted from 1."""
Admissible = Callable[[Starts, int], bool]


def without_the_range(starts: Starts, n: int) -> bool:
    """k < n and 1 = t_1 < ... < t_k < t_{k+1} - 1 = n, where t_{k+1} may be n + 1."""
    blocks, last = len(starts) - 1, starts[-1] - 1
    return starts[0] == 1 and last == n and starts[-2] < last and blocks < n


def as_printed(starts: Starts, n: int) -> bool:
    """The same chain with all indexes in [1, n].

    >>> any(as_printed(starts, n) for n in range(1, 6) for starts in lists_of_starts(n))
    False
    """
    return without_the_range(starts, n) and all(1 <= t <= n for t in starts)


def any_partition(starts: Starts, n: int) -> bool:
    """1 = t_1 < ... < t_k < t_{k+1} = n + 1: every cut into non-empty blocks."""
    return starts[0] == 1 and starts[-1] == n + 1


def holds_all(starts: Starts, n: int) -> bool:
    """Whether the blocks hold each of the n records once."""
    return [i for a, b in pairwise(starts) for i in range(a, b)] == list(range(1, n + 1))


def lists_of_starts(n: int) -> Iterator[Starts]:
    """All increasing lists of at least two indexes from 1 to n + 1."""
    for size in range(2, n + 2):
        yield from combinations(range(1, n + 2), size)


def counted(admissible: Admissible, most: int = 6) -> tuple[bool, dict[str, int]]:
    """Whether a hypothesis admits exactly the partitions of up to `most` records, and how many.

    >>> counted(any_partition)
    (True, {'partitions': 63, 'admitted': 63, 'admitted_by_the_chain': 16})
    """
    lists = [(starts, n) for n in range(1, most + 1) for starts in lists_of_starts(n)]
    wanted, admitted, chain = (
        [starts for starts, n in lists if allowed(starts, n)]
        for allowed in (holds_all, admissible, without_the_range)
    )
    counts = {"partitions": len(wanted), "admitted": len(admitted)}
    return admitted == wanted, counts | {"admitted_by_the_chain": len(chain)}
