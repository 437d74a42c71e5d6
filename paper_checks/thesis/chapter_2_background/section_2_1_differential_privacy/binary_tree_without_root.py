"""Which nodes of the binary tree the counts need, and how much noise dropping others saves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.evidence import Grade

from .binary_streams import Interval, dyadic_nodes, flips, l1_gap, node_sums, nodes_of_prefix

Kept = Callable[[int], list[Interval]]
"""The nodes that are released, for a horizon that is a power of two."""

ENUMERATED = (2, 4, 8)
COUNTED = (16, 64, 1024)


def without_the_root(horizon: int) -> list[Interval]:
    """All nodes but the one of all steps."""
    return [node for node in dyadic_nodes(horizon) if node != (1, horizon)]


def used_nodes(horizon: int, last: int) -> list[Interval]:
    """The nodes that the counts after steps 1 to last add up."""
    used = {node for t in range(1, last + 1) for node in nodes_of_prefix(t)}
    return [node for node in dyadic_nodes(horizon) if node in used]


def _without_the_leaves(horizon: int) -> list[Interval]:
    return [(a, b) for a, b in dyadic_nodes(horizon) if b > a]


def loss(horizon: int, nodes: list[Interval]) -> Fraction:
    """The l1 sensitivity of the sums of these nodes: the loss with Laplace noise of scale 1."""
    load = Counter(t for a, b in nodes for t in range(a, b + 1))
    found = Fraction(max(load.values()))
    if horizon in ENUMERATED:
        gap = max(l1_gap(node_sums(d, nodes), node_sums(e, nodes)) for d, e in flips(horizon))
        if gap != found:
            raise ArithmeticError(f"Two counts of the nodes differ: {gap} and {found}.")
    return found


def _uncounted(counts: Iterable[int], nodes: list[Interval]) -> list[int]:
    """The steps whose count is no sum of released nodes that `nodes_of_prefix` gives."""
    return [t for t in counts if not set(nodes_of_prefix(t)) <= set(nodes)]


@claim(
    "thesis.alg.tree.root",
    r"For $T=2^k$, $k\ge1$, the counts after steps $1,\dots,T-1$ use left children only; without "
    r"the root the tree has sensitivity $\log_2T$ instead of $1+\log_2T$, and dropping all nodes "
    r"that no count uses saves nothing more. The count after step $T$ is the root.",
    recorded="holds",
    title="dropping the root of the tree saves exactly one level",
    doubts=("D15",),
    mutants={
        "the root is kept": {"kept": dyadic_nodes},
        "the leaves are dropped": {"kept": _without_the_leaves},
        "the full prefix is released": {"last": lambda horizon: horizon},
        "two levels saved": {"saved": 2},
    },
)
def root_is_one_level(
    kept: Kept = without_the_root,
    last: Callable[[int], int] = lambda horizon: horizon - 1,
    saved: int = 1,
) -> Verdict:
    """The sensitivity with and without the root and with the used nodes only, by two counts."""
    for horizon in (*ENUMERATED, *COUNTED):
        nodes, end = kept(horizon), last(horizon)
        used = used_nodes(horizon, end)
        lost = _uncounted(range(1, end + 1), nodes)
        if lost:
            return fails(
                Grade.PROVED,
                "Some count needs a node that is not released.",
                witness=f"T = {horizon}: the count after step {lost[0]} needs "
                f"{nodes_of_prefix(lost[0])}.",
            )
        all_of_them, some, least = (
            loss(horizon, found) for found in (dyadic_nodes(horizon), nodes, used)
        )
        if not all_of_them - saved == some == least:
            return fails(
                Grade.PROVED,
                "Another number of levels is saved.",
                witness=f"T = {horizon}: sensitivity {all_of_them} with all nodes, {some} with "
                f"those kept, {least} with those that counts use.",
            )
        # a left child ends at an odd multiple of its width, a right child at an even one
        right = [(a, b) for a, b in used if (b // (b - a + 1)) % 2 == 0]
        if right or nodes_of_prefix(horizon) != [(1, horizon)]:
            return fails(Grade.PROVED, "A right child is used.", witness=f"T = {horizon}: {right}.")
    return holds(
        Grade.CERTIFIED,
        "The root is used by the count after step T alone, so without that count noise of scale "
        "log_2(T)/eps is enough, which is the printed scale with log_2; right children are never "
        "used, but step 1 is in none of them, so dropping them saves nothing.",
        numbers={f"sensitivity without the root, T = {t}": loss(t, kept(t)) for t in (8, 1024)},
        covered="All neighbouring streams for T = 2, 4 and 8; the nodes of each step and count "
        "for T = 16, 64 and 1024.",
        not_covered="Other powers of two, where the count of levels is the same; other horizons, "
        "where the largest node is used by a count before T; T = 1, which has no level to spare.",
    )
