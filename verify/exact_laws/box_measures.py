"""Measures of the boxes in which two totals lie, with a bound of what is lost and of rounding."""

from __future__ import annotations
import math
from dataclasses import dataclass, replace
from fractions import Fraction
import numpy as np
from .convex_divergences import Bounds
from .list_law import Floats

ROUNDING = Fraction(1, 1 << 53)


@dataclass(frozen=True)
class BoxMeasures:
    """Measures of the boxes of both totals: of runs that no border crossed, and bounds of the rest.

    `lost` bounds the mass that left the lattice, and `roundings` the relative error in 2^-53.
    """

    known: Floats
    least: Floats
    most: Floats
    lost: float = 0.0
    roundings: int = 4

    @property
    def slack(self) -> Fraction:
        """A bound of the relative error of a sum of all masses."""
        return ROUNDING * (self.roundings + 2 * int(self.known.shape[1]) + 8)

    def total(self) -> Bounds:
        """Bounds of the whole mass."""
        known, least, most = _sum(self.known), _sum(self.least), _sum(self.most)
        # numbers below 2^-1022 may vanish
        rest = Fraction(self.lost) + Fraction(1, 1 << 900)
        return (known + least) * (1 - self.slack), (known + most) * (1 + self.slack) + rest

    def left(self, before: BoxMeasures) -> BoxMeasures:
        """The measures after noise, with the mass noted that they had before and have no more."""
        # The one rounded up and the other down: what is noted as gone is never less than what went.
        had = (_sum(before.known) + _sum(before.most)) * (1 + before.slack)
        have = (_sum(self.known) + _sum(self.most)) * (1 - self.slack)
        gone = Fraction(before.lost) + max(had - have, Fraction(0))
        return replace(self, lost=math.nextafter(float(gone), 1.0))

    def shifted(self, arm: int, places: int) -> BoxMeasures:
        """The measures with a sum of some places added to a total; what leaves is lost."""

        def moved(part: Floats) -> Floats:
            if places == 0 or not part.any():
                return part
            result = np.zeros_like(part)
            if arm == 0:
                result[places:] = part[:-places]
            else:
                result[:, places:] = part[:, :-places]
            return result

        known, least, most = map(moved, (self.known, self.least, self.most))
        # What leaves the lattice is noted as lost, and the upper bounds contain it.
        return replace(self, known=known, least=least, most=most).left(self)


def _sum(measure: Floats) -> Fraction:
    return Fraction(math.fsum(measure.sum(axis=1)))
