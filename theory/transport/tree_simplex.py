"""The transportation problem in whole numbers, solved exactly by a simplex method on trees.

A basis is a tree whose edges are cells (row, column) and which joins all rows and columns. The
supplies are perturbed by less than one unit, so that no basic flow is ever 0: every step then
strictly lowers the cost, and the method ends. The steps themselves are kernels.
"""

import sys
from collections.abc import Iterable
from typing import Any
import numpy as np
from numpy.typing import NDArray
from . import tree_simplex_kernels as kernels

Cell = tuple[int, int]
Table = NDArray[Any]
"""Whole numbers, as int64 where they are small enough, else as Python integers."""

WORD = 60
SMALL = 1 << WORD
ROUNDED = 1 << 50
"""The total of supplies that are too long for machine words."""
BLOCK = 2_000
"""About how many cells machine code looks at before it exchanges one."""
MOST_EXCHANGES = 1_000
"""For each line, so many exchanges are more than any run of machine code needs."""


def whole_table(rows: Any) -> Table:
    """Whole numbers as an array: in machine words, if they are short.

    >>> whole_table([[1, 2]]).dtype, whole_table([[1, 1 << 70]]).dtype
    (dtype('int64'), dtype('O'))
    """
    table = np.array(rows, dtype=object)
    short = table.min() > -SMALL and table.max() < SMALL
    return table.astype(np.int64) if short else table


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
    """What each cell costs beyond its two prices; the prices are feasible if none is negative.

    In machine words only where no difference can overflow.
    """
    # No sum of a cost and two prices is beyond int64 then: 2^61 is well inside.
    largest = max(abs(int(cost.min())), abs(int(cost.max())))
    short = largest + sum(max(map(abs, side)) for side in prices) < 2 * SMALL
    kind = np.int64 if short else object
    rows, columns = (np.array(side, dtype=kind) for side in prices)
    beyond: Table = cost.astype(kind, copy=False) - rows[:, None] - columns[None, :]
    return beyond


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


