"""Binary streams, their prefix sums, and the dyadic intervals that the binary tree sums."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, product

Stream = tuple[int, ...]
Interval = tuple[int, int]
"""The steps from the first to the last, both included, counted from 1."""


def streams(length: int) -> list[Stream]:
    """All streams of zeros and ones."""
    return list(product((0, 1), repeat=length))


def flips(length: int) -> Iterator[tuple[Stream, Stream]]:
    """All ordered pairs of neighbouring streams."""
    for stream in streams(length):
        for t in range(length):
            yield stream, (*stream[:t], 1 - stream[t], *stream[t + 1 :])


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


def l1_gap(one: tuple[int, ...], other: tuple[int, ...]) -> Fraction:
    """The l1 distance of two vectors of sums: the loss with Laplace noise of scale 1.

    Outputs below both sums, or above them, attain it.
    """
    return Fraction(sum(abs(a - b) for a, b in zip(one, other, strict=True)))
