"""Divergences between two laws of a one-parameter exponential family, and their slopes, in balls.

All take exact means x <= z <= mu. A family of variance function V has

    KL(z, mu) = int_z^mu (t - z) / V(t) dt,        d/dz KL(z, mu) = theta(z) - theta(mu) <= 0,
    TV(x, z) = F_x(c) - F_z(c),                    d/dz TV(x, z) = -(d/dz F_z)(c) > 0,

with the natural parameter theta and the crossing c = (A(theta(z)) - A(theta(x))) / (theta(z) -
theta(x)), at most where the density of x is the larger one. The likelihood ratio is monotone, so
TV(x, z) is the largest of F_x(c') - F_z(c') over all c', and it grows with z because F_z(c')
falls. TV(x, .) is concave, except that the integer part of a crossing may jump up, where its slope
jumps up too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from banditproof.theory.balls import ball, lower, upper
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.exact import exact
from banditproof.theory.laws import (
    Bernoulli,
    Exponential,
    ExponentialFamily,
    Gamma,
    Gaussian,
    NegativeBinomial,
    Poisson,
)

Divergence = Callable[[Fraction, Fraction], arb]
Slopes = Callable[[Fraction, Fraction, Fraction], "tuple[arb, arb] | None"]


@dataclass(frozen=True)
class FamilyDivergences:
    """kl(z, mu), its slope in z, tv(x, z), and bounds of its slope for z in [a, b].

    `tv_slopes(x, a, b)` is nothing when the interval is too wide for the bounds to be valid.
    """

    kl: Divergence
    kl_slope: Divergence
    tv: Divergence
    tv_slopes: Slopes


def _bernoulli() -> FamilyDivergences:
    return FamilyDivergences(
        kl=kl_ball,
        kl_slope=lambda z, mu: ball(z * (1 - mu) / (mu * (1 - z))).log(),
        tv=lambda x, z: ball(z - x),
        tv_slopes=lambda x, a, b: (arb(1), arb(1)),
    )


def _gaussian(sigma: Fraction) -> FamilyDivergences:
    def slope(x: Fraction, z: Fraction) -> arb:
        return (-ball(((z - x) / sigma) ** 2 / 8)).exp() / (ball(sigma) * (2 * arb.pi()).sqrt())

    return FamilyDivergences(
        kl=lambda z, mu: ball(((mu - z) / sigma) ** 2 / 2),
        kl_slope=lambda z, mu: ball((z - mu) / sigma**2),
        tv=lambda x, z: (ball((z - x) / (2 * sigma)) / arb(2).sqrt()).erf(),
        tv_slopes=lambda x, a, b: (slope(x, b), slope(x, a)),
    )


def _log_ratio(x: Fraction, z: Fraction) -> arb:
    """log(z / x), with digits also for neighbouring means."""
    return ball(z / x - 1).log1p()


def _gamma(shape: Fraction) -> FamilyDivergences:
    def crossing(x: Fraction, z: Fraction) -> arb:
        """The crossing in units of the scale of z; it is at most the shape."""
        return ball(shape) * _log_ratio(x, z) * ball(x / (z - x)) if z > x else ball(shape)

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
        kl=lambda z, mu: ball(shape) * (_log_ratio(z, mu) - ball(1 - z / mu)),
        kl_slope=lambda z, mu: ball(shape * (z - mu) / (z * mu)),
        tv=tv,
        tv_slopes=lambda x, a, b: (slope(x, b), slope(x, a)),
    )


@dataclass(frozen=True)
class _Counts:
    """A family on {0, 1, ...}: its crossing, P(X > m) and the slope of P(X > m), at a mean."""

    crossing: Divergence
    above: Callable[[int, Fraction], arb]
    above_slope: Callable[[int, Fraction], arb]

    def cuts(self, x: Fraction, z: Fraction) -> tuple[int, ...]:
        """Integers among which the integer part of the crossing is; mostly one.

        There are none where the balls are too wide to tell.

        >>> from banditproof.theory.balls import working_precision
        >>> with working_precision(60):
        ...     _poisson_counts().cuts(Fraction(2), Fraction(5))
        (3,)
        """
        if x == z:
            return (x.numerator // x.denominator,)
        crossing = self.crossing(x, z)
        if not crossing.is_finite() or not crossing.rad() < 1:
            return ()
        return tuple(range(math.floor(lower(crossing)), math.floor(upper(crossing)) + 1))

    def tv(self, x: Fraction, z: Fraction) -> arb:
        """The largest P_z(X > m) - P_x(X > m) over the cuts."""
        if x == z:
            return arb(0)
        cuts = self.cuts(x, z)
        best = arb(0) if cuts else arb.nan()
        for cut in cuts:
            best = arb.max(best, self.above(cut, z) - self.above(cut, x))
        return best

    def tv_slopes(self, x: Fraction, a: Fraction, b: Fraction) -> tuple[arb, arb] | None:
        """Bounds of the slope of TV(x, .) on [a, b].

        For integers m <= z the slope of P_z(X > m) falls with z and rises with m.
        """
        before, after = self.cuts(x, a), self.cuts(x, b)
        if not before or not after or after[-1] > a:
            return None
        return self.above_slope(before[0], b), self.above_slope(after[-1], a)


def _poisson_counts() -> _Counts:
    def slope(cut: int, z: Fraction) -> arb:
        mean = ball(z)
        return (cut * mean.log() - mean - arb(cut + 1).lgamma()).exp()

    return _Counts(
        crossing=lambda x, z: ball(z - x) / _log_ratio(x, z),
        above=lambda cut, z: 1 - ball(z).gamma_upper(arb(cut + 1), regularized=1),
        above_slope=slope,
    )


def _poisson() -> FamilyDivergences:
    counts = _poisson_counts()
    return FamilyDivergences(
        kl=lambda z, mu: ball(mu - z) - ball(z) * _log_ratio(z, mu),
        kl_slope=lambda z, mu: -_log_ratio(z, mu),
        tv=counts.tv,
        tv_slopes=counts.tv_slopes,
    )


def _negative_binomial(failures: Fraction) -> FamilyDivergences:
    r = failures

    def crossing(x: Fraction, z: Fraction) -> arb:
        return ball(r) * _log_ratio(r + x, r + z) / _log_ratio(x * (r + z), z * (r + x))

    def slope(cut: int, z: Fraction) -> arb:
        order, more = ball(r), arb(cut + 1)
        log_choose = (order + more).lgamma() - order.lgamma() - more.lgamma()
        log_law = cut * ball(z / (r + z)).log() + (order + 1) * ball(r / (r + z)).log()
        return (log_choose + log_law).exp() / order

    counts = _Counts(
        crossing=crossing,
        above=lambda cut, z: ball(z / (r + z)).beta_lower(arb(cut + 1), ball(r), regularized=True),
        above_slope=slope,
    )
    return FamilyDivergences(
        kl=lambda z, mu: (
            (ball(r) + ball(z)) * _log_ratio(r + z, r + mu) - ball(z) * _log_ratio(z, mu)
        ),
        kl_slope=lambda z, mu: -_log_ratio(z * (r + mu), mu * (r + z)),
        tv=counts.tv,
        tv_slopes=counts.tv_slopes,
    )


def divergences_of(law: ExponentialFamily) -> FamilyDivergences:
    """The divergences of the family that a law belongs to.

    >>> from banditproof.theory.balls import working_precision
    >>> with working_precision(60):
    ...     print(divergences_of(Poisson(2)).kl(Fraction(2), Fraction(3)).str(8, radius=False))
    0.18906978
    """
    match law:
        case Bernoulli():
            return _bernoulli()
        case Gaussian():
            return _gaussian(exact(law.sigma))
        case Poisson():
            return _poisson()
        case Exponential():
            return _gamma(Fraction(1))
        case Gamma():
            return _gamma(exact(law.shape))
        case NegativeBinomial():
            return _negative_binomial(exact(law.failures))
        case _:
            raise ValueError(f"{law!r} is of no known family; give a law of banditproof.theory.")
