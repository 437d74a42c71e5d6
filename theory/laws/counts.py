"""Families on {0, 1, ...}: total variation and its slope, by the integer part of the crossing."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import lower, upper
from .family_divergences import Divergence


@dataclass(frozen=True)
class Counts:
    """A family on {0, 1, ...}: its crossing, P(X > m) and the slope of P(X > m), at a mean."""

    crossing: Divergence
    above: Callable[[int, Fraction], arb]
    above_slope: Callable[[int, Fraction], arb]

    def cuts(self, x: Fraction, z: Fraction) -> tuple[int, ...]:
        """Integers among which the integer part of the crossing is; mostly one.

        There are none where the balls are too wide to tell.
        """
        if x == z:
            return (x.numerator // x.denominator,)
        crossing = self.crossing(x, z)
        if not crossing.is_finite() or not crossing.rad() < 1:
            return ()
        return tuple(range(math.floor(lower(crossing)), math.floor(upper(crossing)) + 1))

    def tv(self, x: Fraction, z: Fraction) -> arb:
        """The largest P_z(X > m) - P_x(X > m) over the cuts."""
        if x == z:
            return arb(0)
        cuts = self.cuts(x, z)
        best = arb(0) if cuts else arb.nan()
        for cut in cuts:
            best = arb.max(best, self.above(cut, z) - self.above(cut, x))
        return best

    def tv_slopes(self, x: Fraction, a: Fraction, b: Fraction) -> tuple[arb, arb] | None:
        """Bounds of the slope of TV(x, .) on [a, b].

        For integers m <= z the slope of P_z(X > m) falls with z and rises with m.
        """
        before, after = self.cuts(x, a), self.cuts(x, b)
        if not before or not after or after[-1] > a:
            return None
        return self.above_slope(before[0], b), self.above_slope(after[-1], a)
