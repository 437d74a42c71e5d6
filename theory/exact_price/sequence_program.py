"""The linear program in sequence form, in floats: masses of sequences of actions, list by list."""

import warnings
from dataclasses import dataclass
from itertools import product
from typing import Any
import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linprog
from .leaf_costs import cost_scale, leaf_costs
from .problem import Means, Problem
from .relabelled_actions import ActionTree, Indices, reward_lists

Floats = NDArray[np.float64]
LARGEST_WITH_CORNERS = 1500
"""The variables up to which the answer is moved to a corner, whose numbers are short fractions."""

TOLERANCE = 1e-9


@dataclass(frozen=True)
class Solution:
    """What the solver found, which nobody needs to believe: masses and multipliers.

    masses[t - 1][i, r] is the mass of the i-th sequence of t actions on the list r of t - 1
    rewards; multipliers[p, i, r] belongs to V(a; r) <= e^eps V(a; r with reward p flipped).
    """

    masses: tuple[Floats, ...]
    multipliers: Floats
    slack_multipliers: Floats
    weights: dict[Means, float]
    value: float


def solved(problem: Problem, tree: ActionTree) -> Solution:
    """Solve the program by HiGHS."""
    layers = [len(rows) * 2**t for t, rows in enumerate(tree.sequences)]
    ends = np.cumsum(layers)
    first, size = int(ends[-1] - layers[-1]), layers[-1]
    private = problem.factor is not None and problem.shown > 0
    slacks = problem.shown * size if problem.approximate else 0
    width = int(ends[-1]) + slacks + 1
    blocks, limits = [], []
    if private:
        blocks.append(_privacy_rows(problem, tree, first, width))
        limits.append(np.zeros(blocks[0].shape[0]))
        if slacks:
            sums = families(problem, tree)
            blocks.append(_placed(sums, int(ends[-1]), width))
            limits.append(np.full(sums.shape[0], float(problem.delta)))
    prices = {means: leaf_costs(problem, tree, means, float) for means in problem.classes}
    prices = {means: price / float(cost_scale(problem)) for means, price in prices.items()}
    objective = np.zeros(width)
    if problem.prior is None:
        objective[-1] = 1
        costs = sparse.csr_matrix(np.array([price.ravel() for price in prices.values()]))
        below = sparse.csr_matrix(-np.ones((costs.shape[0], 1)))
        blocks.append(sparse.hstack([_placed(costs, first, width - 1), below]).tocsr())
        limits.append(np.zeros(costs.shape[0]))
    else:
        for means, price in prices.items():
            objective[first : first + size] += float(problem.weight(means)) * price.ravel()
    equal, right = _flow(tree, width)
    found = _highs(objective, blocks, limits, equal, right, width <= LARGEST_WITH_CORNERS)
    return _read(problem, tree, ends, blocks, found)


def _read(
    problem: Problem, tree: ActionTree, ends: Indices, blocks: list[Any], found: Any
) -> Solution:
    """The solution by its parts."""
    lists = 2**problem.shown
    shape = (problem.shown, len(tree.leaves), lists)
    starts = [0, *ends[:-1]]
    masses = tuple(
        found.x[lo:hi].reshape(-1, 2**t)
        for t, (lo, hi) in enumerate(zip(starts, ends, strict=True))
    )
    dual = -np.asarray(found.ineqlin.marginals) if blocks else np.zeros(0)
    rows = [block.shape[0] for block in blocks]
    parts = np.split(np.maximum(dual, 0), np.cumsum(rows)[:-1]) if blocks else []
    kinds = iter(parts)
    private = problem.factor is not None and problem.shown > 0
    multipliers = next(kinds).reshape(shape) if private else np.zeros(shape)
    slack = next(kinds) if private and problem.approximate else np.zeros(0)
    if problem.prior is None:
        weights = dict(zip(problem.classes, next(kinds).tolist(), strict=True))
    else:
        weights = {means: float(problem.weight(means)) for means in problem.classes}
    return Solution(masses, multipliers, slack, weights, float(found.fun))


def _highs(
    objective: Floats,
    blocks: list[Any],
    limits: list[Floats],
    equal: Any,
    right: Floats,
    corner: bool,
) -> Any:
    """The answer of HiGHS: of the simplex method, or of the interior point without a crossover."""
    options: dict[str, Any] = {} if corner else {"run_crossover": "off"}
    names = ("primal_feasibility", "dual_feasibility", "ipm_optimality")
    options |= {f"{name}_tolerance": TOLERANCE for name in names}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SciPy passes the option on, and says that it is unknown
        found = linprog(
            objective,
            A_ub=sparse.vstack(blocks).tocsr() if blocks else None,
            b_ub=np.concatenate(limits) if blocks else None,
            A_eq=equal,
            b_eq=right,
            method="highs-ds" if corner else "highs-ipm",
            options=options,
        )
    if found.x is None:
        raise ArithmeticError(f"The solver of linear programs stopped: {found.message}")
    return found


