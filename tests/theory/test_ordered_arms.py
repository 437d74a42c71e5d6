"""Arms of which only the order is unknown: programs over all policies, and over counts alone."""

import math
from fractions import Fraction
from itertools import permutations, product
import numpy as np
import pytest
from scipy.optimize import linprog
from banditproof.theory.exact_price import exact_price
from banditproof.theory.one_horizon import ordered_arms
from banditproof.theory.one_horizon.ordered_arms import order_regret, regret_of_a_round
from banditproof.theory.one_horizon.swapped_arms import error_of_order, swap_regret

MEANS = [("0.9", "0.1", "0.1"), ("0.75", "0.5", "0.25"), ("0.75", "0.7", "0.7"), ("1", "0.5", "0")]


def exactly(means):
    return [Fraction(mean) for mean in means]


def best_of_a_round(t, means, eps):
    """The least mean gap of a private action that sees t rewards of every arm: all tests of counts.

    Nothing is assumed to be symmetric: w(arm; counts) are the unknowns.
    """
    arms = len(means)
    states = [*product(range(t + 1), repeat=arms)]
    place = {state: number * arms for number, state in enumerate(states)}
    cost, rows, limits = np.zeros(len(states) * arms), [], []
    for state, order in product(states, permutations(map(float, means))):
        chance = math.prod(
            math.comb(t, c) * mean**c * (1 - mean) ** (t - c)
            for c, mean in zip(state, order, strict=True)
        )
        for arm in range(arms):
            cost[place[state] + arm] += chance * (max(order) - order[arm]) / math.factorial(arms)
    for state, arm, changed in product(states, range(arms), range(arms)):
        for c in (state[changed] - 1, state[changed] + 1):
            other = (*state[:changed], c, *state[changed + 1 :])
            if other in place:
                here, there = place[state] + arm, place[other] + arm
                for sign, limit in ((1, 0.0), (-1, math.exp(eps) - 1)):  # w, and 1 - w
                    row = np.zeros(len(cost))
                    row[here], row[there] = sign, -sign * math.exp(eps)
                    rows.append(row)
                    limits.append(limit)
    sums = np.zeros((len(states), len(cost)))
    for number in range(len(states)):
        sums[number, number * arms : (number + 1) * arms] = 1
    found = linprog(cost, np.array(rows), limits, sums, np.ones(len(states)), method="highs")
    assert found.status == 0, found.message
    return float(found.fun)


@pytest.mark.parametrize("means", MEANS)
@pytest.mark.parametrize("eps", [0.25, 2.0])
@pytest.mark.parametrize("t", [1, 2, 3])
def test_no_private_action_after_t_rewards_of_each_arm_costs_less(means, eps, t):
    least = best_of_a_round(t, exactly(means), eps)
    assert 0.7 * least < regret_of_a_round(t, exactly(means), Fraction(eps)) <= least + 1e-9


@pytest.mark.parametrize("means", MEANS)
@pytest.mark.parametrize("eps", ["0.25", "2"])
@pytest.mark.parametrize("horizon", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_no_private_policy_of_three_arms_has_less_regret(means, eps, horizon):
    orders = [*permutations(means)]
    found = exact_price(3, horizon, eps, instances=orders, prior="equal")
    bound = order_regret(exactly(means), Fraction(eps), horizon)
    assert 0.5 * float(found.upper) < bound <= found.upper


@pytest.mark.parametrize("t", [0, 1, 7, 40])
def test_two_arms_are_those_of_theorem_5(t):
    p, q, eps = Fraction(3, 4), Fraction(1, 2), Fraction(1, 3)
    found = regret_of_a_round(t, [q, p], eps)
    assert found == pytest.approx(error_of_order(t, p, q, eps) / 4, rel=1e-10)


def test_orders_of_the_arms_as_given_do_not_matter_and_bounds_fall_in_eps():
    means = exactly(("0.8", "0.6", "0.3"))
    values = [order_regret(means[::-1], Fraction(eps), 60) for eps in ("0.1", "1", "5")]
    assert values == sorted(values, reverse=True)
    assert values[1] == pytest.approx(order_regret(means, Fraction(1), 60), rel=1e-9)


def test_where_there_are_too_many_counts_the_nearest_rival_changes_places(monkeypatch):
    means = exactly(("0.8", "0.7", "0.3"))
    whole = order_regret(means, Fraction(1), 60)
    monkeypatch.setattr(ordered_arms, "MOST_COUNTS", 10)
    least = order_regret(means, Fraction(1), 60)
    assert 0 < least < whole
    five = exactly(("0.8", "0.7", "0.7", "0.6", "0.3"))
    pair = swap_regret(five[0], five[1], Fraction(1), 1000)
    assert 0.8 * pair < order_regret(five, Fraction(1), 1000) <= pair * (1 + 1e-9)
    assert order_regret(exactly(("0.8", "0.8", "0.3")), Fraction(1), 1000) < whole
