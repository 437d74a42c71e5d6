"""EXP4: exponential weights of experts whose advice is public."""

from __future__ import annotations
import math
from dataclasses import dataclass
from functools import cached_property
import numpy as np
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_positive
from banditproof.theory.exact import exact_probability as probability
from banditproof.theory.parameter_names import accepts_epsilon
from .learner import (
    Advice,
    Floats,
    Law,
    checked_advice,
    checked_arms,
    checked_experts,
    checked_observation,
    drawn_arm,
    importance_weighted,
)
from .log_weights import mixed, weights_law


@dataclass(frozen=True)
class EXP4State:
    """The number of arms, and the logarithm of the weight of each expert."""

    arms: int
    log_weights: tuple[float, ...]


@dataclass(frozen=True)
class EXP4:
    """Play Q(i) = (1 - gamma) sum_j P(j) mu_j(i) + gamma / K, with P(j) = w(j) / sum w.

    Then each weight w(j) *= exp(-eta mu_j(I) l(I) / Q(I)). Faster Rates for Private Adversarial
    Bandits, Algorithm 6 without its noise. Losses may be negative and of any size.

    >>> learner = EXP4(eta="0.2", gamma="0.1")
    >>> advice = [(1, 0), (0, 1), (0.5, 0.5)]
    >>> state = learner.update(learner.start(2, experts=3), advice, arm=0, loss=1.3)
    >>> round(learner.law(state, advice)[0], 12)
    0.422866121558
    """

    eta: Number
    gamma: Number

    name = "exp4"

    def __post_init__(self) -> None:
        exact_nonnegative("eta", self.eta)
        probability("gamma", self.gamma)

    @staticmethod
    @accepts_epsilon
    def tuned(arms: int, experts: int, horizon: Number, eps: Number = 1) -> EXP4:
        """The parameters of Theorem 9, for losses with noise Lap(1/eps).

        eta = sqrt(log N / (3 T K (1 + 10 log^2(K T) / eps^2))), gamma = 4 eta K log(K T) / eps. One
        expert has eta = gamma = 0. Where gamma would exceed 1 the bound is above T and says
        nothing; here gamma is 1 then.

        >>> EXP4.tuned(10, 1, 1000)
        EXP4(eta=0.0, gamma=0.0)
        >>> EXP4.tuned(10, 100, 20).gamma
        1.0
        """
        number, rounds = checked_arms(arms), float(exact_positive("horizon", horizon))
        budget = float(exact_positive("eps", eps))
        level = max(math.log(number * rounds), 0.0) / budget
        size = 3.0 * rounds * number * (1.0 + 10.0 * level * level)
        eta = math.sqrt(math.log(checked_experts(experts)) / size)
        return EXP4(eta, min(1.0, 4.0 * eta * number * level))

    @cached_property
    def rates(self) -> tuple[float, float]:
        """eta and gamma as floats."""
        return float(exact(self.eta)), float(exact(self.gamma))

    def start(self, arms: int, experts: int) -> EXP4State:
        """Equal weights."""
        return EXP4State(checked_arms(arms), (0.0,) * checked_experts(experts))

    def experts_law(self, state: EXP4State) -> Law:
        """The share of each expert.

        >>> EXP4(eta=1, gamma=0).experts_law(EXP4State(2, (0.0, 0.0)))
        (0.5, 0.5)
        """
        return weights_law(state.log_weights)

    def law(self, state: EXP4State, advice: Advice) -> Law:
        """The law of the next arm: the advice, averaged over the experts, and mixed."""
        return self._law(state, checked_advice(advice, len(state.log_weights), state.arms))

    def _law(self, state: EXP4State, rows: Floats) -> Law:
        advised = [0.0] * state.arms
        for share, row in zip(self.experts_law(state), rows.tolist(), strict=True):
            for arm, given in enumerate(row):
                advised[arm] += share * given
        return mixed(advised, self.rates[1])

    def act(self, state: EXP4State, advice: Advice, rng: np.random.Generator) -> int:
        """An arm drawn from the law, by one uniform number."""
        return drawn_arm(self.law(state, advice), rng.random())

    def update(
        self,
        state: EXP4State,
        advice: Advice,
        arm: int,
        loss: float,
        rng: np.random.Generator | None = None,
    ) -> EXP4State:
        """The weights, moved by the estimated losses of the experts; nothing is drawn."""
        rows = checked_advice(advice, len(state.log_weights), state.arms)
        observed = checked_observation(arm, loss, state.arms)
        estimate = importance_weighted(observed, self._law(state, rows)[arm], arm)
        eta = self.rates[0]
        moved = zip(state.log_weights, rows[:, arm].tolist(), strict=True)
        return EXP4State(state.arms, tuple(w - eta * (mu * estimate) for w, mu in moved))
