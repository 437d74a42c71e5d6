"""UCB: optimism with the width of Hoeffding's inequality; not private."""

import math
from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms.policy import Ties
from banditproof.theory import Number
from banditproof.theory.exact import exact, exact_count, exact_positive
from .exploration import log_inverse, log_with_margin
from .phased_index import OpenIndexPolicy, Records


@dataclass(frozen=True)
class UCB(OpenIndexPolicy):
    """Pull the arm with the largest mean + sqrt( exploration log(t) / n ).

    t is the round of the pull; exploration = 2 is the classical choice, UCB1.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> play(UCB(arms=2, ties="first"), RewardCycles([(1,), (0,)]), 8, Silent()).actions
    (0, 1, 0, 0, 0, 0, 1, 0)
    """

    exploration: Number = 2

    name = "ucb"
    clips_rewards = False

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("exploration", self.exploration)

    def level(self, t: int) -> float:
        """The logarithm in the width, at round t."""
        return math.log(t)

    def scores(self, records: Records, t: int) -> list[float]:
        """The upper confidence bound of each arm."""
        width = float(exact(self.exploration)) * self.level(t)
        return [r.mean + math.sqrt(width / r.pulls) for r in records]


@dataclass(frozen=True)
class FixedConfidenceUCB(UCB):
    """Pull the arm with the largest mean + sqrt( exploration log(1/delta) / n ).

    For rewards that are sigma-subgaussian around their means each bound fails with probability at
    most delta when exploration = 2 sigma^2; delta = 1/T^2 is the choice for the horizon T.
    Privacy-Utility Trade-offs in Sequential Decision-Making, (2.9) and Theorem 2.23.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = FixedConfidenceUCB(arms=2, ties="first", delta="0.1")
    >>> play(policy, RewardCycles([(1,), (0,)]), 8, Silent()).actions
    (0, 1, 0, 0, 0, 1, 0, 0)
    """

    delta: Number = Fraction(1, 100)

    name = "ucb-fixed-confidence"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < exact(self.delta) <= 1:
            raise ValueError(f"delta is {self.delta}; give a probability > 0, for instance 1/T^2.")

    def level(self, t: int) -> float:
        """log(1/delta), at every round."""
        return log_inverse(exact(self.delta))


@dataclass(frozen=True)
class AsymptoticUCB(UCB):
    """Pull the arm with the largest mean + sqrt( exploration log f(t) / n ), f(t) = 1 + t log(t)^2.

    It needs no horizon. For rewards that are sigma-subgaussian around their means and
    exploration = 2 sigma^2 its regret is at most log(T) sum_a 2 sigma^2 / gap_a, to the first
    order. Privacy-Utility Trade-offs in Sequential Decision-Making, (2.12) and Theorem 2.24.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> play(AsymptoticUCB(arms=2, ties="first"), RewardCycles([(1,), (0,)]), 8, Silent()).actions
    (0, 1, 0, 0, 0, 1, 0, 0)
    """

    name = "ucb-asymptotic"

    def level(self, t: int) -> float:
        """log f(t)."""
        return log_with_margin(t)


def for_horizon(arms: int, horizon: int, ties: Ties = "random") -> FixedConfidenceUCB:
    """UCB whose bounds fail with probability at most 1/T^2 each.

    >>> for_horizon(arms=2, horizon=10).delta
    Fraction(1, 100)
    """
    rounds = exact_count("horizon", horizon, least=1)
    return FixedConfidenceUCB(arms, ties=ties, delta=Fraction(1, rounds**2))
