"""The tangent of phi_n at 0, with which phi_n begins: 1 - delta r^-n.

r = (1 - q + q e^-eps) / (1 - p + p e^-eps) is the least of E h(S_q) / E h(S_p) for one reward and
all h >= 0 that are e^eps-Lipschitz. phi_n is convex, so that it is nowhere below its tangent. For
m <= 0 no count is below m, and the test Pr[k + Z < m] is a multiple of e^(-eps k) with the errors
of the tangent: phi_n(delta) is equal to it for all

    delta <= Pr[S_q + Z < 0] = (1 - q + q e^-eps)^n / (1 + e^eps).
"""

from __future__ import annotations
import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from flint import arb
from banditproof.theory.balls import ball, float_at_lower, working_precision
from .noisy_counts import UNIT

BITS = 160
Pure = Fraction | float


def least_ratio(p: Fraction, q: Fraction, eps: Pure) -> tuple[arb, arb]:
    """r and 1 - r for p < q, both as balls of small relative width, however near r is to 0 or 1.

    >>> p, q = Fraction(1, 10), Fraction(1, 2)
    >>> round(float(least_ratio(p, q, Fraction(1, 10**20))[1]) * 1e20, 9)
    0.4
    """
    less, loss = arb(0), arb(1)
    if eps != math.inf:
        rate = -ball(Fraction(eps))
        less, loss = rate.exp(), -rate.expm1()
    chance = ball(1 - p) + ball(p) * less
    return (ball(1 - q) + ball(q) * less) / chance, ball(q - p) * loss / chance


def log_least_ratio(r: arb, rest: arb) -> arb | None:
    """log r, of r and 1 - r, as a ball of small relative width; None for r = 0."""
    if not r > 0:
        return None
    return (-rest).log1p() if rest < 0.5 else r.log()


@dataclass(frozen=True, eq=False)
class Tangent:
    """The tangents of all phi_n of two means and a budget."""

    log_ratio: arb | None
    """log r; None where the tangent is below 0 at once."""
    log_chance: float
    """log(1 - q + q e^-eps)."""
    log_last: float
    """-log(1 + e^eps)."""
    at_least_delta: dict[int, float] = field(default_factory=dict)
    """What is known of phi_n at the least delta, by n."""

    def is_phi(self, n: int, delta: float) -> bool:
        """Whether phi_n(delta) is on the tangent, as far as floats decide it."""
        return self.log_ratio is not None and (
            math.log(delta) <= n * self.log_chance + self.log_last
        )

    def value(self, n: int, delta: float) -> float:
        """A lower bound of 1 - delta r^-n, and so of phi_n(delta)."""
        if self.log_ratio is None:
            return 0.0
        with working_precision(BITS):
            left = 1 - arb(delta) * (-n * self.log_ratio).exp()
            return float_at_lower(left) * (1 - 4 * UNIT) if left > 0 else 0.0


@lru_cache(maxsize=256)
def tangent(p: Fraction, q: Fraction, eps: Pure) -> Tangent:
    """The tangents of p < q and a budget, which are shared by all that need them.

    >>> found = tangent(Fraction(1, 10), Fraction(1, 2), Fraction(1, 4))
    >>> round(found.value(10, 0.01), 9), found.is_phi(10, 0.01), found.is_phi(10, 0.5)
    (0.974184364, True, False)
    """
    if eps == math.inf:
        return Tangent(None, 0.0, -math.inf)
    with working_precision(BITS):
        chance = ball(1 - q) + ball(q) * (-ball(Fraction(eps))).exp()
        last = (ball(Fraction(eps)).exp() + 1).log()
        found = log_least_ratio(*least_ratio(p, q, eps))
        return Tangent(found, float(chance.log()), -float(last))
