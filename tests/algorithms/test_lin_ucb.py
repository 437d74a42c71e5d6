"""LinUCB: its pulls by an independent program, RS-OFUL where both agree, and its regret."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms import (
    RSOFUL,
    FixedContexts,
    LinearEnvironment,
    LinearRewards,
    LinUCB,
    RewardList,
    Sampled,
    Silent,
    make_policy,
    play,
    simulate,
)
from banditproof.theory.budgets import PureDP

ROUNDS = [
    ((1, 0), (0, 1), (Fraction(3, 5), Fraction(4, 5))),
    ((Fraction(-1, 2), Fraction(1, 2)), (Fraction(-3, 5), Fraction(4, 5)), (0, Fraction(1, 2))),
    ((Fraction(4, 5), Fraction(-3, 5)), (Fraction(1, 10), 0), (Fraction(2, 5), Fraction(9, 10))),
]
REWARDS = [1, -1, 1, 0, Fraction(1, 2), -1, 1, 1, 0, 1] * 6


def specified(rounds, rewards, weight, delta):
    """The actions of LinUCB and its last estimate and radius, with an exact V and sum of rewards.

    Two dimensions: V^-1 is its adjugate over its determinant. An index is a float of exact numbers.
    """
    a, b, c = weight, Fraction(0), weight
    total, actions = [Fraction(0)] * 2, []

    def known():
        det = a * c - b * b
        theta = ((c * total[0] - b * total[1]) / det, (a * total[1] - b * total[0]) / det)
        growth = math.log(det / weight**2)
        return det, theta, math.sqrt(2 * math.log(1 / delta) + growth) + math.sqrt(weight)

    for t, reward in enumerate(rewards):
        det, theta, beta = known()
        rows = rounds[t % len(rounds)]
        index = [
            float(theta[0] * x + theta[1] * y)
            + beta * math.sqrt((c * x * x - 2 * b * x * y + a * y * y) / det)
            for x, y in rows
        ]
        arm = index.index(max(index))
        x, y = rows[arm]
        a, b, c = a + x * x, b + x * y, c + y * y
        total = [total[0] + reward * x, total[1] + reward * y]
        actions.append(arm)
    return tuple(actions), *known()[1:]


@pytest.mark.parametrize(("weight", "delta"), [(1, "0.001"), ("1/4", "0.3"), (5, "0.05")])
def test_the_pulls_are_those_of_an_independent_program(weight, delta):
    policy = LinUCB(3, 2, regulariser=weight, delta=delta, ties="first")
    contexts = FixedContexts(ROUNDS)
    played = play(policy, RewardList(REWARDS), 60, Silent(), contexts)
    actions, theta, beta = specified(ROUNDS, REWARDS, Fraction(weight), float(delta))
    assert played.actions == actions
    assert len(set(actions)) == 3
    assert played.state.known.theta == pytest.approx([float(x) for x in theta], abs=1e-12)
    assert played.state.known.radius == pytest.approx(beta, rel=1e-12)
    assert played.state.known.updates == 60
    rare = RSOFUL(3, 2, regulariser=weight, delta=delta, ties="first")
    assert play(rare, RewardList(REWARDS), 60, Silent(), contexts).actions != actions


def drawn(seed, rounds):
    """Contexts of four vectors in three dimensions, and rewards."""
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((rounds, 4, 3))
    rows /= np.linalg.norm(rows, axis=2, keepdims=True)
    return FixedContexts(rows.tolist()), rng.choice([-1.0, 1.0], rounds).tolist()


@pytest.mark.parametrize("seed", range(3))
def test_rs_oful_that_updates_at_every_growth_is_lin_ucb(seed):
    """With C = 10^-12 each round ends an episode, so both are one policy, bit by bit."""
    contexts, rewards = drawn(seed, 120)
    mine = play(LinUCB(4, 3), RewardList(rewards), 120, Sampled(seed), contexts)
    rare = RSOFUL(4, 3, doubling="1e-12")
    other = play(rare, RewardList(rewards), 120, Sampled(seed), contexts)
    assert (mine.actions, mine.state) == (other.actions, other.state)


def states_along(policy, contexts, rewards):
    """The state after each round, and the first one; the curator's sums are made here."""
    state, open_sum = policy.start(), np.zeros(policy.dimension)
    states = [state]
    for t, reward in enumerate(rewards, start=1):
        rows = contexts.at(t)
        pull = policy.decide_in(state, t, rows, Sampled(t))
        open_sum = open_sum + reward * np.array(rows[pull.arm])
        state = policy.learn_in(state, pull, rows, tuple(open_sum) if pull.releases else None)
        open_sum = open_sum * (not pull.releases)
        states.append(state)
    return states


