"""The logarithm of M at a real point and its derivatives, for each law and for any size.

With u = s + 1/2 > 0 and q = e^(-2 u eps), which is in (0, 1) and never overflows,

    randomised response   log M = s eps + log(1 + q) - log(1 + e^-eps),
    discrete Laplace      log M = S s eps + log(1 + (1 - e^-eps) (q + .. + q^(S-1)) + q^S)
                                  - log(1 + e^-eps) for the sensitivity S,
    Laplace               log M = s eps + log(1/2 + 1/(4u) + q (1/2 - 1/(4u))),
    Gaussian              log M = mu^2 s (s + 1) / 2.

For discrete Gaussian noise log M = (s^2 + s) S^2 / (2 sigma^2) + log T(Ss) - log T(0), where T(a)
is the sum over the integers y of e^(-(y+a)^2 / (2 sigma^2)), or by Poisson's formula the sum over
the integers k of e^(-2 pi^2 sigma^2 k^2) cos(2 pi k a) times a constant. The former converges fast
for a small sigma and the latter for a large one.
"""

from __future__ import annotations
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple
import flint
from flint import arb, arb_series
from banditproof.theory.balls import ball
from .lattice_loss_laws import DiscreteGaussianLoss, RandomisedResponseLoss
from .loss_laws import GaussianLoss, LaplaceLoss, LossLaw
from .loss_sizes import size_ball

ORDER = 5
"""Terms of the Taylor series: up to the fourth derivative."""


class Cumulants(NamedTuple):
    """log M(s), and of the law tilted by e^(sL): mean, variance and a bound of E|L - mean|^3."""

    log_moment: arb
    mean: arb
    variance: arb
    third: arb

    @classmethod
    def of(cls, law: LossLaw, s: Fraction) -> Cumulants:
        """Evaluate at s > -1/2, at the working precision.

        E|L - m|^3 is at most the root of the variance times the fourth central moment, and at most
        2 b times the variance where |L| <= b. A normal loss counts as 0: it is a sum of any number
        of equal parts, whose third moments together are as small as one likes.
        """
        series = log_moment_series(law, s)
        value, mean, half, _, fourth = _five(series)
        variance = 2 * half
        if isinstance(law, GaussianLoss):
            return cls(value, mean, variance, arb(0))
        # The fourth central moment is the fourth cumulant, 4! times the coefficient, and 3
        # variance^2.
        moment = 24 * fourth + 3 * variance * variance
        third = _root_upper(variance) * _root_upper(moment)
        if law.largest is not None:
            third = third.min(2 * size_ball(law.largest) * variance.abs_upper())
        return cls(value, mean, variance, third)


def _root_upper(x: arb) -> arb:
    """An upper bound of the root of a number that is known to be >= 0."""
    return arb(x.abs_upper().sqrt().upper())


def _five(series: arb_series) -> list[arb]:
    results = [arb(c) for c in series.coeffs()]
    return results + [arb(0)] * (ORDER - len(results))


def log_moment_series(law: LossLaw, s: Fraction) -> arb_series:
    """The Taylor series of log M at s, with ORDER terms."""
    at, u, above, below = _place(s, flint.ctx.prec)
    if isinstance(law, LaplaceLoss):
        eps = ball(law.eps)
        return at * eps + (above + (-2 * eps * u).exp() * below).log()
    if isinstance(law, GaussianLoss):
        return at * (at + 1) * (ball(law.mu_squared) / 2)
    if isinstance(law, DiscreteGaussianLoss):
        return _discrete_gaussian(law, s, at)
    eps = size_ball(law.eps)
    q = (-2 * eps * u).exp()
    base = (-eps).exp()
    if isinstance(law, RandomisedResponseLoss):
        return at * eps + (1 + q).log() - base.log1p()
    steps = law.sensitivity
    last = (-2 * (steps - 1) * eps * u).exp()
    inner = 1 + (1 - base) * q * (1 - last) / (1 - q) + q * last
    return at * (eps * steps) + inner.log() - base.log1p()


