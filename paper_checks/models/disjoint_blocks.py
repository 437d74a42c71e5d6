"""Partitions of a list of records into blocks of neighbours in the list, as papers index them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any
from banditproof.paper_checks.models.finite_laws import Law, bit_lists, joint
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair

Bits = tuple[int, ...]
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


def require_partitions(admissible: Admissible, records: str, besides: str = "") -> None:
    """Refute a statement that does not admit exactly the partitions."""
    exact, counts = counted(admissible)
    require_or_repair(
        exact,
        "t_{l+1} = T + 1 is not in [1, T], so that the printed indexes admit no partition; without "
        f"this range they still exclude l = T and a last block of one {records}, which both work."
        f"{besides}",
        **counts,
    )


def laws_by_blocks(
    n: int, mechanism: Callable[[Bits], Law], last: int = 0
) -> Iterator[tuple[Starts, dict[Bits, Law]]]:
    """Each partition of n bits, and the law of the outputs of all blocks for each list of bits.

    A block may see `last` bits of the next one.
    """
    for starts in filter(lambda starts: holds_all(starts, n), lists_of_starts(n)):
        laws: dict[Bits, Law] = {}
        for x in bit_lists(n):
            laws[x] = (Fraction(1),)
            for a, b in pairwise(starts):
                laws[x] = joint(laws[x], mechanism(x[a - 1 : b - 1 + last]))
        yield starts, laws


def counted(admissible: Admissible, most: int = 6) -> tuple[bool, dict[str, Any]]:
    """Whether a hypothesis admits exactly the partitions of up to `most` records, and how many.

    >>> counted(any_partition)
    (True, {'partitions': 63, 'admitted': 63, 'admitted_by_the_chain': 31})
    """
    lists = [(starts, n) for n in range(1, most + 1) for starts in lists_of_starts(n)]
    wanted, admitted, chain = (
        [starts for starts, n in lists if allowed(starts, n)]
        for allowed in (holds_all, admissible, without_the_range)
    )
    counts = {"partitions": len(wanted), "admitted": len(admitted)}
    return admitted == wanted, counts | {"admitted_by_the_chain": len(chain)}
