"""Two-sided geometric noise on the integers: the Laplace mechanism with exact probabilities."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import PureDP
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, float_above
from banditproof.theory.exact_sampling import Source, discrete_laplace
from banditproof.theory.parameter_names import accepts_epsilon
from . import two_sided_geometric as curves


@dataclass(frozen=True)
class DiscreteLaplace(curves.GeometricNoise):
    """Adds an integer Y with Pr[Y = y] = (1-ratio)/(1+ratio) ratio^|y|: two-sided geometric noise.

    A statistic with integer values and sensitivity s released with it is s log(1/ratio)-DP. With
    a rational ratio = e^-eps every probability is rational; for a rational eps itself see
    IntegerLaplace.

    >>> noise = DiscreteLaplace("1/2")
    >>> noise.mass(0), noise.mass(-3), noise.tail(1)
    (Fraction(1, 3), Fraction(1, 24), Fraction(1, 3))
    >>> print(noise.renyi(2, digits=10))  # log(3/2)
    0.40546510810816[4..5]
    """

    ratio: Number

    def __post_init__(self) -> None:
        if not 0 < exact(self.ratio) < 1:
            raise ValueError(f"The ratio is {self.ratio}; give a number in (0, 1), e^-eps.")

    @property
    def variance(self) -> Fraction:
        """2 ratio / (1 - ratio)^2, exact."""
        ratio = exact(self.ratio)
        return 2 * ratio / (1 - ratio) ** 2

    def mass(self, y: int) -> Fraction:
        """Pr[Y = y], exact."""
        ratio = exact(self.ratio)
        return (1 - ratio) / (1 + ratio) * ratio ** abs(y)

    def tail(self, cut: int) -> Fraction:
        """Pr[|Y| > cut], exact."""
        ratio = exact(self.ratio)
        return 2 * ratio ** (cut + 1) / (1 + ratio)

    def exact_loss(self, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The pure loss s log(1/ratio) of a release of the given integer sensitivity."""
        steps = exact_count("sensitivity", sensitivity)
        if steps == 0:
            return ZERO
        return enclose(lambda: -steps * ball(exact(self.ratio)).log(), digits)

    def loss(self, sensitivity: Number = 1) -> PureDP:
        """The budget that a release of the given integer sensitivity spends, rounded up.

        >>> DiscreteLaplace("1/2").loss(2)
        PureDP(eps=1.3862943611198908)
        """
        return PureDP(float_above(self.exact_loss(sensitivity).hi))

    @accepts_epsilon
    def delta(self, eps: Number, sensitivity: Number = 1, digits: int = 30) -> Enclosure:
        """The smallest delta for which a release is (eps, delta)-DP.

        >>> DiscreteLaplace("1/2").delta(0)
        Enclosure(lo=Fraction(1, 3), hi=Fraction(1, 3))
        """
        if eps == 0:
            return Enclosure.of(self.hockey_stick(1, sensitivity))
        return super().delta(eps, sensitivity, digits)

    def hockey_stick(self, factor: Number, sensitivity: Number = 1) -> Fraction:
        """The delta at eps = log(factor), for a rational factor >= 1: exact.

        The sum of the positive parts of Pr[Y = y - s] - factor Pr[Y = y], of which the last
        ones, from y = s on, are a geometric series.

        >>> DiscreteLaplace("1/2").hockey_stick(1), DiscreteLaplace("1/2").hockey_stick(2)
        (Fraction(1, 3), Fraction(0, 1))
        """
        steps, times, ratio = exact_count("sensitivity", sensitivity), exact(factor), self._ratio
        if times < 1:
            raise ValueError(f"The factor is {factor}; give a number >= 1.")
        inner = (self.mass(steps - y) - times * self.mass(y) for y in range(1, steps))
        last = (1 - times * ratio**steps) / (1 + ratio)
        return max(last, Fraction(0)) + sum((gain for gain in inner if gain > 0), Fraction(0))

    @property
    def _ratio(self) -> Fraction:
        return exact(self.ratio)

    @property
    def rate(self) -> curves.Rate:
        return curves.LogRate(self._ratio)

    def draw(self, source: Source) -> int:
        """One draw from any source of uniform integers."""
        return discrete_laplace(source, exact(self.ratio))
