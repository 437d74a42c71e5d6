"""Total variation, error probabilities and the ROC of any two laws whose overlap is known.

The overlap D(f) = sum min(p_in, f p_out) as a function of the factor f >= 0 is concave, and holds
everything: TV = 1 - D(1); the best randomised test of size a has the power

    min over f of 1 - D(f) + f a;

and p_out(l > log f) is the slope of D to the right of f, p_in(l > log f) = 1 - D(f) + f times it.
So bounds of D at a few points bound all of them: a chord of a concave function bounds its slopes,
and what lies beyond both ends of a chord.
"""

from __future__ import annotations
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple
from banditproof.theory.balls import trimmed
from banditproof.theory.enclosure import ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact_positive, exact_probability

SHOWN_DIGITS = 30
SCALES = (100_000, 10_000, 1000, 100, 30, 8, 3)
"""Distances between points, in those that suit the error best."""
FARTHEST = 600.0
"""The largest logarithm of a factor that is looked at."""


class Bounds(NamedTuple):
    """A lower and an upper bound."""

    lo: Fraction
    hi: Fraction


class Errors(NamedTuple):
    """Of the test l > threshold: its size, and its power."""

    size: Enclosure
    power: Enclosure


class _Point(NamedTuple):
    """Bounds of the convex function G(f) = 1 - D(f) + f a at a factor."""

    at: Fraction
    lo: Fraction
    hi: Fraction


class TestingProblem(ABC):
    """Two laws of what the adversary sees, target in the data and not in it, by their overlap."""

    __test__ = False  # a class of tests, but none of pytest's

    @abstractmethod
    def overlap_bounds(self, factor: Fraction) -> Bounds:
        """Bounds of the sum over outcomes of min(p_in, factor p_out)."""

    @property
    @abstractmethod
    def in_alone(self) -> Enclosure:
        """The probability, target in the data, of outcomes that are impossible without it."""

    @property
    @abstractmethod
    def out_alone(self) -> Enclosure:
        """The probability, target not in the data, of outcomes that are impossible with it."""

    def overlap(self, factor: Number = 1) -> Enclosure:
        """The sum over outcomes of min(p_in, factor p_out); at factor 1 it is 1 - TV."""
        return enclosure_of(self.overlap_bounds(exact_positive("factor", factor)))

    def hockey_stick(self, factor: Number = 1) -> Enclosure:
        """The largest p_in(E) - factor p_out(E) over events E."""
        return _complement(self.overlap_bounds(exact_positive("factor", factor)))

    def total_variation(self) -> Enclosure:
        """TV(p_out, p_in), the target-dependent leakage: thesis, Definition 6.2 and (6.1)."""
        return self.hockey_stick(1)

    def advantage(self) -> Enclosure:
        """The largest advantage of an adversary: the total variation. Thesis, Theorem 6.1."""
        return self.total_variation()

    def errors(self, factor: Number = 1) -> Errors:
        """Size and power of the test that says "in the data" if p_in / p_out > factor."""
        f = exact_positive("factor", factor)
        centre = self.overlap_bounds(f)
        size = Bounds(Fraction(0), Fraction(1))
        gap = _widths(centre.hi - centre.lo)
        for relative in gap:
            step = f * relative
            left, right = self.overlap_bounds(f - step), self.overlap_bounds(f + step)
            # The overlap is concave in the factor, and the size is its slope: difference quotients
            # on both sides bound it, with the bounds of the values on the safe sides.
            size = Bounds(
                max(size.lo, (right.lo - centre.hi) / step),
                min(size.hi, (centre.hi - left.lo) / step),
            )
        power = Bounds(
            max(Fraction(0), 1 - centre.hi + f * size.lo),
            min(Fraction(1), 1 - centre.lo + f * size.hi),
        )
        return Errors(enclosure_of(size), enclosure_of(power))

    def power(self, alpha: Number, *, randomised: bool = True) -> Enclosure:
        """The largest power of a test of size at most alpha.

        With `randomised=False` only the tests l > threshold count, threshold in [-inf, inf]:
        thesis, (2.25). They reach less where the law of l has atoms; for l itself, not for
        all scores (Theorem 6.1(a)).

        The enclosure without randomisation is wider, since it needs probabilities at points.
        """
        size = exact_probability("alpha", alpha)
        if size >= (1 - self.out_alone).upper:
            return ONE
        if size == 0:
            return self.in_alone
        return self._randomised_power(size) if randomised else self._threshold_power(size)

    def roc(
        self, alphas: Sequence[Number], *, randomised: bool = True
    ) -> tuple[tuple[Fraction, Enclosure], ...]:
        """The sizes, and the largest power at each of them."""
        return tuple(
            (exact_probability("alpha", a), self.power(a, randomised=randomised)) for a in alphas
        )

    def _point(self, factor: Fraction, alpha: Fraction) -> _Point:
        low, high = self.overlap_bounds(factor)
        return _Point(factor, 1 - high + factor * alpha, 1 - low + factor * alpha)

    def _log_threshold(self, alpha: Fraction) -> float:
        """About the logarithm of the factor at which the test has size alpha."""
        centre = self.overlap_bounds(Fraction(1))
        step = Fraction(max(2.0**-22, min(0.01, math.sqrt(centre.hi - centre.lo))))

        def above(y: float) -> bool:
            f = Fraction(math.exp(y))
            left, right = self.overlap_bounds(f * (1 - step)), self.overlap_bounds(f * (1 + step))
            return sum(right) - sum(left) > 4 * alpha * f * step

        low, high = -1.0, 1.0
        while above(high) and high < FARTHEST:
            low, high = high, min(FARTHEST, 2 * high)
        while not above(low) and low > -FARTHEST:
            low, high = max(-FARTHEST, 2 * low), low
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if above(middle) else (low, middle)
            if high - low < 1e-7:
                break
        return (low + high) / 2

    def _randomised_power(self, alpha: Fraction) -> Enclosure:
        centre = Fraction(math.exp(self._log_threshold(alpha)))
        first = self.overlap_bounds(centre)
        most, least = Fraction(1), alpha
        for relative in _widths(first.hi - first.lo):
            points = [self._point(centre * (1 + relative * k), alpha) for k in range(-3, 4)]
            most = min(most, *(point.hi for point in points))
            least = max(least, _least_of_convex(points))
        return enclosure_of(Bounds(max(least, self.in_alone.lower), most))

    def _threshold_power(self, alpha: Fraction) -> Enclosure:
        y = self._log_threshold(alpha)
        most = self._randomised_power(alpha).upper
        least = self.in_alone.lower
        gap = 1e-7
        while gap < 1:
            result = self.errors(Fraction(math.exp(y + gap)))
            if result.size.upper <= alpha:
                least = max(least, result.power.lower)
                break
            gap *= 2
        return enclosure_of(Bounds(least, max(most, least)))