def roughly(supply: list[int], demand: list[int]) -> tuple[list[int], list[int]]:
    """The perturbed supplies and demands in machine words: rounded, if they are longer.

    What is rounded is perturbed by more than all its rounding, so that equal sums of supplies and
    of demands stay equal up to the perturbation. A tree for it may be infeasible.

    >>> roughly([3, 1], [2, 2])
    ([10, 4], [6, 8])
    >>> [sum(side) for side in roughly([10**30, 1], [10**30 - 1, 2])]
    [1125899906842656, 1125899906842656]
    """
    total = sum(supply)
    # No flow exceeds the total of the perturbed supplies, which fits into a machine word here.
    if total * (len(supply) + 1) < SMALL:
        return perturbed(supply, demand)
    amount = 4 * (len(supply) + len(demand))
    sides = []
    for side in (supply, demand):
        rounded = [max(1, mass * ROUNDED // total) for mass in side]
        rounded[rounded.index(max(rounded))] += ROUNDED - sum(rounded)
        sides.append(rounded)
    sides[1][-1] += amount * len(supply)
    return [mass + amount for mass in sides[0]], sides[1]


def cheapest_tree(cost: Table, supply: list[int], demand: list[int]) -> list[Cell]:
    """A tree that is feasible for the supplies and whose prices are feasible for the costs.

    The method runs in machine words first. Where they are too short for the costs or the supplies,
    it goes on in Python integers from the tree that was found.

    >>> cost = np.array([[0, 3], [1, 0]])
    >>> sorted(cheapest_tree(cost, [1, 1], [1, 1]))
    [(0, 0), (0, 1), (1, 1)]
    """
    # Every plan pays the same for what is taken off a row, so the best tree stays the same.
    cost = cost - cost.min(axis=1)[:, None]
    masses = roughly(supply, demand)
    # A price is a sum of costs along a path of at most rows + columns cells: so many bits are kept
    # free. Costs that are cut for it give a tree to start from, no proof.
    excess = max(0, int(cost.max()).bit_length() - WORD + sum(cost.shape).bit_length())
    rough = cost if excess == 0 else cost >> excess
    tree = simplex(rough.astype(np.int64), *masses)
    exact = perturbed(supply, demand)
    if tree is not None and rough is cost and masses == exact:
        return tree
    start: dict[Cell, int] | None = None
    order = None
    if tree is not None:
        beyond = slack(cost, tree_prices(tree, cost))
        # Feasible prices which are tight on a tree, and flows >= 0 on it: by complementary
        # slackness both are optimal, wherever the tree came from.
        cheapest = beyond.min() >= 0
        if cheapest and min(tree_flows(tree, supply, demand).values()) >= 0:
            return tree
        flows = tree_flows(tree, *exact)
        if min(flows.values()) > 0:
            start = flows
        else:
            # The prices are nearly right, so the greedy tree of cells by their slack is near the
            # optimum.
            order = np.argsort(beyond, axis=None, kind="stable")
    result = simplex(cost.astype(object), *exact, order, start)
    if result is None:
        raise ArithmeticError("The simplex method on trees has not ended.")
    return result


def simplex(
    cost: Table,
    supply: list[int],
    demand: list[int],
    order: Any = None,
    start: dict[Cell, int] | None = None,
) -> list[Cell] | None:
    """The cheapest tree for supplies without degenerate trees, from the greedy tree of an order.

    `start` is a feasible tree with its flows to begin with instead. The costs and supplies are
    int64 or Python integers. None stands for a run without an end, which degenerate supplies allow.
    """
    rows, columns = cost.shape
    lines = rows + columns
    whole = cost.dtype == object
    work = kernels.STEPS * lines * lines + cost.size // 8
    interpreted = whole or kernels.improve.is_interpreted(work)
    if interpreted and not whole:
        kernels.improve.spent += work

    def form(kernel: Any) -> Any:
        return kernel.interpreted if interpreted else kernel.compiled

    def held(values: list[int]) -> Any:
        """A list, which Python reads faster than an array; or an array for machine code."""
        return values if interpreted else np.array(values, dtype=np.int64)

    if start is not None:
        tree = held([i * columns + j for i, j in start])
        moved = held(list(start.values()))
    else:
        order = _cheap_first(cost) if order is None else order
        given = order.tolist() if interpreted else order
        tree, moved = held([0] * lines), held([0] * lines)
        used = form(kernels.greedy)(given, held(supply), held(demand), tree, moved)
        if used < lines - 1:
            return None
    above, flow, stack = held([-1] * lines), held([0] * lines), held([0] * (4 * lines))
    links = (held([-1] * lines), held([-1] * lines), held([-1] * lines))
    price = np.zeros(lines, dtype=cost.dtype)
    form(kernels.hang)(cost, tree, moved, above, flow, price, links, stack)
    block = rows if interpreted else max(1, BLOCK // columns)
    most = sys.maxsize if whole else MOST_EXCHANGES * lines
    state = above, flow, price, links, stack
    if form(kernels.improve)(cost, block, *state, most) == most:
        return None
    below = [(line, int(above[line])) for line in range(lines) if above[line] >= 0]
    return [
        (first, second - rows) if first < rows else (second, first - rows)
        for first, second in below
    ]


def _cheap_first(cost: Table) -> Any:
    """All cells, by what they cost beyond the cheapest of their row and then of their column."""
    beyond = cost - cost.min(axis=1)[:, None]
    beyond = beyond - beyond.min(axis=0)[None, :]
    return np.argsort(beyond, axis=None, kind="stable")


def _cells_of_lines(tree: Iterable[Cell], rows: int, columns: int) -> list[set[Cell]]:
    """The cells of a tree in each row, then in each column."""
    cells: list[set[Cell]] = [set() for _ in range(rows + columns)]
    for cell in tree:
        cells[cell[0]].add(cell)
        cells[rows + cell[1]].add(cell)
    return cells
