"""Explore then commit: equal shares first, then the best arm so far for ever; not private."""

import math
from dataclasses import dataclass
from banditproof.algorithms.policy import Policy, Pull, Ties, broken_tie, checked_ties
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact_count
from banditproof.theory.mechanisms import NoNoise
from .dp_se import UNTIL_THE_HORIZON
from .phased_index import ArmRecord, Records


@dataclass(frozen=True)
class ExploreThenCommit(Policy[Records]):
    """Pull the arms in turn until each has `explore` pulls, then the arm with the largest mean.

    The choice is made once: with explore = 1 this is not follow the leader, which keeps comparing.
    Privacy-Utility Trade-offs in Sequential Decision-Making, Section 2.2.5.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = ExploreThenCommit(arms=2, explore=2)
    >>> play(policy, RewardCycles([(0, 1), (1, 1, 0)]), 8, Silent()).actions
    (0, 1, 0, 1, 1, 1, 1, 1)
    """

    arms: int
    explore: int = 1
    ties: Ties = "random"

    name = "etc"
    clips_rewards = False
    declared_noise = NoNoise()

    def __post_init__(self) -> None:
        if self.arms < 1:
            raise ValueError(f"The number of arms is {self.arms}; give at least one arm.")
        exact_count("explore", self.explore, least=1)
        checked_ties(self.ties)

    @property
    def budget(self) -> PureDP:
        """No guarantee."""
        return PureDP(math.inf)

    def start(self) -> Records:
        """No arm was pulled."""
        return (ArmRecord(0, 0, 0.0),) * self.arms

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        """The first of the arms with the fewest pulls, and at last the leader until the horizon."""
        fewest = min(record.pulls for record in state)
        if fewest < self.explore:
            return Pull(next(a for a, record in enumerate(state) if record.pulls == fewest), 1)
        # equal numbers of pulls: sums decide as means do, and are exact for whole rewards
        best = max(record.total for record in state)
        tied = [arm for arm, record in enumerate(state) if record.total == best]
        arm = broken_tie(tied, self.ties, randomness)
        return Pull(arm, UNTIL_THE_HORIZON, releases=False)

    def learn(self, state: Records, pull: Pull, released: float | None) -> Records:
        """Add the reward to the arm's record."""
        if released is None:
            return state
        old = state[pull.arm]
        new = ArmRecord(old.phases + 1, old.pulls + 1, old.total + released)
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])


def gap_free_exploration(arms: int, horizon: int) -> int:
    """The smallest m with m^3 >= T^2, but at most T / arms: sublinear regret without any gap.

    >>> gap_free_exploration(2, 1000), gap_free_exploration(5, 20)
    (100, 4)
    """
    low, high = 1, horizon
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**3 >= horizon**2 else (middle + 1, high)
    return max(1, min(low, horizon // arms))


def for_horizon(arms: int, horizon: int, ties: Ties = "random") -> ExploreThenCommit:
    """Explore then commit, with as many pulls of each arm as a horizon asks for.

    >>> for_horizon(arms=2, horizon=1000).explore
    100
    """
    rounds = exact_count("horizon", horizon, least=1)
    return ExploreThenCommit(arms, gap_free_exploration(arms, rounds), ties)
