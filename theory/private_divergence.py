"""The divergence d_eps that determines regret under pure differential privacy.

d_eps(x, y) = inf over z between x and y of { eps |z - x| + kl(z, y) }
            = sup over |s| <= eps of { s x - log(1 - y + y e^s) }.

A primal point z gives a certified upper bound and a dual point s a certified lower bound; the
enclosures of this file are made of one of each. Optimal Regret of Bernoulli Bandits, (6),
Theorem 3.1, Lemma F.1.
"""

from __future__ import annotations
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb
from . import private_divergence_kernels as kernels
from .balls import MAX_BITS, ball, enclose, midpoint, working_precision
from .bernoulli import kl_ball, log_odds_gap_ball
from .broadcasting import broadcasts
from .certified_forms import certified_by
from .domains import Float, nonnegative, probabilities, unwrapped
from .enclosure import ZERO, Enclosure
from .exact import Number, exact_nonnegative, exact_probability
from .parameter_names import accepts_epsilon


def primal_value(x: Fraction, y: Fraction, eps: Fraction, z: Fraction) -> arb:
    """eps |z - x| + kl(z, y) as a ball: an upper bound of d_eps(x, y) for every z between them."""
    if not min(x, y) <= z <= max(x, y):
        raise ValueError(f"The primal point {float(z)} is not between {float(x)} and {float(y)}.")
    return ball(eps * abs(z - x)) + kl_ball(z, y)


def dual_value(x: Fraction, y: Fraction, eps: Fraction, slope: Fraction) -> arb:
    """slope x - log(1 - y + y e^slope) as a ball: a lower bound of d_eps for |slope| <= eps."""
    if abs(slope) > eps:
        raise ValueError(f"The slope {float(slope)} is not in [-eps, eps], eps = {float(eps)}.")
    if slope > 0:  # the same with e^slope taken out, which may be too large for a ball
        return dual_value(1 - x, 1 - y, eps, -slope)
    if slope > -1:  # the logarithm of a number near 1
        return ball(slope * x) - (ball(y) * ball(slope).expm1()).log1p()
    return ball(slope * x) - (ball(1 - y) + ball(y) * ball(slope).exp()).log()


def _trivial(x: Fraction, y: Fraction, eps: Fraction) -> Fraction | None:
    """d_eps where it is rational: equal means, no privacy loss allowed, or y at an end."""
    if x == y or eps == 0:
        return Fraction(0)
    if y in (0, 1):
        return eps * abs(y - x)
    return None


def primal_point(x: Fraction, y: Fraction, eps: Fraction) -> Fraction:
    """A rational point between x and y, as close to the minimiser as the working precision."""
    if x > y:
        return 1 - primal_point(1 - x, 1 - y, eps)
    if eps > MAX_BITS:  # the minimiser is x, or so close to it that they cannot be separated
        return x
    tilted = ball(y) * (-ball(eps)).exp()
    return min(max(midpoint(tilted / (ball(1 - y) + tilted)), x), y)


def dual_point(x: Fraction, y: Fraction, eps: Fraction) -> Fraction:
    """A rational slope in [-eps, eps], as close to the maximiser as the working precision."""
    if x in (0, 1):
        slope = eps if x == 1 else -eps
    else:
        slope = midpoint(ball(x * (1 - y) / (y * (1 - x))).log())
    # Every slope in [-eps, eps] gives a lower bound: cut to this range, a rounded one stays
    # feasible.
    return min(max(slope, -eps), eps)


def d_eps_balls(x: Fraction, y: Fraction, eps: Fraction) -> tuple[arb, arb]:
    """A lower and an upper bound of d_eps(x, y), as balls at the working precision."""
    value = _trivial(x, y, eps)
    if value is not None:
        return ball(value), ball(value)
    lower = dual_value(x, y, eps, dual_point(x, y, eps))
    return lower, primal_value(x, y, eps, primal_point(x, y, eps))


_NOT_AT_AN_END = "y is an end of [0, 1], where the derivative is not defined; give 0 < y < 1."


def _exact_arguments(x: Number, y: Number, eps: Number) -> tuple[Fraction, Fraction, Fraction]:
    return exact_probability("x", x), exact_probability("y", y), exact_nonnegative("eps", eps)


