"""Exponential weights with full information: the losses of all arms are known after each round."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
import numpy as np
from banditproof.theory.exact import Number, exact, exact_nonnegative
from .learner import Law, checked_arms, checked_observation, drawn_arm
from .log_weights import weights_law


@dataclass(frozen=True)
class ExponentialWeights:
    """Play P(i) proportional to exp(-eta sum of the losses of arm i so far).

    Faster Rates for Private Adversarial Bandits, Section 5.1 and Lemma 26; one changed round moves
    log P(i) by at most 2 eta in each later round. The state is the logarithms of the weights.

    >>> learner = ExponentialWeights(eta=1)
    >>> learner.law(learner.update_all(learner.start(2), (0, 1000)))
    (1.0, 0.0)
    """

    eta: Number

    name = "exponential-weights"

    def __post_init__(self) -> None:
        exact_nonnegative("eta", self.eta)

    @cached_property
    def rate(self) -> float:
        """The float eta."""
        return float(exact(self.eta))

    def start(self, arms: int) -> tuple[float, ...]:
        """Equal weights."""
        return (0.0,) * checked_arms(arms)

    def law(self, state: tuple[float, ...]) -> Law:
        """The law that is proportional to the weights."""
        return weights_law(state)

    def act(self, state: tuple[float, ...], rng: np.random.Generator) -> int:
        """An arm drawn from the law, by one uniform number."""
        return drawn_arm(self.law(state), rng.random())

    def update_all(self, state: tuple[float, ...], losses: Sequence[float]) -> tuple[float, ...]:
        """The weights after the losses of all arms."""
        if len(losses) != len(state):
            raise ValueError(
                f"The losses of {len(losses)} arms are given; give the loss of each of the "
                f"{len(state)} arms."
            )
        known = [checked_observation(arm, loss, len(state)) for arm, loss in enumerate(losses)]
        return tuple(w - self.rate * loss for w, loss in zip(state, known, strict=True))
