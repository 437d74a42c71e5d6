"""The certified lower end: with any multipliers >= 0 the relaxed program is solved backwards."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any
import numpy as np
from .leaf_costs import Exact, cost_scale, leaf_costs
from .problem import Means, Problem
from .relabelled_actions import ActionTree
from .sequence_program import Solution, families, flipped

GRAIN = 2**40
LARGEST_DENOMINATOR = 10**5
LARGEST_WITH_SHORT = 10_000
"""The number of multipliers up to which short fractions are tried."""
MOST_BITS = 200


@dataclass(frozen=True)
class Certificate:
    """Whole multipliers >= 0 of the privacy rows over `grain`, and the weights of the instances.

    The relaxation sum of w_i cost_i + sum of z (V(a; r) - e^eps V(a; r')) is at most the largest
    cost of a private policy, and its least value over all policies needs no program: after each
    past the best action is chosen, backwards. `sums` are those of the rows with delta, over
    `grain`; multipliers are at most the sum of the `sums` of the families that they belong to.
    """

    grain: int
    multipliers: Exact
    sums: Exact
    weights: dict[Means, Fraction]
    value: Fraction


def certified(problem: Problem, tree: ActionTree, solution: Solution) -> Certificate:
    """The better certificate of two: rounded to a fine grain, or to short fractions."""
    fine = _certificate(problem, tree, solution, GRAIN)
    if solution.multipliers.size > LARGEST_WITH_SHORT:
        return fine
    short = [*_short(solution.multipliers), *_short(solution.slack_multipliers)]
    grain = lcm(*(x.denominator for x in short), 1)
    if grain.bit_length() > MOST_BITS:
        return fine
    found = _certificate(problem, tree, solution, grain)
    return found if found.value >= fine.value else fine


def _short(values: Any) -> list[Fraction]:
    """Floats as fractions with short denominators."""
    return [Fraction(float(x)).limit_denominator(LARGEST_DENOMINATOR) for x in np.ravel(values)]


def _certificate(problem: Problem, tree: ActionTree, solution: Solution, grain: int) -> Certificate:
    """Round the multipliers to a grain."""
    z = _rounded(solution.multipliers, grain)
    sums = _rounded(solution.slack_multipliers, grain)
    if problem.approximate:
        z = np.minimum(z, sums_over(families(problem, tree).T.tocsr(), sums))
    multipliers = z.reshape(solution.multipliers.shape)
    weights = _weights(problem, solution, grain)
    value = bound(problem, tree, multipliers, grain, weights)
    value -= problem.delta * Fraction(int(sums.sum()), grain)
    return Certificate(grain, multipliers, sums, weights, value)


def _rounded(values: Any, grain: int) -> Exact:
    fractions = [Fraction(float(x)) for x in values.ravel()] if grain == GRAIN else _short(values)
    return np.array([round(x * grain) for x in fractions], dtype=object)


def sums_over(matrix: Any, values: Exact) -> Exact:
    """The sums of exact values over the rows of a matrix of 0 and 1, none of them empty."""
    result: Exact = np.add.reduceat(values[matrix.indices], matrix.indptr[:-1])
    return result


def _weights(problem: Problem, solution: Solution, grain: int) -> dict[Means, Fraction]:
    """Weights with the sum 1."""
    if problem.prior is not None:
        return {means: problem.weight(means) for means in problem.classes}
    if grain == GRAIN:
        found = {means: Fraction(round(x * grain), grain) for means, x in solution.weights.items()}
    else:
        short = _short(list(solution.weights.values()))
        found = dict(zip(solution.weights, short, strict=True))
    total = sum(found.values())
    return {means: weight / total for means, weight in found.items() if weight}


def bound(
    problem: Problem,
    tree: ActionTree,
    multipliers: Exact,
    grain: int,
    weights: dict[Means, Fraction],
) -> Fraction:
    """The least value over all policies of the costs and the multipliers of pure privacy."""
    common = lcm(*(weight.denominator for weight in weights.values()))
    above, below = (1, 1) if problem.factor is None else problem.factor.as_integer_ratio()
    values: Exact = np.zeros((len(tree.leaves), 2**problem.shown), dtype=object)
    for means, weight in weights.items():
        values = values + leaf_costs(problem, tree, means) * int(weight * common * grain * below)
    scale = cost_scale(problem) * common
    for place, part in enumerate(multipliers):
        values = values + scale * (below * part - above * part[:, flipped(problem.shown, place)])
    return Fraction(int(least_value(tree, values)), scale * grain * below)


def least_value(tree: ActionTree, values: Exact) -> Any:
    """The least sum of masses times values over all policies, backwards from the last action.

    >>> tree = ActionTree.of(arms=2, length=2, symmetric=False)
    >>> least_value(tree, np.array([[5, 5], [4, 9], [4, 2], [4, 4]], dtype=object))
    6
    """
    for t in range(len(tree.sequences), 0, -1):
        values = np.minimum.reduceat(values, tree.starts(t), axis=0)
        if t > 1:
            values = values[:, ::2] + values[:, 1::2]
    return values[0, 0]
