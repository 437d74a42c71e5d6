"""Ranges of terms over boxes: ends are exact, rounded outwards, and taken or open (no value).

A term that has a range is defined on the whole box; all functions but `if` are continuous there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb, fmpq

from .book import Book, need

INF, NIL, ONE = arb("inf"), arb(0), arb(1)


class Range(NamedTuple):
    """From lo to hi; an end that is open is no value."""

    lo: arb
    hi: arb
    lo_open: bool = False
    hi_open: bool = False

    def above(self, strict: bool = False) -> bool:
        """Whether all values are >= 0 (> 0 if strict)."""
        return bool(self.lo > 0) or (bool(self.lo == 0) and (self.lo_open or not strict))

    def below(self, strict: bool = False) -> bool:
        """Whether all values are <= 0 (< 0 if strict)."""
        return minus(self).above(strict)


def minus(a: Range) -> Range:
    """The range of minus a term."""
    return Range(-a.hi, -a.lo, a.hi_open, a.lo_open)


def outward(lo: arb, hi: arb, lo_open: bool = False, hi_open: bool = False) -> Range:
    """The range from balls for its ends."""
    low = -INF if lo.is_nan() else lo if lo.is_exact() else lo.lower()
    high = INF if hi.is_nan() else hi if hi.is_exact() else hi.upper()
    need(not (low.is_nan() or high.is_nan()), "A number is not a number.")
    return Range(low, high, lo_open, hi_open)


def exact(value: Fraction) -> Range:
    """The range of a rational number."""
    ball = arb(fmpq(value.numerator, value.denominator))
    return outward(ball, ball)


def plus(a: Range, b: Range) -> Range:
    """The range of a sum."""
    return outward(a.lo + b.lo, a.hi + b.hi, a.lo_open or b.lo_open, a.hi_open or b.hi_open)


def lower(a: Range, b: Range) -> Range:
    """The range with the lower low end; of equal ones, one that is taken."""
    return b if bool(b.lo < a.lo) or (bool(b.lo == a.lo) and a.lo_open) else a


def hull(parts: list[Range]) -> Range:
    """The least range around some ranges."""
    low, high = parts[0], minus(parts[0])
    for part in parts[1:]:
        low, high = lower(low, part), lower(high, minus(part))
    return Range(low.lo, -high.lo, low.lo_open, high.lo_open)


def times(a: Range, b: Range) -> Range:
    """The range of a product: extreme values other than 0 are taken at corners alone."""
    never_0 = all(r.above(True) or r.below(True) for r in (a, b))
    corners = []
    for x, x_open in ((a.lo, a.lo_open), (a.hi, a.hi_open)):
        for y, y_open in ((b.lo, b.lo_open), (b.hi, b.hi_open)):
            zero = bool(x == 0) or bool(y == 0)
            value, is_open = (NIL, never_0) if zero else (x * y, x_open or y_open)
            corners.append(outward(value, value, is_open, is_open))
    return hull(corners)


def rising(a: Range, f: Callable[[arb], arb], low: arb = -INF, high: arb = INF) -> Range:
    """The range of a strictly rising function with these limits, which it nowhere takes."""
    lo, hi = f(a.lo) if a.lo.is_finite() else low, f(a.hi) if a.hi.is_finite() else high
    found = outward(lo, hi, a.lo_open, a.hi_open)
    if not found.lo > low:
        found = found._replace(lo=low, lo_open=True)
    return found if found.hi < high else found._replace(hi=high, hi_open=True)


def size(a: Range) -> Range:
    """The range of the absolute value."""
    if a.above() or a.below():
        return a if a.above() else minus(a)
    return Range(NIL, hull([a, minus(a)]).hi)


def raised(a: Range, n: Fraction) -> Range:
    """The range of a rational power; that of n = 0 is 1."""
    if n == 0:
        return Range(ONE, ONE)
    if n < 0:
        a = raised(a, -n)
        if a.below(True):
            return minus(raised(minus(a), Fraction(-1)))
        need(a.above(True), "A denominator may be 0.")
        endless, low = not a.hi.is_finite(), INF if a.lo == 0 else 1 / a.lo
        return outward(NIL if endless else 1 / a.hi, low, a.hi_open or endless, a.lo_open)
    need(n.denominator == 1 or a.above(), "A root may be of a negative number.")
    exponent = int(n) if n.denominator == 1 else arb(fmpq(n.numerator, n.denominator))
    return rising(a if n.numerator % 2 else size(a), lambda x: NIL if x == 0 else x**exponent)


def logarithm(a: Range) -> Range:
    """The range of a logarithm."""
    need(a.above(True), "A logarithm may be of a number that is not positive.")
    return rising(a, lambda x: -INF if x == 0 else x.log())


def entropy(a: Range) -> Range:
    """The range of x log x, which falls up to 1/e and rises from there; it is 0 at 0."""
    need(a.above(), "x log x may be of a negative number.")
    ends = [NIL if x == 0 else x * x.log() if x.is_finite() else x for x in (a.lo, a.hi)]
    low, high, turn = outward(ends[0], ends[0]), outward(ends[1], ends[1]), (-ONE).exp()
    if a.lo >= turn:
        return Range(low.lo, high.hi, a.lo_open, a.hi_open)
    return hull([low, high] if a.hi <= turn else [low, high, outward(-turn, -turn)])


def lambert(a: Range) -> Range:
    """The range of the branch of Lambert's function above -1."""
    need(bool(a.lo + (-ONE).exp() > 0), "Lambert's function may be of a number below -1/e.")
    return rising(a, lambda x: x.lambertw(), -ONE)


