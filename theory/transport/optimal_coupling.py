"""Optimal transport of finite laws for any cost, by an exact simplex method, and its proof.

The value is enclosed by a coupling (primal) and by prices (dual), both exact and both verified in
every call. For rational costs the two meet. Thesis, Section 4.2.1, (4.2) to (4.4).
"""

from __future__ import annotations
import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.theory.enclosure import Bound, Enclosure
from banditproof.theory.exact import Number, exact_law
from .exact_costs import Cost, ExactCosts, exact_costs
from .maximal_coupling import Coupling, Law
from .tree_simplex import SMALL, Cell, Table, cheapest_tree, slack, tree_flows, tree_prices


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
    costs = exact_costs(cost, len(first), len(second))
    # Masses in whole numbers of a common unit: the simplex method rounds nothing.
    unit = math.lcm(*(mass.denominator for mass in (*first, *second)))
    supply, demand = (
        [mass.numerator * (unit // mass.denominator) for mass in law] for law in (first, second)
    )
    # Points without mass would make flows of 0, with which the method may turn in circles.
    rows, columns = ([k for k, mass in enumerate(law) if mass] for law in (supply, demand))
    inner = np.ix_(rows, columns)
    masses = [supply[i] for i in rows], [demand[j] for j in columns]
    allowed = costs.allowed
    result, prices = _solved(
        *masses, costs.middle[inner], None if allowed is None else allowed[inner]
    )
    flows = {(rows[i], columns[j]): flow for (i, j), flow in result.items() if flow}
    if allowed is not None and not all(allowed[cell] for cell in flows):
        # 1 on a pair that is excluded, 0 elsewhere: the prices prove that some mass must go there
        _, prices = _solved(*masses, 1 - allowed[inner], None)
        nothing = np.zeros_like(allowed, dtype=np.int64)
        costs = ExactCosts(nothing, nothing, allowed, 1)
    if not costs.are_numbers or len(rows) < len(first) or len(columns) < len(second):
        prices = _completed(prices, rows, columns, costs)
    lower, upper = _verified(supply, demand, flows, prices, costs)
    nothing_moves = Fraction(0)
    plan = [[nothing_moves] * len(second) for _ in first]
    for (i, j), flow in flows.items():
        plan[i][j] = Fraction(flow, unit)
    row_prices, column_prices = (
        tuple(Fraction(price, costs.grain) for price in side) for side in prices
    )
    ends = [end if isinstance(end, float) else end / unit for end in (lower, upper)]
    return OptimalCoupling(
        value=float(Enclosure(*ends)),
        plan=tuple(map(tuple, plan)),
        lower=ends[0],
        upper=ends[1],
        row_prices=row_prices,
        column_prices=column_prices,
    )


Flows = dict[Cell, int]
Prices = tuple[list[int], list[int]]


def _solved(
    supply: list[int], demand: list[int], cost: Table, allowed: Any
) -> tuple[Flows, Prices]:
    """An optimal flow and its prices for masses above 0, in whole numbers.

    A pair that is excluded costs more than any cycle of other pairs could gain: it is used only
    if there is no other coupling.
    """
    if allowed is not None:
        known = cost[allowed].tolist() or [0]
        largest, least = max(known), min(known)
        # A cycle that leaves an excluded pair visits at most min(m, n) rows, and gains at most the
        # widest difference of costs at each.
        forbidden = largest + min(len(supply), len(demand)) * (largest - least) + 1
        if forbidden >= SMALL:
            cost = cost.astype(object)
        cost = np.where(allowed, cost, forbidden)
    tree = cheapest_tree(cost, supply, demand)
    return tree_flows(tree, supply, demand), tree_prices(tree, cost)


def _completed(prices: Prices, rows: list[int], columns: list[int], costs: ExactCosts) -> Prices:
    """Prices of all points that are feasible for the lower bounds of the costs.

    Where the costs are numbers, the prices of points with mass stay as they are.
    """
    low, allowed = costs.low, costs.allowed
    if allowed is None:
        allowed = np.ones(low.shape, dtype=bool)
    of_row = dict(zip(rows, prices[0], strict=True))
    of_column = dict(zip(columns, prices[1], strict=True))
    row_prices = [
        _room(beyond, free, of_row.get(i, 0))
        for i, (beyond, free) in enumerate(
            zip(
                slack(low[:, columns], ([0] * len(low), prices[1])),
                allowed[:, columns],
                strict=True,
            )
        )
    ]
    beyond_rows = slack(low, (row_prices, [0] * low.shape[1]))
    return row_prices, [
        _room(beyond, free, of_column.get(j, 0))
        for j, (beyond, free) in enumerate(zip(beyond_rows.T, allowed.T, strict=True))
    ]


def _room(beyond: Table, free: Any, unbounded: int) -> int:
    """The largest price that a line may have beside the others, if any bounds it."""
    return int(beyond[free].min()) if free.any() else unbounded


def _verified(
    supply: list[int], demand: list[int], flows: Flows, prices: Prices, costs: ExactCosts
) -> tuple[Bound, Bound]:
    """What the prices and the plan prove, times the unit of the masses; all of it is checked."""
    left = list(supply), list(demand)
    for (i, j), flow in flows.items():
        left[0][i] -= flow
        left[1][j] -= flow
    if any(left[0]) or any(left[1]) or min(flows.values()) < 0:
        raise ArithmeticError("The plan is not a coupling of the two laws.")
    # Weak duality: with prices of at most the cost everywhere, every plan costs at least their
    # mean.
    beyond = slack(costs.low, prices)
    if (beyond if costs.allowed is None else beyond[costs.allowed]).min(initial=0) < 0:
        raise ArithmeticError("A pair costs less than its two prices.")
    proved = sum(map(operator.mul, (*supply, *demand), (*prices[0], *prices[1])))
    lower = Fraction(proved, costs.grain)
    # In costs of 1 on excluded pairs and 0 elsewhere a positive dual value says that every plan
    # puts mass on one of them.
    if costs.allowed is not None and not all(costs.allowed[cell] for cell in flows):
        if proved <= 0:
            raise ArithmeticError("The prices do not prove that every coupling costs inf.")
        return math.inf, math.inf
    upper = Fraction(sum(flow * int(costs.high[cell]) for cell, flow in flows.items()), costs.grain)
    # primal and dual may be as far apart as the bounds of a cost are
    widest = 0 if costs.are_numbers else Fraction(int((costs.high - costs.low).max()), costs.grain)
    if upper - lower > widest * sum(supply):
        raise ArithmeticError(f"The coupling costs {upper}, and its prices prove {lower} only.")
    return lower, upper
