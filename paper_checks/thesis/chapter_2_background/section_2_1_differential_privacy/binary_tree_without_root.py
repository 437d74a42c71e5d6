"""Which nodes of the binary tree the counts need, and how much noise dropping others saves."""

from collections.abc import Callable
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from .binary_streams import Interval, dyadic_nodes, nodes_of_prefix, sensitivity

Kept = Callable[[int], list[Interval]]
"""The nodes that are released, for a horizon that is a power of two."""

HORIZONS = (2, 4, 8, 16, 64, 1024)


def without_the_root(horizon: int) -> list[Interval]:
    """All nodes but the one of all steps."""
    return [node for node in dyadic_nodes(horizon) if node != (1, horizon)]


def used_nodes(horizon: int, last: int) -> list[Interval]:
    """The nodes that the counts after steps 1 to last add up."""
    used = {node for t in range(1, last + 1) for node in nodes_of_prefix(t)}
    return [node for node in dyadic_nodes(horizon) if node in used]


@checks("thesis.alg.tree.root")
@mutant("the root is kept", kept=dyadic_nodes)
@mutant("the leaves are dropped", kept=lambda T: [n for n in dyadic_nodes(T) if n[0] < n[1]])
@mutant("the full prefix is released", last=lambda horizon: horizon)
@mutant("two levels saved", saved=2)
def root_is_one_level(
    kept: Kept = without_the_root,
    last: Callable[[int], int] = lambda horizon: horizon - 1,
    saved: int = 1,
) -> Verdict:
    """The sensitivity with and without the root and with the used nodes only, by two counts."""
    for horizon in HORIZONS:
        nodes, end = kept(horizon), last(horizon)
        for t in range(1, end + 1):
            released = set(nodes_of_prefix(t)) <= set(nodes)
            require(released, "A count needs a node that is not released.", T=horizon, step=t)
        used = used_nodes(horizon, end)
        everything = dyadic_nodes(horizon)
        whole, some, least = (sensitivity(horizon, result) for result in (everything, nodes, used))
        levels, finding = whole - saved == some == least, "Another number of levels is saved."
        require(levels, finding, T=horizon, all_nodes=whole, nodes_kept=some, nodes_used=least)
        # a left child ends at an odd multiple of its width, a right child at an even one
        right = [(a, b) for a, b in used if (b // (b - a + 1)) % 2 == 0]
        root = nodes_of_prefix(horizon) == [(1, horizon)]
        require(root and not right, "A right child is used.", T=horizon, right_children=right)
    return points(numbers={f"sensitivity, T = {t}": sensitivity(t, kept(t)) for t in (8, 1024)})
