"""Ranges of terms over boxes: ends are exact, rounded outwards, and taken or not.

A term that has a range is defined on the whole box, and all its functions but `if` are continuous.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

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

    def minus(self) -> Range:
        """The range of minus the term."""
        return Range(-self.hi, -self.lo, self.hi_open, self.lo_open)

    def below(self, strict: bool = False) -> bool:
        """Whether all values are <= 0 (< 0 if strict)."""
        return self.minus().above(strict)


def outward(lo: arb, hi: arb, lo_open: bool = False, hi_open: bool = False) -> Range:
    """The range from balls for its ends."""
    low = -INF if lo.is_nan() else lo if lo.is_exact() else lo.lower()
    high = INF if hi.is_nan() else hi if hi.is_exact() else hi.upper()
    need(not low.is_nan() and not high.is_nan(), "A number is not a number.")
    return Range(low, high, lo_open, hi_open)


def exact(value: Fraction) -> Range:
    """The range of a rational number."""
    ball = arb(fmpq(value.numerator, value.denominator))
    return outward(ball, ball)


def plus(a: Range, b: Range) -> Range:
    """The range of a sum."""
    return outward(a.lo + b.lo, a.hi + b.hi, a.lo_open or b.lo_open, a.hi_open or b.hi_open)


def times(a: Range, b: Range) -> Range:
    """The range of a product: extreme values other than 0 are taken at corners alone."""
    never_0 = all(r.above(True) or r.below(True) for r in (a, b))
    low: Range | None = None
    high: Range | None = None
    for x, x_open in ((a.lo, a.lo_open), (a.hi, a.hi_open)):
        for y, y_open in ((b.lo, b.lo_open), (b.hi, b.hi_open)):
            nothing = bool(x == 0) or bool(y == 0)
            value, is_open = NIL if nothing else x * y, never_0 if nothing else x_open or y_open
            corner = outward(value, value, is_open, is_open)
            low = corner if low is None else lower(low, corner)
            high = corner.minus() if high is None else lower(high, corner.minus())
    assert low is not None and high is not None
    return Range(low.lo, -high.lo, low.lo_open, high.lo_open)


def lower(a: Range, b: Range) -> Range:
    """The range with the lower low end; of equal ones, one that is taken."""
    if bool(a.lo == b.lo):
        return b if a.lo_open else a
    return a if bool(a.lo < b.lo) else b


def rising(a: Range, f: Callable[[arb], arb], low: arb = -INF, high: arb = INF) -> Range:
    """The range of a strictly rising function with these limits at infinity, nowhere taken."""
    ends = [f(x) if x.is_finite() else limit for x, limit in ((a.lo, low), (a.hi, high))]
    found = outward(ends[0], ends[1], a.lo_open, a.hi_open)
    if not found.lo > low:
        found = found._replace(lo=low, lo_open=True)
    return found if found.hi < high else found._replace(hi=high, hi_open=True)


def raised(a: Range, n: Fraction) -> Range:
    """The range of a rational power; that of n = 0 is 1."""
    if n < 0:
        a = raised(a, -n)
        if a.below(True):
            return raised(a.minus(), Fraction(-1)).minus()
        need(a.above(True), "A denominator may be 0.")
        low, high = 1 / a.hi if a.hi.is_finite() else NIL, INF if a.lo == 0 else 1 / a.lo
        return outward(low, high, a.hi_open or not a.hi.is_finite(), a.lo_open)
    if n == 0:
        return Range(ONE, ONE)
    if n.denominator > 1:
        need(a.above(), "A root may be of a negative number.")
        exponent = arb(fmpq(n.numerator, n.denominator))
        return rising(a, lambda x: NIL if x == 0 else x**exponent)
    whole = int(n)
    if whole % 2 == 0 and not a.above():
        if not a.below():
            return Range(NIL, raised(size(a), n).hi)
        a = a.minus()
    return rising(a, lambda x: x**whole)


def logarithm(a: Range) -> Range:
    """The range of a logarithm."""
    need(a.above(True), "A logarithm may be of a number that is not positive.")
    return rising(a, lambda x: -INF if x == 0 else x.log())


def entropy(a: Range) -> Range:
    """The range of x log x, which falls up to 1/e and rises from there; it is 0 at 0."""
    need(a.above(), "x log x may be of a negative number.")

    def of(x: arb) -> arb:
        return NIL if x == 0 else x * x.log() if x.is_finite() else x

    turn = (-ONE).exp()
    low, high = outward(of(a.lo), of(a.lo)), outward(of(a.hi), of(a.hi))
    if a.lo >= turn:
        return Range(low.lo, high.hi, a.lo_open, a.hi_open)
    top = high.hi if high.hi > low.hi else low.hi
    return Range(high.lo if a.hi <= turn else outward(-turn, -turn).lo, top)


def lambert(a: Range) -> Range:
    """The range of the branch of Lambert's function above -1."""
    need(bool(a.lo + (-ONE).exp() > 0), "Lambert's function may be of a number below -1/e.")
    return rising(a, lambda x: x.lambertw(), -ONE)