def _arrays(x: Float, y: Float, eps: Float) -> tuple[Any, Any, Any]:
    return probabilities("x", x), probabilities("y", y), nonnegative("eps", eps)


def _certified_d_eps(x: Number, y: Number, eps: Number, *, digits: int) -> Enclosure:
    arguments = _exact_arguments(x, y, eps)
    value = _trivial(*arguments)
    if value is not None:
        return Enclosure.of(value)
    return enclose(lambda: d_eps_balls(*arguments), digits)


@certified_by(_certified_d_eps)
@accepts_epsilon
@broadcasts
def d_eps(x: Float, y: Float, eps: Float) -> Any:
    """The private divergence of a reference mean y from an empirical mean x.

    d_eps(x, y) = inf over z between x and y of { eps |z - x| + kl(z, y) }. It is kl(x, y) once
    eps >= privacy_threshold(x, y), it behaves as eps |x - y| for small eps, and it is finite
    even where kl is not: d_eps(x, 1) = eps (1 - x). Optimal Regret of Bernoulli Bandits, (6).

    >>> round(d_eps(0.25, 0.75, 1.0), 12)
    0.392625980491
    >>> d_eps(0.3, 1.0, [0.0, 0.5])
    array([0.  , 0.35])
    """
    return unwrapped(kernels.d_eps_array(*_arrays(x, y, eps)))


def _certified_d_eps_up(x: Number, y: Number, eps: Number, *, digits: int) -> Enclosure:
    x, y, eps = _exact_arguments(x, y, eps)
    if x >= y:
        return ZERO
    return _certified_d_eps(x, y, eps, digits=digits)


@certified_by(_certified_d_eps_up)
@accepts_epsilon
@broadcasts
def d_eps_up(x: Float, y: Float, eps: Float) -> Any:
    """The one-sided private divergence: d_eps(x, y) if x < y, else 0.

    It is the version that regret proofs use (Appendix F, terms (A) and (B)).

    >>> d_eps_up([0.25, 0.8], 0.75, 1.0)
    array([0.39262598, 0.        ])
    """
    return unwrapped(kernels.d_eps_up_array(*_arrays(x, y, eps)))


NEXT_TO_ZERO = Enclosure(Fraction(0), Fraction(1, 1 << 28000))
"""Where a positive number is that is too small to be written with digits."""


def _gaps_at_minimiser(x: Fraction, y: Fraction, eps: Fraction) -> tuple[arb, arb, arb]:
    """z - x, y - z and z as balls, for x < y < 1 and the minimiser z."""
    tilt = (-ball(eps)).exp()
    weight = ball(1 - y) + ball(y) * tilt
    tilted = ball(y) * tilt / weight
    down = ball(y * (1 - y)) * -(-ball(eps)).expm1() / weight
    rise = tilted - ball(x) if x else tilted
    return arb.max(rise, arb(0)), arb.min(down, ball(y - x)), arb.max(tilted, ball(x))


def _is_next_to_zero(x: Fraction, y: Fraction, eps: Fraction) -> bool:
    """Whether the minimiser for x < y is positive, but below 2^-28000."""
    if x > 0 or eps < 20000:
        return False
    with working_precision(64):
        return bool(_gaps_at_minimiser(x, y, eps)[2] < ball(NEXT_TO_ZERO.upper))


def _certified_minimiser(x: Number, y: Number, eps: Number, *, digits: int) -> Enclosure:
    x, y, eps = _exact_arguments(x, y, eps)
    if x == y or eps == 0 or y in (0, 1):
        return Enclosure.of(y)
    if x > y:
        if _is_next_to_zero(1 - x, 1 - y, eps):
            return 1 - NEXT_TO_ZERO
        return enclose(lambda: ball(y) + _gaps_at_minimiser(1 - x, 1 - y, eps)[1], digits).min(x)
    if _is_next_to_zero(x, y, eps):
        return NEXT_TO_ZERO
    return enclose(lambda: _gaps_at_minimiser(x, y, eps)[2], digits).min(y)


