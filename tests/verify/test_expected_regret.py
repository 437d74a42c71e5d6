"""Exact expected pulls against sums over all reward tables, played by the engine."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
import pytest
from banditproof.algorithms import (
    KLUCB,
    UCB,
    Curator,
    ExploreThenCommit,
    FollowTheLeader,
    RewardStacks,
    Silent,
    play,
)
from banditproof.algorithms.regret.phased_index import OpenIndexPolicy
from banditproof.theory import BernoulliBandit, FiniteSupportBandit
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.verify.exact_laws.expected_regret import expected_pulls, expected_regret
from banditproof.verify.exact_laws.finite_noise import NotEnumerable

BANDIT = BernoulliBandit(("0.3", "0.8"))
THREE = FiniteSupportBandit(("-0.5", "0.25", 2), (("0.5", "0.25", "0.25"), ("0.1", "0.9", 0)))
LAWS = {
    BANDIT: [{0: Fraction(7, 10), 1: Fraction(3, 10)}, {0: Fraction(1, 5), 1: Fraction(4, 5)}],
    THREE: [
        {-0.5: Fraction(1, 2), 0.25: Fraction(1, 4), 2: Fraction(1, 4)},
        {-0.5: Fraction(1, 10), 0.25: Fraction(9, 10)},
    ],
}


def by_stacks(policy, bandit, horizon):
    """E[N_a] from all stacks of rewards, each played by the engine."""
    laws = LAWS[bandit]
    result = [Fraction(0)] * 2
    for first in product(laws[0], repeat=horizon):
        for second in product(laws[1], repeat=horizon):
            mass = prod(laws[0][x] for x in first) * prod(laws[1][x] for x in second)
            actions = play(policy, RewardStacks((first, second)), horizon, Silent()).actions
            for arm in actions:
                result[arm] += mass
    return tuple(result)


@pytest.mark.parametrize(
    ("policy", "bandit", "horizon"),
    [
        (FollowTheLeader(2, ties="first"), BANDIT, 4),
        (UCB(2, ties="last"), BANDIT, 4),
        (ExploreThenCommit(2, 2, "first"), BANDIT, 4),
        (ExploreThenCommit(2, 1, "last"), THREE, 3),
        (FollowTheLeader(2, ties="first"), THREE, 3),
        (KLUCB(2, GeometricSchedule(2), ties="first"), BANDIT, 4),
        (KLUCB(2, ties="first"), THREE, 3),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_sum_over_all_stacks(policy, bandit, horizon):
    assert expected_pulls(policy, bandit, horizon) == by_stacks(policy, bandit, horizon)


def test_random_ties_are_the_mean_of_both_rules():
    """With deterministic ties on one round only."""
    bandit = BernoulliBandit((1, 1))
    first, last = (
        expected_pulls(ExploreThenCommit(2, 1, ties), bandit, 9) for ties in ("first", "last")
    )
    mean = tuple((a + b) / 2 for a, b in zip(first, last, strict=True))
    assert expected_pulls(ExploreThenCommit(2, 1), bandit, 9) == mean == (4.5, 4.5)


def test_pulls_sum_to_the_horizon_and_regret_is_their_sum():
    for horizon in (1, 2, 3, 20):
        pulls = expected_pulls(UCB(2), BANDIT, horizon)
        assert sum(pulls) == horizon
        assert expected_regret(UCB(2), BANDIT, horizon) == pulls[0] / 2
    assert expected_regret(FollowTheLeader(1), BernoulliBandit(("0.5",)), 7) == 0


def test_a_mutant_differs():
    @dataclass(frozen=True)
    class Late(OpenIndexPolicy):
        name = "late"

        def scores(self, records, t):
            return UCB(self.arms).scores(records, t - 1)

    late, right = (expected_regret(p, BANDIT, 12) for p in (Late(2), UCB(2)))
    assert late != right


def test_what_cannot_be_enumerated_raises():

    class Keeping(Curator):
        pass

    policy = UCB(2)
    object.__setattr__(policy, "curator", Keeping())
    with pytest.raises(NotEnumerable, match="has its own curator"):
        expected_pulls(policy, BANDIT, 3)
