"""Normal laws of a known standard deviation."""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact, exact_positive
from .family import ExponentialFamily
from .family_divergences import FamilyDivergences
from .family_kernels import QUADRATIC, gaussian_kl, gaussian_private, gaussian_tv

if TYPE_CHECKING:
    from banditproof.theory.characteristic_times.confusion import Confusion


@dataclass(frozen=True)
class Gaussian(ExponentialFamily):
    """The normal law of a mean and of a known standard deviation sigma > 0.

    >>> Gaussian(0, 1).family == Gaussian(2).family
    True
    """

    sigma: Number = 1
    low: ClassVar[Fraction | float] = -math.inf
    known: ClassVar[str | None] = "sigma"
    number: ClassVar[int | None] = QUADRATIC
    own_costs: ClassVar[frozenset[str]] = frozenset({"truncated"})

    def _validate(self) -> None:
        exact(self.mean)
        exact_positive("sigma", self.sigma)

    @property
    def divergences(self) -> FamilyDivergences:
        """KL(z, mu) = (mu - z)^2 / (2 sigma^2) and TV(x, z) = 2 Phi((z - x) / (2 sigma)) - 1."""
        sigma = self.exact_known

        def slope(x: Fraction, z: Fraction) -> arb:
            return (-ball(((z - x) / sigma) ** 2 / 8)).exp() / (ball(sigma) * (2 * arb.pi()).sqrt())

        return FamilyDivergences(
            kl=lambda z, mu: ball(((mu - z) / sigma) ** 2 / 2),
            kl_slope=lambda z, mu: ball((z - mu) / sigma**2),
            tv=lambda x, z: (ball((z - x) / (2 * sigma)) / arb(2).sqrt()).erf(),
            tv_slopes=lambda x, a, b: (slope(x, b), slope(x, a)),
        )

    def variance(self, mean: Fraction) -> Fraction:
        """sigma^2."""
        return self.exact_known**2

    @property
    def subgaussian(self) -> Fraction | float:
        """sigma."""
        return self.exact_known

    def _gap(self, mu: Fraction) -> float:
        """(mu - mean) / sigma."""
        return float((mu - self.exact_mean) / self.exact_known)

    def float_kl(self, mu: Fraction) -> float:
        """(mu - mean)^2 / (2 sigma^2)."""
        return float(gaussian_kl.for_work(1)(self._gap(mu)))

    def float_tv(self, mu: Fraction) -> float:
        """2 Phi((mu - mean) / (2 sigma)) - 1."""
        return float(gaussian_tv.for_work(1)(self._gap(mu)))

    def float_private(self, mu: Fraction, eps: Fraction) -> float:
        """The least cost among the local minima."""
        return float(gaussian_private.for_work(200)(self._gap(mu), float(eps)))

    def float_flat_cost(self, other: Fraction, best: Fraction, eps: Fraction) -> float:
        """eps (2 Phi((best - other) / (2 sigma)) - 1)."""
        gap = min((best - other) / self.exact_known, Fraction(100))  # erf is 1 from there on
        return float(eps) * float(gaussian_tv.for_work(1)(float(gap)))

    def confusion(
        self, best: Fraction, other: Fraction, divergence: str, eps: Fraction | None
    ) -> Confusion:
        """Quadratic costs; "truncated" ones have D min(3 eps, D) in place of D^2."""
        from banditproof.theory.characteristic_times.family_confusion import QuadraticConfusion

        gap = best - other
        length = min(3 * eps, gap) if divergence == "truncated" and eps is not None else gap
        return QuadraticConfusion(best, other, gap * length / (2 * self.exact_known**2))
