"""delta(eps) of a composition, and eps(delta), as enclosures."""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from banditproof.theory.balls import ball, lower, trimmed, upper, working_precision
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact_nonnegative, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon

from .composition import Composition, largest_loss
from .curves import Curve, curve_of

DEFAULT_WIDTH = Fraction(1, 10**10)
MOST_DIGITS = 200
"""The largest number of digits, whose tolerances are still far from the least float."""
TINY_EXPONENT = 1 << 20
"""A number below 2 to minus this is enclosed by [0, 2 to minus this]."""


@accepts_epsilon
def composed_delta(composition: Composition, eps: Number, digits: int = 12) -> Enclosure:
    """Enclose delta(eps) = E[(1 - e^(eps - L))_+], the hockey-stick divergence of order e^eps.

    It is the least delta for which the composition, adaptive or not, is (eps, delta)-DP if each
    release has at worst the given loss. If `digits` certain digits would take too
    long, the enclosure is wider. Thesis, Definition 2.3, (2.1).

    >>> from .loss_laws import LaplaceLoss
    >>> delta = composed_delta(Composition(((100, LaplaceLoss("0.1")),)), 5)
    >>> f"{float(delta):.12g}", delta.digits >= 12
    ('1.91743123328e-07', True)
    """
    order = exact_nonnegative("eps", eps)
    if not 1 <= digits <= MOST_DIGITS:
        raise ValueError(f"digits is {digits}; give a number of digits from 1 to {MOST_DIGITS}.")
    largest = largest_loss(composition)
    if order >= largest.hi:
        return ZERO
    if order > 10**40:
        raise ValueError("eps is above 1e40; give a smaller number.")
    low, high = curve_of(composition).delta(order, 10.0**-digits / 4)
    return trimmed(_written(low, high, digits), digits)


def _written(low: arb, high: arb, digits: int = 12) -> Enclosure:
    """Bounds of a number of [0, 1] as an enclosure; vacuous bounds give [0, 1]."""
    tiny = Fraction(1, 1 << TINY_EXPONENT)
    with working_precision(64 + 4 * digits):  # the ends are rounded to it
        least = ball(tiny)
        lo = max(lower(low), Fraction(0)) if low > least else Fraction(0)
        if high < least:
            return Enclosure(Fraction(0), tiny)
        hi = min(upper(high), Fraction(1)) if high.is_finite() else Fraction(1)
    return Enclosure(min(lo, hi), hi)


def composed_epsilon(
    composition: Composition, delta: Number, width: Number = DEFAULT_WIDTH
) -> Enclosure:
    """Enclose eps(delta) = inf {eps >= 0: delta(eps) <= delta} to the given width.

    At delta = 0 it is the supremum of the loss, maybe infinite, and at delta = 1 it is 0. Where
    the width would take too long, the enclosure is wider. Each end is proved by
    a bound of the curve there, and not by floats.

    >>> from .loss_laws import GaussianLoss
    >>> eps = composed_epsilon(Composition(((100, GaussianLoss("0.01")),)), "1e-6")
    >>> f"{float(eps):.10g}", float(eps.width) <= 1e-10
    ('4.886554117', True)
    """
    target = exact_probability("delta", delta)
    goal = exact_nonnegative("width", width)
    if goal == 0:
        raise ValueError("The width is 0; give a number > 0.")
    if target == 1 or not composition.parts:
        return ZERO
    largest = largest_loss(composition)
    if target == 0:
        return largest
    search = _Search(curve_of(composition), target, goal)
    return search.run(largest.hi)


class _Search:
    """Newton's method on the logarithm of the smaller tail, with proved ends.

    `lo` and `hi` enclose eps(delta) at any time: delta(lo) > delta or lo = 0, and
    delta(hi) <= delta.
    """

    def __init__(self, curve: Curve, target: Fraction, width: Fraction) -> None:
        self.curve, self.target, self.width = curve, target, width
        self.lo: Fraction = Fraction(0)
        self.hi: Fraction | float = math.inf
        self.bits = 256 + target.denominator.bit_length()
        self.middle = target > Fraction(1, 2)
        self.accuracy = 1e-12
        self.blur = 0.0
        self.last: tuple[Fraction, float] | None = None

    def run(self, largest: Fraction | float) -> Enclosure:
        """Search below the supremum of the loss."""
        self.hi = largest
        if self._done():
            return Enclosure(self.lo, self.hi)
        guess, self.slope = self.curve.guess(self.target)
        self.accuracy = max(1e-60, min(1e-6, float(self.width) * abs(self.slope) / 16))
        x = self._inside(Fraction(guess))
        for turn in range(150):
            step, decided = self._visit(x)
            if self._done():
                break
            if math.isinf(step) or (turn > 12 and turn % 2 and decided):
                x = self._between()
            elif not decided or abs(step) < float(self.width):
                self._bracket(x + Fraction(step))
                break
            else:
                x = self._inside(x + Fraction(step))
        return Enclosure(self.lo, self.hi)

    def _done(self) -> bool:
        return self.hi - self.lo <= self.width

    def _visit(self, x: Fraction) -> tuple[float, bool]:
        """Move an end to x where that is proved; the step of Newton's method, and if it was."""
        low, high = self.curve.delta(x, self.accuracy)
        with working_precision(self.bits):
            target = ball(self.target)
            decided = True
            if low > target:
                self.lo = max(self.lo, x)
            elif high <= target:
                self.hi = min(self.hi, x)
                if x == 0:
                    self.lo = x
            else:
                decided = False
            middle = arb(((low + high) / 2).mid())
            tail, goal = (1 - middle, 1 - target) if self.middle else (middle, target)
            if not tail > 0:  # too little mass to measure: go back towards what is known
                return math.inf, decided
            miss = float((goal / tail).log().mid())
            blur = float(((high - low).abs_upper() / tail).mid())
        if not (math.isfinite(blur) and math.isfinite(miss)):
            return math.inf, decided
        if self.last is not None and abs(miss - self.last[1]) > 16 * blur:
            # the secant through the last two points, where it bends the right way
            slope = (self.last[1] - miss) / float(x - self.last[0]) if x != self.last[0] else 0.0
            if slope * self.slope > 0:
                self.slope = slope
        self.last = (x, miss)
        self.blur = blur / abs(self.slope)
        return miss / self.slope, decided

    def _inside(self, x: Fraction) -> Fraction:
        """A short number near x, or the middle if x lies outside the ends."""
        unit = self.width / 16
        x = round(x / unit) * unit
        hi = self.hi
        if x <= self.lo and (self.lo > 0 or x < 0):
            x = Fraction(0) if self.lo == 0 else self.lo + self.width / 2
        if x >= hi:
            x = Fraction(hi) - self.width / 2
        return x

    def _between(self) -> Fraction:
        """The middle of what is known."""
        hi = Fraction(self.hi) if math.isfinite(self.hi) else 2 * self.lo + 1
        return (self.lo + hi) / 2

    def _bracket(self, centre: Fraction) -> None:
        """Prove both ends around a root that is known, from near to far."""
        for side in (1, -1):
            gap = max(self.width * Fraction(2, 5), Fraction(self.blur))
            for _ in range(40):
                x = max(Fraction(0), centre + side * gap)
                if (side > 0 and self.hi <= x) or (side < 0 and self.lo >= x):
                    break
                self._visit(x)
                gap *= 3
