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
from typing import Any, TypeVar

from flint import acb, arb

from banditproof.theory.balls import ball
from banditproof.theory.exact import Number, exact, exact_count, exact_nonnegative, exact_positive

Moment = TypeVar("Moment", arb, acb)


@dataclass(frozen=True)
class LogOf:
    """The logarithm of a rational >= 1, kept exact: the loss of a mechanism with a rational ratio.

    >>> LogOf(2)
    LogOf(value=Fraction(2, 1))
    """

    value: Fraction

    def __post_init__(self) -> None:
        value = exact(self.value)
        if value < 1:
            raise ValueError(f"The value is {self.value}; give a number >= 1.")
        object.__setattr__(self, "value", value)


Size = Fraction | LogOf
"""The size of a loss: a rational, or the logarithm of one."""


def exact_size(name: str, size: Number | LogOf) -> Size:
    """The exact size of a loss, >= 0."""
    return size if isinstance(size, LogOf) else exact_nonnegative(name, size)


def size_ball(size: Size) -> arb:
    """The ball of a size."""
    return ball(size.value).log() if isinstance(size, LogOf) else ball(size)


def size_text(size: Size) -> str:
    """A size as a person writes it.

    >>> size_text(Fraction(1, 10)), size_text(Fraction(1, 3)), size_text(LogOf(2))
    ('0.1', '1/3', 'log(2)')
    """
    if isinstance(size, LogOf):
        return f"log({size_text(size.value)})"
    short = f"{float(size):.12g}" if abs(size) < 10**300 else ""
    if short and Fraction(short) == size:
        return short
    return str(size) if len(str(size)) <= 24 else f"about {short}"


def _is_zero(size: Size) -> bool:
    return size.value == 1 if isinstance(size, LogOf) else size == 0


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
        return f"Laplace noise, each release {size_text(self.eps)}-DP"

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


@dataclass(frozen=True)
class RandomisedResponseLoss:
    """The loss of a bit told truly with probability e^eps / (1 + e^eps).

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
        return _is_zero(self.eps)

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
        return _is_zero(self.eps)

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

    @property
    def half_square(self) -> Fraction:
        """s^2 / (2 sigma^2)."""
        return Fraction(self.sensitivity**2) / (2 * self.sigma_squared)

    @property
    def lattice_step(self) -> Fraction:
        """The distance s / sigma^2 of neighbouring values of L."""
        return self.sensitivity / self.sigma_squared

    def moment(self, s: Moment) -> Moment:
        """M(s)."""
        complex_s = acb(s)
        pi = arb.pi()
        tau = acb(0, 1 / (2 * pi * ball(self.sigma_squared)))
        w = acb(0, 1) * complex_s * (ball(self.lattice_step) / (2 * pi))
        thetas = [acb.modular_theta(argument, tau)[2] for argument in (w, acb(0))]
        value = (complex_s * ball(self.half_square)).exp() * thetas[0] / thetas[1]
        return value.real if isinstance(s, arb) else value

    def mean(self) -> arb:
        """E_P[L] = s^2 / (2 sigma^2)."""
        return ball(self.half_square)


LossLaw = (
    LaplaceLoss | GaussianLoss | RandomisedResponseLoss | DiscreteLaplaceLoss | DiscreteGaussianLoss
)


def discrete_laplace_loss(eps: Number | LogOf, sensitivity: int = 1) -> LossLaw:
    """The loss of an integer statistic with noise of ratio e^-eps, for any sensitivity >= 0.

    >>> discrete_laplace_loss("0.1")
    RandomisedResponseLoss(eps=Fraction(1, 10))
    """
    steps = exact_count("sensitivity", sensitivity)
    if steps == 0:
        return RandomisedResponseLoss(Fraction(0))
    size = exact_size("eps", eps)
    return RandomisedResponseLoss(size) if steps == 1 else DiscreteLaplaceLoss(size, steps)


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
    from banditproof.theory import mechanisms as known

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
