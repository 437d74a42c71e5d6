"""Follow the leader: no exploration after the first pulls; not private."""

from dataclasses import dataclass
from .phased_index import OpenIndexPolicy, Records


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

    def scores(self, records: Records, t: int) -> list[float]:
        """The mean of each arm."""
        return [r.mean for r in records]
