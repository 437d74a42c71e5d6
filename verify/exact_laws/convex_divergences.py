"""Divergences that are sums of nonnegative terms, each enclosed when its arguments are.

Each is sum_a F(p_a, q_a) with F(p, q) = q f(p / q), f convex, f(1) = 0 and f >= 0. So F is jointly
convex, grows away from the diagonal p = q, and vanishes on it: over a box of p and q it is
smallest at the corner next to the diagonal and largest at one of the two far corners.
"""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Protocol
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.exact import Number, exact, exact_nonnegative

Bounds = tuple[Fraction, Fraction]
"""A lower and an upper bound of a probability."""
INFINITE = arb("inf")
"""Plus infinity, as a point."""
LARGEST = 2.0**960
"""The largest finite bound of a term: a sum of floats up to it is still far from infinity."""


class Point(NamedTuple):
    """A rational number and its ball at the working precision, which is made once."""

    exact: Fraction
    ball: arb

    @staticmethod
    def of(value: Fraction) -> Point:
        """The point of a number."""
        return Point(value, ball(value))


class Divergence(Protocol):
    """A sum of terms F(p, q), one for each outcome."""

    def term(self, p: Point, q: Point) -> arb:
        """F(p, q) as a ball at the working precision, for p != q; plus infinity if it is."""


@dataclass(frozen=True)
class HockeyStick:
    """sum_a (p_a - factor q_a)^+ for a factor in [least, most], both at least 1: delta at eps.

    >>> HockeyStick.at(factor=2).term(Point.of(Fraction(3, 4)), Point.of(Fraction(1, 4)))
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

    def term(self, p: Point, q: Point) -> arb:
        """(p - factor q)^+."""
        low, high = p.ball - self._balls[1] * q.ball, p.ball - self._balls[0] * q.ball
        if high < 0:
            return arb(0)
        if low > 0:
            return low.union(high)
        # A ball around 0 has no relative precision: the exact numbers decide what the balls cannot.
        small = max(p.exact - self.most * q.exact, Fraction(0))
        large = max(p.exact - self.least * q.exact, Fraction(0))
        return ball(small).union(ball(large))

    @cached_property
    def _balls(self) -> tuple[arb, arb]:
        with working_precision(256):
            return ball(self.least), ball(self.most)


@dataclass(frozen=True)
class RenyiMoment:
    """sum_a p^alpha q^(1-alpha) - 1 = e^((alpha-1) D_alpha) - 1, for alpha > 1.

    The term is q (x^alpha - 1 - alpha (x - 1)) at x = p/q: what is taken off sums to nothing.

    >>> one, three = Point.of(Fraction(1, 4)), Point.of(Fraction(3, 4))
    >>> round(float(RenyiMoment(Fraction(2)).term(three, one).mid()), 12)
    1.0
    """

    alpha: Fraction

    def __post_init__(self) -> None:
        if self.alpha <= 1:
            raise ValueError(f"The order is {float(self.alpha)}; give an order > 1.")

    def term(self, p: Point, q: Point) -> arb:
        """q (x^alpha - 1 - alpha (x - 1))."""
        if q.exact == 0:
            return INFINITE
        alpha, x, y = ball(self.alpha), p.ball, q.ball
        power = y * (alpha * (x / y).log()).exp() if p.exact else arb(0)
        # Without alpha (x - 1) terms of both signs would cancel in the sum; this one is never
        # negative.
        return power - y - alpha * (x - y)


@dataclass(frozen=True)
class KullbackLeibler:
    """sum_a p log(p / q), with the term p log(p/q) - p + q.

    >>> KullbackLeibler().term(Point.of(Fraction(0)), Point.of(Fraction(1, 4)))
    0.250000000000000
    """

    def term(self, p: Point, q: Point) -> arb:
        """p log(p/q) - p + q."""
        if q.exact == 0:
            return INFINITE
        x, y = p.ball, q.ball
        return x * (x / y).log() - x + y if p.exact else y


def term_bounds(
    divergence: Divergence,
    p: tuple[Point, Point],
    q: tuple[Point, Point],
    ratio: Fraction | float = math.inf,
) -> tuple[float, float]:
    """Floats below and above F over the box, and over p/q in [1/ratio, ratio], rounded outwards.

    >>> half, quarter = Point.of(Fraction(1, 2)), Point.of(Fraction(1, 4))
    >>> term_bounds(HockeyStick.at(eps=0), (half, half), (Point.of(Fraction(0)), quarter))
    (0.25, 0.5)
    """
    (p_low, p_high), (q_low, q_high) = p, q
    if p_low.exact == p_high.exact and q_low.exact == q_high.exact:
        if p_low.exact == q_low.exact:
            return 0.0, 0.0
        value = divergence.term(p_low, q_low)
        return _below(value), _above(value)
    far_q, far_p = q_low, p_low
    if not isinstance(ratio, float):  # the corner may be cut off by the largest ratio
        far_q = far_q if far_q.exact * ratio >= p_high.exact else Point.of(p_high.exact / ratio)
        far_p = far_p if far_p.exact * ratio >= q_high.exact else Point.of(q_high.exact / ratio)
    largest = 0.0
    if p_high.exact > far_q.exact:
        largest = _above(divergence.term(p_high, far_q))
    if far_p.exact < q_high.exact:
        largest = max(largest, _above(divergence.term(far_p, q_high)))
    if p_low.exact > q_high.exact:
        return _below(divergence.term(p_low, q_high)), largest
    if p_high.exact < q_low.exact:
        return _below(divergence.term(p_high, q_low)), largest
    return 0.0, largest


def _below(value: arb) -> float:
    """A float in [0, value]."""
    if not value.is_finite():  # infinite for sure, or a ball so wide that it says nothing
        return math.inf if value == INFINITE else 0.0
    result = min(float(value.lower()), LARGEST)
    if result > 0 and not arb(result) <= value:
        result = math.nextafter(result, 0.0)
    return max(result, 0.0)


def _above(value: arb) -> float:
    """A float of at least the value."""
    if not value.is_finite():
        return math.inf
    result = max(float(value.upper()), 0.0)
    while math.isfinite(result) and not arb(result) >= value:
        result = math.nextafter(result, math.inf)
    return result if result <= LARGEST else math.inf


def sum_enclosure(low: float, high: float, terms: int) -> Enclosure:
    """What a float sum of at most `terms` nonnegative floats says about the exact sum.

    Each of the additions is right up to the factor 1 +- 2^-53, or exact below the normal range.
    """
    # n additions make factors of at most (1 + u)^n, and 1 / (1 - n u) <= 1 + 2 n u for small n u.
    slack = Fraction(terms + 1, 1 << 53)
    lo = math.inf if math.isinf(low) else Fraction(low) * (1 - slack)
    hi = math.inf if math.isinf(high) else Fraction(high) * (1 + 2 * slack)
    return Enclosure(lo, hi)
