"""IMED: the arm that is most easily mistaken for the best one; not private."""

import math
from dataclasses import dataclass
from banditproof.theory import kl
from .phased_index import OpenIndexPolicy, Records


@dataclass(frozen=True)
class IMED(OpenIndexPolicy):
    """Pull the arm with the smallest n kl(mean, best mean) + log(n).

    It is DP-IMED with eps = inf, no noise and batches of one pull. Claim `bern.comp.imed`.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> play(IMED(arms=2, ties="first"), RewardCycles([(1, 1, 0), (0,)]), 9, Silent()).actions
    (0, 1, 0, 0, 1, 0, 0, 0, 0)
    """

    name = "imed"

    def scores(self, records: Records, t: int) -> list[float]:
        """Minus the IMED index of each arm; minus infinity for an arm that cannot be the best."""
        best = max(r.mean for r in records)
        return [-(r.pulls * kl(r.mean, best) + math.log(r.pulls)) for r in records]
