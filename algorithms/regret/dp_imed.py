"""DP-IMED: the arm that is most easily mistaken for the best one, without forgetting."""

import math
from dataclasses import dataclass
from banditproof.theory import d_eps
from banditproof.theory.exact import exact
from banditproof.theory.parameter_names import accepts_epsilon
from .phased_index import PrivateIndexPolicy, Records, clipped


@accepts_epsilon
@dataclass(frozen=True)
class DPIMED(PrivateIndexPolicy):
    """Pull the arm with the smallest n d_eps([mean]_0^1, [best mean]_0^1) + log(n).

    The best mean is the largest one before clipping. The index does not depend on the time. Optimal
    Regret of Bernoulli Bandits, Algorithm 1, (13).

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = DPIMED(arms=2, eps=1, ties="first")
    >>> play(policy, RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)]), 30, Silent()).pulls[:6]
    ((1, 0, 1), (2, 1, 1), (3, 0, 2), (5, 1, 2), (7, 0, 4), (11, 0, 8))
    """

    name = "dp-imed"

    def scores(self, records: Records, t: int) -> list[float]:
        """Minus the DP-IMED index of each arm."""
        eps, best = float(exact(self.eps)), clipped(max(r.mean for r in records))
        costs = d_eps([clipped(r.mean) for r in records], best, eps).tolist()
        return [
            -(r.pulls * cost + math.log(r.pulls)) for r, cost in zip(records, costs, strict=True)
        ]
