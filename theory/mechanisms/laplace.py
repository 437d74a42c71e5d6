"""Laplace noise: the continuous mechanism of pure differential privacy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import Number, exact, exact_positive


@dataclass(frozen=True)
class Laplace:
    """Adds Y with density exp(-|y| / scale) / (2 scale), on the real line.

    A statistic of sensitivity s released with it is s/scale-DP. Variance 2 scale^2. Optimal
    Regret of Bernoulli Bandits, Theorem H.5.

    >>> Laplace(2.0).loss(1)
    PureDP(eps=0.5)
    """

    scale: Number

    def __post_init__(self) -> None:
        exact_positive("scale", self.scale)

    def loss(self, sensitivity: float) -> PureDP:
        """The budget that a release of the given sensitivity spends."""
        return PureDP(float(Fraction(sensitivity) / exact(self.scale)))

    def sample(self, rng: np.random.Generator) -> float:
        """One draw, in float64: right in law up to rounding, not safe against float attacks."""
        return float(rng.laplace(0.0, float(exact(self.scale))))
