"""A policy that stops recommends an arm, and the specification engine ends its play there."""

from dataclasses import dataclass
from typing import Any
import pytest
from banditproof.algorithms import Policy, Pull, RewardList, Silent, play
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace


@dataclass(frozen=True)
class FirstAboveHalf(Policy[tuple[float, ...]]):
    """Pulls its arms in turn, and stops at the first released reward above a half."""

    arms: int = 2
    answer: Any = None
    curator = DeclaredSums(Laplace(1))
    name = "first above half"

    @property
    def budget(self) -> PureDP:
        return PureDP(1)

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        return Pull(len(state) % self.arms, 1)

    def learn(self, state, pull, released):
        return state if released is None else (*state, released)

    def recommendation(self, state):
        if not state or state[-1] <= 0.5:
            return None
        return (len(state) - 1) % self.arms if self.answer is None else self.answer


def test_a_play_ends_when_the_policy_stops():
    played = play(FirstAboveHalf(), RewardList([0, 0, 0, 1, 1, 1]), 6, Silent())
    assert (played.actions, played.recommended, played.cut) == ((0, 1, 0, 1), 1, None)


@pytest.mark.parametrize(("horizon", "recommended"), [(3, None), (4, 1), (5, 1)])
def test_a_policy_is_asked_once_more_at_the_horizon(horizon, recommended):
    played = play(FirstAboveHalf(), RewardList([0, 0, 0, 1, 1]), horizon, Silent())
    assert (len(played.actions), played.recommended) == (min(horizon, 4), recommended)


@pytest.mark.parametrize("answer", [2, -1, "0", 0.0])
def test_a_recommendation_that_is_no_arm_is_refused(answer):
    with pytest.raises(ValueError, match=r"Before round 2 .* give an arm from 0 to 1"):
        play(FirstAboveHalf(answer=answer), RewardList([1, 1]), 2, Silent())


def test_a_batch_that_the_horizon_cuts_leaves_no_recommendation():
    class Longer(FirstAboveHalf):
        def decide(self, state, t, randomness):
            return Pull(0, 2)

    played = play(Longer(), RewardList([1, 0, 1, 1]), 1, Silent())
    assert (played.recommended, played.cut, played.ledger.releases) == (None, 1, [])
    assert play(Longer(), RewardList([1, 0, 1, 1]), 2, Silent()).recommended == 0
