"""Claims about the binary tree counter of Section 2.1.5 and its picture, Figure 2.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .binary_streams import Interval, dyadic_nodes, flips, l1_gap, node_sums, nodes_of_prefix

NoiseScale = Callable[[int], arb]
"""The scale of the noise of each node, times eps, as a function of the horizon."""


def natural_log(horizon: int) -> arb:
    """log T, natural as in the notation."""
    return arb(horizon).log()


def binary_log(horizon: int) -> arb:
    """log_2 T, the kinder reading."""
    return arb(horizon).log() / arb(2).log()


def levels(horizon: int) -> arb:
    """1 + floor(log_2 T), the number of nodes above a step, the leaf and the root included."""
    return arb(horizon.bit_length())


HORIZONS = (1, 2, 3, 4, 6, 8)
"""All neighbouring streams are compared at these."""
LARGE = (16, 100, 1024)
"""Only the nodes of each step are counted at these."""


def _loss(horizon: int) -> Fraction:
    """The exact l1 distance of the node sums of two neighbouring streams, by two counts."""
    nodes = dyadic_nodes(horizon)
    by_step = max(Counter(t for a, b in nodes for t in range(a, b + 1)).values())
    if horizon in HORIZONS:
        gap = max(l1_gap(node_sums(d, nodes), node_sums(e, nodes)) for d, e in flips(horizon))
        if gap != by_step:
            raise ArithmeticError(f"Two counts of the nodes differ: {gap} and {by_step}.")
    return Fraction(by_step)


def _spends_more(scale: NoiseScale) -> list[str]:
    """Where the release of the whole tree spends more than eps."""
    faults = []
    for horizon in (*HORIZONS, *LARGE):
        loss, noise = ball(_loss(horizon)), scale(horizon)
        if noise <= 0:
            faults.append(f"T = {horizon}: the noise has scale {noise.str(3)}, which is no noise.")
        elif loss > noise:
            faults.append(
                f"T = {horizon}: step 1 is in {loss.str(3)} nodes, the loss is "
                f"{(loss / noise).str(6, radius=False)} eps."
            )
    return faults


def _counts_fault(scale: NoiseScale) -> str | None:
    """Each prefix is a disjoint union of few nodes, and the error has the printed order."""
    for horizon in (*HORIZONS, *LARGE):
        nodes = set(dyadic_nodes(horizon))
        for t in range(1, horizon + 1):
            parts = nodes_of_prefix(t)
            ends = [0, *(b for _, b in parts)]
            adjacent = all(a == end + 1 for (a, _), end in zip(parts, ends, strict=False))
            if not adjacent or ends[-1] != t or not set(parts) <= nodes:
                return f"T = {horizon}: the nodes of [1, {t}] are {parts}."
            # the error is a sum of independent Laplace variables: its variance, times eps^2
            variance = 2 * len(parts) * scale(horizon) ** 2
            if len(parts) > horizon.bit_length() or variance > 2 * levels(horizon) ** 3:
                return f"T = {horizon}, t = {t}: {len(parts)} nodes."
    return None


STATEMENT = (
    r"Each step $t$ is in at most $%s$ p-sums of the binary tree, so noise $\mathrm{Lap}(%s)$ on "
    r"each p-sum makes the tree $\epsilon$-DP; each $[1,t]$ is a union of $O(\log T)$ nodes, and "
    r"the error is $O(\log(T)^{3/2}/\epsilon)$."
)


@claim(
    "thesis.alg.tree",
    STATEMENT % (r"\log T", r"\log(T)/\epsilon"),
    recorded="fails",
    repaired_by="thesis.alg.tree.repaired",
    doubts=("D15",),
    mutants={"noise for all levels": {"scale": levels, "kinder": levels}},
)
def binary_tree(scale: NoiseScale = natural_log, kinder: NoiseScale = binary_log) -> Verdict:
    """The nodes above a step, by two counts, against the printed noise in both readings."""
    with working_precision(128):
        faults, kind = _spends_more(scale), _spends_more(kinder)
        counts = _counts_fault(levels)
        if counts:
            raise ArithmeticError(counts)
        if not faults:
            return holds(
                Grade.CERTIFIED, "The noise is enough.", covered="T <= 1024.", not_covered="More."
            )
        ratios = {
            f"loss / eps, T = {t}": [
                (ball(_loss(t)) / log(t)).str(6, radius=False) for log in (scale, kinder)
            ]
            for t in (2, 8, 1024)
        }
    return fails(
        Grade.CERTIFIED,
        "Each step is in 1 + log_2 T nodes, the leaf and the root included, so noise of scale "
        "log(T)/eps spends more than eps at every T, with the natural logarithm of the notation "
        "and also with log_2; at T = 1 it is no noise at all. Property (b) is right, and the "
        "order of the error does not change with the repair.",
        witness=f"{' '.join(f for f in faults if 'T = 8' in f or 'T = 1:' in f)} With log_2: "
        f"{' '.join(f for f in kind if 'T = 8' in f)}",
        numbers=ratios,
        covered="All neighbouring streams for T <= 8, and the nodes of each step for T = 16, 100 "
        "and 1024; the two numbers of a ratio are for log and log_2.",
    )


def _one_level_less(horizon: int) -> arb:
    return arb(max(1, horizon.bit_length() - 1))


@claim(
    "thesis.alg.tree.repaired",
    STATEMENT % (r"L=1+\lfloor\log_2T\rfloor", r"L/\epsilon"),
    recorded="holds",
    title="binary tree with noise for all its levels",
    doubts=("D15",),
    mutants={
        "natural logarithm": {"scale": natural_log},
        "one level less": {"scale": _one_level_less},
        "noise for T steps": {"scale": lambda horizon: arb(2 * horizon + 1)},
    },
)
def binary_tree_repaired(scale: NoiseScale = levels) -> Verdict:
    """The same comparison with L levels, and the variance of each count."""
    with working_precision(128):
        faults = [*_spends_more(scale), _counts_fault(scale)]
        for horizon in (*HORIZONS, *LARGE):
            if scale(horizon) > ball(_loss(horizon)):
                faults.append(f"T = {horizon}: noise {scale(horizon).str(4)} is more than needed.")
    found = [fault for fault in faults if fault]
    if found:
        return fails(Grade.CERTIFIED, "The tree is not as claimed.", witness=found[0])
    return holds(
        Grade.CERTIFIED,
        "A step is in at most one node of each level, and step 1 in all L, so no less noise is "
        "enough, and a prefix uses one node for each binary digit 1 of t, so its variance is at "
        "most 2 L^3/eps^2 (nodes that reach beyond T are left out).",
        covered="All neighbouring streams for T <= 8; nodes and prefixes for T = 16, 100, 1024.",
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
    if len(nodes) != 15 or smallest != [black]:
        return fails(
            Grade.PROVED,
            "These are not the nodes of the smallest cover.",
            witness=f"The smallest covers of [1, 7]: {[sorted(c) for c in smallest]}.",
        )
    return holds(
        Grade.PROVED,
        "The three nodes cover [1, 7] once, and no smaller or other set of three nodes does.",
        numbers={"nodes": len(nodes), "covers by at most four nodes": len(covers)},
        covered="All sets of at most four of the 15 nodes of the one picture.",
    )