@lru_cache(maxsize=4)
def _place(s: Fraction, bits: int) -> tuple[arb_series, arb_series, arb_series, arb_series]:
    """What laws share at s, at a precision of so many bits: s, u, 1/2 + 1/(4u) and 1/2 - 1/(4u)."""
    at = arb_series([ball(s), arb(1)], prec=ORDER)
    u = at + arb(0.5)
    quarter = 1 / (4 * u)
    return at, u, arb(0.5) + quarter, arb(0.5) - quarter


def _discrete_gaussian(law: DiscreteGaussianLoss, s: Fraction, at: arb_series) -> arb_series:
    normal = at * (at + 1) * ball(law.half_square)
    shift = s * law.sensitivity
    # T has the period 1: only the distance from the nearest integer counts.
    rest = shift - round(shift)
    steps = arb(law.sensitivity)
    tilted = _theta(law, rest, steps)
    return normal + tilted.log() - _log_plain(law, flint.ctx.prec)


@lru_cache(maxsize=4096)
def _log_plain(law: DiscreteGaussianLoss, bits: int) -> arb_series:
    """log T(0) at a precision of so many bits: the same for each s at which log M is asked for."""
    return arb_series([_theta(law, Fraction(0), arb(0)).coeffs()[0]]).log()


def _theta(law: DiscreteGaussianLoss, rest: Fraction, steps: arb) -> arb_series:
    """T(a + S h), but for a constant factor, by the sum that converges faster."""
    by = _by_frequencies if law.sigma_squared >= Fraction(1, 4) else _by_integers
    return by(law, rest, steps)


def _by_frequencies(law: DiscreteGaussianLoss, rest: Fraction, steps: arb) -> arb_series:
    """1 + 2 sum_k e^(-2 pi^2 sigma^2 k^2) cos(2 pi k (a + S h)), with the tail as a ball.

    From sigma^2 >= 1/4 on, each term is below half of the one before, the derivatives too.
    """
    rate = 2 * arb.pi() ** 2 * ball(law.sigma_squared)
    total = arb_series([1], prec=ORDER)
    k = 1
    while True:
        size = (-rate * k * k).exp()
        turn = arb_series([ball(2 * k * rest), 2 * k * steps], prec=ORDER)
        if (k > 1 and size < arb(2) ** (-2 * flint.ctx.prec)) or rate > 2 * flint.ctx.prec:
            speed = 2 * arb.pi() * k * steps
            return total + _tail([4 * size * speed**j / arb.fac_ui(j) for j in range(ORDER)])
        total += turn.cos_pi() * (2 * size)
        k += 1


def _by_integers(law: DiscreteGaussianLoss, rest: Fraction, steps: arb) -> arb_series:
    """sum_j e^(-(a + j + S h)^2 / (2 sigma^2)), with the tail as a ball, for |a| <= 1/2.

    The term of j = 0 is taken out as a factor; those of j and -j are at most
    e^(-(j^2 - 2 j |a|) / (2 sigma^2)). For sigma^2 < 1/4 each of these bounds is below half of the
    one before, with its first four derivatives: 2^4 e^-4 < 1/2.
    """
    rate, reach = 1 / (2 * ball(law.sigma_squared)), 2 * ball(abs(rest))
    place = arb_series([ball(rest), steps], prec=ORDER)
    total = arb_series([1], prec=ORDER)
    j = 1
    while True:
        size = (-rate * j * (j - reach)).exp()
        if size < arb(2) ** (-2 * flint.ctx.prec):
            speed = 2 * rate * j * steps
            tail = _tail([4 * size * speed**i / arb.fac_ui(i) for i in range(ORDER)])
            return (total + tail) * (-rate * place * place).exp()
        for sign in (1, -1):
            total += (-rate * (j * j + 2 * sign * j * place)).exp()
        j += 1


def _tail(sizes: list[arb]) -> arb_series:
    """A series whose coefficients are within the given sizes."""
    return arb_series([(-x.abs_upper()).union(x.abs_upper()) for x in sizes], prec=ORDER)
