"""A layered drawing: each node stands left of its users, and no line runs through a box.

A line that passes a column has its place in that column. All lines to the same node share
these places, as branches of one stem. The order in the columns is that of the neighbours' mean
heights; the heights are then the best ones that keep the order and the distances.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

SWEEPS = 8
"""How often the columns are sorted by their neighbours, and later moved towards them."""
APART = {0: 1.0, 1: 0.6, 2: 0.3}
"""The least distance of two neighbours in a column, by how many of them are passing lines."""

Edge = tuple[str, str]
Spot = str | tuple[str, int]
"""A node, or the place where the lines to a node pass a column."""


@dataclass(frozen=True)
class Layout:
    """Nodes by columns, their heights in rows from 0, and where lines pass the columns."""

    columns: tuple[tuple[str, ...], ...]
    heights: Mapping[str, float]
    passes: Mapping[Edge, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    """For each edge (user, used): the columns between them, from the used one on, with heights."""

    @property
    def column_of(self) -> Mapping[str, int]:
        """The number of the column of each node, from 0 at the left."""
        return {id: at for at, column in enumerate(self.columns) for id in column}

    @property
    def rows(self) -> float:
        """The height of the drawing in rows."""
        passed = (height for spots in self.passes.values() for _, height in spots)
        return max((*self.heights.values(), *passed), default=-1.0) + 1


def laid_out(nodes: Sequence[str], edges: Iterable[Edge], loose: Iterable[Edge] = ()) -> Layout:
    """The places of nodes, for edges (user, used) without circles.

    `loose` edges keep their ends near each other, and decide no column.

    >>> found = laid_out(["b", "a", "c"], [("b", "a"), ("c", "b"), ("c", "a")])
    >>> found.columns, found.passes["c", "a"]
    ((('a',), ('b',), ('c',)), ((1, 0.6),))
    """
    steps: dict[str, list[str]] = {id: [] for id in nodes}
    for user, used in dict.fromkeys(edges):
        steps[user].append(used)
    columns = columns_by_depth(steps)
    at = {id: number for number, column in enumerate(columns) for id in column}
    beside: list[Edge] = []
    for first, second in loose:
        user, used = (first, second) if at[first] >= at[second] else (second, first)
        if at[user] == at[used]:
            beside.append((user, used))
        elif used not in steps[user]:
            steps[user].append(used)
    spots: list[list[Spot]] = [list(column) for column in columns]
    left: dict[Spot, list[Spot]] = {id: [] for id in nodes}
    for user in nodes:
        for used in steps[user]:
            for number in range(at[used] + 1, at[user] + 1):
                before: Spot = used if number == at[used] + 1 else (used, number - 1)
                here: Spot = user if number == at[user] else (used, number)
                if here not in left:
                    left[here] = []
                    spots[number].append(here)
                if before not in left[here]:
                    left[here].append(before)
    near = {spot: list(result) for spot, result in left.items()}
    for spot, result in left.items():
        for neighbour in result:
            near[neighbour].append(spot)
    for first, second in beside:
        near[first].append(second)
        near[second].append(first)
    ordered = _untangled(spots, left, near)
    heights = _heights(ordered, near)
    passes = {
        (user, used): tuple((n, heights[used, n]) for n in range(at[used] + 1, at[user]))
        for user in nodes
        for used in steps[user]
    }
    return Layout(
        tuple(tuple(spot for spot in column if isinstance(spot, str)) for column in ordered),
        {id: heights[id] for id in nodes},
        passes,
    )


def components(nodes: Sequence[str], edges: Iterable[Edge]) -> list[list[str]]:
    """The nodes in groups that no edge joins, in the order of their first nodes.

    >>> components(["a", "b", "c"], [("c", "a")])
    [['a', 'c'], ['b']]
    """
    group = {id: [id] for id in nodes}
    for first, second in edges:
        joined, more = group[first], group[second]
        if joined is not more:
            joined += more
            group.update(dict.fromkeys(more, joined))
    order = {id: number for number, id in enumerate(nodes)}
    results = {
        id_of[0]: id_of for id_of in (sorted(g, key=order.__getitem__) for g in group.values())
    }
    return sorted(results.values(), key=lambda item: order[item[0]])


def columns_by_depth(steps: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The nodes by columns: each stands left of all its users, and as near to them as possible."""
    users: dict[str, list[str]] = {id: [] for id in steps}
    for user, below in steps.items():
        for used in below:
            users[used].append(user)
    depth: dict[str, int] = {}

    def deep(id: str) -> int:
        if id not in depth:
            depth[id] = 1 + max(map(deep, steps[id]), default=-1)
        return depth[id]

    for id in steps:
        deep(id)
    place = dict(depth)
    for id in sorted(depth, key=depth.__getitem__, reverse=True):
        place[id] = min((place[user] for user in users[id]), default=depth[id] + 1) - 1
    columns: list[list[str]] = [[] for _ in range(max(place.values(), default=-1) + 1)]
    for id in steps:
        columns[place[id]].append(id)
    return columns


