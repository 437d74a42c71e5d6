"""Gamma laws of a known shape; exponential laws are those of shape 1."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar
from flint import arb
from banditproof.theory.balls import ball, log_ratio
from banditproof.theory.exact import Number, exact_positive
from .family import ExponentialFamily
from .family_divergences import FamilyDivergences
from .family_kernels import GAMMA


def _divergences(shape: Fraction) -> FamilyDivergences:
    def crossing(x: Fraction, z: Fraction) -> arb:
        """The crossing in units of the scale of z; it is at most the shape."""
        return ball(shape) * log_ratio(x, z) * ball(x / (z - x)) if z > x else ball(shape)

    def tv(x: Fraction, z: Fraction) -> arb:
        if x == z:
            return arb(0)
        far = crossing(x, z)
        near = far * ball(z / x)
        order = ball(shape)
        return far.gamma_upper(order, regularized=1) - near.gamma_upper(order, regularized=1)

    def slope(x: Fraction, z: Fraction) -> arb:
        t, order = crossing(x, z), ball(shape)
        return (order * t.log() - t - order.lgamma()).exp() / ball(z)

    return FamilyDivergences(
        kl=lambda z, mu: ball(shape) * (log_ratio(z, mu) - ball(1 - z / mu)),
        kl_slope=lambda z, mu: ball(shape * (z - mu) / (z * mu)),
        tv=tv,
        tv_slopes=lambda x, a, b: (slope(x, b), slope(x, a)),
    )


@dataclass(frozen=True)
class Exponential(ExponentialFamily):
    """The exponential law of a mean > 0, of density exp(-x / mean) / mean.

    >>> Exponential("0.5").high
    inf
    """

    number: ClassVar[int | None] = GAMMA

    def _validate(self) -> None:
        exact_positive("The mean of an exponential law", self.mean)

    @property
    def divergences(self) -> FamilyDivergences:
        """KL(z, mu) = log(mu / z) + z / mu - 1; TV by the crossing of the densities."""
        return _divergences(Fraction(1))

    def variance(self, mean: Fraction) -> Fraction:
        """m^2."""
        return mean * mean


@dataclass(frozen=True)
class Gamma(ExponentialFamily):
    """The gamma law of a mean > 0 and of a known shape > 0; shape 1 is the exponential law.

    >>> Gamma(2, shape=3).family == Gamma(5, shape=3).family
    True
    """

    shape: Number = 1
    known: ClassVar[str | None] = "shape"
    number: ClassVar[int | None] = GAMMA

    def _validate(self) -> None:
        exact_positive("The mean of a gamma law", self.mean)
        exact_positive("shape", self.shape)

    @property
    def divergences(self) -> FamilyDivergences:
        """KL(z, mu) = shape (log(mu / z) + z / mu - 1); TV by the crossing of the densities."""
        return _divergences(self.exact_known)

    def variance(self, mean: Fraction) -> Fraction:
        """m^2 / shape."""
        return mean * mean / self.exact_known
