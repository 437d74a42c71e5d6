"""Vector releases: plans over arms, whitening by the played design, contexts, and the ledger."""

from dataclasses import dataclass
from typing import ClassVar
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.algorithms import (
    DeclaredVectors,
    DrawnContexts,
    FixedContexts,
    Policy,
    Pull,
    RewardList,
    RewardSpace,
    Sampled,
    Silent,
    play,
)
from banditproof.algorithms.curators.declared_vectors import shortened
from banditproof.algorithms.curators.whitening import whitening
from banditproof.theory.budgets import ZCDP
from banditproof.theory.mechanisms import Gaussian

SIGNS = RewardSpace.of((-1, 1))
TRIANGLE = ((1, 0), (0, 1), ("0.6", "0.8"))
WHITENED = DeclaredVectors(Gaussian(sigma_squared=1), TRIANGLE, whitened=True)
PLAIN = DeclaredVectors(Gaussian(sigma_squared=1))


@dataclass(frozen=True)
class Planner(Policy[tuple[tuple[float, ...], ...]]):
    """Plays one plan again and again, and remembers what is released."""

    parts: tuple[tuple[int, int], ...] = ((0, 2), (2, 3))
    curator: DeclaredVectors = WHITENED
    arms: int = 3
    name = "planner"
    rewards: ClassVar[RewardSpace] = SIGNS

    @property
    def budget(self):
        return ZCDP(2)

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        return Pull.plan(self.parts)

    def learn(self, state, pull, released):
        return (*state, released)


@dataclass(frozen=True)
class Wanderer(Planner):
    """Plays the arm of the round, whose vector its context tells, and releases every third one."""

    curator: DeclaredVectors = PLAIN
    dimension: int = 2
    name = "wanderer"

    def decide_in(self, state, t, context, randomness):
        return Pull(t % 3, 1, releases=t % 3 == 0)


def coefficients(releases, time: int) -> list[float]:
    return [release.rewards.get(time, 0.0) for release in releases]


@given(
    st.lists(st.integers(1, 5), min_size=3, max_size=3),
    st.lists(st.tuples(*[st.integers(-4, 4)] * 2).filter(any), min_size=3, max_size=3),
)
@settings(deadline=None, max_examples=40)
def test_a_whitened_reward_weighs_at_most_one_and_some_weigh_one(counts, vectors) -> None:
    curator = DeclaredVectors(Gaussian(sigma_squared=1), tuple(vectors), whitened=True, norm=9)
    policy = Planner(tuple(enumerate(counts)), curator)
    played = play(policy, RewardList([1] * sum(counts)), sum(counts), Silent())
    norms = [
        np.linalg.norm(coefficients(played.ledger.releases, t)) for t in range(1, sum(counts) + 1)
    ]
    assert max(norms) <= 1
    assert max(norms) > 1 - 1e-9


def test_a_plan_is_played_in_order_and_released_once() -> None:
    played = play(Planner(), RewardList([1, -1, 1, 1, -1, 0.5, 0.5, 0]), 8, Silent())
    assert played.actions == (0, 0, 2, 2, 2, 0, 0, 2)
    assert played.pulls == ((1, 0, 2), (3, 2, 3), (6, 0, 2), (8, 2, 3))
    assert [(r.time, r.count) for r in played.ledger.releases] == [(5, 5), (5, 5)]
    assert len(played.state) == 1, "the second plan was cut by the horizon"


def test_the_estimate_is_that_of_least_squares() -> None:
    rows = np.array([[1.0, 0.0]] * 2 + [[0.6, 0.8]] * 3)
    rewards = np.array([1, -1, 0.25, 1, -0.5])
    released = play(Planner(), RewardList(rewards.tolist()), 5, Silent()).state[0]
    result = whitening({(1.0, 0.0): 2, (0.6, 0.8): 3}).estimate(released)
    assert result == pytest.approx(np.linalg.lstsq(rows, rewards, rcond=None)[0], abs=1e-8)


def test_vectors_of_a_line_are_whitened_on_it() -> None:
    result = whitening({(0.6, 0.8): 4, (0.3, 0.4): 2})
    assert np.linalg.norm(result.weights((0.6, 0.8))) == pytest.approx(1)
    assert np.linalg.matrix_rank(result.root) == 1


def test_each_reward_meets_the_vector_of_its_round() -> None:
    contexts = FixedContexts([[(1, 0), (0, 1), (0, 0)], [(0, 1), (0.5, 0), (3, 4)]])
    played = play(Wanderer(), RewardList([1, 1, 1]), 3, Silent(), contexts)
    assert played.actions == (1, 2, 0)
    assert played.state[2] == pytest.approx((1.6, 1.8))
    first, second = played.ledger.releases
    assert first.rewards == pytest.approx({2: 0.6, 3: 1.0})
    assert second.rewards == pytest.approx({1: 1.0, 2: 0.8})
    with pytest.raises(ValueError, match="needs contexts of dimension 2, and has none"):
        play(Wanderer(), RewardList([1, 1, 1]), 3, Silent())


def test_each_coordinate_has_a_noise_of_its_own() -> None:
    played = play(Planner(), RewardList([1] * 5), 5, Sampled(1))
    assert [dict(release.noises) for release in played.ledger.releases] == [{0: 1}, {1: 1}]
    assert all(release.mechanism == Gaussian(sigma_squared=1) for release in played.ledger.releases)


def test_there_is_a_vector_for_each_arm() -> None:
    policy = Planner(curator=DeclaredVectors(Gaussian(sigma_squared=1), ((1,), (1,))))
    with pytest.raises(ValueError, match="3 arms and 2 vectors"):
        play(policy, RewardList([1] * 5), 5, Silent())


def test_drawn_contexts_have_their_laws() -> None:
    normal = DrawnContexts("normal", arms=4, dimension=3, rng=2)
    rows = np.array([normal.at(t) for t in range(1, 2001)]).reshape(-1, 3)
    assert rows.mean(axis=0) == pytest.approx([3**-0.5] * 3, abs=6 * (0.1 / len(rows)) ** 0.5)
    assert np.cov(rows.T) == pytest.approx(np.eye(3) / 10, abs=0.02)
    assert shortened((3.0, 4.0), "2.5") == pytest.approx((1.5, 2.0))
