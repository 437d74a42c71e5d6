"""The transportation problem in whole numbers, solved exactly by a simplex method on trees.

A basis is a tree whose edges are cells (row, column) and which joins all rows and columns. The
supplies are perturbed by less than one unit, so that no basic flow is ever 0: every step then
strictly lowers the cost, and the method ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
Table = NDArray[Any]
"""Whole numbers, as int64 where they are small enough, else as Python integers."""

SMALL = 1 << 60


def whole_table(rows: list[list[int]]) -> Table:
    """Costs as an array on which sums along a tree cannot overflow.

    >>> whole_table([[1, 2]]).dtype, whole_table([[1, 1 << 70]]).dtype
    (dtype('int64'), dtype('O'))
    """
    largest = max(max(map(abs, row)) for row in rows)
    small = largest * (len(rows) + len(rows[0]) + 2) < SMALL
    return np.array(rows, dtype=np.int64 if small else object)


def spanning_tree(order: Iterable[Cell], rows: int, columns: int) -> list[Cell]:
    """The cells that join two parts when taken in the given order: a tree, if all cells come.

    >>> spanning_tree([(0, 0), (1, 1), (0, 1), (1, 0)], 2, 2)
    [(0, 0), (1, 1), (0, 1)]
    """
    part = list(range(rows + columns))

    def find(line: int) -> int:
        while part[line] != line:
            part[line] = part[part[line]]
            line = part[line]
        return line

    tree = []
    for i, j in order:
        one, other = find(i), find(rows + j)
        if one != other:
            part[one] = other
            tree.append((i, j))
            if len(tree) == rows + columns - 1:
                break
    return tree


def tree_flows(tree: list[Cell], supply: list[int], demand: list[int]) -> dict[Cell, int]:
    """The only flow on a tree with the given supplies and demands; it may be negative.

    >>> tree_flows([(0, 0), (1, 1), (0, 1)], [3, 1], [2, 2])
    {(0, 0): 2, (1, 1): 1, (0, 1): 1}
    """
    rows = len(supply)
    left = [*supply, *demand]
    cells = _cells_of_lines(tree, rows, len(demand))
    flows = dict.fromkeys(tree, 0)
    leaves = [line for line, own in enumerate(cells) if len(own) == 1]
    while leaves:
        line = leaves.pop()
        if not cells[line]:
            continue
        cell = cells[line].pop()
        i, j = cell
        other = rows + j if line == i else i
        flows[cell] = left[line]
        left[other] -= left[line]
        cells[other].discard(cell)
        if len(cells[other]) == 1:
            leaves.append(other)
    return flows


def tree_prices(tree: list[Cell], cost: Table) -> tuple[list[int], list[int]]:
    """Prices of rows and columns that add up to the cost of each cell of a tree.

    >>> tree_prices([(0, 0), (1, 1), (0, 1)], np.array([[5, 7], [0, 2]]))
    ([0, -5], [5, 7])
    """
    rows, columns = cost.shape
    cells = _cells_of_lines(tree, rows, columns)
    price: list[int | None] = [None] * (rows + columns)
    price[0], reached = 0, [0]
    while reached:
        line = reached.pop()
        here = price[line]
        assert here is not None
        for i, j in cells[line]:
            other = rows + j if line == i else i
            if price[other] is None:
                price[other] = int(cost[i, j]) - here
                reached.append(other)
    known = [p for p in price if p is not None]
    return known[:rows], known[rows:]


def slack(cost: Table, prices: tuple[list[int], list[int]]) -> Table:
    """What each cell costs beyond its two prices; the prices are feasible if none is negative."""
    rows, columns = (np.array(side, dtype=cost.dtype) for side in prices)
    beyond: Table = cost - rows[:, None] - columns[None, :]
    return beyond


def greedy_tree(order: Iterable[Cell], supply: list[int], demand: list[int]) -> list[Cell]:
    """A feasible basis: ship as much as possible through the cells in the given order.

    Every step uses up one line, and only the last one two, because of the perturbation.

    >>> greedy_tree([(0, 1), (0, 0), (1, 0), (1, 1)], [3, 1], [2, 2])
    [(0, 1), (0, 0), (1, 0)]
    """
    left, wanted = perturbed(supply, demand)
    tree = []
    for i, j in order:
        moved = min(left[i], wanted[j])
        if moved > 0:
            tree.append((i, j))
            left[i] -= moved
            wanted[j] -= moved
    return tree


def perturbed(supply: list[int], demand: list[int]) -> tuple[list[int], list[int]]:
    """One unit more in each row and all of them in the last column, after a finer unit.

    With supplies and demands above 0 no proper set of rows has the supply that a set of columns
    demands, so all flows of all trees differ from 0; a tree that is feasible here is feasible
    without the perturbation, whose flows are whole numbers and less than one unit away.

    >>> perturbed([3, 1], [2, 2])
    ([10, 4], [6, 8])
    """
    scale = len(supply) + 1
    wanted = [scale * d for d in demand]
    wanted[-1] += len(supply)
    return [scale * s + 1 for s in supply], wanted


def cheapest_tree(
    cost: Table, supply: list[int], demand: list[int], start: list[Cell], order: Iterable[Cell]
) -> list[Cell]:
    """A tree that is feasible for the supplies and whose prices are feasible for the costs.

    `start` is tried as it is; the simplex method begins there if its flows are positive, and
    otherwise at the greedy tree of the order, which must name all cells.

    >>> cost = np.array([[0, 3], [1, 0]])
    >>> cheapest_tree(cost, [1, 1], [1, 1], [(0, 1), (0, 0), (1, 0)], np.ndindex(2, 2))
    [(0, 0), (0, 1), (1, 1)]
    """
    tree = start
    feasible = min(tree_flows(tree, supply, demand).values()) >= 0
    if feasible and slack(cost, tree_prices(tree, cost)).min() >= 0:
        return tree
    shifted = perturbed(supply, demand)
    flows = tree_flows(tree, *shifted)
    if min(flows.values()) <= 0:
        flows = tree_flows(greedy_tree(order, supply, demand), *shifted)
    while True:
        beyond = slack(cost, tree_prices(list(flows), cost))
        place = int(np.argmin(beyond))
        entering = (place // cost.shape[1], place % cost.shape[1])
        if beyond[entering] >= 0:
            return list(flows)
        path = _path(list(flows), entering, cost.shape[0])
        gives = path[::2]  # the cells that share a line with the entering one, and every second
        leaving = min(gives, key=flows.__getitem__)
        moved = flows[leaving]
        for place, cell in enumerate(path):
            flows[cell] += moved if place % 2 else -moved
        del flows[leaving]
        flows[entering] = moved


def _path(tree: list[Cell], ends: Cell, rows: int) -> list[Cell]:
    """The cells of a tree between a row and a column."""
    columns = 1 + max(j for _, j in tree)
    cells = _cells_of_lines(tree, rows, columns)
    came: dict[int, Cell] = {}
    start, goal = ends[0], rows + ends[1]
    reached = [start]
    while reached:
        line = reached.pop()
        if line == goal:
            break
        for cell in cells[line]:
            other = rows + cell[1] if line == cell[0] else cell[0]
            if other != start and other not in came:
                came[other] = cell
                reached.append(other)
    path, line = [], goal
    while line != start:
        cell = came[line]
        path.append(cell)
        line = cell[0] if line == rows + cell[1] else rows + cell[1]
    return path[::-1]


def _cells_of_lines(tree: Iterable[Cell], rows: int, columns: int) -> list[set[Cell]]:
    """The cells of a tree in each row, then in each column."""
    cells: list[set[Cell]] = [set() for _ in range(rows + columns)]
    for cell in tree:
        cells[cell[0]].add(cell)
        cells[rows + cell[1]].add(cell)
    return cells