def higher(a: Range, b: Range) -> Range:
    """The range of the larger of two terms."""
    lo = b.lo if b.lo > a.lo else a.lo
    high = lower(minus(a), minus(b))
    lo_open = any(r.lo_open and bool(r.lo == lo) for r in (a, b))
    return Range(lo, -high.lo, lo_open, high.lo_open)


FUNCTIONS: dict[str, Callable[..., Range]] = {
    "log": logarithm,
    "xlogx": entropy,
    "lambertw": lambert,
    "exp": lambda a: rising(a, lambda x: x.exp(), NIL),
    "erf": lambda a: rising(a, lambda x: x.erf(), -ONE, ONE),
    "tanh": lambda a: rising(a, lambda x: x.tanh(), -ONE, ONE),
    "abs": size,
    "max": higher,
    "min": lambda a, b: minus(higher(minus(a), minus(b))),
}


def enclose(book: Book, term: int, box: Mapping[str, Range], known: Mapping[int, bool]) -> Range:
    """The range of a term over a box in which the known terms are >= 0 (True: > 0)."""
    done: dict[int, Range] = {}

    def of(t: int) -> Range:
        if t not in done:
            found = plain(*book.rows[t])
            if t in known and not found.above(known[t]):
                found = Range(NIL, found.hi, known[t], found.hi_open)
            done[t] = found
        return done[t]

    def plain(kind: str, *rest: Any) -> Range:
        if kind == "pi":
            return outward(arb.pi(), arb.pi())
        if kind in ("num", "var"):
            return exact(rest[0]) if kind == "num" else box[rest[0]]
        if kind in ("sum", "prod"):
            found = exact(rest[0]) if kind == "sum" else Range(ONE, ONE)
            for u, k in rest[-1]:
                found = (
                    plus(found, times(exact(k), of(u)))
                    if kind == "sum"
                    else times(found, raised(of(u), Fraction(k)))
                )
            return found
        where = of(rest[0])
        if kind == "pow":
            return raised(where, rest[1])
        if kind == "if":
            certain = where.above() or where.below(True)
            return (
                of(rest[1 if where.above() else 2]) if certain else hull([of(u) for u in rest[1:]])
            )
        return FUNCTIONS[kind](*map(of, rest))

    return of(term)
