"""Binary streams, their prefix sums, and the dyadic intervals that the binary tree sums."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from banditproof.paper_checks.models.finite_laws import neighbours
from banditproof.paper_checks.verdicts.vocabulary import need

Stream = tuple[int, ...]
Interval = tuple[int, int]
"""The steps from the first to the last, both included, counted from 1."""


def prefix_sums(stream: Stream) -> tuple[int, ...]:
    """The counts after each step.

    >>> prefix_sums((1, 0, 1))
    (1, 1, 2)
    """
    return tuple(accumulate(stream))


def dyadic_nodes(horizon: int) -> list[Interval]:
    """The nodes of the binary tree: all intervals ((k - 1) 2^j, k 2^j] inside [1, horizon].

    >>> dyadic_nodes(4)
    [(1, 1), (2, 2), (3, 3), (4, 4), (1, 2), (3, 4), (1, 4)]
    """
    nodes, width = [], 1
    while width <= horizon:
        nodes += [(end - width + 1, end) for end in range(width, horizon + 1, width)]
        width *= 2
    return nodes


def nodes_of_prefix(t: int) -> list[Interval]:
    """The nodes that make up [1, t]: one for each binary digit 1 of t.

    >>> nodes_of_prefix(7)
    [(1, 4), (5, 6), (7, 7)]
    """
    nodes, start = [], 0
    for j in reversed(range(t.bit_length())):
        if t >> j & 1:
            nodes.append((start + 1, start + 2**j))
            start += 2**j
    return nodes


def node_sums(stream: Stream, nodes: list[Interval]) -> tuple[int, ...]:
    """The sum of the stream over each node."""
    return tuple(sum(stream[a - 1 : b]) for a, b in nodes)


def l1_gap(first: tuple[int, ...], second: tuple[int, ...]) -> Fraction:
    """The l1 distance of two vectors of sums: the loss with Laplace noise of scale 1.

    Outputs below both sums, or above them, attain it.
    """
    return Fraction(sum(abs(a - b) for a, b in zip(first, second, strict=True)))


def sensitivity(horizon: int, nodes: list[Interval]) -> Fraction:
    """The l1 sensitivity of the sums over nodes: the most nodes that one step is in.

    Up to T = 8 also by comparing all neighbouring streams.
    """
    fraction = Fraction(max(Counter(t for a, b in nodes for t in range(a, b + 1)).values()))
    if horizon <= 8:
        pairs = ((node_sums(d, nodes), node_sums(e, nodes)) for d, e in neighbours(horizon))
        gap = max(l1_gap(*pair) for pair in pairs)
        need(gap == fraction, "Two counts of the nodes differ", T=horizon, one=gap, other=fraction)
    return fraction
