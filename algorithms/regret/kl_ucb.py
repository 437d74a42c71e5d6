"""KL-UCB: optimism in the Kullback-Leibler divergence; not private."""

import math
from dataclasses import dataclass
from typing import Any
from flint import arb, fmpq
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from .exploration import log_with_margin, proved_log_with_margin
from .phased_index import ArmRecord, OpenIndexPolicy
from .proved_index import TOP, Form, OneArm, divergence_root


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

    def proved_level(self, t: int) -> arb:
        """The same logarithm, as a ball."""
        return arb(t).log()

    def index(self, arm: ArmRecord, t: int) -> Any:
        """-log(1 - index)."""
        return kl_ucb_log_complement(arm.mean, self.level(t) / arm.pulls)

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index is 1 for the mean 1 alone."""

        def form(total: int) -> Form:
            return TOP if total == n else (n, total)

        def score(total: int) -> arb:
            level = self.proved_level(t) / n
            if total == 0:
                return level
            near = kl_ucb_log_complement(total / n, float(level))
            return divergence_root(arb(fmpq(total, n)), level, near)

        return OneArm(form, score)


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

    def proved_level(self, t: int) -> arb:
        """The same logarithm, as a ball."""
        return proved_log_with_margin(t)