@pytest.mark.parametrize("seed", range(3))
def test_estimates_and_radii_are_those_of_rs_oful_at_each_of_its_updates(seed):
    """A single arm, so that both play the same vectors."""
    contexts, rewards = drawn(seed, 200)
    alone = FixedContexts([rows[:1] for rows in contexts.contexts])
    mine = [state.known for state in states_along(LinUCB(1, 3), alone, rewards)]
    theirs = [state.known for state in states_along(RSOFUL(1, 3), alone, rewards)]
    renewed = [t for t in range(1, 201) if theirs[t] != theirs[t - 1]]
    assert 5 < len(renewed) < 60
    for t in renewed:
        assert theirs[t].theta == pytest.approx(mine[t].theta, abs=1e-12)
        assert theirs[t].radius == pytest.approx(mine[t].radius, rel=1e-12)
    assert [known.updates for known in mine] == list(range(201))
    assert all(x.radius >= y.radius - 1e-12 for x, y in zip(mine, theirs, strict=True))


def test_every_vector_renews_the_estimate_but_zero_which_changes_nothing():
    contexts = FixedContexts([((1, 0),), (("1e-6", 0),), ((0, 0),)])
    played = play(LinUCB(1, 2), RewardList([1] * 6), 6, Silent(), contexts)
    assert played.state.known.updates == 4
    assert played.state.known.theta == pytest.approx((2 / 3, 0), abs=1e-5)
    assert [read.time for read in played.ledger.reads] == [1, 2, 3, 4, 5, 6]


class Shy(LinUCB):
    """A tenth of the radius."""

    def radius(self, updates, rounds, log_growth, smallest):
        return super().radius(updates, rounds, log_growth, smallest) / 10


def test_all_ellipsoids_hold_theta_as_often_as_delta_says():
    """100 runs, delta = 0.2: fewer than 57 have probability below 1e-6 if the radius is right."""
    theta = np.array((0.6, -0.7))

    def held(policy):
        count = 0
        for seed in range(100):
            rng = np.random.default_rng(seed)
            rows = rng.standard_normal((60, 1, 2))
            rows /= np.linalg.norm(rows, axis=2, keepdims=True)
            means = rows[:, 0] @ theta
            rewards = np.where(rng.random(60) < (1 + means) / 2, 1.0, -1.0).tolist()
            known = [s.known for s in states_along(policy, FixedContexts(rows.tolist()), rewards)]
            gaps = [np.array(k.theta) - theta for k in known]
            count += all(
                gap @ np.linalg.inv(np.array(k.shape)) @ gap <= k.radius**2
                for gap, k in zip(gaps, known, strict=True)
            )
        return count

    assert held(LinUCB(1, 2, delta="0.2")) >= 57
    assert held(Shy(1, 2, delta="0.2")) < 57


class Pessimist(LinUCB):
    """Plays the vector of the least index."""

    def index(self, known, row):
        return -super().index(known, row)


def bound_of_rs_oful(policy, rounds, doubling=1):
    """2 beta_T sqrt((1 + C) T 2 d log(1 + T / (d lambda))), with probability 1 - delta.

    The regret of a round is at most twice its radius times the length of its vector in V^-1 of the
    last update, which is at most sqrt(1 + C) times that of now; and the sum of these squares is at
    most 2 log det V, for lambda at least the square of the longest vector.
    """
    growth = policy.dimension * math.log1p(rounds / (policy.dimension * policy.regulariser))
    beta = math.sqrt(2 * math.log(1 / float(policy.delta)) + growth) + policy.regulariser**0.5
    return 2 * beta * math.sqrt((1 + doubling) * rounds * 2 * growth)


def test_the_regret_is_below_the_bound_of_rs_oful_and_its_own():
    """T = 4000 on three actions, one opposite to theta; that of RS-OFUL itself is beside it."""
    actions, rounds = ((1, 0), (-1, 0), (0, 1)), 4000
    world = LinearEnvironment(theta=(1, 0), actions=actions)

    def regret(policy):
        contexts = FixedContexts([actions])
        played = play(policy, LinearRewards(world, contexts, 5), rounds, Sampled(6), contexts)
        return sum((0, 2, 1)[arm] for arm in played.actions)

    mine, rare, worst = LinUCB(3, 2), RSOFUL(3, 2), Pessimist(3, 2)
    bound, own = (bound_of_rs_oful(mine, rounds, doubling=c) for c in (1, 0))
    assert 0 < regret(mine) <= own < bound
    assert regret(rare) <= bound
    assert regret(worst) > bound


def test_the_engine_plays_it_and_the_catalogue_makes_it():
    policy = make_policy("lin-ucb", 4, dimension=2, delta="0.1")
    assert policy == LinUCB(4, 2, delta="0.1")
    assert policy.budget == PureDP(math.inf)
    world = LinearEnvironment(theta=("0.6", "0.8"), contexts="sphere", arms=4)
    found = simulate(policy, world, 300, 3, rng=1)
    assert found.regret.shape == (3,)
    with pytest.raises(ValueError, match="has no growth of the determinant; leave it out"):
        make_policy("lin-ucb", 4, dimension=2, doubling=2)
    with pytest.raises(TypeError, match="doubling"):
        LinUCB(4, 2, doubling=2)
