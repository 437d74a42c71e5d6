"""The calibration C_G of the time-uniform bound for means of subgaussian rewards.

    g_G(lambda) = 2 lambda - 2 lambda log(4 lambda) + log zeta(2 lambda) - log(1 - lambda) / 2
    C_G(x)      = min over 1/2 < lambda < 1 of (g_G(lambda) + x) / lambda

With h = log zeta(2 lambda) - log(1 - lambda) / 2 + x, lambda^2 times the derivative of the
quotient is psi(lambda) = lambda (h' - 2) - h, and psi' = lambda h'' - 2 > 0: log zeta is convex, so
h'' >= 1 / (2 (1 - lambda)^2) is enough from lambda = 0.61 on, and below, the powers of 2 in the
series of (log zeta)'' add enough. So two signs of psi hold the minimiser, and the larger |psi|
bounds the slope between. Privacy-Utility Trade-offs in Sequential Decision-Making, (C.30).
"""

from __future__ import annotations
from typing import Any
from flint import arb, arb_series, ctx
from banditproof.theory.balls import MoreBits, ball, enclose
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, nonnegative, reals, unwrapped
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative
from . import calibration_kernels as kernels

_STEPS = 200
_GUARD = 16
_INSIDE = "give numbers strictly between 1/2 and 1."


def _series(rest: arb) -> arb_series:
    """log zeta(2 lambda) as a series in the excess of 2 lambda, at lambda = 1 - rest."""
    return arb_series([2 - 2 * rest, arb(1)], 3).zeta().log()


def _slope_and_bend(x: arb, rest: arb) -> tuple[arb, arb]:
    """psi and lambda h'' - 2 at lambda = 1 - rest."""
    zeta, weight = _series(rest), 1 - rest
    height = zeta[0] - rest.log() / 2 + x
    rise = 2 * zeta[1] + 1 / (2 * rest)
    bend = 8 * zeta[2] + 1 / (2 * rest**2)
    return weight * (rise - 2) - height, weight * bend - 2


def _quotient(x: arb, rest: arb) -> arb:
    """(g_G(lambda) + x) / lambda at lambda = 1 - rest."""
    weight = 1 - rest
    height = (2 - 2 * rest).zeta().log() - rest.log() / 2 + x
    return 2 - 2 * (4 * weight).log() + height / weight


def _near_minimiser(x: arb) -> arb:
    """1 - lambda near the minimiser, a candidate: Newton's rule in its inverse."""
    centre, near_enough = x.mid(), arb(2) ** -(ctx.prec // 2)
    inverse = 2 * centre + 10
    for _ in range(_STEPS):
        rest = (1 / inverse).mid()
        slope, bend = _slope_and_bend(centre, rest)
        step = (slope / (bend * rest**2)).mid()
        inverse = arb.max((inverse - step).mid(), arb(5) / 2)
        if abs(step) <= near_enough * inverse:
            break
    return (1 / inverse).mid()


def _minimiser(x: arb) -> tuple[arb, arb, arb]:
    """1 - lambda below and above the minimiser, and the largest slope between; or MoreBits."""
    rest, share = _near_minimiser(x), arb(2) ** -(ctx.prec // 2 - _GUARD)
    least, most = (rest * (1 - share)).mid(), (rest * (1 + share)).mid()
    rising, falling = _slope_and_bend(x, least)[0], _slope_and_bend(x, most)[0]
    # The slope changes its sign between both: the minimiser lies there, wherever the guess came
    # from.
    if not rising > 0 > falling:
        raise MoreBits
    return least, most, arb.max(rising, -falling) / (1 - most) ** 2


def gain_ball(x: arb) -> arb:
    """C_G of every number of a ball x >= 0, as a ball; MoreBits if it cannot be decided."""
    least, most, steepest = _minimiser(x)
    value = _quotient(x, least)
    # Any lambda gives an upper bound; the minimum is lower by at most the width times the slope.
    return (value - (most - least) * steepest).union(value)


def _certified_gain(x: Number, *, digits: int) -> Enclosure:
    level = exact_nonnegative("x", x)
    return enclose(lambda: gain_ball(ball(level)), digits)


@certified_by(_certified_gain)
def calibration_gain(x: Float) -> Any:
    """C_G(x) = min over 1/2 < lambda < 1 of (g_G(lambda) + x) / lambda, for x >= 0.

    It is x + log(2 x) / 2 + 0.225 + o(1). Privacy-Utility Trade-offs, (C.30) and Lemma C.32.

    >>> calibration_gain([1.0, 4.6]), round(calibration_gain(1e4), 6)
    (array([2.50709455, 6.33741658]), 10005.17731)
    """
    return unwrapped(kernels.calibration_gain_array(nonnegative("x", x)))


def _certified_exponent(weight: Number, *, digits: int) -> Enclosure:
    point = exact(weight)
    if not 1 < 2 * point < 2:
        raise ValueError(f"weight is {weight}; {_INSIDE}")

    def value() -> arb:
        at = ball(point)
        turned = 2 * at - 2 * at * (4 * at).log()
        return turned + ball(2 * point).zeta().log() - ball(-point).log1p() / 2

    return enclose(value, digits)


@certified_by(_certified_exponent)
def calibration_exponent(weight: Float) -> Any:
    """g_G(lambda) of a weight lambda strictly between 1/2 and 1; it is infinite at both ends.

    >>> round(calibration_exponent(0.75), 10)
    1.5054886503
    """
    at = reals("weight", weight)
    if ((at <= 0.5) | (at >= 1.0)).any():
        raise ValueError(f"weight contains a number outside (1/2, 1); {_INSIDE}")
    return unwrapped(kernels.calibration_exponent_array(at))


def _certified_weight(x: Number, *, digits: int) -> Enclosure:
    level = exact_nonnegative("x", x)

    def value() -> arb:
        least, most, _ = _minimiser(ball(level))
        return 1 - least.union(most)

    return enclose(value, digits)


@certified_by(_certified_weight)
def calibration_weight(x: Float) -> Any:
    """The weight lambda at which C_G(x) is attained; the float has about nine digits.

    >>> round(calibration_weight(1.0), 6)
    0.924053
    """
    return unwrapped(kernels.calibration_weight_array(nonnegative("x", x)))
