"""Gaussian noise on the integers: zero-concentrated privacy that can be sampled exactly."""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import ZCDP, exact_or_infinite, exact_order
from banditproof.theory.enclosure import INFINITE, ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.exact_sampling import GeneratorSource, Source, discrete_gaussian
from banditproof.theory.parameter_names import accepts_epsilon
from .gaussian import NEGLIGIBLE, is_negligible
from .gaussian_sums import half_sum, whole_sum


@dataclass(frozen=True, kw_only=True)
class DiscreteGaussian:
    """Adds an integer Y with Pr[Y = y] proportional to e^(-y^2 / (2 sigma^2)), sigma^2 rational.

    A statistic with integer values and sensitivity s released with it is (s^2 / (2 sigma^2))-zCDP,
    as with continuous Gaussian noise, and no better: the order 2 attains it. The probabilities
    are not rational, so they are enclosed. Canonne, Kamath and Steinke (2020).

    >>> noise = DiscreteGaussian(sigma_squared=1)
    >>> noise.loss(1), str(noise.mass(0, digits=12))
    (ZCDP(rho=Fraction(1, 2)), '0.3989422782668617[0..2]')
    """

    sigma_squared: Number

    def __post_init__(self) -> None:
        exact_positive("sigma_squared", self.sigma_squared)

    @property
    def _square(self) -> Fraction:
        return exact(self.sigma_squared)

    def mass(self, y: int, digits: int = 30) -> Enclosure:
        """Pr[Y = y]."""
        power = Fraction(y * y) / (2 * self._square)
        return enclose(lambda: (-ball(power)).exp() / whole_sum(self._square), digits)

    def tail(self, cut: int, digits: int = 30) -> Enclosure:
        """Pr[|Y| > cut]."""
        if cut < 0:
            return ONE
        return enclose(lambda: 2 * self._upper_tail(cut + 1), digits)

    def _upper_tail(self, y: int) -> arb:
        """Pr[Y >= y]."""
        if y <= 0:
            return 1 - self._upper_tail(1 - y)
        return half_sum(self._square, Fraction(y)) / whole_sum(self._square)

    def loss(self, sensitivity: Number = 1) -> ZCDP:
        """The budget that a release of the given integer sensitivity spends, exactly."""
        return ZCDP(exact_count("sensitivity", sensitivity) ** 2 / (2 * self._square))

    def renyi(self, alpha: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The Renyi divergence of order alpha in [1, inf] of a release.

        alpha s^2 / (2 sigma^2) plus 1/(alpha-1) times the log of theta(alpha s) / theta(0), where
        theta(x) is the sum of e^(-(y-x)^2 / (2 sigma^2)), largest at the integers.

        >>> DiscreteGaussian(sigma_squared=1).renyi(2)
        Enclosure(lo=Fraction(1, 1), hi=Fraction(1, 1))
        """
        order, steps = exact_order(alpha), exact_count("sensitivity", sensitivity)
        if steps == 0:
            return ZERO
        if isinstance(order, float):
            return INFINITE
        a: Fraction = order
        top = a * steps**2 / (2 * self._square)
        if a == 1 or (a * steps).denominator == 1:
            return Enclosure.of(top)

        def evaluate() -> arb:
            part = whole_sum(self._square, a * steps) / whole_sum(self._square)
            return ball(top) + part.log() / ball(a - 1)

        return enclose(evaluate, digits)

    def zcdp(self, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The exact zCDP constant of a release: s^2 / (2 sigma^2)."""
        return self.renyi(1, sensitivity, digits)

    @accepts_epsilon
    def delta(self, eps: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The smallest delta for which a release is (eps, delta)-DP.

        The loss (2 y s - s^2) / (2 sigma^2) exceeds eps from an integer k on, so it is
        Pr[Y >= k - s] - e^eps Pr[Y >= k].

        >>> print(DiscreteGaussian(sigma_squared=1).delta(1, digits=10))
        0.14135133940562[1..3]
        """
        loss, steps = exact_or_infinite("eps", eps), exact_count("sensitivity", sensitivity)
        if isinstance(loss, float) or steps == 0:
            return ZERO
        if is_negligible(steps**2 / (2 * self._square), loss):
            return Enclosure(Fraction(0), NEGLIGIBLE)
        k = math.floor(self._square * loss / steps + Fraction(steps, 2)) + 1
        factor = loss
        return enclose(
            lambda: self._upper_tail(k - steps) - ball(factor).exp() * self._upper_tail(k), digits
        )

    def sample(self, rng: np.random.Generator) -> int:
        """One draw, of exactly this law if the integers of `rng` are uniform."""
        return self.draw(GeneratorSource(rng))

    def draw(self, source: Source) -> int:
        """One draw from any source of uniform integers."""
        return discrete_gaussian(source, self._square)
