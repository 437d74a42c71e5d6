"""The cost that a whole sequence of actions and its rewards have in an instance, exactly."""

from math import factorial, lcm
from typing import Any
import numpy as np
from numpy.typing import NDArray
from .problem import Means, Problem
from .relabelled_actions import ActionTree, reward_lists

Exact = NDArray[Any]
"""An array of Python's integers, or of floats."""


def common_denominator(problem: Problem) -> int:
    """The least common denominator of the means of all instances."""
    return lcm(*(mean.denominator for means in problem.instances for mean in means))


def cost_scale(problem: Problem) -> int:
    """What `leaf_costs` multiplies costs by, so that they are whole."""
    members = factorial(problem.arms) if problem.symmetric else 1
    return int(common_denominator(problem) ** problem.actions) * members


def leaf_costs(problem: Problem, tree: ActionTree, means: Means, kind: type = object) -> Exact:
    """P(rewards | actions) times the cost of the actions, for each of both, times a scale.

    Of a class of instances, the sum over its members: then a policy that treats the arms alike has
    the sum of these numbers times its masses as its cost in each of them.
    """
    unit = common_denominator(problem)
    lists = reward_lists(problem.shown)
    total: Exact = np.zeros((len(tree.leaves), len(lists)), dtype=kind)
    for member in problem.members(means):
        wins: Exact = np.array([int(mean * unit) for mean in member], dtype=kind)
        chance: Exact = action_costs(problem, tree, member, unit).astype(kind)[:, None]
        for t in range(problem.shown):
            won = wins[tree.leaves[:, t]][:, None]
            chance = chance * np.where(lists[None, :, t] == 1, won, unit - won)
        total = total + chance
    return total


def action_costs(problem: Problem, tree: ActionTree, means: Means, unit: int) -> Exact:
    """What each whole sequence costs, times the unit: its gaps, or that of its answer."""
    best = max(means)
    gaps = np.array([int((best - mean) * unit) for mean in means], dtype=object)
    if problem.goal == "error":
        gaps = np.array([unit * int(gap > 0) for gap in gaps], dtype=object)
    paid = tree.leaves if problem.goal == "regret" else tree.leaves[:, -1:]
    result: Exact = gaps[paid].sum(axis=1)
    return result
