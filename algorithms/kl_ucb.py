"""KL-UCB: optimism in the Kullback-Leibler divergence; not private."""

from __future__ import annotations

import math
from dataclasses import dataclass

from banditproof.theory import kl_ucb_log_complement

from .phased_index import OpenIndexPolicy, Records


@dataclass(frozen=True)
class KLUCB(OpenIndexPolicy):
    """Pull the arm with the largest max { q : kl(mean, q) <= log(t) / n }.

    Arms are compared by -log(1 - q), which keeps its digits when q is close to 1.

    >>> from .per_step import play
    >>> from .randomness import Silent
    >>> from .rewards import RewardCycles
    >>> play(KLUCB(arms=2, ties="first"), RewardCycles([(1, 0), (0, 0)]), 9, Silent()).actions
    (0, 1, 0, 0, 0, 0, 0, 1, 0)
    """

    name = "kl-ucb"

    def scores(self, records: Records, t: int) -> list[float]:
        """-log(1 - index) of each arm."""
        log_t = math.log(t)
        return [kl_ucb_log_complement(r.mean, log_t / r.pulls) for r in records]
