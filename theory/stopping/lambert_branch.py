"""Wbar(x) = -W_{-1}(-e^-x): the lower branch of Lambert's function on a logarithmic scale.

y = Wbar(x) is the root y >= 1 of y - log y = x. It is found without e^-x, which is no float from
x = 745 on, and without the cancellation of W_{-1} at its branch point x = 1.
Privacy-Utility Trade-offs in Sequential Decision-Making, Section 5.4.3.
"""

from __future__ import annotations
from typing import Any
from flint import arb, ctx
from banditproof.theory.balls import MoreBits, ball, enclose
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, reals, unwrapped
from banditproof.theory.enclosure import ONE, Enclosure
from banditproof.theory.exact import Number, exact
from . import calibration_kernels as kernels

_STEPS = 200
_GUARD = 16


def wbar_ball(x: arb) -> arb:
    """Wbar of every number of a ball x > 1, as a ball; MoreBits if it cannot be decided.

    v = Wbar(x) - 1 is between two numbers at which v - log(1 + v) - (x - 1) has two signs.
    """
    height = x - 1
    if not height > 0:
        raise MoreBits
    centre, near_enough = height.mid(), arb(2) ** -(ctx.prec // 2)
    v = (centre + (2 * centre).sqrt()).mid()
    for _ in range(_STEPS):
        step = ((v - v.log1p() - centre) * (1 + v) / v).mid()
        v = (v - step).mid()
        if not v > 0:
            raise MoreBits
        if abs(step) <= near_enough * v:
            break
    share = arb(2) ** -(ctx.prec // 2 - _GUARD)
    left, right = (v * (1 - share)).mid(), (v * (1 + share)).mid()
    if not left - left.log1p() < height < right - right.log1p():
        raise MoreBits
    return 1 + left.union(right)


def _certified(x: Number, *, digits: int) -> Enclosure:
    point = exact(x)
    if point < 1:
        raise ValueError(f"x is {x}; give a number >= 1.")
    if point == 1:
        return ONE
    return enclose(lambda: wbar_ball(ball(point)), digits)


@certified_by(_certified)
def wbar(x: Float) -> Any:
    """Wbar(x) = -W_{-1}(-e^-x), the root y >= 1 of y - log y = x, for x >= 1.

    It is about x + log(x). Privacy-Utility Trade-offs, Section 5.4.3.

    >>> wbar([1.0, 1.5, 20.0]), round(wbar(1e4), 6)
    (array([ 1.        ,  2.35767667, 23.1416333 ]), 10009.211261)
    """
    at = reals("x", x)
    if (at < 1.0).any():
        raise ValueError(f"x contains {at.min()}; give numbers >= 1.")
    return unwrapped(kernels.wbar_array(at))
