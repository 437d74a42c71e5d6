"""Gaussian noise: the continuous mechanism of zero-concentrated differential privacy."""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from banditproof.theory.balls import enclose
from banditproof.theory.budgets import ZCDP, exact_or_infinite, exact_order
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon

NEGLIGIBLE = Fraction(1, 1 << 1_000_000)
"""Deltas below it are enclosed by [0, NEGLIGIBLE]: their exact digits take too much memory."""


def is_negligible(rho: Fraction, eps: Fraction) -> bool:
    """Whether rho-zCDP alone makes delta(eps) smaller than NEGLIGIBLE.

    delta <= e^(-(eps - rho)^2 / (4 rho)) for eps > rho, and e^-700000 < 2^-1000000.

    >>> is_negligible(Fraction(1, 2), Fraction(10)), is_negligible(Fraction(1, 2), Fraction(10**4))
    (False, True)
    """
    return eps > rho and (eps - rho) ** 2 > 4 * 700_000 * rho


@dataclass(frozen=True, kw_only=True)
class Gaussian:
    """Adds Y with density exp(-y^2 / (2 sigma^2)) / sqrt(2 pi sigma^2), on the real line.

    The law is given by sigma^2, its variance, which is rational in both uses: sigma rational, and
    sigma^2 = s^2 / (2 rho). A statistic of sensitivity s is (s^2 / (2 sigma^2))-zCDP, and no
    better; for a vector with independent noises s is the sensitivity in the 2-norm. Thesis,
    Theorem 2.14.

    >>> Gaussian(sigma_squared=2).loss(1), Gaussian.of_sigma(10) == Gaussian(sigma_squared=100)
    (ZCDP(rho=Fraction(1, 4)), True)
    """

    sigma_squared: Number

    def __post_init__(self) -> None:
        exact_positive("sigma_squared", self.sigma_squared)

    @staticmethod
    def of_sigma(sigma: Number) -> Gaussian:
        """The law of a given standard deviation."""
        return Gaussian(sigma_squared=exact_positive("sigma", sigma) ** 2)

    @staticmethod
    def for_zcdp(rho: Number, sensitivity: Number = 1) -> Gaussian:
        """The least noise that makes a statistic rho-zCDP: sigma^2 = s^2 / (2 rho).

        >>> Gaussian.for_zcdp("0.5").loss()
        ZCDP(rho=Fraction(1, 2))
        """
        size = exact_positive("sensitivity", sensitivity)
        return Gaussian(sigma_squared=size**2 / (2 * exact_positive("rho", rho)))

    @property
    def variance(self) -> Fraction:
        """sigma^2, exact."""
        return exact(self.sigma_squared)

    def loss(self, sensitivity: Number = 1) -> ZCDP:
        """The budget that a release of the given sensitivity spends, exactly: s^2 / (2 sigma^2)."""
        return ZCDP(self._mu_squared(sensitivity) / 2)

    def renyi(self, alpha: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The Renyi divergence of order alpha of a release: alpha s^2 / (2 sigma^2), exact.

        >>> Gaussian(sigma_squared=1).renyi(3)
        Enclosure(lo=Fraction(3, 2), hi=Fraction(3, 2))
        """
        order, square = exact_order(alpha), self._mu_squared(sensitivity)
        if isinstance(order, float):
            value: Fraction | float = math.inf if square else Fraction(0)
        else:
            value = order * square / 2
        return Enclosure.of(value)

    def zcdp(self, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The exact zCDP constant of a release: s^2 / (2 sigma^2)."""
        return self.renyi(1, sensitivity, digits)

    @accepts_epsilon
    def delta(self, eps: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The smallest delta for which a release is (eps, delta)-DP.

        Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) with mu = s/sigma.

        >>> print(Gaussian(sigma_squared=1).delta(1, digits=10))
        0.12693673750664[3..5]
        """
        from banditproof.theory.accounting.gaussian_profile import gaussian_delta

        loss, square = exact_or_infinite("eps", eps), self._mu_squared(sensitivity)
        if isinstance(loss, float) or square == 0:
            return ZERO
        if is_negligible(square / 2, loss):
            return Enclosure(Fraction(0), NEGLIGIBLE)
        return enclose(lambda: gaussian_delta(square, loss), digits)

    def _mu_squared(self, sensitivity: Number) -> Fraction:
        return exact_nonnegative("sensitivity", sensitivity) ** 2 / self.variance

    def sample(self, rng: np.random.Generator) -> float:
        """One draw, in float64: right in law up to rounding, not safe against float attacks."""
        return float(rng.normal(0.0, math.sqrt(self.variance)))
