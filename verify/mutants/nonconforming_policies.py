"""Mutants that are private, but are not the algorithm of the paper."""

from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.phased_index import Records


class WrongSide(DPIMED):
    """Pulls the arm with the largest DP-IMED index instead of the smallest."""

    def scores(self, records: Records, t: int) -> list[float]:
        return [-score for score in super().scores(records, t)]


class LateBatches(DPIMED):
    """Plays the batch B_m again where the algorithm says B_(m+1)."""

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        arm = super().decide(state, t, randomness).arm
        return Pull(arm, self.schedule.batch(max(state[arm].phases - 1, 0)))
