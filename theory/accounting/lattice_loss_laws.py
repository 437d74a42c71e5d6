"""Losses with finitely many values or on a lattice: randomised response and integer noise.

Losses and their moments M(s) are defined in `loss_laws`.
"""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeVar
import flint
from flint import acb, arb
from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact_count, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .loss_sizes import LogOf, Size, exact_size, is_zero, size_ball, size_text

Moment = TypeVar("Moment", arb, acb)


@accepts_epsilon
@dataclass(frozen=True)
class RandomisedResponseLoss:
    """The loss of a bit that is answered truthfully with probability e^eps / (1 + e^eps).

    L is eps or -eps, and M(s) = cosh((s + 1/2) eps) / cosh(eps / 2). Every eps-DP mechanism is a
    post-processing of this one (Kairouz, Oh and Viswanath), so it is also the worst case of
    all that is known to be eps-DP. Discrete Laplace noise at sensitivity 1 has this loss too.

    >>> RandomisedResponseLoss(LogOf(3))
    RandomisedResponseLoss(eps=LogOf(value=Fraction(3, 1)))
    """

    eps: Size

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", exact_size("eps", self.eps))

    @property
    def is_zero(self) -> bool:
        """Whether the release does not depend on the data."""
        return is_zero(self.eps)

    @property
    def reading(self) -> str:
        """What is released, in words."""
        return f"randomised response, each release {size_text(self.eps)}-DP"

    @property
    def largest(self) -> Size | None:
        """The essential supremum of L."""
        return self.eps

    def moment(self, s: Moment) -> Moment:
        """M(s)."""
        eps = size_ball(self.eps)
        return ((s + arb(0.5)) * eps).cosh() / (eps / 2).cosh()

    def mean(self) -> arb:
        """E_P[L] = eps tanh(eps / 2)."""
        eps = size_ball(self.eps)
        return eps * (eps / 2).tanh()


@accepts_epsilon
@dataclass(frozen=True)
class DiscreteLaplaceLoss:
    """The loss of an integer statistic of sensitivity s >= 2 with noise of ratio e^-eps.

    The noise has Pr[Y = y] proportional to e^(-eps |y|), and L takes the values (s - 2j) eps,
    j = 0..s. At s = 1 it is `RandomisedResponseLoss(eps)`.

    >>> DiscreteLaplaceLoss("0.1", 3)
    DiscreteLaplaceLoss(eps=Fraction(1, 10), sensitivity=3)
    """

    eps: Size
    sensitivity: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", exact_size("eps", self.eps))
        least = exact_count("sensitivity", self.sensitivity, 2)
        object.__setattr__(self, "sensitivity", least)
        if least > 10_000:
            raise ValueError(f"The sensitivity is {least}; give an integer up to 10000.")

    @property
    def is_zero(self) -> bool:
        """Whether the release does not depend on the data."""
        return is_zero(self.eps)

    @property
    def reading(self) -> str:
        """What is released, in words."""
        eps, s = size_text(self.eps), self.sensitivity
        return f"discrete Laplace noise of ratio e^-{eps} at sensitivity {s}"

    @property
    def largest(self) -> Size | None:
        """The essential supremum of L."""
        s = self.sensitivity
        return LogOf(self.eps.value**s) if isinstance(self.eps, LogOf) else s * self.eps

    def moment(self, s: Moment) -> Moment:
        """M(s): a sum over the s + 1 values."""
        size = size_ball(self.eps)
        ratio, step = (-size).exp(), (-2 * s * size).exp() * (-size).exp()
        # The largest and the least loss stand for a half-line of noise each, and lack the factor 1
        # - ratio that the values between have.
        value = (s * size * self.sensitivity).exp() / (1 + ratio)
        total = value
        value = value * (1 - ratio)
        for _ in range(1, self.sensitivity):
            value = value * step
            total = total + value
        return total + value * step / (1 - ratio)

    def mean(self) -> arb:
        """E_P[L]."""
        size, s = size_ball(self.eps), self.sensitivity
        ratio = (-size).exp()
        total = s * (1 - ratio**s) / (1 + ratio)
        for j in range(1, s):
            total += (s - 2 * j) * (1 - ratio) / (1 + ratio) * ratio**j
        return total * size


