"""The law of the privacy loss of one release, for each mechanism that composes here.

Of two neighbouring inputs the mechanism draws from P or from Q, and the privacy loss is
L = log dP/dQ at an outcome drawn from P. Its moments M(s) = E_P[e^(sL)] multiply under
composition, adaptive or not, and determine everything else.

Every law here is symmetric: log dQ/dP under Q has the law of L under P, so M(s) = M(-1-s). This
is what lets one curve delta(eps) speak for both directions of a pair of neighbours.
"""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory import mechanisms as known
from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact, exact_nonnegative
from banditproof.theory.parameter_names import accepts_epsilon
from .lattice_loss_laws import (
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    Moment,
    RandomisedResponseLoss,
    discrete_laplace_loss,
)
from .loss_sizes import LogOf, Size, size_text


@accepts_epsilon
@dataclass(frozen=True)
class LaplaceLoss:
    """The loss of a number of sensitivity 1 released with Laplace noise of scale 1/eps.

    L is eps with probability 1/2, -eps with probability e^-eps / 2, and has the density
    e^((l-eps)/2) / 4 in between. With u = s + 1/2,
    M(s) = e^(-eps/2) (cosh(u eps) + sinh(u eps) / (2u)).

    >>> LaplaceLoss("0.1")
    LaplaceLoss(eps=Fraction(1, 10))
    """

    eps: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", exact_nonnegative("eps", self.eps))

    @property
    def is_zero(self) -> bool:
        """Whether the release does not depend on the data."""
        return self.eps == 0

    @property
    def reading(self) -> str:
        """What is released, in words."""
        eps = size_text(self.eps)
        scale = f", scale {size_text(1 / self.eps)} for sensitivity 1" if self.eps else ""
        return f"Laplace noise, laplace(eps={eps}){scale}: each release {eps}-DP"

    @property
    def largest(self) -> Size | None:
        """The essential supremum of L; None if it is infinite."""
        return self.eps

    def moment(self, s: Moment) -> Moment:
        """M(s), for s away from -1/2."""
        eps, u = ball(self.eps), s + arb(0.5)
        up, down = (u * eps).exp(), (-u * eps).exp()
        return ((up + down) / 2 + (up - down) / (4 * u)) * (-eps / 2).exp()

    def mean(self) -> arb:
        """E_P[L], the Kullback-Leibler divergence: eps - 1 + e^-eps."""
        eps = ball(self.eps)
        return eps + (-eps).expm1()


@dataclass(frozen=True)
class GaussianLoss:
    """The loss of a number of sensitivity mu sigma with Gaussian noise of variance sigma^2.

    L is normal with mean mu^2 / 2 and variance mu^2, and M(s) = exp(mu^2 s (s+1) / 2).

    >>> GaussianLoss("0.01")
    GaussianLoss(mu_squared=Fraction(1, 100))
    """

    mu_squared: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "mu_squared", exact_nonnegative("mu_squared", self.mu_squared))

    @property
    def is_zero(self) -> bool:
        """Whether the release does not depend on the data."""
        return self.mu_squared == 0

    @property
    def reading(self) -> str:
        """What is released, in words."""
        return (
            f"Gaussian noise, mu^2 = {size_text(self.mu_squared)} in all (mu = sensitivity / sigma)"
        )

    @property
    def largest(self) -> Size | None:
        """The essential supremum of L is infinite."""
        return None

    def moment(self, s: Moment) -> Moment:
        """M(s)."""
        return (s * (s + 1) * (ball(self.mu_squared) / 2)).exp()

    def mean(self) -> arb:
        """E_P[L] = mu^2 / 2."""
        return ball(self.mu_squared) / 2


LossLaw = (
    LaplaceLoss | GaussianLoss | RandomisedResponseLoss | DiscreteLaplaceLoss | DiscreteGaussianLoss
)


def loss_law(mechanism: Any, sensitivity: Number = 1) -> LossLaw:
    """The loss of a statistic of the given sensitivity that is released by a mechanism.

    The mechanism is one of `banditproof.theory.mechanisms`: Laplace, Gaussian, DiscreteLaplace,
    IntegerLaplace, DiscreteGaussian or RandomisedResponse.

    >>> from banditproof.theory.mechanisms import DiscreteLaplace, Laplace
    >>> loss_law(Laplace(10))
    LaplaceLoss(eps=Fraction(1, 10))
    >>> loss_law(DiscreteLaplace("1/2"), 2)
    DiscreteLaplaceLoss(eps=LogOf(value=Fraction(2, 1)), sensitivity=2)
    """
    size = exact_nonnegative("sensitivity", sensitivity)
    match mechanism:
        case known.Laplace():
            return LaplaceLoss(size / exact(mechanism.scale))
        case known.Gaussian():
            return GaussianLoss(size**2 / exact(mechanism.sigma_squared))
        case known.DiscreteLaplace():
            return discrete_laplace_loss(LogOf(1 / exact(mechanism.ratio)), _whole(size))
        case known.IntegerLaplace():
            return discrete_laplace_loss(1 / exact(mechanism.scale), _whole(size))
        case known.DiscreteGaussian():
            return DiscreteGaussianLoss(exact(mechanism.sigma_squared), _whole(size))
        case known.RandomisedResponse():
            return RandomisedResponseLoss(exact(mechanism.eps))
    raise ValueError(
        f"The privacy loss of {mechanism!r} has no law here; give a Laplace, Gaussian, "
        "DiscreteLaplace, IntegerLaplace, DiscreteGaussian or RandomisedResponse mechanism."
    )


def _whole(size: Fraction) -> int:
    if size.denominator != 1:
        raise ValueError(
            f"The sensitivity is {size}, but noise on the integers needs an integer sensitivity; "
            "give one."
        )
    return int(size)