def _placed(matrix: Any, column: int, width: int) -> Any:
    """A matrix with columns of zeros before and after it."""
    rows, columns = matrix.shape
    before = sparse.csr_matrix((rows, column))
    return sparse.hstack([before, matrix, sparse.csr_matrix((rows, width - column - columns))])


def _flow(tree: ActionTree, width: int) -> tuple[Any, Floats]:
    """After each past and each list the masses of the next actions sum to that of the past."""
    ones = len(tree.sequences[0])
    rows, columns = [np.zeros(ones, dtype=np.int64)], [np.arange(ones)]
    entries = [np.ones(ones)]
    row, start = 1, 0
    for t in range(1, len(tree.sequences)):
        before, lists = len(tree.sequences[t - 1]), 2**t
        after = start + before * lists // 2
        numbers = row + np.arange(before * lists).reshape(before, lists)
        pasts = np.arange(before)[:, None] * (lists // 2) + np.arange(lists)[None, :] // 2
        rows += [numbers.ravel(), numbers[tree.parents[t]].ravel()]
        columns += [start + pasts.ravel(), after + np.arange(len(tree.sequences[t]) * lists)]
        entries += [-np.ones(numbers.size), np.ones(len(tree.sequences[t]) * lists)]
        row, start = row + before * lists, after
    where = (np.concatenate(rows), np.concatenate(columns))
    matrix = sparse.csr_matrix((np.concatenate(entries), where), shape=(row, width))
    right = np.zeros(row)
    right[0] = 1
    return matrix, right


def _privacy_rows(problem: Problem, tree: ActionTree, first: int, width: int) -> Any:
    """V(a; r) - e^eps V(a; r') - slack <= 0 for whole sequences; shorter ones follow by summing."""
    lists = 2**problem.shown
    size = len(tree.leaves) * lists
    assert problem.factor is not None
    factor = float(problem.factor)
    here = np.arange(size).reshape(-1, lists)
    rows = np.arange(problem.shown * size)
    there = np.concatenate(
        [here[:, flipped(problem.shown, p)].ravel() for p in range(problem.shown)]
    )
    parts = [(first + np.tile(here.ravel(), problem.shown), 1.0), (first + there, -factor)]
    if problem.approximate:
        parts.append((first + size + rows, -1.0))
    columns = np.concatenate([where for where, _ in parts])
    entries = np.concatenate([np.full(len(rows), value) for _, value in parts])
    shape = (len(rows), width)
    return sparse.csr_matrix((entries, (np.tile(rows, len(parts)), columns)), shape=shape)


def flipped(length: int, place: int) -> Indices:
    """For each list the number of the list with the reward of one place flipped.

    >>> flipped(2, 0).tolist()
    [2, 3, 0, 1]
    """
    return np.arange(2**length) ^ (1 << (length - 1 - place))


def families(problem: Problem, tree: ActionTree) -> Any:
    """Which excesses V(a; r) - e^eps V(a; r') sum to at most delta: a 0-1 matrix, place by place.

    In the View model all sequences on one list. In the Table model each sequence on the list that
    it reads from a table; the neighbour has the whole row of the place flipped, which is the worst.
    """
    count, lists = tree.leaves.shape[0], 2**problem.shown
    if problem.model == "view":
        read = np.tile(np.arange(lists), (count, 1))
    else:
        bits = reward_lists(problem.shown)
        tables = product(range(lists), repeat=problem.arms)  # a list for each arm
        powers = 1 << np.arange(problem.shown - 1, -1, -1)
        seen = tree.leaves[:, : problem.shown]
        places = np.arange(problem.shown)
        read = np.array(
            [bits[np.array(table)][seen, places] @ powers for table in tables]
        ).T.reshape(count, -1)
    columns = np.arange(count)[:, None] * lists + read
    one = sparse.csr_matrix(
        (np.ones(columns.size), (np.tile(np.arange(read.shape[1]), count), columns.ravel())),
        shape=(read.shape[1], count * lists),
    )
    return sparse.block_diag([one] * problem.shown).tocsr()
