"""Two-sided geometric noise on the integers with a rational scale, so with a rational loss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import PureDP
from banditproof.theory.enclosure import ONE, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.exact_sampling import GeneratorSource, Source, integer_laplace

from . import two_sided_geometric as curves


@dataclass(frozen=True)
class IntegerLaplace:
    """Adds an integer Y with Pr[Y = y] proportional to e^(-|y| / scale), for a rational scale.

    It is DiscreteLaplace with ratio e^(-1/scale): here the loss s/scale is rational and the
    probabilities are not.

    >>> IntegerLaplace(10).loss(3)
    PureDP(eps=Fraction(3, 10))
    """

    scale: Number

    def __post_init__(self) -> None:
        exact_positive("scale", self.scale)

    def mass(self, y: int, digits: int = 30) -> Enclosure:
        """Pr[Y = y] = tanh(1 / (2 scale)) e^(-|y| / scale).

        >>> print(IntegerLaplace(1).mass(0, digits=12))
        0.4621171572600097[5..7]
        """
        t = self._rate.t
        return enclose(lambda: ball(t / 2).tanh() * (-ball(t * abs(y))).exp(), digits)

    def tail(self, cut: int, digits: int = 30) -> Enclosure:
        """Pr[|Y| > cut]."""
        if cut < 0:
            return ONE
        return enclose(lambda: 2 * curves.upper_tail(self._rate.ball(), cut + 1), digits)

    def loss(self, sensitivity: Number = 1) -> PureDP:
        """The budget that a release of the given integer sensitivity spends, exactly: s / scale."""
        return PureDP(exact_count("sensitivity", sensitivity) * self._rate.t)

    def renyi(self, alpha: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The Renyi divergence of order alpha in [1, inf] of a release, largest over neighbours."""
        steps = exact_count("sensitivity", sensitivity)
        return curves.renyi(self._rate, alpha, steps, digits)

    def zcdp(self, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The exact zCDP constant of a release: the Kullback-Leibler divergence.

        The proof that no order has a larger D_alpha / alpha stands in `two_sided_geometric`.
        """
        return self.renyi(1, sensitivity, digits)

    def delta(self, eps: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The smallest delta for which a release is (eps, delta)-DP.

        >>> IntegerLaplace(2).delta("0.5")
        Enclosure(lo=Fraction(0, 1), hi=Fraction(0, 1))
        """
        steps = exact_count("sensitivity", sensitivity)
        return curves.delta(self._rate, eps, steps, digits)

    @property
    def _rate(self) -> curves.RationalRate:
        return curves.RationalRate(1 / exact(self.scale))

    def sample(self, rng: np.random.Generator) -> int:
        """One draw, of exactly this law if the integers of `rng` are uniform."""
        return self.draw(GeneratorSource(rng))

    def draw(self, source: Source) -> int:
        """One draw from any source of uniform integers."""
        return integer_laplace(source, exact(self.scale))
