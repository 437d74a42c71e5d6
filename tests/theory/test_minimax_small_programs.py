"""Minimax bounds of Bernoulli arms against the best View DP policy of a linear program."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from banditproof.theory.balls import enclose
from banditproof.theory.lower_bounds import minimax


def best_worst_regret(arms, horizon, eps, instances):
    """The least worst regret over the instances, of all policies with eps-View DP.

    The variables are the products of a policy's probabilities along its histories. The law of the
    actions on fixed rewards is one of them, so View DP is linear, and so is each regret.
    """
    from scipy.optimize import linprog

    index = {}
    for t in range(1, horizon + 1):
        for path in product(product(range(arms), repeat=t), product((0, 1), repeat=t - 1)):
            index[path] = len(index)
    size = len(index) + 1
    totals, rights, limits, tops = [], [], [], []

    def row(entries):
        found = np.zeros(size)
        for place, value in entries:
            found[place] += value
        return found

    totals.append(row((index[(a,), ()], 1) for a in range(arms)))
    rights.append(1)
    for actions, rewards in index:
        if len(actions) < horizon:
            for reward in (0, 1):
                parts = [(index[(*actions, a), (*rewards, reward)], 1) for a in range(arms)]
                totals.append(row([*parts, (index[actions, rewards], -1)]))
                rights.append(0)
        else:
            for place in range(horizon - 1):
                other = (*rewards[:place], 1 - rewards[place], *rewards[place + 1 :])
                one, two = index[actions, rewards], index[actions, other]
                limits.append(row([(one, 1), (two, -math.exp(eps))]))
                tops.append(0)
    for means in instances:
        entries = [(size - 1, -1)]
        for (actions, rewards), place in index.items():
            probability = math.prod(
                means[a] if r else 1 - means[a] for a, r in zip(actions, rewards, strict=False)
            )
            entries.append((place, probability * (max(means) - means[actions[-1]])))
        limits.append(row(entries))
        tops.append(0)
    goal = row([(size - 1, 1)])
    found = linprog(goal, limits, tops, totals, rights, bounds=(0, None), method="highs")
    assert found.status == 0
    return found.fun


def bound(formula, arms, horizon, eps):
    return float(enclose(lambda: formula(arms, Fraction(horizon), Fraction(eps)), 12).hi)


@pytest.mark.parametrize(("arms", "horizon", "steps"), [(2, 1, 5), (2, 2, 5), (2, 3, 5), (3, 2, 3)])
@pytest.mark.parametrize("word", ["0.01", "0.5", "3"])
def test_no_policy_is_better_than_the_bounds(arms, horizon, steps, word) -> None:
    instances = list(product(np.linspace(0, 1, steps), repeat=arms))
    least = best_worst_regret(arms, horizon, float(word), instances)
    for formula in (minimax.bernoulli_pure, minimax.bernoulli_logarithmic):
        assert bound(formula, arms, horizon, word) < least
    # never above the policy that looks at no reward
    assert least <= horizon * (arms - 1) / arms + 1e-9


def test_the_program_knows_the_exact_values_and_refutes_the_bound_without_a_cap() -> None:
    """On the means (1, 0) and (0, 1), K = T = 2, the value is 1/2 + 1/(1 + e^eps)."""
    for eps in (0.01, 0.5, 2.0):
        value = best_worst_regret(2, 2, eps, [(1, 0), (0, 1)])
        assert value == pytest.approx(0.5 + 1 / (1 + math.exp(eps)), abs=1e-9)
    instances = list(product(np.linspace(0, 1, 5), repeat=2))
    assert bound(minimax.pure_printed, 2, 2, "0.01") > best_worst_regret(2, 2, 0.01, instances)
