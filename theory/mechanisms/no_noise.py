"""No noise: the budget of a statistic that is released unchanged."""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from banditproof.theory.budgets import PureDP, exact_or_infinite, exact_order
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_nonnegative
from banditproof.theory.parameter_names import accepts_epsilon


@dataclass(frozen=True)
class NoNoise:
    """Adds nothing: the statistic is released unchanged, without a privacy guarantee.

    >>> NoNoise().loss(1)
    PureDP(eps=inf)
    """

    def loss(self, sensitivity: Number = 1) -> PureDP:
        """Infinite, unless the statistic does not depend on the data."""
        return PureDP(math.inf if exact_nonnegative("sensitivity", sensitivity) else 0.0)

    def renyi(self, alpha: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """Infinite at every order, unless the statistic does not depend on the data."""
        exact_order(alpha)
        return Enclosure.of(math.inf if exact_nonnegative("sensitivity", sensitivity) else 0)

    def zcdp(self, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The exact zCDP constant of a release: inf, or 0 for a constant."""
        return self.renyi(1, sensitivity, digits)

    @accepts_epsilon
    def delta(self, eps: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """1 at every eps, even inf, unless the statistic does not depend on the data."""
        exact_or_infinite("eps", eps)
        return Enclosure.of(Fraction(1 if exact_nonnegative("sensitivity", sensitivity) else 0))

    def sample(self, rng: np.random.Generator) -> int:
        """Zero; no randomness is used."""
        return 0
