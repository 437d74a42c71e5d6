"""delta(eps) of a composition, and eps(delta), as enclosures."""

from __future__ import annotations
import math
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, lower, trimmed, upper, working_precision
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, asked_digits, exact_nonnegative, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon
from .composition import Composition, check_composition, largest_loss
from .curve_choice import EXTREME, CarefulCurve, curve_of
from .curves import Curve
from .tail_bounds import TailBounds

DEFAULT_WIDTH = Fraction(1, 10**10)
"""The width of eps where none is given: this, and for eps < 1 this times eps."""
MOST_DIGITS = 200
"""The largest number of digits, whose tolerances are still far from the least float."""
TINY_EXPONENT = 1 << 17
"""A number below 2 to minus this is enclosed by [0, 2 to minus this]."""
MOST_TURNS = 150
"""The most steps of Newton's method; it takes about five."""
MOST_HALVINGS = 60
"""The most steps towards the place where the bounds no longer decide."""


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
    digits = asked_digits(digits, MOST_DIGITS)
    largest = largest_loss(composition)
    if order >= largest.hi:
        return ZERO
    if order > 10 ** (4 * EXTREME):
        raise ValueError(f"eps is above 1e{4 * EXTREME}; give a smaller number.")
    curve = curve_of(composition)
    bounds = curve.far_tail(order) if isinstance(curve, CarefulCurve) else None
    if bounds is None or not bounds.high < ball(_tiny(bounds, digits)):
        bounds = curve.tail(order, 10.0**-digits / 4)
    return trimmed(_written(bounds, digits), digits)


def _tiny(bounds: TailBounds, digits: int) -> Fraction:
    """Smaller tails are all written alike: beside 1, those that the digits do not show."""
    return Fraction(1, 1 << (64 + 4 * digits if bounds.middle else TINY_EXPONENT))


def _written(bounds: TailBounds, digits: int = 12) -> Enclosure:
    """Bounds of a number of [0, 1] as an enclosure."""
    tiny = _tiny(bounds, digits)
    low, high = _ends(bounds, tiny, digits)
    return Enclosure(1 - max(high, tiny), 1 - low) if bounds.middle else Enclosure(low, high)


