"""What a one-parameter exponential family knows about itself: its means, divergences and kernels.

A family has one free parameter, the mean; what else it needs (sigma, shape, failures) is known and
the same for all its laws. The infima over better laws run over the family. The mean lies in an
interval whose open ends are never reached by an alternative.

A new family is a subclass in its own file, and a line in `FAMILIES`. It gives its means, its
variances and its divergences in balls. Floats are then rounded from balls, unless it has kernels.
"""

from __future__ import annotations
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact
from .family_compromise import least_compromise
from .family_divergences import FamilyDivergences
from .family_kernels import divergence

if TYPE_CHECKING:
    from banditproof.theory.characteristic_times.confusion import Confusion

DIGITS = 17
_LEAST = Fraction(1, 10**250)
"""A mean below it has lost digits as a float, or its distances have."""


@dataclass(frozen=True)
class ExponentialFamily(ABC):
    """A law of a one-parameter exponential family, given by its mean."""

    mean: Number

    low: ClassVar[Fraction | float] = Fraction(0)
    """The lower end of the means of the family."""
    high: ClassVar[Fraction | float] = math.inf
    """The upper end of the means of the family."""
    known: ClassVar[str | None] = None
    """The name of the known parameter, if there is one."""
    number: ClassVar[int | None] = None
    """The number of the family in `family_kernels`, if it has kernels."""
    own_costs: ClassVar[frozenset[str]] = frozenset()
    """The divergences of characteristic times that are known for this family only."""

    def __post_init__(self) -> None:
        self._validate()

    @abstractmethod
    def _validate(self) -> None:
        """Raise ValueError if the parameters are not those of a law of the family."""

    @property
    @abstractmethod
    def divergences(self) -> FamilyDivergences:
        """The divergences between laws of the family."""

    @abstractmethod
    def variance(self, mean: Fraction) -> Fraction:
        """The variance of the law of a mean."""

    @property
    def exact_mean(self) -> Fraction:
        """The mean as an exact rational."""
        return exact(self.mean)

    @property
    def exact_known(self) -> Fraction:
        """The known parameter as an exact rational; 1 if there is none."""
        return Fraction(1) if self.known is None else exact(getattr(self, self.known))

    @property
    def family(self) -> tuple[Any, ...]:
        """What two laws must share to belong to one family."""
        return (type(self),) if self.known is None else (type(self), self.exact_known)

    @property
    def subgaussian(self) -> Fraction | float:
        """A sigma for which the centred law is sigma-subgaussian; infinite if none is known."""
        return math.inf

    def exact_tv(self, x: Fraction, z: Fraction) -> Fraction | None:
        """The total variation of the laws of two means x <= z, if it is rational."""
        return None

    def private_enclosure(self, mu: Fraction, eps: Fraction, digits: int) -> Enclosure:
        """The least eps TV(P, Q) + KL(Q, P_mu) over the laws Q between this law P and P_mu."""
        return least_compromise(self.divergences, self.exact_mean, mu, eps, digits)

    def float_kl(self, mu: Fraction) -> float:
        """KL from this law to the law of the mean mu."""
        if self.number is None or 0 < self.exact_mean < _LEAST:
            return float(enclose(lambda: self.divergences.kl(self.exact_mean, mu), DIGITS))
        mean, known = self.exact_mean, float(self.exact_known)
        ends = float(mean), float(1 - mean), float(mu), float(1 - mu), float(mu - mean)
        return float(divergence.for_work(5)(self.number, known, *ends))

    def tv_enclosure(self, mu: Fraction, digits: int) -> Enclosure:
        """TV to the law of the mean mu."""
        distance = self.exact_tv(self.exact_mean, mu)
        if distance is not None:
            return Enclosure.of(distance)
        return enclose(lambda: self.divergences.tv(self.exact_mean, mu), digits)

    def float_tv(self, mu: Fraction) -> float:
        """TV to the law of the mean mu, from balls where these are as fast."""
        return float(self.tv_enclosure(mu, DIGITS))

    def float_private(self, mu: Fraction, eps: Fraction) -> float:
        """What `private_enclosure` encloses, from balls where these are as fast."""
        return float(self.private_enclosure(mu, eps, DIGITS - 1))

    def float_flat_cost(self, other: Fraction, best: Fraction, eps: Fraction) -> float:
        """eps TV of the laws of two means other <= best."""
        distance = self.exact_tv(other, best)
        if distance is not None:
            return float(eps * distance)
        return float(enclose(lambda: ball(eps) * self.divergences.tv(other, best), DIGITS))

    def confusion(
        self, best: Fraction, other: Fraction, divergence: str, eps: Fraction | None
    ) -> Confusion:
        """What it costs to make two means equal; KL costs unless the divergence has its own."""
        from banditproof.theory.characteristic_times.family_confusion import FamilyConfusion

        return FamilyConfusion(best, other, self.divergences.kl, self.variance)
