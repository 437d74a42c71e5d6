"""Bernoulli laws."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact_probability
from banditproof.theory.private_divergence import d_eps
from .family import ExponentialFamily
from .family_divergences import FamilyDivergences
from .family_kernels import BERNOULLI, bernoulli_private

if TYPE_CHECKING:
    from banditproof.theory.characteristic_times.confusion import Confusion

DIVERGENCES = FamilyDivergences(
    kl=kl_ball,
    kl_slope=lambda z, mu: ball(z * (1 - mu) / (mu * (1 - z))).log(),
    tv=lambda x, z: ball(z - x),
    tv_slopes=lambda x, a, b: (arb(1), arb(1)),
)


@dataclass(frozen=True)
class Bernoulli(ExponentialFamily):
    """The law of a reward that is 1 with probability `mean` and 0 otherwise.

    >>> Bernoulli("0.3").exact_mean
    Fraction(3, 10)
    """

    high: ClassVar[Fraction | float] = Fraction(1)
    number: ClassVar[int | None] = BERNOULLI
    own_costs: ClassVar[frozenset[str]] = frozenset({"d_eps"})

    def _validate(self) -> None:
        exact_probability("The mean of a Bernoulli law", self.mean)

    @property
    def divergences(self) -> FamilyDivergences:
        """kl(z, mu), and TV(x, z) = z - x."""
        return DIVERGENCES

    def variance(self, mean: Fraction) -> Fraction:
        """m (1 - m)."""
        return mean * (1 - mean)

    @property
    def subgaussian(self) -> Fraction | float:
        """1/2, by Hoeffding's lemma."""
        return Fraction(1, 2)

    def exact_tv(self, x: Fraction, z: Fraction) -> Fraction | None:
        """z - x."""
        return z - x

    def private_enclosure(self, mu: Fraction, eps: Fraction, digits: int) -> Enclosure:
        """d_eps."""
        return certify(d_eps, self.exact_mean, mu, eps, digits=digits)

    def float_private(self, mu: Fraction, eps: Fraction) -> float:
        """d_eps."""
        mean = self.exact_mean
        ends = float(mean), float(1 - mean), float(mu), float(1 - mu), float(mu - mean)
        return float(bernoulli_private.for_work(5)(*ends, float(eps)))

    def confusion(
        self, best: Fraction, other: Fraction, divergence: str, eps: Fraction | None
    ) -> Confusion:
        """Costs with KL, or with d_eps."""
        from banditproof.theory.characteristic_times.confusion import PrivateConfusion

        if divergence == "d_eps" and eps is not None:
            return PrivateConfusion(best, other, eps)
        return super().confusion(best, other, divergence, eps)
