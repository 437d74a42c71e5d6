"""The certified upper end: a policy as a table of exact laws, whose privacy and cost are exact."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Any
import numpy as np
from .dual_bound import GRAIN, LARGEST_DENOMINATOR, LARGEST_WITH_SHORT, MOST_BITS, sums_over
from .leaf_costs import Exact, cost_scale, leaf_costs
from .problem import Problem
from .relabelled_actions import ActionTree
from .sequence_program import Floats, Solution, families, flipped

SLACK = 1e-11
"""The first share of the uniform policy that is mixed in."""


@dataclass(frozen=True)
class ExactPolicy:
    """Laws of the next action: laws[t][i, r] is a whole number, over scales[t].

    i is a sequence of t + 1 actions, and r the list of the t rewards before its last action. Up to
    relabelling, the mass of a sequence is that of all sequences that it stands for.
    """

    laws: tuple[Exact, ...]
    scales: tuple[int, ...]

    def masses(self, tree: ActionTree) -> Exact:
        """The mass of each whole sequence on each list, times the product of the scales."""
        mass = self.laws[0]
        for t in range(1, len(self.laws)):
            mass = np.repeat(mass[tree.parents[t]], 2, axis=1) * self.laws[t]
        return mass

    @property
    def scale(self) -> int:
        """What `masses` are multiplied by."""
        return prod(self.scales)


def is_private(problem: Problem, tree: ActionTree, policy: ExactPolicy) -> bool:
    """Whether a policy is (eps, delta)-DP, exactly."""
    if problem.factor is None or problem.shown == 0:
        return True
    above, below = problem.factor.as_integer_ratio()
    masses = policy.masses(tree)
    over = np.array(
        [
            below * masses - above * masses[:, flipped(problem.shown, p)]
            for p in range(problem.shown)
        ]
    )
    if not problem.approximate:
        return bool((over <= 0).all())
    sums = sums_over(families(problem, tree), np.maximum(over, 0).ravel())
    return bool((sums <= problem.delta * (policy.scale * below)).all())


def cost(problem: Problem, tree: ActionTree, policy: ExactPolicy) -> Fraction:
    """The largest cost over the instances, or the mean one, exactly."""
    masses, scale = policy.masses(tree), policy.scale * cost_scale(problem)
    found = {
        means: Fraction(int((masses * leaf_costs(problem, tree, means)).sum()), scale)
        for means in problem.classes
    }
    if problem.prior is None:
        return max(found.values())
    return sum((problem.weight(means) * value for means, value in found.items()), Fraction(0))


def repaired(
    problem: Problem, tree: ActionTree, solution: Solution
) -> tuple[ExactPolicy, Fraction]:
    """The better policy of two, both exactly private, with its cost."""
    best = _mixed(problem, tree, solution)
    value = cost(problem, tree, best)
    if solution.multipliers.size <= LARGEST_WITH_SHORT:
        short = _rounded(tree, solution.masses, None)
        if short is not None and is_private(problem, tree, short):
            found = cost(problem, tree, short)
            if found <= value:
                return short, found
    return best, value


def _mixed(problem: Problem, tree: ActionTree, solution: Solution) -> ExactPolicy:
    """Mix in so much of the uniform policy that the rest is exactly private."""
    if problem.factor == 1 and not problem.approximate:
        masses = tuple(
            np.repeat(part.mean(axis=1, keepdims=True), part.shape[1], axis=1)
            for part in solution.masses
        )
        made = _rounded(tree, masses, GRAIN)
        if made is not None and is_private(problem, tree, made):
            return made
    uniform = tree.sizes[-1][:, None] / float(problem.arms**problem.actions)
    share = 0.0 if problem.factor is None else _needed(problem, solution.masses[-1], uniform)
    while True:
        leaves = (1 - share) * np.maximum(solution.masses[-1], 0) + share * uniform
        made = _rounded(tree, summed(tree, leaves), GRAIN)
        if made is not None and is_private(problem, tree, made):
            return made
        if share == 1:
            raise ArithmeticError("The uniform policy is not private; this cannot be.")
        share = min(1.0, max(SLACK, 2 * share))


def _needed(problem: Problem, leaves: Floats, uniform: Floats) -> float:
    """The share of the uniform policy with which all privacy rows hold, up to rounding."""
    assert problem.factor is not None
    if problem.approximate:
        return SLACK
    factor, share = float(problem.factor), 0.0
    for place in range(problem.shown):
        over = leaves - factor * leaves[:, flipped(problem.shown, place)]
        share = max(share, float((over / (over.clip(0) + (factor - 1) * uniform)).max()))
    return min(1.0, share + SLACK)


def summed(tree: ActionTree, leaves: Floats) -> tuple[Floats, ...]:
    """The masses of all sequences, short ones first; of rewards that matter no more, the mean."""
    results = [leaves]
    for t in range(len(tree.sequences) - 1, 0, -1):
        total = np.add.reduceat(results[0], tree.starts(t + 1), axis=0)
        results.insert(0, (total[:, ::2] + total[:, 1::2]) / 2)
    return tuple(results)


def _rounded(tree: ActionTree, masses: tuple[Floats, ...], grain: int | None) -> ExactPolicy | None:
    """Laws of the next action, rounded to a grain or to short fractions; None if that fails."""
    laws, scales = [], []
    for t, part in enumerate(masses):
        part, starts = np.maximum(part, 0), tree.starts(t + 1)
        total = np.add.reduceat(part, starts, axis=0)[tree.parents[t]]
        sizes = tree.sizes[t].astype(float)
        evenly = (sizes / np.add.reduceat(sizes, starts)[tree.parents[t]])[:, None]
        law = np.where(total > 1e-13, part / np.where(total > 1e-13, total, 1), evenly)
        whole, scale = _whole(law, grain)
        rest = scale - np.add.reduceat(whole, starts, axis=0)
        largest = _largest(law, starts)
        whole[largest, np.arange(law.shape[1])[None, :]] += rest
        if (whole < 0).any() or scale.bit_length() > MOST_BITS:
            return None
        laws.append(whole)
        scales.append(scale)
    return ExactPolicy(tuple(laws), tuple(scales))


def _whole(law: Floats, grain: int | None) -> tuple[Exact, int]:
    if grain is not None:
        return np.array([[int(x * grain) for x in row] for row in law], dtype=object), grain
    short = [
        [Fraction(float(x)).limit_denominator(LARGEST_DENOMINATOR) for x in row] for row in law
    ]
    scale = lcm(*(x.denominator for row in short for x in row))
    return np.array([[int(x * scale) for x in row] for row in short], dtype=object), scale


def _largest(law: Floats, starts: Any) -> Any:
    """For each past and each list, the row of the likeliest next action."""
    ends = [*starts[1:], len(law)]
    return np.array([lo + law[lo:hi].argmax(axis=0) for lo, hi in zip(starts, ends, strict=True)])
