"""Coordinates for the search of a point: they resolve what lies close to an end, a tie or a zero.

A coordinate is a float u. On a bounded interval it is the logarithm of the distances to the two
ends, so that points as close as 10^-300 to an end are distinguished; a half-line is end + e^u.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any
from flint import arb, fmpq
from banditproof.theory.prover.kernel.rules import Interval

Place = Callable[[Sequence[float]], list[Any] | None]
LARGEST = 700.0


def exact(value: Any) -> Any:
    """A rational as an exact ball close to it."""
    return arb(fmpq(value.numerator, value.denominator)).mid()


def decay(u: float) -> float:
    """e^u, within the range of floats."""
    return math.exp(max(-LARGEST, min(LARGEST, u)))


class Line:
    """The coordinate of one variable on its interval."""

    def __init__(self, where: Interval) -> None:
        self.where = where
        self.lo = None if where.lo is None else exact(where.lo)
        self.hi = None if where.hi is None else exact(where.hi)

    def at(self, u: float) -> Any:
        """The point with a coordinate."""
        lo, hi = self.lo, self.hi
        if lo is not None and hi is not None:
            # e^-|u| / (1 + e^-|u|) is the share of the nearer end, which keeps its digits at any
            # distance.
            near = decay(-abs(u))
            step = (hi - lo) * arb(near / (1.0 + near))
            return (hi - step).mid() if u > 0 else (lo + step).mid()
        if lo is not None:
            return (lo + arb(decay(u))).mid()
        if hi is not None:
            return (hi - arb(decay(u))).mid()
        return (
            arb(math.copysign(decay(abs(u)) - 1.0, u))
            if abs(u) < 30
            else arb(math.copysign(decay(abs(u)), u))
        )

    def coordinate(self, x: float) -> float:
        """The coordinate of a point, roughly."""
        lo, hi = self.where.lo, self.where.hi
        if lo is not None and hi is not None:
            below, above = max(x - float(lo), 1e-300), max(float(hi) - x, 1e-300)
            return math.log(below / above)
        if lo is not None or hi is not None:
            away = x - float(lo) if lo is not None else float(hi or 0) - x
            return math.log(max(away, 1e-300))
        return math.copysign(math.log1p(abs(x)), x)

    def gap(self, x: Any) -> Any:
        """How far a point may be moved: at most to the nearest end, and at most by its size."""
        size = (
            abs(x).max(arb(2) ** -1000)
            if self.lo is None or self.hi is None
            else abs(self.hi - self.lo)
        )
        for end in (self.lo, self.hi):
            if end is not None:
                size = size.min(abs(x - end))
        return size.mid()

    def beside(self, high: bool, step: Any) -> Any:
        """The point at a relative distance from an end; far out if the end is infinite."""
        end = self.hi if high else self.lo
        if end is None:
            return (-1 / step if not high else 1 / step).mid()
        if self.lo is None or self.hi is None:
            return (end + (-step if high else step)).mid()
        return (end + (self.hi - self.lo) * (-step if high else step)).mid()


def free(lines: Sequence[Line]) -> Place:
    """All coordinates are free."""
    return lambda u: [line.at(x) for line, x in zip(lines, u, strict=True)]


def beside_end(lines: Sequence[Line], which: int, high: bool, step: Any) -> Place:
    """One variable lies at a fixed distance from an end, the others are free."""
    fixed = lines[which].beside(high, step)

    def of(u: Sequence[float]) -> list[Any]:
        others = iter(u)
        return [fixed if i == which else line.at(next(others)) for i, line in enumerate(lines)]

    return of


def beside_tie(lines: Sequence[Line], which: int, other: int, step: Any, mirrored: bool) -> Place:
    """One variable lies close to another one, or to its mirror image between the ends."""

    def of(u: Sequence[float]) -> list[Any]:
        free = iter(u)
        results: list[Any] = [
            None if i == which else line.at(next(free)) for i, line in enumerate(lines)
        ]
        base = results[other]
        if mirrored:
            line = lines[other]
            base = (
                line.lo + line.hi - base if line.lo is not None and line.hi is not None else -base
            )
        results[which] = (base + step * lines[which].gap(base)).mid()
        return results

    return of


def around(lines: Sequence[Line], centre: Sequence[Any], step: Any) -> Place:
    """All variables lie at distances of one size from a point; at an end, inwards."""
    signs = []
    for line, x in zip(lines, centre, strict=True):
        low, high = (end is not None and bool(x == end) for end in (line.lo, line.hi))
        signs.append(1 if low else -1 if high else 0)

    def of(u: Sequence[float]) -> list[Any]:
        return [
            (x + step * (arb(sign * decay(d)) if sign else arb(d))).mid()
            for x, d, sign in zip(centre, u, signs, strict=True)
        ]

    return of


def diagonal(lines: Sequence[Line], step: Any) -> Place:
    """All variables lie close to one value: the first coordinate; the others are directions."""

    def of(u: Sequence[float]) -> list[Any]:
        base = lines[0].at(u[0])
        moves = [0.0, *u[1:]]
        return [
            (base + step * line.gap(base) * arb(d)).mid()
            for line, d in zip(lines, moves, strict=True)
        ]

    return of
