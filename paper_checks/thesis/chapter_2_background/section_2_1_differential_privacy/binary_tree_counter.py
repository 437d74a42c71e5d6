"""Claims about the binary tree counter of Section 2.1.5 and its picture, Figure 2.2."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

from flint import arb

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, points, proved, refuted, require, shown
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .binary_streams import Interval, dyadic_nodes, nodes_of_prefix, sensitivity

NoiseScale = Callable[[int], arb]
"""The scale of the noise of each node, times eps, as a function of the horizon."""


def natural_log(horizon: int) -> arb:
    """log T, natural as in the notation."""
    return arb(horizon).log()


def binary_log(horizon: int) -> arb:
    """log_2 T, the reading with more noise."""
    return arb(horizon).log() / arb(2).log()


def levels(horizon: int) -> arb:
    """1 + floor(log_2 T), the number of nodes above a step, the leaf and the root included."""
    return arb(horizon.bit_length())


HORIZONS = (1, 2, 3, 4, 6, 8, 16, 100, 1024)


def _loss(horizon: int) -> arb:
    return ball(sensitivity(horizon, dyadic_nodes(horizon)))


def _spends_more(scale: NoiseScale) -> dict[int, str]:
    """The horizons where the release of the whole tree spends more than eps."""
    faults = {}
    for horizon in HORIZONS:
        loss, noise = _loss(horizon), scale(horizon)
        case = f"{shown(scale)}, T = {horizon}:"
        if noise <= 0:
            faults[horizon] = f"{case} the noise has scale {noise.str(3)}, so there is none."
        elif loss > noise:
            ratio = (loss / noise).str(6, radius=False)
            faults[horizon] = f"{case} step 1 is in {loss.str(3)} nodes, the loss is {ratio} eps."
    return faults


def _require_counts(scale: NoiseScale) -> None:
    """Each prefix is a disjoint union of few nodes, and the error has the printed order."""
    for horizon in HORIZONS:
        nodes = set(dyadic_nodes(horizon))
        for t in range(1, horizon + 1):
            parts = nodes_of_prefix(t)
            ends = [0, *(b for _, b in parts)]
            adjacent = all(a == end + 1 for (a, _), end in zip(parts, ends, strict=False))
            cover = adjacent and ends[-1] == t and set(parts) <= nodes
            require(cover, "The nodes are not those of [1, t].", T=horizon, t=t, nodes=parts)
            # the error is a sum of independent Laplace variables: its variance, times eps^2
            variance = 2 * len(parts) * scale(horizon) ** 2
            few = len(parts) <= horizon.bit_length()
            require(few, "A count needs more nodes.", T=horizon, t=t, nodes=parts)
            small = at_most(variance, 2 * levels(horizon) ** 3)
            require(small, "A count has a larger error.", T=horizon, t=t, variance=variance)


STATEMENT = (
    r"Each step $t$ is in at most $%s$ p-sums of the binary tree, so noise $\mathrm{Lap}(%s)$ on "
    r"each p-sum makes the tree $\epsilon$-DP; each $[1,t]$ is a union of $O(\log T)$ nodes, and "
    r"the error is $O(\log(T)^{3/2}/\epsilon)$."
)


@pair(
    "thesis.alg.tree",
    STATEMENT % (r"\log T", r"\log(T)/\epsilon"),
    STATEMENT % (r"L=1+\lfloor\log_2T\rfloor", r"L/\epsilon"),
    recorded="fails",
    subjects={"readings": ((natural_log, binary_log), (levels,))},
    repaired_title="binary tree with noise for all its levels",
    doubts=("D15",),
    mutants={
        "natural logarithm": {"readings": (natural_log,)},
        "one level less": {"readings": (lambda T: arb(max(1, T.bit_length() - 1)),)},
        "noise for T steps": {"readings": (lambda T: arb(2 * T + 1),)},
    },
)
def binary_tree(readings: tuple[NoiseScale, ...]) -> Verdict:
    """The nodes above a step, by two counts, against the noise; the variance of each count."""
    covered = "All neighbouring streams for T <= 8; nodes and prefixes for T = 16, 100, 1024."
    with working_precision(128):
        for scale in readings:
            _require_counts(scale)
        faults = [_spends_more(scale) for scale in readings]
        if all(faults):
            return refuted(
                "Each step is in 1 + log_2 T nodes, the leaf and the root included, so noise of "
                "this scale spends more than eps: at every T with the natural logarithm of the "
                "notation, and also with log_2; at T = 1 there is no noise. Property (b) is "
                "right, and the order of the error does not change with the repair.",
                " ".join(found[t] for found in faults for t in (1, 8) if t in found),
                numbers={
                    f"loss / eps, T = {t}": [shown(_loss(t) / scale(t)) for scale in readings]
                    for t in (2, 8, 1024)
                },
                covered=f"{covered} The two numbers of a ratio are for log and log_2.",
            )
        for scale, horizon in product(readings, HORIZONS):
            noise, loss = scale(horizon), _loss(horizon)
            require(at_most(loss, noise), "The tree spends more than eps.", T=horizon, noise=noise)
            require(
                at_most(noise, loss), "There is more noise than needed.", T=horizon, noise=noise
            )
    return points(
        "A step is in at most one node of each level, and step 1 in all L, so no less noise is "
        "enough; a prefix uses one node for each digit 1 of t, so its variance is at most "
        "2 L^3/eps^2 (nodes that reach beyond T are left out).",
        covered=covered,
        not_covered="Other T: the count of levels is the same argument for all.",
    )


BLACK: frozenset[Interval] = frozenset({(1, 4), (5, 6), (7, 7)})


@claim(
    "thesis.fig2.2",
    r"In the binary tree for $[1,8]$ the sum of the steps 1 to 7 is the sum of the p-sums "
    r"$[1,4]$, $[5,6]$ and $[7,7]$.",
    recorded="holds",
    mutants={
        "the node [7, 8] for [7, 7]": {"black": frozenset({(1, 4), (5, 6), (7, 8)})},
        "a larger cover": {"black": frozenset({(1, 2), (3, 4), (5, 6), (7, 7)})},
    },
)
def tree_of_eight(black: frozenset[Interval] = BLACK) -> Verdict:
    """All sets of at most four of the 15 nodes: which of them sum to steps 1 to 7."""
    nodes = dyadic_nodes(8)
    covers = [
        frozenset(chosen)
        for size in range(1, 5)
        for chosen in combinations(nodes, size)
        if sorted(t for a, b in chosen for t in range(a, b + 1)) == list(range(1, 8))
    ]
    least = min(map(len, covers))
    smallest = [cover for cover in covers if len(cover) == least]
    found, right = [sorted(cover) for cover in smallest], len(nodes) == 15 and smallest == [black]
    require(right, "This is not the smallest cover.", grade=Grade.PROVED, smallest_covers=found)
    return proved(
        "The three nodes cover [1, 7] once, and no smaller or other set of three nodes does.",
        numbers={"nodes": len(nodes), "covers by at most four nodes": len(covers)},
        covered="All sets of at most four of the 15 nodes of the one picture.",
    )
