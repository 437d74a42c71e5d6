"""Laplace noise: the continuous mechanism of pure differential privacy."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import PureDP, exact_or_infinite, exact_order
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon


@dataclass(frozen=True)
class Laplace:
    """Adds Y with density exp(-|y| / scale) / (2 scale), on the real line.

    A statistic of sensitivity s released with it is s/scale-DP. Variance 2 scale^2. Optimal
    Regret of Bernoulli Bandits, Theorem H.5; thesis, Theorem 2.13. A vector of statistics, each
    with its own noise, is s_1/scale-DP with s_1 the sensitivity in the 1-norm.

    >>> Laplace(2).loss(1)
    PureDP(eps=Fraction(1, 2))
    """

    scale: Number

    def __post_init__(self) -> None:
        exact_positive("scale", self.scale)

    @property
    def variance(self) -> Fraction:
        """2 scale^2, exact."""
        return 2 * exact(self.scale) ** 2

    def loss(self, sensitivity: Number = 1) -> PureDP:
        """The budget that a release of the given sensitivity spends, exactly: s / scale."""
        return PureDP(self._shift(sensitivity))

    def renyi(self, alpha: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The Renyi divergence of order alpha of a release, largest over neighbours.

        With t = s/scale: log(alpha e^((alpha-1) t) + (alpha-1) e^(-alpha t)) / (alpha - 1)
        - log(2 alpha - 1) / (alpha - 1); t - 1 + e^-t at alpha = 1; t at alpha = inf.

        >>> print(Laplace(1).renyi(1, digits=12))  # e^-1
        0.3678794411714423[2..3]
        """
        t, order = self._shift(sensitivity), exact_order(alpha)
        if t == 0 or isinstance(order, float):
            return Enclosure.of(t)
        a: Fraction = order

        def evaluate() -> arb:
            if a == 1:
                return ball(t) - 1 + (-ball(t)).exp()
            total = ball(a) * ball((a - 1) * t).exp()
            total += ball(a - 1) * ball(-a * t).exp()
            return (total / ball(2 * a - 1)).log() / ball(a - 1)

        return enclose(evaluate, digits)

    def zcdp(self, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The exact zCDP constant of a release: the Kullback-Leibler divergence t - 1 + e^-t.

        It is the limit of the discrete case, for which `two_sided_geometric` has the proof.
        """
        return self.renyi(1, sensitivity, digits)

    @accepts_epsilon
    def delta(self, eps: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The smallest delta for which a release is (eps, delta)-DP.

        1 - e^((eps - s/scale) / 2) below eps = s/scale, and 0 from there on.

        >>> print(Laplace(1).delta("0.5", digits=10))
        0.22119921692859[5..6]
        """
        loss, t = exact_or_infinite("eps", eps), self._shift(sensitivity)
        if isinstance(loss, float) or loss >= t:
            return ZERO
        half = (loss - t) / 2
        return enclose(lambda: -ball(half).expm1(), digits)

    def _shift(self, sensitivity: Number) -> Fraction:
        return exact_nonnegative("sensitivity", sensitivity) / exact(self.scale)

    def sample(self, rng: np.random.Generator) -> float:
        """One draw, in float64: right in law up to rounding, not safe against float attacks."""
        return float(rng.laplace(0.0, float(exact(self.scale))))