@dataclass(frozen=True)
class DiscreteGaussianLoss:
    """The loss of an integer statistic with noise Pr[Y = y] proportional to e^(-y^2 / (2 sigma^2)).

    For an integer sensitivity s, L = (s^2 - 2 s Y) / (2 sigma^2), so that
    M(z) = e^(z s^2 / (2 sigma^2)) theta(i z s / (2 pi sigma^2)) / theta(0), where theta(w) =
    sum over integers y of e^(-y^2 / (2 sigma^2) + 2 pi i y w).

    >>> DiscreteGaussianLoss(100)
    DiscreteGaussianLoss(sigma_squared=Fraction(100, 1), sensitivity=1)
    """

    sigma_squared: Fraction
    sensitivity: int = 1

    def __post_init__(self) -> None:
        variance = exact_positive("sigma_squared", self.sigma_squared)
        object.__setattr__(self, "sigma_squared", variance)
        object.__setattr__(self, "sensitivity", exact_count("sensitivity", self.sensitivity))

    @property
    def is_zero(self) -> bool:
        """Whether the release does not depend on the data."""
        return self.sensitivity == 0

    @property
    def reading(self) -> str:
        """What is released, in words."""
        variance, s = size_text(self.sigma_squared), self.sensitivity
        return f"discrete Gaussian noise, sigma^2 = {variance} at sensitivity {s}"

    @property
    def largest(self) -> Size | None:
        """The essential supremum of L is infinite."""
        return None

    @cached_property
    def half_square(self) -> Fraction:
        """s^2 / (2 sigma^2)."""
        return Fraction(self.sensitivity**2) / (2 * self.sigma_squared)

    @property
    def lattice_step(self) -> Fraction:
        """The distance s / sigma^2 of neighbouring values of L."""
        return self.sensitivity / self.sigma_squared

    @cached_property
    def _hash(self) -> int:
        return hash((self.sigma_squared, self.sensitivity))

    def __hash__(self) -> int:
        """The hash of both numbers, kept: that of a large fraction takes as long as a moment."""
        return self._hash

    @cached_property
    def _constants(self) -> dict[int, tuple[acb, acb, arb, acb]]:
        """What all moments share, by the precision."""
        return {}

    def moment(self, s: Moment) -> Moment:
        """M(s)."""
        complex_s, bits = acb(s), flint.ctx.prec
        if bits not in self._constants:
            self._constants[bits] = _theta_constants(self, bits)
        tau, turn, half_square, plain = self._constants[bits]
        tilted = acb.modular_theta(complex_s * turn, tau)[2]
        value = (complex_s * half_square).exp() * tilted / plain
        return value.real if isinstance(s, arb) else value

    def mean(self) -> arb:
        """E_P[L] = s^2 / (2 sigma^2)."""
        return ball(self.half_square)


def _theta_constants(law: DiscreteGaussianLoss, bits: int) -> tuple[acb, acb, arb, acb]:
    """What all moments of a law share at a precision of so many bits.

    These are tau and the factor of s in the arguments of theta_3, s^2 / (2 sigma^2), and its value
    at 0.
    """
    pi = arb.pi()
    tau = acb(0, 1 / (2 * pi * ball(law.sigma_squared)))
    turn = acb(0, 1) * (ball(law.lattice_step) / (2 * pi))
    return tau, turn, ball(law.half_square), acb.modular_theta(acb(0), tau)[2]


@accepts_epsilon
def discrete_laplace_loss(
    eps: Number | LogOf, sensitivity: int = 1
) -> RandomisedResponseLoss | DiscreteLaplaceLoss:
    """The loss of an integer statistic with noise of ratio e^-eps, for any sensitivity >= 0.

    >>> discrete_laplace_loss("0.1")
    RandomisedResponseLoss(eps=Fraction(1, 10))
    """
    steps = exact_count("sensitivity", sensitivity)
    if steps == 0:
        return RandomisedResponseLoss(Fraction(0))
    size = exact_size("eps", eps)
    return RandomisedResponseLoss(size) if steps == 1 else DiscreteLaplaceLoss(size, steps)
