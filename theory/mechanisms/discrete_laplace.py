"""Two-sided geometric noise on the integers: the Laplace mechanism with exact probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import Number, exact


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
