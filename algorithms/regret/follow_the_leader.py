"""Follow the leader: no exploration after the first pulls; not private."""

from dataclasses import dataclass
from typing import Any
from .phased_index import ArmRecord, OpenIndexPolicy
from .proved_index import OneArm, mean_of


@dataclass(frozen=True)
class FollowTheLeader(OpenIndexPolicy):
    """Pull each arm once, then always the arm with the largest mean.

    Its regret is linear: a first reward of the best arm that is too small is never corrected.
    Privacy-Utility Trade-offs in Sequential Decision-Making, Section 2.2.5.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> play(FollowTheLeader(2), RewardCycles([(0, 1, 1), (1, 0, 0)]), 7, Silent()).actions
    (0, 1, 1, 1, 1, 1, 1)
    """

    name = "ftl"
    clips_rewards = False

    def index(self, arm: ArmRecord, t: int) -> Any:
        """The mean."""
        return arm.mean

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The mean as a fraction."""
        return mean_of(n)
