"""Bounds of delta or of 1 - delta, whichever is kept to a relative accuracy."""

from __future__ import annotations
from dataclasses import dataclass
from flint import arb
from banditproof.theory.balls import working_precision

MOST_COMPLEMENT_BITS = 1 << 16
"""The most bits that 1 - x is written with; beyond them the difference from 1 is rounded."""


@dataclass(frozen=True)
class TailBounds:
    """`low` <= t <= `high` for t = delta, or for t = 1 - delta if `middle`.

    A number near 1 is known best by its distance from 1, which keeps its digits at any size: no
    precision that grows with log(1 / (1 - delta)) is needed.
    """

    low: arb
    high: arb
    middle: bool

    @classmethod
    def sound(cls, low: arb, high: arb, *, middle: bool) -> TailBounds:
        """The same bounds cut to [0, 1]; a bound that is not a number becomes the trivial one."""
        zero, one = arb(0), arb(1)
        low = low if low.is_finite() and low > zero else zero
        high = high if high.is_finite() and high < one else one
        return cls(low, high, middle)

    def delta(self) -> tuple[arb, arb]:
        """Bounds of delta itself."""
        return self.ends(middle=False)

    def ends(self, *, middle: bool) -> tuple[arb, arb]:
        """Bounds of delta, or of 1 - delta."""
        if middle == self.middle:
            return self.low, self.high
        with working_precision(_complement_bits(self.low)):
            return 1 - self.high, 1 - self.low

    def spread(self) -> float:
        """The width relative to the tail: inf if nothing positive is known of it."""
        if self.high.is_zero():
            return 0.0
        small = self.low.abs_lower()
        ratio = (self.high - self.low).abs_upper() / small if small > 0 else arb("inf")
        return float(ratio.abs_upper())

    def narrowed(self, other: TailBounds) -> TailBounds:
        """The intersection with other bounds of the same number."""
        low, high = other.ends(middle=self.middle)
        return TailBounds(
            low if low.lower() > self.low.lower() else self.low,
            high if high.upper() < self.high.upper() else self.high,
            self.middle,
        )


def _complement_bits(tail: arb) -> int:
    """Enough bits for 1 - t to keep t to 64 + 2 working precisions, within limits."""
    top = tail.abs_upper()
    if top.is_zero():
        return 256
    _, exponent = top.man_exp()
    return int(min(MOST_COMPLEMENT_BITS, max(256, 256 - int(exponent))))
