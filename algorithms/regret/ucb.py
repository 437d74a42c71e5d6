"""UCB: optimism with the width of Hoeffding's inequality; not private."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms.policy import Ties
from banditproof.theory import Number
from banditproof.theory.balls import ball
from banditproof.theory.exact import exact, exact_count, exact_positive
from .exploration import log_inverse, log_with_margin, proved_log_with_margin
from .phased_index import ArmRecord, OpenIndexPolicy, as_float
from .proved_index import OneArm, mean_of, raised_mean


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

    def proved_level(self, t: int) -> arb:
        """The same logarithm, as a ball."""
        return arb(t).log()

    def index(self, arm: ArmRecord, t: int) -> Any:
        """The upper confidence bound."""
        return arm.mean + math.sqrt(as_float(self.exploration) * self.level(t) / arm.pulls)

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index in balls."""
        width = exact(self.exploration) / n
        return raised_mean(n, lambda: (ball(width) * self.proved_level(t)).sqrt())


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

    def proved_level(self, t: int) -> arb:
        """The same logarithm, as a ball."""
        return -ball(exact(self.delta)).log()

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index in balls; the mean for delta = 1."""
        return mean_of(n) if exact(self.delta) == 1 else super().proved_index(phases, n, t)


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

    def proved_level(self, t: int) -> arb:
        """The same logarithm, as a ball."""
        return proved_log_with_margin(t)


def for_horizon(arms: int, horizon: int, ties: Ties = "random") -> FixedConfidenceUCB:
    """UCB whose bounds fail with probability at most 1/T^2 each.

    >>> for_horizon(arms=2, horizon=10).delta
    Fraction(1, 100)
    """
    rounds = exact_count("horizon", horizon, least=1)
    return FixedConfidenceUCB(arms, ties=ties, delta=Fraction(1, rounds**2))