def _widths(error: Fraction) -> tuple[Fraction, ...]:
    """Relative distances of points that suit values with this error, the best one last."""
    best = math.sqrt(max(float(error), 1e-16))
    return tuple(Fraction(min(0.2, best * scale)) for scale in SCALES)


def _least_of_convex(points: list[_Point]) -> Fraction:
    """A lower bound of a convex function everywhere, from bounds at points in increasing order."""
    first, second, before, last = points[0], points[1], points[-2], points[-1]
    if first.lo < second.hi or last.lo < before.hi:
        return Fraction(0)  # it may still decrease beyond an end
    least = min(first.lo, last.lo)
    for i in range(len(points) - 1):
        left, right = points[i], points[i + 1]
        lines = []
        if i:
            lines.append(_line(points[i - 1], left))
        if i + 2 < len(points):
            lines.append(_line(points[i + 2], right))
        least = min(least, _lowest_of_lines(lines, left.at, right.at))
    return least


def _line(outer: _Point, inner: _Point) -> tuple[Fraction, Fraction]:
    """Value and slope at 0 of a line below a convex function on the far side of `inner`."""
    slope = (inner.lo - outer.hi) / (inner.at - outer.at)
    return inner.lo - slope * inner.at, slope


def _lowest_of_lines(
    lines: list[tuple[Fraction, Fraction]], left: Fraction, right: Fraction
) -> Fraction:
    """The least value of the largest of one or two lines between two places."""
    places = [left, right]
    if len(lines) == 2 and lines[0][1] != lines[1][1]:
        crossing = (lines[1][0] - lines[0][0]) / (lines[0][1] - lines[1][1])
        if left < crossing < right:
            places.append(crossing)
    return min(max(value + slope * x for value, slope in lines) for x in places)


def enclosure_of(bounds: Bounds) -> Enclosure:
    """The enclosure of bounds of a probability, trimmed to its digits."""
    if bounds.lo == bounds.hi:
        return ZERO if bounds.lo == 0 else Enclosure.of(bounds.lo)
    result = trimmed(Enclosure(bounds.lo, bounds.hi), SHOWN_DIGITS)
    return Enclosure(max(result.lower, Fraction(0)), min(result.upper, Fraction(1)))


def _complement(bounds: Bounds) -> Enclosure:
    return enclosure_of(Bounds(max(Fraction(0), 1 - bounds.hi), min(Fraction(1), 1 - bounds.lo)))
