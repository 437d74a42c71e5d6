"""A point of (0, inf) or (-1/2, 0), between points that are known to be too low and too high."""

import math
from dataclasses import dataclass, field
from fractions import Fraction

HALF = Fraction(1, 2)
BITS = 200
"""The bits of the distance of a point from the nearest end of its range."""
FAR = 64
"""The factor by which a point moves where one of its sides is not known."""


@dataclass
class Bracket:
    """The point, and what is known on its two sides."""

    c: Fraction
    low: Fraction | None = field(default=None, init=False)
    high: Fraction | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.c = self._short(self.c)

    def move(self, step: Fraction | None, *, above: bool) -> bool:
        """Note that c is too high, or too low, and go to c - step if that lies between both.

        Without a step, or if it leads outside, go to the middle in ratios. False if no number of
        BITS bits lies between.
        """
        if above:
            self.high = self.c
        else:
            self.low = self.c
        wanted = None if step is None else self._short(self.c - step)
        if wanted is None or not (self._inside(wanted) and self._is_near(wanted)):
            wanted = self._short(self._middle())
        moved = wanted != self.c and self._inside(wanted)
        if moved:
            self.c = wanted
        return moved

    def _inside(self, c: Fraction) -> bool:
        """Whether a point lies in the range and between both."""
        if (self.c < 0 and not -HALF < c < 0) or self.c > 0 >= c:
            return False
        return (self.low is None or c > self.low) and (self.high is None or c < self.high)

    def _is_near(self, c: Fraction) -> bool:
        """Whether a point is not too far out where a side is not known."""
        if self.low is not None and self.high is not None:
            return True
        before = self._distance(self.c)
        return before / FAR <= self._distance(c) <= before * FAR

    def _distance(self, c: Fraction) -> Fraction:
        """The distance from the end of the range that is nearer: 0, or -1/2."""
        return min(-c, c + HALF) if c < 0 else c

    def _middle(self) -> Fraction:
        """A point between both, at a ratio of its distances from the ends of the range."""
        if self.c > 0:
            return _between(self.low, self.high)
        quarter = -HALF / 2
        if (self.low or -HALF) < quarter < (self.high or Fraction(0)):
            return quarter
        if self.high is not None and self.high <= quarter:
            low = None if self.low is None else self.low + HALF
            return _between(low, self.high + HALF) - HALF
        low = None if self.high is None else -self.high
        return -_between(low, None if self.low is None else -self.low)

    def _short(self, c: Fraction) -> Fraction:
        """A nearby number with a short denominator."""
        distance = self._distance(c)
        scale = BITS + max(0, distance.denominator.bit_length() - distance.numerator.bit_length())
        return Fraction(round(c * (1 << scale)), 1 << scale)


def _between(low: Fraction | None, high: Fraction | None) -> Fraction:
    """The geometric mean of two positive numbers, or a point far from one of them."""
    if low is None:
        assert high is not None
        return high / FAR
    if high is None:
        return low * FAR
    if high < 4 * low:
        return (low + high) / 2
    return Fraction(math.sqrt(float(low)) * math.sqrt(float(high)))
