"""Random problems of transport, the proof of an optimum, and two other solvers."""

import math
from fractions import Fraction
import numpy as np
from hypothesis import strategies as st
from banditproof.theory.transport import expected_cost, marginals


def law(weights):
    total = sum(weights)
    return tuple(Fraction(w, total) for w in weights)


def weights(size, least=0):
    return st.lists(st.integers(least, 6), min_size=size, max_size=size).filter(any)


COSTS = st.integers(-4, 9)


def matrices(rows, columns, values=COSTS):
    row = st.lists(values, min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


SHAPES = st.tuples(st.integers(1, 4), st.integers(1, 4))


PROBLEMS = SHAPES.flatmap(
    lambda shape: st.tuples(
        weights(shape[0]).map(law), weights(shape[1]).map(law), matrices(*shape)
    )
)


SQUARES = st.integers(1, 4).flatmap(
    lambda n: st.tuples(weights(n).map(law), weights(n).map(law), matrices(n, n))
)


def assert_certified(best, p, q, cost):
    """The proof that nobody needs to trust the solver for."""
    assert marginals(best.plan) == (tuple(p), tuple(q))
    assert all(mass >= 0 for row in best.plan for mass in row)
    assert best.upper == expected_cost(best.plan, cost)
    for u, row in zip(best.row_prices, cost, strict=True):
        assert all(u + v <= c for v, c in zip(best.column_prices, row, strict=True))
    dual = sum(a * u for a, u in zip(p, best.row_prices, strict=True))
    dual += sum(b * v for b, v in zip(q, best.column_prices, strict=True))
    assert best.lower == dual == best.upper
    assert best.value == float(best.upper)


def transposed(cost):
    return [list(column) for column in zip(*cost, strict=True)]


def combined(operation, one, other):
    """Entry by entry; the second matrix may be too large."""
    return [[operation(c, other[i][j]) for j, c in enumerate(row)] for i, row in enumerate(one)]


def by_assignment(p, q, cost):
    """A second solver: split the masses into equal units and assign them one to one."""
    from scipy.optimize import linear_sum_assignment

    unit = math.lcm(*(m.denominator for m in (*p, *q)))
    rows = [i for i, mass in enumerate(p) for _ in range(int(mass * unit))]
    columns = [j for j, mass in enumerate(q) for _ in range(int(mass * unit))]
    table = np.array(cost)[np.ix_(rows, columns)]
    return Fraction(int(table[linear_sum_assignment(table)].sum()), unit)


def by_highs(p, q, cost):
    """A third solver, in floats."""
    from scipy.optimize import linprog

    rows, columns = len(p), len(q)
    lines = [[i == k for i in range(rows) for _ in range(columns)] for k in range(rows)]
    lines += [[j == k for _ in range(rows) for j in range(columns)] for k in range(columns)]
    masses = [float(mass) for mass in (*p, *q)]
    flat = np.array([float(c) for row in cost for c in row])
    return linprog(flat, A_eq=np.array(lines, dtype=float), b_eq=masses, method="highs").fun