def size(a: Range) -> Range:
    """The range of the absolute value."""
    if a.above() or a.below():
        return a if a.above() else a.minus()
    return Range(NIL, -a.lo if -a.lo > a.hi else a.hi)


def higher(a: Range, b: Range) -> Range:
    """The range of the larger of two terms."""
    lo = b.lo if b.lo > a.lo else a.lo
    hi = b.hi if b.hi > a.hi else a.hi
    lo_open = any(r.lo_open and bool(r.lo == lo) for r in (a, b))
    return Range(lo, hi, lo_open, all(r.hi_open or bool(r.hi < hi) for r in (a, b)))


FUNCTIONS: dict[str, Callable[..., Range]] = {
    "log": logarithm,
    "xlogx": entropy,
    "lambertw": lambert,
    "exp": lambda a: rising(a, lambda x: x.exp(), NIL),
    "erf": lambda a: rising(a, lambda x: x.erf(), -ONE, ONE),
    "tanh": lambda a: rising(a, lambda x: x.tanh(), -ONE, ONE),
    "abs": lambda a: size(a),
    "max": higher,
    "min": lambda a, b: higher(a.minus(), b.minus()).minus(),
}


def enclose(book: Book, term: int, box: Mapping[str, Range], known: Mapping[int, bool]) -> Range:
    """The range of a term over a box in which the known terms are >= 0 (True: > 0)."""
    done: dict[int, Range] = {}

    def of(t: int) -> Range:
        if t not in done:
            found = plain(t)
            if t in known and not found.above(known[t]):
                found = Range(NIL, found.hi, known[t], found.hi_open)
            done[t] = found
        return done[t]

    def plain(t: int) -> Range:
        kind, *rest = book.rows[t]
        if kind in ("num", "var"):
            return exact(rest[0]) if kind == "num" else box[rest[0]]
        if kind == "pi":
            return outward(arb.pi(), arb.pi())
        if kind == "sum":
            found = exact(rest[0])
            for u, c in rest[1]:
                found = plus(found, times(exact(c), of(u)))
            return found
        if kind == "prod":
            found = Range(ONE, ONE)
            for u, n in rest[0]:
                found = times(found, raised(of(u), Fraction(n)))
            return found
        if kind == "pow":
            return raised(of(rest[0]), rest[1])
        if kind == "if":
            where = of(rest[0])
            if where.above() or where.below(True):
                return of(rest[1] if where.above() else rest[2])
            a, b = of(rest[1]), of(rest[2])
            low, high = lower(a, b), lower(a.minus(), b.minus())
            return Range(low.lo, -high.lo, low.lo_open, high.lo_open)
        return FUNCTIONS[kind](*map(of, rest))

    return of(term)
