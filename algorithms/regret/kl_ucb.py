"""KL-UCB: optimism in the Kullback-Leibler divergence; not private."""

import math
from dataclasses import dataclass
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from .exploration import log_with_margin
from .phased_index import OpenIndexPolicy, Records


@dataclass(frozen=True)
class KLUCB(OpenIndexPolicy):
    """Pull the arm with the largest max { q : kl(mean, q) <= log(t) / n }.

    Arms are compared by -log(1 - q), which keeps its digits when q is close to 1.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> play(KLUCB(arms=2, ties="first"), RewardCycles([(1, 0), (0, 0)]), 9, Silent()).actions
    (0, 1, 0, 0, 0, 0, 0, 1, 0)
    """

    name = "kl-ucb"

    def level(self, t: int) -> float:
        """The logarithm in the index, at round t."""
        return math.log(t)

    def scores(self, records: Records, t: int) -> list[float]:
        """-log(1 - index) of each arm."""
        level = self.level(t)
        return [kl_ucb_log_complement(r.mean, level / r.pulls) for r in records]


@dataclass(frozen=True)
class AsymptoticKLUCB(KLUCB):
    """Pull the arm with the largest max { q : kl(mean, q) <= log f(t) / n }, f(t) = 1 + t log(t)^2.

    Privacy-Utility Trade-offs in Sequential Decision-Making, (2.14) and Theorem 2.26.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = AsymptoticKLUCB(arms=2, ties="first")
    >>> play(policy, RewardCycles([(1, 0), (0, 0)]), 9, Silent()).actions
    (0, 1, 0, 0, 0, 1, 0, 0, 0)
    """

    name = "kl-ucb-asymptotic"

    def level(self, t: int) -> float:
        """log f(t)."""
        return log_with_margin(t)
