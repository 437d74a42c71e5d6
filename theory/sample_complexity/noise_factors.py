"""How much Laplace noise multiplies the sample complexity of AdaP-TT*: g_1 and g_2.

x times a characteristic time times log(1/delta) is the number of samples at which costs meet
thresholds. For costs in squared gaps this is x^2 = x + y sqrt(2 x) + y^2/4, whose only root x >= 1
is the inverse of y = 2 sqrt(x) (sqrt(x + 1) - sqrt(2)), which rises; for costs in gaps it is
x = 1 + 2 sqrt(x y). Privacy-Utility Trade-offs in Sequential Decision-Making, Theorem 5.23.
"""

from __future__ import annotations
from typing import Any
import numpy as np
from flint import arb, ctx
from banditproof.theory.balls import MoreBits, ball, enclose
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, nonnegative, unwrapped
from banditproof.theory.enclosure import ONE, Enclosure
from banditproof.theory.exact import Number, exact_nonnegative

_STEPS = 200
_GUARD = 16


def _noise(root: arb) -> arb:
    """y at x = root^2: 2 root (root^2 - 1) / (sqrt(root^2 + 1) + sqrt(2))."""
    square = root * root
    return 2 * root * (square - 1) / ((square + 1).sqrt() + arb(2).sqrt())


def quadratic_ball(y: arb) -> arb:
    """g_1 of every number of a ball y >= 0, as a ball; MoreBits if it cannot be decided."""
    centre, near_enough = y.mid(), arb(2) ** -(ctx.prec // 2)
    # a start above the root of a function that is convex there
    root = 1 + arb.min(centre, (centre / 2).sqrt())
    for _ in range(_STEPS):
        slope = 2 * (2 * root**2 + 1) / (root**2 + 1).sqrt() - 2 * arb(2).sqrt()
        step = ((_noise(root) - centre) / slope).mid()
        root = arb.max((root - step).mid(), arb(1))
        if abs(step) <= near_enough * root:
            break
    share = arb(2) ** -(ctx.prec // 2 - _GUARD)
    least, most = arb.max(arb(1), (root * (1 - share)).mid()), (root * (1 + share)).mid()
    if not (_noise(least) < y or least <= 1) or not y < _noise(most):
        raise MoreBits
    return least.union(most) ** 2


def _certified_quadratic(y: Number, *, digits: int) -> Enclosure:
    noise = exact_nonnegative("y", y)
    if noise == 0:
        return ONE
    return enclose(lambda: quadratic_ball(ball(noise)), digits)


@certified_by(_certified_quadratic)
def quadratic_noise_factor(y: Float) -> Any:
    """g_1(y) = sup { x : x^2 < x + y sqrt(2 x) + y^2 / 4 } for y >= 0; it is 1 at 0 and rises.

    Privacy-Utility Trade-offs, Theorem 5.23.

    >>> quadratic_noise_factor([0.0, 1.0, 12.0]).round(6).tolist()
    [1.0, 2.096082, 9.97948]
    """
    noise = nonnegative("y", y)
    root = 1.0 + np.minimum(np.sqrt(0.5 * noise), noise)
    for _ in range(60):
        square = root * root
        spread = np.sqrt(square + 1.0)
        factor = 2.0 * root / (spread + np.sqrt(2.0))  # first: the cube of the root may overflow
        excess = factor * (root - 1.0) * (root + 1.0) - noise
        step = excess / (4.0 * (square / spread) + 2.0 / spread - 2.0 * np.sqrt(2.0))
        root = np.maximum(root - step, 1.0)
        if (np.abs(step) <= 1e-15 * root).all():
            break
    return unwrapped(root * root)


def linear_ball(y: arb) -> arb:
    """g_2 of every number of a ball y > 0."""
    return (y.sqrt() + (y + 1).sqrt()) ** 2


def _certified_linear(y: Number, *, digits: int) -> Enclosure:
    noise = exact_nonnegative("y", y)
    return enclose(lambda: linear_ball(ball(noise)), digits)


@certified_by(_certified_linear)
def linear_noise_factor(y: Float) -> Any:
    """g_2(y) = 1 + 2 / (sqrt(1 + 1/y) - 1) = (sqrt(y) + sqrt(y + 1))^2 for y > 0, and 1 at 0.

    Privacy-Utility Trade-offs, Theorem 5.23.

    >>> linear_noise_factor([0.0, 1.0]).round(6).tolist(), round(linear_noise_factor(1e-20), 12)
    ([1.0, 5.828427], 1.0000000002)
    """
    noise = nonnegative("y", y)
    return unwrapped(np.asarray((np.sqrt(noise) + np.sqrt(noise + 1.0)) ** 2))
