"""Claims about the binary tree counter of Section 2.1.5 and its picture, Figure 2.2."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from flint import arb
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require
from banditproof.paper_checks.verdicts.witness import shown
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace
from banditproof.theory.mechanisms.binary_tree import BinaryTree
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


HALF = Fraction(1, 2)
HORIZONS = (1, 2, 3, 4, 6, 8, 16, 100, 1024)


def _loss(horizon: int) -> arb:
    return ball(sensitivity(horizon, dyadic_nodes(horizon)))


def _require_cover(horizon: int, few: Callable[[int], int]) -> None:
    """Each [1, t] is the union of consecutive nodes of the tree, and of few of them."""
    nodes = set(dyadic_nodes(horizon))
    for t in range(1, horizon + 1):
        parts = nodes_of_prefix(t)
        ends = [0, *(b for _, b in parts)]
        adjacent = all(a == end + 1 for (a, _), end in zip(parts, ends, strict=False))
        cover = adjacent and ends[-1] == t and set(parts) <= nodes
        require(cover, "The nodes are not those of [1, t].", T=horizon, t=t, nodes=parts)
        small = len(parts) <= few(horizon)
        require(small, "A count needs more nodes.", T=horizon, t=t, nodes=parts)


COVERED = "All neighbouring streams for T <= 8; nodes for T = 16, 100, 1024."


@checks("thesis.alg.tree.noise", subjects={"readings": ((natural_log, binary_log), (levels,))})
@mutant("natural logarithm", readings=(natural_log,))
@mutant("one level less", readings=(lambda T: arb(max(1, T.bit_length() - 1)),))
@mutant("noise for T steps", readings=(lambda T: arb(2 * T + 1),))
@mutant("sharper: 0.99 of the levels", readings=(lambda T: levels(T) * 99 / 100,))
def binary_tree(readings: tuple[NoiseScale, ...]) -> Verdict:
    """The nodes above a step, by two counts, against the noise."""
    sides = Sides()
    with working_precision(128):
        for horizon, scale in product(HORIZONS, readings):
            noise, loss = scale(horizon), _loss(horizon)
            sides.at_most_or_repair(
                loss,
                noise,
                "Step 1 is in 1 + log_2 T nodes, the leaf and the root included, so noise of this "
                "scale spends more than eps: at every T with the natural logarithm of the "
                "notation, and also with log_2; at T = 1 there is no noise. What is left out is a "
                "term 1 (and a factor 1/log 2).",
                T=horizon,
                nodes_of_step_1=loss,
                noise_times_eps=noise,
                reading=shown(scale),
            )
            require(
                at_most(noise, loss), "There is more noise than needed.", T=horizon, noise=noise
            )
    return points(covered=COVERED, sharpness=sides.sharpness)


@checks("thesis.alg.tree.cover")
@mutant("sharper: one node less than levels", few=lambda T: max(1, T.bit_length() - 1))
@mutant("the library with twice the noise", made=lambda T: BinaryTree.calibrated(T, HALF))
@mutant(
    "the library with the tree of one step more", made=lambda T: BinaryTree.calibrated(T + 1, 1)
)
@mutant("the library with the printed noise", made=lambda T: BinaryTree.as_printed(T, 1))
def nodes_of_counts(
    few: Callable[[int], int] = lambda T: T.bit_length(),
    made: Callable[[int], BinaryTree] = lambda T: BinaryTree.calibrated(T, 1),
) -> Verdict:
    """Every prefix for nine horizons: its nodes are in the tree, disjoint, and few.

    The library's tree has these nodes, and adds to each sum of a node Lap(L/eps).
    """
    for horizon in HORIZONS:
        _require_cover(horizon, few)
        tree = made(horizon)
        same = sorted(tree.nodes()) == sorted(dyadic_nodes(horizon)) and all(
            list(tree.prefix(t)) == list(nodes_of_prefix(t)) for t in range(1, horizon + 1)
        )
        require(same, "The library's tree has other nodes.", T=horizon)
        right = tree.noise == Laplace(horizon.bit_length()) and tree.loss() == PureDP(Fraction(1))
        require(right, "The library's tree has other noise.", T=horizon, noise=tree.noise)
    return points()


@checks("thesis.alg.tree.error")
@mutant("sharper: 0.99 L^3", cube=lambda L: L**3 * arb("0.99"))
@mutant("sharper: L^2.99", cube=lambda L: arb(L) ** arb("2.99"))
def error_of_the_tree(cube: Callable[[int], arb] = lambda L: arb(L**3)) -> Verdict:
    """The variance of each count, 2 L^2 for each of its nodes, against 2 L^3."""
    sides = Sides()
    for horizon in (*HORIZONS, 7, 63, 2047):
        top = horizon.bit_length()
        most = max(len(nodes_of_prefix(t)) for t in range(1, horizon + 1))
        variance = Fraction(2 * most * top**2)
        finding = "A count has a larger variance."
        sides.at_most(ball(variance), 2 * cube(top), finding, T=horizon, nodes=most)
    return points(sharpness=sides.sharpness)


BLACK: frozenset[Interval] = frozenset({(1, 4), (5, 6), (7, 7)})


@checks("thesis.fig2.2")
@mutant("the node [7, 8] for [7, 7]", black=frozenset({(1, 4), (5, 6), (7, 8)}))
@mutant("a larger cover", black=frozenset({(1, 2), (3, 4), (5, 6), (7, 7)}))
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
    result, right = [sorted(cover) for cover in smallest], len(nodes) == 15 and smallest == [black]
    require(right, "This is not the smallest cover.", grade=Grade.PROVED, smallest_covers=result)
    return points(numbers={"nodes": len(nodes), "covers by at most four nodes": len(covers)})