def _ends(bounds: TailBounds, tiny: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """The ends of the tail, where numbers below a tiny one are rounded to 0 and to that one."""
    with working_precision(64 + 4 * digits):  # the ends are rounded to it
        least = ball(tiny)
        lo = max(lower(bounds.low), Fraction(0)) if bounds.low > least else Fraction(0)
        if bounds.high.is_zero():
            return lo, Fraction(0)
        hi = tiny if bounds.high < least else min(upper(bounds.high), Fraction(1))
    return min(lo, hi), hi


def composed_epsilon(
    composition: Composition, delta: Number, width: Number | None = None
) -> Enclosure:
    """Enclose eps(delta) = inf {eps >= 0: delta(eps) <= delta} to the given width.

    Without a width it is 1e-10, and 1e-10 times eps if eps is below 1. At delta = 0 eps is the
    supremum of the loss, maybe infinite, and at delta = 1 it is 0. Where the width would take too
    long, the enclosure is wider. Each end is proved by a bound of the curve there, and not by
    floats.

    >>> from .loss_laws import GaussianLoss
    >>> eps = composed_epsilon(Composition(((100, GaussianLoss("0.01")),)), "1e-6")
    >>> f"{float(eps):.10g}", float(eps.width) <= 1e-10
    ('4.886554117', True)
    """
    check_composition(composition)
    target = exact_probability("delta", delta)
    goal = None if width is None else exact_nonnegative("width", width)
    if goal == 0:
        raise ValueError("The width is 0; give a number > 0.")
    if target == 1 or not composition.parts:
        return ZERO
    largest = largest_loss(composition)
    if target == 0:
        return largest
    return _Search(curve_of(composition), target, goal).run(largest.hi)


class _Search:
    """Newton's method on the logarithm of the smaller tail, with proved ends.

    `lo` and `hi` enclose eps(delta) at any time: delta(lo) > delta or lo = 0, and
    delta(hi) <= delta.
    """

    def __init__(self, curve: Curve, target: Fraction, width: Fraction | None) -> None:
        self.curve, self.target, self.given = curve, target, width
        self.width = width or DEFAULT_WIDTH
        self.lo: Fraction = Fraction(0)
        self.hi: Fraction | float = math.inf
        self.middle = target > Fraction(1, 2)
        self.goal = 1 - target if self.middle else target
        self.accuracy = 1e-12
        self.blur = 0.0
        self.last: tuple[Fraction, float] | None = None
        self.undecided: tuple[Fraction, Fraction] | None = None
        """The ends of the places seen where the bounds do not decide."""

    def run(self, largest: Fraction | float) -> Enclosure:
        """Search below the supremum of the loss; again where the width turns out too large."""
        self.hi = largest
        if self.given is not None and self._done():
            return Enclosure(self.lo, self.hi)
        x, self.slope = self._guess()
        for _ in range(4):
            scale = x if x > 0 else Fraction(min(self.hi, 1))
            if self.given is None:
                self.width = DEFAULT_WIDTH * min(scale, Fraction(1))
            if self._done():
                break
            self._approach(x)
            if self.given is not None or not 0 < self.hi < math.inf:
                break
            x = (self.lo or Fraction(self.hi) / 1024) if self.hi > 2 * self.lo else self.lo
            if self.hi - self.lo <= DEFAULT_WIDTH * min(self.lo, Fraction(1)) or self.blur > (
                float(self.width)
            ):
                break
        return Enclosure(self.lo, self.hi)

    def _guess(self) -> tuple[Fraction, float]:
        """The guess of the curve, or one that is no worse than none."""
        try:
            guess, slope = self.curve.guess(self.target)
        except (ArithmeticError, ValueError):  # floats are too narrow
            guess, slope = Fraction(0), math.nan
        if not (math.isfinite(slope) and slope):
            return Fraction(min(self.hi, 1)), 1.0 if self.middle else -1.0
        return guess, slope

    def _approach(self, start: Fraction) -> None:
        """Newton's method from a first point, and both ends around where it ends."""
        self.accuracy = max(1e-60, min(1e-6, float(self.width) * abs(self.slope) / 16))
        self.undecided = None
        x = self._inside(start)
        for turn in range(MOST_TURNS):
            step, decided = self._visit(x)
            if self._done():
                break
            if math.isinf(step) or (turn > 12 and turn % 2 and decided):
                x = self._between(self.lo, self.hi)
            elif not decided or abs(step) < float(self.width):
                self._bracket(x + Fraction(step))
                break
            else:
                x = self._inside(x + Fraction(step))
        self._halve()

    def _halve(self) -> None:
        """Where the width is not reached, go near to the places that the bounds do not decide."""
        for turn in range(MOST_HALVINGS):
            if self._done():
                break
            if self.undecided is None:
                x = self._between(self.lo, self.hi)
            else:
                first, last = self.undecided
                known = 2 * (last - first) + self.width
                below = first - self.lo > known
                above = self.hi == math.inf or self.hi - last > known
                if not (below or above):
                    break
                left = below and (not above or turn % 2 == 0)
                x = self._between(self.lo, first) if left else self._between(last, self.hi)
            if not self.lo < x < self.hi:
                break
            self._visit(x)

    def _done(self) -> bool:
        return self.hi - self.lo <= self.width

    def _visit(self, x: Fraction) -> tuple[float, bool]:
        """Move an end to x where that is proved; the step of Newton's method, and if it was."""
        bounds = self.curve.tail(x, self.accuracy)
        low, high = bounds.ends(middle=self.middle)
        with working_precision(256):
            goal = ball(self.goal)
            # 1 - delta decreases where delta grows
            above, below = (low >= goal, high < goal) if self.middle else (high <= goal, low > goal)
            decided = bool(above or below)
            if below:
                self.lo = max(self.lo, x)
            elif above:
                self.hi = min(self.hi, x)
                if x == 0:
                    self.lo = x
            if not decided:
                first, last = self.undecided or (x, x)
                self.undecided = min(first, x), max(last, x)
            tail = arb(((low + high) / 2).mid())
            if not tail > 0:  # too little mass to measure: go back towards what is known
                return math.inf, decided
            miss = float((goal / tail).log().mid())
            blur = float(((high - low).abs_upper() / tail).mid())
        if not (math.isfinite(blur) and math.isfinite(miss)):
            return math.inf, decided
        if self.last is not None and abs(miss - self.last[1]) > 16 * blur:
            # the secant through the last two points, where it bends the right way
            gap = float(x - self.last[0])
            slope = (self.last[1] - miss) / gap if gap else 0.0
            if slope * self.slope > 0 and math.isfinite(slope):
                self.slope = slope
        self.last = (x, miss)
        self.blur = blur / abs(self.slope)
        step = miss / self.slope
        if not (math.isfinite(self.blur) and math.isfinite(step)):
            return math.inf, decided
        return step, decided

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

    def _between(self, low: Fraction, high: Fraction | float) -> Fraction:
        """A point amid two others, also where they are of different magnitudes."""
        if math.isinf(high):
            return 4 * low + 1
        top = Fraction(high)
        if top <= 16 * low:
            return (low + top) / 2
        return Fraction(math.sqrt(low * top)) if low else top / 64

    def _bracket(self, centre: Fraction) -> None:
        """Prove both ends around a root that is known, from near to far."""
        for side in (1, -1):
            gap = max(self.width * Fraction(2, 5), Fraction(self.blur))
            for turn in range(40):
                x = max(Fraction(0), centre + side * gap)
                if (side > 0 and self.hi <= x) or (side < 0 and self.lo >= x):
                    break
                self._visit(x)
                gap *= 3 if turn < 10 else 3**turn
