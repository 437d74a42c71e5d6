"""Two-sided geometric noise on the integers with a rational scale, so with a rational loss."""

from __future__ import annotations
from dataclasses import dataclass
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import PureDP
from banditproof.theory.enclosure import ONE, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.exact_sampling import Source, integer_laplace
from . import two_sided_geometric as curves


@dataclass(frozen=True)
class IntegerLaplace(curves.GeometricNoise):
    """Adds an integer Y with Pr[Y = y] proportional to e^(-|y| / scale), for a rational scale.

    It is DiscreteLaplace with ratio e^(-1/scale): here the loss s/scale is rational and the
    probabilities are not.

    >>> IntegerLaplace(10).loss(3), IntegerLaplace(2).delta("0.5").hi
    (PureDP(eps=Fraction(3, 10)), Fraction(0, 1))
    """

    scale: Number

    def __post_init__(self) -> None:
        exact_positive("scale", self.scale)

    def mass(self, y: int, digits: int = 30) -> Enclosure:
        """Pr[Y = y] = tanh(1 / (2 scale)) e^(-|y| / scale).

        >>> print(IntegerLaplace(1).mass(0, digits=12))
        0.4621171572600097[5..7]
        """
        t = self.rate.t
        return enclose(lambda: ball(t / 2).tanh() * (-ball(t * abs(y))).exp(), digits)

    def tail(self, cut: int, digits: int = 30) -> Enclosure:
        """Pr[|Y| > cut]."""
        if cut < 0:
            return ONE
        return enclose(lambda: 2 * curves.upper_tail(self.rate.ball(), cut + 1), digits)

    def loss(self, sensitivity: Number = 1) -> PureDP:
        """The budget that a release of the given integer sensitivity spends, exactly: s / scale."""
        return PureDP(exact_count("sensitivity", sensitivity) * self.rate.t)

    @property
    def rate(self) -> curves.RationalRate:
        return curves.RationalRate(1 / exact(self.scale))

    def draw(self, source: Source) -> int:
        """One draw from any source of uniform integers."""
        return integer_laplace(source, exact(self.scale))
