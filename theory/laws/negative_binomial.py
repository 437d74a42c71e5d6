"""Negative binomial laws of a known number of failures."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar
from flint import arb
from banditproof.theory.balls import ball, log_ratio
from banditproof.theory.exact import Number, exact_positive
from .counts import Counts
from .family import ExponentialFamily
from .family_divergences import FamilyDivergences
from .family_kernels import NEGATIVE_BINOMIAL


@dataclass(frozen=True)
class NegativeBinomial(ExponentialFamily):
    """The law of a sum of `failures` geometric variables on {0, 1, ...}, of a mean > 0.

    P(X = k) = C(k + r - 1, k) p^k (1 - p)^r with r = failures and mean = r p / (1 - p).

    >>> NegativeBinomial(3, failures=2).exact_mean
    Fraction(3, 1)
    """

    failures: Number = 1
    known: ClassVar[str | None] = "failures"
    number: ClassVar[int | None] = NEGATIVE_BINOMIAL

    def _validate(self) -> None:
        exact_positive("The mean of a negative binomial law", self.mean)
        exact_positive("failures", self.failures)

    @property
    def divergences(self) -> FamilyDivergences:
        """KL(z, mu) = (r + z) log((r + mu) / (r + z)) - z log(mu / z); TV by the crossing."""
        r = self.exact_known

        def crossing(x: Fraction, z: Fraction) -> arb:
            return ball(r) * log_ratio(r + x, r + z) / log_ratio(x * (r + z), z * (r + x))

        def above(cut: int, z: Fraction) -> arb:
            return ball(z / (r + z)).beta_lower(arb(cut + 1), ball(r), regularized=True)

        def slope(cut: int, z: Fraction) -> arb:
            order, more = ball(r), arb(cut + 1)
            log_choose = (order + more).lgamma() - order.lgamma() - more.lgamma()
            log_law = cut * ball(z / (r + z)).log() + (order + 1) * ball(r / (r + z)).log()
            return (log_choose + log_law).exp() / order

        counts = Counts(crossing, above, slope)
        return FamilyDivergences(
            kl=lambda z, mu: (
                (ball(r) + ball(z)) * log_ratio(r + z, r + mu) - ball(z) * log_ratio(z, mu)
            ),
            kl_slope=lambda z, mu: -log_ratio(z * (r + mu), mu * (r + z)),
            tv=counts.tv,
            tv_slopes=counts.tv_slopes,
        )

    def variance(self, mean: Fraction) -> Fraction:
        """m (1 + m / r)."""
        return mean * mean / self.exact_known + mean
