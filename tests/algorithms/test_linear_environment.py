"""Linear environments: means, laws of rewards, and the regret of runs against the mathematics."""

from dataclasses import dataclass
import numpy as np
import pytest
from banditproof.algorithms import (
    UCB,
    DeclaredVectors,
    LinearEnvironment,
    LinearRewards,
    Policy,
    Pull,
    RewardSpace,
    simulate,
)
from banditproof.theory.budgets import ZCDP
from banditproof.theory.mechanisms import Gaussian

TWO = LinearEnvironment(theta=("0.5", 0), actions=((1, 0), (0, 1)))
SIGNS = RewardSpace.of((-1, 1))
NOISE = DeclaredVectors(Gaussian(sigma_squared=2))


@dataclass(frozen=True)
class Longest(Policy[None]):
    """Plays the arm whose vector has the largest first entry, or the smallest."""

    arms: int = 3
    dimension: int = 2
    smallest: bool = False
    curator: DeclaredVectors = NOISE
    rewards: RewardSpace = SIGNS
    name = "longest"

    @property
    def budget(self):
        return ZCDP(1)

    def start(self):
        return None

    def decide(self, state, t, randomness):
        raise ValueError("The policy needs contexts.")

    def decide_in(self, state, t, context, randomness):
        first = [row[0] for row in context]
        return Pull(first.index(min(first) if self.smallest else max(first)), 1)

    def learn(self, state, pull, released):
        return None


def test_rewards_of_signs_have_the_mean_of_their_vector() -> None:
    rewards = LinearRewards(TWO, TWO.offered(1), rng=1)
    drawn = [rewards.reward(t, 0, t) for t in range(1, 40001)]
    assert set(drawn) == {-1.0, 1.0}
    assert np.mean(drawn) == pytest.approx(0.5, abs=6 * (0.75 / 40000) ** 0.5)


def test_normal_rewards_have_mean_and_variance() -> None:
    normal = LinearEnvironment(theta=(2, 0), actions=((1, 0),), law="normal", sigma=3)
    rewards = LinearRewards(normal, normal.offered(1), rng=1)
    drawn = [rewards.reward(t, 0, t) for t in range(1, 40001)]
    assert np.mean(drawn) == pytest.approx(2, abs=6 * 3 / 200)
    assert np.std(drawn) == pytest.approx(3, abs=0.08)


def test_the_regret_in_contexts_is_that_of_the_best_vector_of_each_round() -> None:
    world = LinearEnvironment(theta=(1, 0), contexts="sphere", arms=3)
    best, worst = (
        simulate(Longest(smallest=s), world, 50, 4, rng=3, checkpoints=(10,)) for s in (0, 1)
    )
    assert best.regret.tolist() == [0.0] * 4
    # three uniform points of the circle: the mean of max - min of their cosines
    assert worst.regret.mean() / 50 == pytest.approx(1.33, abs=0.25)
    assert (worst.regret_at[:, 0] < worst.regret).all()
    assert (worst.pulls.sum(axis=1) == 50).all()


def test_contexts_that_repeat_are_played_in_turn() -> None:
    turning = LinearEnvironment(
        theta=(1, 0), contexts=[[(1, 0), (0, 1), (0, 0)], [(0, 1), (0, 0), (1, 0)]]
    )
    result = simulate(Longest(), turning, 20, 1, rng=1)
    assert result.pulls.tolist() == [[10, 0, 10]]
    assert result.regret.tolist() == [0.0]


def test_a_policy_without_contexts_plays_fixed_actions() -> None:
    result = simulate(UCB(arms=2), TWO, 400, 2, rng=1)
    assert result.regret == pytest.approx(result.pulls[:, 1] * 0.5)


def test_contexts_have_the_dimension_of_the_policy() -> None:
    line = LinearEnvironment(theta=(1,), contexts="sphere", arms=3)
    with pytest.raises(ValueError, match="needs contexts of dimension 2"):
        simulate(Longest(), line, 10, 1, rng=1)
