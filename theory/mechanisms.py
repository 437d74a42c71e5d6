"""Noise mechanisms: frozen values that document their law and know their privacy loss."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from .budgets import PureDP
from .exact import Number, exact, exact_positive


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


@dataclass(frozen=True)
class DiscreteLaplace:
    """Adds an integer Y with Pr[Y = y] = (1-ratio)/(1+ratio) ratio^|y|: two-sided geometric noise.

    A statistic with integer values and sensitivity s released with it is s log(1/ratio)-DP. With
    a rational ratio = e^-eps every probability is rational.

    >>> noise = DiscreteLaplace("1/2")
    >>> noise.mass(0), noise.mass(-3), noise.tail(1)
    (Fraction(1, 3), Fraction(1, 24), Fraction(1, 3))
    """

    ratio: Number

    def __post_init__(self) -> None:
        if not 0 < exact(self.ratio) < 1:
            raise ValueError(f"The ratio is {self.ratio}; give a number in (0, 1), e^-eps.")

    def mass(self, y: int) -> Fraction:
        """Pr[Y = y], exact."""
        ratio = exact(self.ratio)
        return (1 - ratio) / (1 + ratio) * ratio ** abs(y)

    def tail(self, cut: int) -> Fraction:
        """Pr[|Y| > cut], exact."""
        ratio = exact(self.ratio)
        return 2 * ratio ** (cut + 1) / (1 + ratio)

    def loss(self, sensitivity: float) -> PureDP:
        """The budget that a release of the given integer sensitivity spends."""
        ratio = exact(self.ratio)
        return PureDP(sensitivity * math.log(ratio.denominator / ratio.numerator))

    def sample(self, rng: np.random.Generator) -> int:
        """One draw: the difference of two geometric variables."""
        success = float(1 - exact(self.ratio))
        return int(rng.geometric(success)) - int(rng.geometric(success))


@dataclass(frozen=True)
class NoNoise:
    """Adds nothing: the statistic is released as it is, with no privacy guarantee.

    >>> NoNoise().loss(1)
    PureDP(eps=inf)
    """

    def loss(self, sensitivity: float) -> PureDP:
        """Infinite, unless the statistic does not depend on the data."""
        return PureDP(math.inf if sensitivity else 0.0)

    def sample(self, rng: np.random.Generator) -> int:
        """Zero; no randomness is used."""
        return 0


Mechanism = Laplace | DiscreteLaplace | NoNoise
