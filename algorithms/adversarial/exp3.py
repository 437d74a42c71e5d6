"""EXP3 with mixing: exponential weights of importance-weighted losses, and uniform exploration."""

from __future__ import annotations
import math
from dataclasses import dataclass
from functools import cached_property
import numpy as np
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_positive
from banditproof.theory.exact import exact_probability as probability
from .learner import Law, checked_arms, checked_observation, drawn_arm, importance_weighted
from .log_weights import mixed, weights_law


@dataclass(frozen=True)
class EXP3:
    """Play P(i) = (1 - gamma) w(i) / sum w + gamma / K; then w(I) *= exp(-eta l(I) / P(I)).

    The state is the logarithms of the weights. Faster Rates for Private Adversarial Bandits,
    Algorithm 3 (Appendix E.1). Losses may be negative and of any size.

    >>> learner = EXP3(eta="0.1", gamma="0.2")
    >>> state = learner.update(learner.start(3), arm=0, loss=1.0)
    >>> [round(p, 12) for p in learner.law(state)]
    [0.282899385814, 0.358550307093, 0.358550307093]
    """

    eta: Number
    gamma: Number

    name = "exp3"

    def __post_init__(self) -> None:
        exact_nonnegative("eta", self.eta)
        probability("gamma", self.gamma)

    @staticmethod
    def tuned(arms: int, rounds: Number) -> EXP3:
        """The parameters of Corollary 22, for losses with noise of scale 1 over so many rounds.

        eta = sqrt(log K / (22 K n log^2(K n))), gamma = 4 eta K log(K n), where n may be eps T. The
        paper's gamma exceeds 1 for small n, and log(K n) is not positive for K n <= 1; the bound
        is then above n and says nothing, and here gamma is 1.

        >>> EXP3.tuned(10, 1e6).gamma == EXP3.tuned(10, 1e6).eta * 40 * math.log(1e7)
        True
        >>> EXP3.tuned(10, 10), EXP3.tuned(1, 10)
        (EXP3(eta=0, gamma=1), EXP3(eta=0, gamma=0))
        """
        number, n = checked_arms(arms), float(exact_positive("rounds", rounds))
        if number == 1:
            return EXP3(0, 0)
        gamma = 4.0 * math.sqrt(number * math.log(number) / (22.0 * n))
        if gamma >= 1.0:
            return EXP3(0, 1)
        level = math.log(number * n)  # > 0: else n <= 1/K, and gamma would be above 1
        eta = math.sqrt(math.log(number) / (22.0 * number * n)) / level
        return EXP3(eta, min(1.0, eta * 4 * number * level))

    @cached_property
    def _rates(self) -> tuple[float, float]:
        return float(exact(self.eta)), float(exact(self.gamma))

    def start(self, arms: int) -> tuple[float, ...]:
        """Equal weights."""
        return (0.0,) * checked_arms(arms)

    def law(self, state: tuple[float, ...]) -> Law:
        """The law of the weights, mixed with the uniform one."""
        return mixed(weights_law(state), self._rates[1])

    def act(self, state: tuple[float, ...], rng: np.random.Generator) -> int:
        """An arm drawn from the law, by one uniform number."""
        return drawn_arm(self.law(state), rng.random())

    def update(
        self,
        state: tuple[float, ...],
        arm: int,
        loss: float,
        rng: np.random.Generator | None = None,
    ) -> tuple[float, ...]:
        """The weight of the arm, moved by its importance-weighted loss; nothing is drawn."""
        observed = checked_observation(arm, loss, len(state))
        moved = list(state)
        moved[arm] -= self._rates[0] * importance_weighted(observed, self.law(state)[arm], arm)
        return tuple(moved)
