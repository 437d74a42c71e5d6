"""DP-KLUCB: optimism in the private divergence, without forgetting."""

import math
from dataclasses import dataclass
from functools import lru_cache
from banditproof.theory import d_eps_ucb
from banditproof.theory.exact import exact
from banditproof.theory.parameter_names import accepts_epsilon
from .phased_index import PrivateIndexPolicy, Records, clipped


@accepts_epsilon
@dataclass(frozen=True)
class DPKLUCB(PrivateIndexPolicy):
    """Pull the arm with the largest max { q : d_eps([mean]_0^1, q) <= log(t) / n }.

    t is the round of the next pull. The index is exactly 1 while log(t) >= n eps (1 - [mean]), for
    several arms at once, so the tie rule matters. Optimal Regret of Bernoulli Bandits,
    Algorithm 1, (12).

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = DPKLUCB(arms=2, eps=1, ties="first")
    >>> play(policy, RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)]), 30, Silent()).pulls[:6]
    ((1, 0, 1), (2, 1, 1), (3, 0, 2), (5, 0, 4), (9, 0, 8), (17, 1, 2))
    """

    name = "dp-klucb"

    def scores(self, records: Records, t: int) -> list[float]:
        """The DP-KLUCB index of each arm."""
        eps, log_t = float(exact(self.eps)), math.log(t)
        return [_index(clipped(r.mean), log_t / r.pulls, eps) for r in records]


def _index(mean: float, level: float, eps: float) -> float:
    """The largest q with d_eps(mean, q) <= level."""
    index: float = (_known_index if type(mean) is float else d_eps_ucb)(mean, level, eps)
    return index


_known_index = lru_cache(maxsize=1 << 12)(d_eps_ucb)
"""The same of plain numbers; an enumeration asks for the same few again and again."""