@certified_by(_certified_minimiser)
@accepts_epsilon
@broadcasts
def private_minimiser(x: Float, y: Float, eps: Float) -> Any:
    """The intermediate mean z* at which d_eps(x, y) is attained.

    For x <= y: z* = max(x, y / (y + (1-y) e^eps)); mirrored for x >= y. Lemma F.1, (31), (32).

    >>> round(private_minimiser(0.25, 0.75, 1.0), 6)
    0.524633
    """
    return unwrapped(kernels.minimiser_array(*_arrays(x, y, eps)))


def _certified_slope(x: Number, y: Number, eps: Number, *, digits: int) -> Enclosure:
    x, y, eps = _exact_arguments(x, y, eps)
    if x == y or eps == 0:
        return ZERO
    if {x, y} & {Fraction(0), Fraction(1)}:
        return Enclosure.of(-eps if x < y else eps)
    size = enclose(lambda: arb.min(log_odds_gap_ball(x, y), ball(eps)), digits)
    return -size if x < y else size


@certified_by(_certified_slope)
@accepts_epsilon
@broadcasts
def private_slope(x: Float, y: Float, eps: Float) -> Any:
    """The dual maximiser s* of d_eps(x, y), which is also its derivative in x.

    For x <= y: s* = max(-eps, logit(x) - logit(y)); mirrored for x >= y. Lemma F.3 says that
    |s*| <= eps.

    >>> private_slope(0.25, 0.75, 1.0), round(private_slope(0.8, 0.3, 9.0), 6)
    (-1.0, 2.233592)
    """
    return unwrapped(kernels.dual_maximiser_array(*_arrays(x, y, eps)))


def _certified_derivative_in_y(x: Number, y: Number, eps: Number, *, digits: int) -> Enclosure:
    x, y, eps = _exact_arguments(x, y, eps)
    if y in (0, 1):
        raise ValueError(_NOT_AT_AN_END)
    if x == y or eps == 0:
        return ZERO
    ends = (x, y) if x < y else (1 - x, 1 - y)
    size = enclose(lambda: _gaps_at_minimiser(*ends, eps)[1] / ball(y * (1 - y)), digits)
    return size if x < y else -size


@certified_by(_certified_derivative_in_y)
@accepts_epsilon
@broadcasts
def d_eps_derivative_in_y(x: Float, y: Float, eps: Float) -> Any:
    """The derivative of d_eps(x, y) in its second argument, for y inside (0, 1).

    For x < y: (1-e^-eps) / (1 - y (1-e^-eps)) below the threshold, (y-x) / (y (1-y)) above it.
    Lemma F.5, (33).

    >>> round(d_eps_derivative_in_y(0.25, 0.75, 1.0), 6)
    1.201957
    """
    y = probabilities("y", y)
    if ((y == 0) | (y == 1)).any():
        raise ValueError(_NOT_AT_AN_END)
    return unwrapped(kernels.d_eps_dy_array(probabilities("x", x), y, nonnegative("eps", eps)))


def _certified_derivative_in_eps(x: Number, y: Number, eps: Number, *, digits: int) -> Enclosure:
    x, y, eps = _exact_arguments(x, y, eps)
    if x == y or eps == 0 or y in (0, 1):
        return Enclosure.of(abs(y - x))
    ends = (x, y) if x < y else (1 - x, 1 - y)
    if _is_next_to_zero(*ends, eps):
        return NEXT_TO_ZERO
    return enclose(lambda: _gaps_at_minimiser(*ends, eps)[0], digits)


@certified_by(_certified_derivative_in_eps)
@accepts_epsilon
@broadcasts
def d_eps_derivative_in_eps(x: Float, y: Float, eps: Float) -> Any:
    """The derivative of d_eps(x, y) in the budget: |z* - x|; at eps = 0, the right derivative.

    Where the minimiser z* nearly agrees with x, digits come from balls, which takes longer.

    >>> round(d_eps_derivative_in_eps(0.25, 0.75, 1.0), 6)
    0.274633
    """
    arguments = np.broadcast_arrays(*_arrays(x, y, eps))
    values = np.array(kernels.way_to_minimiser_array(*arguments))
    for place in zip(*np.nonzero(np.isnan(np.atleast_1d(values))), strict=True):
        at = place[: values.ndim]
        point = [float(argument[at]) for argument in arguments]
        values[at] = float(_certified_derivative_in_eps(*point, digits=17))
    return unwrapped(values)
