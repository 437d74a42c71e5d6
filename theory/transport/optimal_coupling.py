"""Optimal transport of finite laws for any cost: proposed by HiGHS, proved in exact rationals.

The value is enclosed by a coupling (primal) and by prices (dual), both exact and both verified in
every call. For rational costs the two meet. Thesis, Section 4.2.1, (4.2) to (4.4).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from banditproof.theory.enclosure import Bound, Enclosure
from banditproof.theory.exact import Number, exact, exact_law

from .maximal_coupling import Coupling, Law, marginals
from .tree_simplex import (
    Cell,
    Table,
    cheapest_tree,
    spanning_tree,
    tree_flows,
    tree_prices,
    whole_table,
)

Entry = Number | Enclosure
Cost = Sequence[Sequence[Entry]] | Callable[[int, int], Entry]
"""The cost of (X, Y) = (i, j): a number, an enclosure of it, or inf to exclude the pair."""

HAND_SIZED = 64
"""Up to this number of pairs of points the exact method needs no proposal."""


@dataclass(frozen=True)
class OptimalCoupling:
    """A cheapest coupling of two finite laws, with the proof that none is cheaper.

    The least cost lies in [lower, upper]; `upper` is the cost of `plan`, and `lower` is
    sum_i p_i row_prices[i] + sum_j q_j column_prices[j], where row_prices[i] + column_prices[j]
    is at most the cost of (i, j). If every coupling uses a pair of infinite cost, both are inf,
    and the prices are a direction in which the dual grows without end: their sum is at most 0 on
    each pair of finite cost, and their expectation is positive.

    >>> best = optimal_coupling(["0.5", "0.5"], ["0.25", "0.75"], [[0, 1], [1, 0]])
    >>> best.value, best.lower == best.upper, best.row_prices, best.column_prices
    (0.25, True, (Fraction(0, 1), Fraction(-1, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """

    value: float
    plan: Coupling = field(repr=False)
    lower: Bound
    upper: Bound
    row_prices: Law = field(repr=False)
    column_prices: Law = field(repr=False)

    @property
    def enclosure(self) -> Enclosure:
        """The least cost as an enclosure; a point for rational costs."""
        return Enclosure(self.lower, self.upper)


def optimal_coupling(p: Sequence[Number], q: Sequence[Number], cost: Cost) -> OptimalCoupling:
    """The coupling (X, Y) of two finite laws with the least E cost(X, Y), and its certificate.

    `cost` is a matrix, or a function of the two indices. Numbers are read exactly, so that
    `lower` equals `upper`; enclosures (of logarithms, say) give an enclosure of the least cost;
    inf excludes a pair. The two laws may have different numbers of points.

    >>> best = optimal_coupling(["0.5", 0, "0.5"], ["0.25", "0.75"], lambda i, j: abs(i - j))
    >>> best.lower, best.upper
    (Fraction(3, 4), Fraction(3, 4))
    >>> [[str(mass) for mass in row] for row in best.plan]
    [['1/4', '1/4'], ['0', '0'], ['0', '1/2']]
    """
    first, second = exact_law("p", p), exact_law("q", q)
    low, high = _cost_bounds(cost, len(first), len(second))
    rows = [i for i, mass in enumerate(first) if mass]
    columns = [j for j, mass in enumerate(second) if mass]
    masses = [first[i] for i in rows], [second[j] for j in columns]
    middle = [[_middle(low[i][j], high[i][j]) for j in columns] for i in rows]
    flows, prices = _solved(*masses, middle)
    plan = [[Fraction(0)] * len(second) for _ in first]
    for (i, j), mass in flows.items():
        plan[rows[i]][columns[j]] = mass
    if any(middle[i][j] is None for i, j in flows if flows[i, j]):
        # 1 on a pair that is excluded, 0 elsewhere: the prices prove that some mass must go there
        _, prices = _solved(*masses, [[Fraction(entry is None) for entry in row] for row in middle])
        low = [[Fraction(0) if isinstance(c, Fraction) else c for c in row] for row in low]
    if low is not high or len(rows) < len(first) or len(columns) < len(second):
        prices = _completed(prices, rows, columns, low)
    return _verified(first, second, plan, *prices, low, high)


Bounds = list[list[Bound]]


def _cost_bounds(cost: Cost, rows: int, columns: int) -> tuple[Bounds, Bounds]:
    """Exact lower and upper bounds of all costs, one matrix if they are numbers.

    Both are inf for a pair that is excluded.
    """
    if callable(cost):
        given: list[list[Entry]] = [[cost(i, j) for j in range(columns)] for i in range(rows)]
    else:
        try:
            given = [list(row) for row in cost]
        except TypeError:
            raise ValueError(
                f"The costs are {cost!r}; give a matrix, or a function of the two indices."
            ) from None
        if len(given) != rows or any(len(row) != columns for row in given):
            shape = f"{len(given)} x {'/'.join(str(n) for n in sorted({len(r) for r in given}))}"
            raise ValueError(
                f"The costs are {shape} for laws of {rows} and {columns} points; give a "
                f"{rows} x {columns} matrix."
            )
    pairs = [[_entry(entry, i, j) for j, entry in enumerate(row)] for i, row in enumerate(given)]
    lows = [[low for low, _ in row] for row in pairs]
    if all(low is high for row in pairs for low, high in row):
        return lows, lows
    return lows, [[high for _, high in row] for row in pairs]


def _entry(entry: Entry, i: int, j: int) -> tuple[Bound, Bound]:
    if isinstance(entry, Enclosure):
        if entry.lo == -math.inf or (entry.hi == math.inf and entry.lo != math.inf):
            raise ValueError(
                f"The cost of ({i}, {j}) is only known to lie in {entry}; give a finite "
                "enclosure, or inf for a pair that is excluded."
            )
        return entry.lo, entry.hi
    if isinstance(entry, float | np.floating) and entry == math.inf:
        return math.inf, math.inf
    try:
        number = exact(entry)
    except ValueError as error:
        raise ValueError(f"The cost of ({i}, {j}): {error}") from None
    return number, number


def _middle(low: Bound, high: Bound) -> Fraction | None:
    """The cost with which the tree is found, None for a pair that is excluded."""
    if isinstance(low, float) or isinstance(high, float):
        return None
    return low if low is high else (low + high) / 2


def _solved(
    p: list[Fraction], q: list[Fraction], cost: Sequence[Sequence[Fraction | None]]
) -> tuple[dict[Cell, Fraction], tuple[list[Fraction], list[Fraction]]]:
    """An optimal flow and its prices for masses above 0, exact.

    A pair that is excluded costs more than any cycle of other pairs could gain: it is used only
    if there is no other coupling.
    """
    unit = math.lcm(*(mass.denominator for mass in (*p, *q)))
    supply, demand = ([int(mass * unit) for mass in law] for law in (p, q))
    known = [entry for row in cost for entry in row if entry is not None] or [Fraction(0)]
    grain = math.lcm(*(entry.denominator for entry in known))
    largest, least = (int(extreme * grain) for extreme in (max(known), min(known)))
    forbidden = largest + min(len(p), len(q)) * (largest - least) + 1
    whole = [
        [forbidden if c is None else c.numerator * (grain // c.denominator) for c in row]
        for row in cost
    ]
    lowest_of_row = [min(row) for row in whole]
    table = whole_table(
        [[c - low for c in row] for row, low in zip(whole, lowest_of_row, strict=True)]
    )
    proposal, order = _proposal(p, q, table)
    tree = cheapest_tree(table, supply, demand, spanning_tree(proposal, *table.shape), order)
    row_prices, column_prices = tree_prices(tree, table)
    flows = tree_flows(tree, supply, demand)
    return (
        {cell: Fraction(flow, unit) for cell, flow in flows.items()},
        (
            [Fraction(u + low, grain) for u, low in zip(row_prices, lowest_of_row, strict=True)],
            [Fraction(v, grain) for v in column_prices],
        ),
    )


def _proposal(p: list[Fraction], q: list[Fraction], table: Table) -> tuple[list[Cell], list[Cell]]:
    """All cells twice: ordered by the solution of HiGHS, and by reduced cost.

    Both are only proposals: any order gives the same least cost, after more steps.
    """
    rows, columns = table.shape
    if table.size <= HAND_SIZED:
        cells = [(i, j) for i in range(rows) for j in range(columns)]
        by_cost = sorted(cells, key=lambda cell: table[cell])
        return by_cost, by_cost
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    cost = np.array(table / max(int(table.max()), 1), dtype=float).ravel()
    place = np.arange(rows * columns)
    lines = np.concatenate([place // columns, rows + place % columns])
    equations = coo_array((np.ones(2 * place.size), (lines, np.concatenate([place, place]))))
    masses = np.array([float(mass) for mass in (*p, *q)])
    found: Any = linprog(cost, A_eq=equations.tocsc(), b_eq=masses, method="highs-ds")
    mass, reduced = np.zeros_like(cost), cost
    if found.status == 0:
        mass = np.where(found.x > 1e-12, found.x, 0.0)
        reduced = cost - equations.T @ found.eqlin.marginals
    by_mass, by_reduced_cost = np.lexsort((reduced, -mass)), np.lexsort((-mass, reduced))
    return _cells(by_mass, columns), _cells(by_reduced_cost, columns)


def _cells(places: Any, columns: int) -> list[Cell]:
    """The cells of a table at the given places, counted row by row."""
    return [(place // columns, place % columns) for place in places.tolist()]


def _completed(
    prices: tuple[list[Fraction], list[Fraction]],
    rows: list[int],
    columns: list[int],
    low: Bounds,
) -> tuple[list[Fraction], list[Fraction]]:
    """Prices of all points that are feasible for the lower bounds of the costs.

    Where the costs are numbers, the prices of points with mass stay as they are.
    """
    of_row, of_column = (
        dict(zip(rows, prices[0], strict=True)),
        dict(zip(columns, prices[1], strict=True)),
    )
    row_prices = [
        _room([(row[j], price) for j, price in of_column.items()], of_row.get(i, Fraction(0)))
        for i, row in enumerate(low)
    ]
    return row_prices, [
        _room(
            [(row[j], price) for row, price in zip(low, row_prices, strict=True)],
            of_column.get(j, Fraction(0)),
        )
        for j in range(len(low[0]))
    ]


def _room(costs_and_prices: list[tuple[Bound, Fraction]], unbounded: Fraction) -> Fraction:
    """The largest price that a line may have beside the others, if any bounds it."""
    rooms = [cost - price for cost, price in costs_and_prices if isinstance(cost, Fraction)]
    return min(rooms, default=unbounded)


def _verified(
    p: Law,
    q: Law,
    plan: list[list[Fraction]],
    row_prices: list[Fraction],
    column_prices: list[Fraction],
    low: Bounds,
    high: Bounds,
) -> OptimalCoupling:
    """The coupling with its certificate, after all of it has been checked exactly."""
    rows = tuple(map(tuple, plan))
    if marginals(rows) != (p, q) or any(mass < 0 for row in rows for mass in row):
        raise ArithmeticError("The plan is not a coupling of the two laws.")
    for price, row in zip(row_prices, low, strict=True):
        if any(price + other > room for other, room in zip(column_prices, row, strict=True)):
            raise ArithmeticError("A pair costs less than its two prices.")
    used = [
        (mass, entry)
        for masses, costs in zip(rows, high, strict=True)
        for mass, entry in zip(masses, costs, strict=True)
        if mass
    ]
    finite = [mass * entry for mass, entry in used if isinstance(entry, Fraction)]
    upper: Bound = sum(finite, Fraction(0)) if len(finite) == len(used) else math.inf
    lower: Bound = sum(
        (mass * price for mass, price in zip((*p, *q), (*row_prices, *column_prices), strict=True)),
        Fraction(0),
    )
    if upper == math.inf:
        if lower <= 0:
            raise ArithmeticError("The prices do not prove that every coupling costs inf.")
        lower = math.inf
    elif upper - lower > _largest_width(low, high):
        raise ArithmeticError(f"The coupling costs {upper}, and its prices prove {lower} only.")
    return OptimalCoupling(
        value=float(Enclosure(lower, upper)),
        plan=rows,
        lower=lower,
        upper=upper,
        row_prices=tuple(row_prices),
        column_prices=tuple(column_prices),
    )


def _largest_width(low: Bounds, high: Bounds) -> Fraction:
    """How far apart the bounds of a cost are at most: so far may primal and dual be apart."""
    widths = (
        above - below
        for row, over in zip(low, high, strict=True)
        for below, above in zip(row, over, strict=True)
        if below is not above and isinstance(below, Fraction) and isinstance(above, Fraction)
    )
    return max(widths, default=Fraction(0))
