"""Laws of actions in an environment against sums over lists of rewards, and plain divergences."""

import math
from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest

from banditproof.theory import BernoulliBandit, FiniteSupportBandit, GaussianBandit
from banditproof.verify.decompositions.visible_laws import (
    action_law,
    environment_of,
    expected_plays,
    full_divergence,
    log_likelihood,
)
from banditproof.verify.definitions.finite_machine import FiniteMachine, as_kernel
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws

ONE = ((Fraction(1, 3), Fraction(2, 3)), (Fraction(3, 4), Fraction(1, 4)))
TWO = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4)))


def drawn(seed, **options):
    return FinitePolicy.random(np.random.default_rng(seed), **options)


def law_by_lists(policy, environment):
    """Tables of independent rewards, one row for each round, weighted by their probability."""
    found = {}
    rows = list(product(policy.rewards, repeat=policy.arms))
    for table in product(rows, repeat=policy.horizon - 1):
        weight = Fraction(1)
        for row in table:
            for arm, reward in enumerate(row):
                weight *= environment[arm][policy.rewards.index(reward)]
        law = policy.law(lambda path, t=table: (*t, (0,) * policy.arms)[len(path) - 1][path[-1]])
        for actions, mass in law.items():
            found[actions] = found.get(actions, Fraction(0)) + weight * mass
    return {actions: mass for actions, mass in found.items() if mass}


@pytest.mark.parametrize("seed", range(3))
def test_the_law_is_the_average_over_tables(seed):
    policy = drawn(seed, zeros=True)
    assert action_law(policy, ONE) == law_by_lists(policy, ONE)
    assert action_law(policy, ONE) != law_by_lists(policy, TWO)


def test_the_last_reward_does_not_matter_and_the_first_does():
    copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    assert action_law(copy, BernoulliBandit(("0.25", 1))) == {
        (0, 0): Fraction(3, 4),
        (0, 1): Fraction(1, 4),
    }


def test_a_machine_has_the_law_of_its_kernel():
    machine = FiniteMachine(
        2,
        3,
        start={0: Fraction(1, 3), 1: Fraction(2, 3)},
        act=lambda bit: {(bit, bit): Fraction(1)},
        observe=lambda bit, label, reward: bit ^ int(reward),
    )
    law = action_law(machine, ONE)
    assert law == action_law(as_kernel(machine), ONE)
    # bit 1 plays arm 1 and flips after a reward, by hand for two rounds
    second = sum((mass for actions, mass in law.items() if actions[:2] == (1, 0)), Fraction(0))
    assert second == Fraction(2, 3) * Fraction(1, 4)


@pytest.mark.parametrize("seed", range(3))
def test_the_plain_decomposition_holds_term_by_term(seed):
    policy = drawn(seed + 10)
    along, by_arm = log_likelihood(policy, ONE, TWO)
    assert along == by_arm
    wrong = expected_plays(
        action_law(policy, TWO), 2
    )  # a mutant: counts under the other environment
    assert wrong != expected_plays(action_law(policy, ONE), 2)
    assert along != {(a, r): wrong[a] * ONE[a][r] for a in (0, 1) for r in (0, 1)}


def test_the_plain_divergence_is_the_sum_over_whole_histories():
    policy = drawn(20)
    with mpmath.workdps(40):
        total = mpmath.mpf(0)
        for steps in product(product((0, 1), repeat=2), repeat=3):
            p, q = Fraction(1), Fraction(1)
            for t, (arm, reward) in enumerate(steps):
                p *= policy.kernel[steps[:t]][arm] * ONE[arm][reward]
                q *= policy.kernel[steps[:t]][arm] * TWO[arm][reward]
            total += mpmath.mpf(p.numerator) / p.denominator * mpmath.log(mpmath.mpf(1) * (p / q))
        found = full_divergence(policy, ONE, TWO, 30)
        assert abs(mpmath.mpf(float(found)) - total) < 1e-14
    actions = divergence_of_laws(action_law(policy, ONE), action_law(policy, TWO))
    assert actions.lo > 0
    assert actions.hi < found.lo  # the actions tell less than the rewards


def test_divergences_at_the_corners():
    half = Fraction(1, 2)
    assert divergence_of_laws({0: Fraction(1)}, {0: Fraction(1)}).hi == 0
    assert divergence_of_laws({0: half, 1: half}, {0: Fraction(1)}).lo == math.inf
    assert divergence_of_laws({0: Fraction(1), 1: Fraction(0)}, {0: Fraction(1)}).hi == 0
    blind = FinitePolicy.from_rule(2, 3, lambda h: (half, half))
    assert divergence_of_laws(action_law(blind, ONE), action_law(blind, TWO)).hi == 0
    sure = (Fraction(0), Fraction(1))
    assert full_divergence(blind, ONE, (sure, ONE[1])).lo == math.inf
    never = FinitePolicy.from_rule(2, 3, lambda h: (0, 1))
    assert full_divergence(never, ONE, (sure, ONE[1])).hi == 0


def test_environments_are_read_on_the_rewards_of_the_policy():
    policy = FinitePolicy.from_rule(2, 1, lambda h: (1, 0), rewards=(0, Fraction(1, 2), 1))
    bandit = FiniteSupportBandit((1, 0), (("0.25", "0.75"), (1, 0)))
    assert environment_of(policy, bandit)[0] == (Fraction(3, 4), 0, Fraction(1, 4))
    assert environment_of(policy, BernoulliBandit(("0.5", 0)))[1] == (1, 0, 0)
    with pytest.raises(ValueError, match="knows the rewards"):
        environment_of(policy, FiniteSupportBandit((0, 2), (("0.5", "0.5"), (1, 0))))
    with pytest.raises(ValueError, match="GaussianBandit are not finitely many"):
        environment_of(policy, GaussianBandit((0, 1)))
    with pytest.raises(ValueError, match="one law for each arm"):
        environment_of(policy, [(1, 0, 0)])
    with pytest.raises(ValueError, match="one mass for each reward"):
        environment_of(policy, [(1, 0), (1, 0)])
