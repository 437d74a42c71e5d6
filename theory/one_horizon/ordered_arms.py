"""Arms of which only the order is unknown: what it costs a private policy until round T.

Before round t + 1 a policy has seen at most t rewards of each arm. Let c_1 >= ... >= c_K be counts
of successes, G_k the mean gap of the arm with c_k over all orders, times the probability of the
counts, and a_k = G_k - G_1 >= 0. The mean gap of the next action is at least the sum over all
counts of

    G_1 + sum over k > 1 of y_k e^(-eps (c_1 - c_k))

for all y >= 0 that have y_k + y_2 + ... + y_K <= a_k for each k > 1.
"""

from __future__ import annotations
import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, permutations
import numpy as np
from banditproof.theory.argument_readers import positive_count, reads
from banditproof.theory.budgets import exact_or_infinite
from banditproof.theory.exact import exact_means
from banditproof.theory.parameter_names import accepts_epsilon
from .blocks import summed
from .error_tradeoff import MOST_REWARDS, Pure
from .noisy_counts import UNIT, Floats, binomial_window, decay, usable_budget
from .swapped_arms import error_of_order

MOST_ARMS, MOST_COUNTS, COARSE = 4, 100_000, 1.1
"""The largest sums over counts, and the growth of blocks of rounds."""


def regret_of_a_round(t: int, means: Sequence[Fraction], eps: Pure) -> float:
    """A lower bound of the mean gap, over all orders of the arms, of the action after t rounds.

    >>> means = [Fraction(9, 10), Fraction(1, 2), Fraction(1, 10)]
    >>> [round(regret_of_a_round(t, means, Fraction(1)), 4) for t in (0, 1, 10)]
    [0.4, 0.2189, 0.0176]
    """
    arms, eps = len(means), usable_budget(eps)
    best = max(means)
    gaps = [float(best - mean) for mean in means]
    laws = [_law(t, mean) for mean in means]
    counts = np.array([*combinations_with_replacement(range(t, -1, -1), arms)]).T
    # G_k, once for each of the orders in which the same counts stand
    mean_gaps = np.zeros(counts.shape)
    for order in permutations(range(arms)):
        chance = np.prod([laws[arm][c] for arm, c in zip(order, counts, strict=True)], axis=0)
        mean_gaps += [gaps[arm] * chance for arm in order]
    mean_gaps *= _orders(counts) / math.factorial(arms)
    above = np.maximum(mean_gaps[1:] - mean_gaps[0], 0)
    factors = np.array([*map(decay(eps).after, range(t + 1))])[counts[0] - counts[1:]]
    private = np.zeros(counts.shape[1])
    for last in range(1, arms):
        level = np.minimum(above[0], above[:last].sum(axis=0) / (last + 1))
        private = np.maximum(private, _multiplied(above, factors, level))
    # all G_k together are the sum of the gaps, and each is off by its part of this
    unsure: float = (8 * arms * (4 * t + 60) + 2000 + counts.shape[1]) * UNIT * sum(gaps)
    found = float((mean_gaps[0] + private).sum())
    return max(0.0, found - unsure)


def _multiplied(above: Floats, factors: Floats, level: Floats) -> Floats:
    """The sum of y_k e^(-eps (c_1 - c_k)), with y_2, y_3, ... as large as the given sum allows."""
    total, left = np.zeros(level.shape), level.copy()
    for most, factor in zip(above, factors, strict=True):
        y = np.minimum(np.maximum(most - level, 0), left)
        total += y * factor
        left -= y
    return total


def _law(t: int, mean: Fraction) -> Floats:
    """The masses of Bin(t, mean) at 0, ..., t."""
    first, masses = binomial_window(t, mean, 1e6)
    law = np.zeros(t + 1)
    law[first : first + len(masses)] = masses
    return law


def _orders(counts: Floats) -> Floats:
    """In how many orders the same counts can stand."""
    arms, same, run = len(counts), np.ones(counts.shape[1]), np.ones(counts.shape[1])
    for before, after in pairwise(counts):
        run = np.where(before == after, run + 1, 1)
        same *= run
    result: Floats = math.factorial(arms) / same
    return result


@accepts_epsilon
@reads(means=lambda _, given: exact_means(given), eps=exact_or_infinite, horizon=positive_count)
def order_regret(means: Sequence[Fraction], eps: Pure, horizon: int) -> float:
    """A lower bound of the regret averaged over all orders of the arms, for eps-DP policies.

    It holds for the largest of these regrets, too. Where there are too many counts, only the best
    arm and its nearest rival change places: each other arm costs at least as much as the rival.

    >>> round(order_regret([Fraction(9, 10), Fraction(1, 10), Fraction(1, 10)], Fraction(1), 1), 9)
    0.533333333
    """
    if len(means) < 2:
        raise ValueError("There is one arm, and no order of it; give two means or more.")
    best, rival = sorted(means, reverse=True)[:2]

    def least(t: int) -> float:
        if len(means) <= MOST_ARMS and math.comb(t + len(means), len(means)) <= MOST_COUNTS:
            return regret_of_a_round(t, means, eps)
        if t > MOST_REWARDS or rival == best:
            return 0.0
        return float(best - rival) * error_of_order(t, best, rival, eps) * (1 - 8 * UNIT)

    # the best action after more rewards costs less, so that a block costs what its right end does
    return summed(min(horizon - 1, MOST_REWARDS), COARSE, least)
