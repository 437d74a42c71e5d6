"""Poisson laws."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar
from flint import arb
from banditproof.theory.balls import ball, log_ratio
from banditproof.theory.exact import exact_positive
from .counts import Counts
from .family import ExponentialFamily
from .family_divergences import FamilyDivergences
from .family_kernels import POISSON


def _above_slope(cut: int, z: Fraction) -> arb:
    """P(X = m), the slope of P(X > m)."""
    mean = ball(z)
    return (cut * mean.log() - mean - arb(cut + 1).lgamma()).exp()


COUNTS = Counts(
    crossing=lambda x, z: ball(z - x) / log_ratio(x, z),
    above=lambda cut, z: 1 - ball(z).gamma_upper(arb(cut + 1), regularized=1),
    above_slope=_above_slope,
)
DIVERGENCES = FamilyDivergences(
    kl=lambda z, mu: ball(mu - z) - ball(z) * log_ratio(z, mu),
    kl_slope=lambda z, mu: -log_ratio(z, mu),
    tv=COUNTS.tv,
    tv_slopes=COUNTS.tv_slopes,
)


@dataclass(frozen=True)
class Poisson(ExponentialFamily):
    """The Poisson law of a mean > 0.

    >>> Poisson(2).exact_mean
    Fraction(2, 1)
    """

    number: ClassVar[int | None] = POISSON

    def _validate(self) -> None:
        exact_positive("The mean of a Poisson law", self.mean)

    @property
    def divergences(self) -> FamilyDivergences:
        """KL(z, mu) = mu - z - z log(mu / z); TV by the crossing of the laws.

        >>> from banditproof.theory.balls import working_precision
        >>> with working_precision(60):
        ...     print(Poisson(2).divergences.kl(Fraction(2), Fraction(3)).str(8, radius=False))
        ...     COUNTS.cuts(Fraction(2), Fraction(5))  # where the laws of means 2 and 5 cross
        0.18906978
        (3,)
        """
        return DIVERGENCES

    def variance(self, mean: Fraction) -> Fraction:
        """m."""
        return mean