Near = Mapping[Spot, Sequence[Spot]]


def _untangled(columns: list[list[Spot]], left: Near, near: Near) -> list[list[Spot]]:
    """The columns, sorted again and again by mean heights; the order with fewest crossings."""
    best, fewest = columns, crossings(columns, left)
    height = {spot: float(row) for column in columns for row, spot in enumerate(column)}
    for sweep in range(SWEEPS):
        if not fewest:
            break
        sorted_columns: dict[int, list[Spot]] = {}
        numbers = range(len(columns))
        for number in numbers if sweep % 2 == 0 else reversed(numbers):
            wanted = {}
            for spot in columns[number]:
                around = near[spot]
                mean = (
                    sum(height[item] for item in around) / len(around) if around else height[spot]
                )
                wanted[spot] = (mean, height[spot])
            column = sorted(columns[number], key=wanted.__getitem__)
            middle = len(column) / 2
            height.update({spot: row - middle for row, spot in enumerate(column)})
            sorted_columns[number] = column
        columns = [sorted_columns[number] for number in numbers]
        result = crossings(columns, left)
        if result < fewest:
            best, fewest = columns, result
    return best


def crossings(columns: Sequence[Sequence[Spot]], left: Near) -> int:
    """How many pairs of lines between neighbouring columns cross."""
    total = 0
    for before, column in itertools.pairwise(columns):
        row = {spot: number for number, spot in enumerate(before)}
        ends = [at for spot in column for at in sorted(row[o] for o in left[spot] if o in row)]
        seen = [0] * (len(before) + 1)
        for count, end in enumerate(ends):
            not_after, place = 0, end + 1
            while place:
                not_after += seen[place]
                place &= place - 1
            total += count - not_after
            place = end + 1
            while place <= len(before):
                seen[place] += 1
                place += place & -place
    return total


def _heights(columns: Sequence[Sequence[Spot]], near: Near) -> dict[Spot, float]:
    """Heights near those of the neighbours that keep the order and the distances."""
    gaps = []
    height: dict[Spot, float] = {}
    for column in columns:
        below = [0.0]
        for first, second in itertools.pairwise(column):
            below.append(
                below[-1] + APART[(not isinstance(first, str)) + (not isinstance(second, str))]
            )
        gaps.append(below)
        middle = below[-1] / 2
        height.update({spot: at - middle for spot, at in zip(column, below, strict=True)})
    numbers = range(len(columns))
    for sweep in range(SWEEPS):
        for number in numbers if sweep % 2 else reversed(numbers):
            column, below = columns[number], gaps[number]
            wanted, weights = [], []
            for spot, gap in zip(column, below, strict=True):
                around = near[spot]
                mean = (
                    sum(height[item] for item in around) / len(around) if around else height[spot]
                )
                wanted.append(mean - gap)
                weights.append(1.0 if isinstance(spot, str) else 3.0)
            levels = rising(wanted, weights)
            for spot, level, gap in zip(column, levels, below, strict=True):
                height[spot] = level + gap
    top = min(height.values(), default=0.0)
    return {spot: round(at - top, 3) for spot, at in height.items()}


def rising(wanted: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The rising sequence with the least weighted squared distance from the wanted one.

    >>> rising([1, 3, 2, 5], [1, 1, 1, 1])
    [1.0, 2.5, 2.5, 5.0]
    """
    blocks: list[tuple[float, float, int]] = []
    for level, weight in zip(wanted, weights, strict=True):
        block = (float(level), weight, 1)
        while blocks and blocks[-1][0] >= block[0]:
            other, mass, count = blocks.pop()
            both = mass + block[1]
            block = ((other * mass + block[0] * block[1]) / both, both, count + block[2])
        blocks.append(block)
    return [level for level, _, count in blocks for _ in range(count)]
