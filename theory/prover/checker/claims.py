"""What a node of a proof has to prove: a term >= 0 or > 0, in a box, under assumptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from .book import need, rational
from .ranges import INF, Range, exact

ENDS = (("low", False), ("high", True))


class Where(NamedTuple):
    """Where a variable lies; an end is None if it is infinite."""

    lo: Fraction | None
    hi: Fraction | None
    lo_open: bool = True
    hi_open: bool = True

    def surrounds(self, at: Fraction) -> bool:
        """Whether a point lies inside."""
        return (self.lo is None or self.lo < at) and (self.hi is None or at < self.hi)

    def range(self) -> Range:
        """The interval, rounded outwards."""
        low = -INF if self.lo is None else exact(self.lo).lo
        high = INF if self.hi is None else exact(self.hi).hi
        return Range(low, high, self.lo_open or self.lo is None, self.hi_open or self.hi is None)


def flag(value: Any) -> bool:
    """A value that has to be true or false."""
    need(isinstance(value, bool), f"{value!r:.40} is neither true nor false.")
    return bool(value)


def interval(data: Any) -> Where:
    """An interval from JSON; it has to have a point."""
    low, high, lo_open, hi_open = data
    lo, hi = (None if end is None else rational(end) for end in (low, high))
    point = lo == hi and not flag(lo_open) and not flag(hi_open)
    need(lo is None or hi is None or lo < hi or point, "A range is empty.")
    return Where(lo, hi, flag(lo_open), flag(hi_open))


@dataclass(frozen=True)
class Claim:
    """What a node has to prove; `lenient`: at ends 0 log 0 = 0, and -c log 0 = infinity."""

    term: int
    strict: bool
    region: Mapping[str, Where]
    given: tuple[tuple[int, bool], ...] = ()
    lenient: bool = False

    def of(self, term: int, strict: bool = False) -> Claim:
        """Another term at the same place, which has to be defined in the plain sense."""
        return replace(self, term=term, strict=strict, lenient=False)

    def at(self, name: str, where: Where) -> Claim:
        """The claim with a variable elsewhere."""
        return replace(self, region={**self.region, name: where})

    def inside(self, name: str) -> Claim:
        """The claim without the ends of a variable."""
        return self.at(name, Where(*self.region[name][:2]))

    def end(self, name: str, high: bool) -> tuple[Fraction | None, bool]:
        """An end of a variable, and whether it is taken."""
        lo, hi, lo_open, hi_open = self.region[name]
        return (hi, not hi_open) if high else (lo, not lo_open)

    def assume(self, term: int, strict: bool = False) -> Claim:
        """The claim under one more assumption."""
        return replace(self, given=(*self.given, (term, strict)))
