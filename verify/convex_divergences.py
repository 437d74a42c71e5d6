"""Divergences that are sums of nonnegative terms, each enclosed when its arguments are.

Each is sum_a F(p_a, q_a) with F(p, q) = q f(p / q), f convex, f(1) = 0 and f >= 0. So F is jointly
convex, grows away from the diagonal p = q, and vanishes on it: over a box of p and q it is
smallest at the corner next to the diagonal and largest at one of the two far corners.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flint import arb

from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.exact import Number, exact, exact_nonnegative

Bounds = tuple[Fraction, Fraction]
"""A lower and an upper bound of a probability."""
INFINITE = arb("inf")
LARGEST = sys.float_info.max


class Divergence(Protocol):
    """A sum of terms F(p, q), one for each outcome."""

    def term(self, p: Fraction, q: Fraction) -> arb:
        """F(p, q) as a ball at the working precision; plus infinity if it is."""
        ...


@dataclass(frozen=True)
class HockeyStick:
    """sum_a (p_a - factor q_a)^+ for a factor in [least, most], both at least 1: delta at eps.

    >>> HockeyStick.at(factor=2).term(Fraction(3, 4), Fraction(1, 4))
    0.250000000000000
    """

    least: Fraction
    most: Fraction

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.most:
            raise ValueError(
                f"The factor e^eps is in [{float(self.least)}, {float(self.most)}]; give eps >= 0."
            )

    @staticmethod
    def at(*, eps: Number | None = None, factor: Number | None = None) -> HockeyStick:
        """At a given eps, or at a given factor e^eps."""
        if (eps is None) == (factor is None):
            raise ValueError("Give either eps or the factor e^eps.")
        if factor is not None:
            return HockeyStick(exact(factor), exact(factor))
        with working_precision(256):
            value = ball(exact_nonnegative("eps", eps or 0)).exp()
            return HockeyStick(max(lower(value), Fraction(1)), max(upper(value), Fraction(1)))

    def term(self, p: Fraction, q: Fraction) -> arb:
        """(p - factor q)^+."""
        small, large = max(p - self.most * q, Fraction(0)), max(p - self.least * q, Fraction(0))
        return ball(small) if small == large else ball(small).union(ball(large))


@dataclass(frozen=True)
class RenyiMoment:
    """sum_a p^alpha q^(1-alpha) - 1 = e^((alpha-1) D_alpha) - 1, for alpha > 1.

    The term is q (x^alpha - 1 - alpha (x - 1)) at x = p/q: what is taken off sums to nothing.

    >>> round(float(RenyiMoment(Fraction(2)).term(Fraction(3, 4), Fraction(1, 4)).mid()), 12)
    1.0
    """

    alpha: Fraction

    def __post_init__(self) -> None:
        if self.alpha <= 1:
            raise ValueError(f"The order is {float(self.alpha)}; give an order > 1.")

    def term(self, p: Fraction, q: Fraction) -> arb:
        """q (x^alpha - 1 - alpha (x - 1))."""
        if p == q:
            return arb(0)
        if q == 0:
            return INFINITE
        alpha = ball(self.alpha)
        power = ball(q) * (alpha * ball(p / q).log()).exp() if p else arb(0)
        return power - ball(q) - alpha * ball(p - q)


@dataclass(frozen=True)
class KullbackLeibler:
    """sum_a p log(p / q), with the term p log(p/q) - p + q.

    >>> KullbackLeibler().term(Fraction(0), Fraction(1, 4))
    0.250000000000000
    """

    def term(self, p: Fraction, q: Fraction) -> arb:
        """p log(p/q) - p + q."""
        if p == q:
            return arb(0)
        if q == 0:
            return INFINITE
        rest = ball(q - p)
        return ball(p) * ball(p / q).log() + rest if p else rest


def term_bounds(
    divergence: Divergence, p: Bounds, q: Bounds, ratio: Fraction | float = math.inf
) -> tuple[float, float]:
    """Floats below and above F over the box, and over p/q in [1/ratio, ratio], rounded outwards.

    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> term_bounds(HockeyStick.at(eps=0), half, (Fraction(0), Fraction(1, 4)))
    (0.25, 0.5)
    """
    (p_low, p_high), (q_low, q_high) = p, q
    if p_low == p_high and q_low == q_high:
        value = divergence.term(p_low, q_low)
        return _below(value), _above(value)
    far_q, far_p = q_low, p_low
    if not isinstance(ratio, float):  # the corner may be cut off by the largest ratio
        far_q, far_p = max(q_low, p_high / ratio), max(p_low, q_high / ratio)
    largest = max(
        _above(divergence.term(p_high, far_q)) if p_high > far_q else 0.0,
        _above(divergence.term(far_p, q_high)) if far_p < q_high else 0.0,
    )
    if p_low > q_high:
        return _below(divergence.term(p_low, q_high)), largest
    if p_high < q_low:
        return _below(divergence.term(p_high, q_low)), largest
    return 0.0, largest


def _below(value: arb) -> float:
    """A float in [0, value]."""
    if not value.is_finite():
        return math.inf
    found = min(float(value.lower()), LARGEST)
    exactly = found == 0 or Fraction(found) <= lower(value)
    return max(found if exactly else math.nextafter(found, 0.0), 0.0)


def _above(value: arb) -> float:
    """A float of at least the value."""
    if not value.is_finite():
        return math.inf
    found = max(float(value.upper()), 0.0)
    most = upper(value)
    while math.isfinite(found) and Fraction(found) < most:
        found = math.nextafter(found, math.inf)
    return found


def sum_enclosure(low: float, high: float, terms: int) -> Enclosure:
    """What a float sum of at most `terms` nonnegative floats says about the exact sum.

    Each of the additions is right up to the factor 1 +- 2^-53, or exact below the normal range.
    """
    slack = Fraction(terms + 1, 1 << 53)
    lo = math.inf if math.isinf(low) else Fraction(low) * (1 - slack)
    hi = math.inf if math.isinf(high) else Fraction(high) * (1 + 2 * slack)
    return Enclosure(lo, hi)
