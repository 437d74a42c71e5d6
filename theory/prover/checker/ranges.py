"""Ranges of terms over boxes: ends are exact, rounded outwards, and taken or open (no value).

A term that has a range is defined on the whole box; all functions but `if` are continuous there.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple
from flint import arb, fmpq
from .terms import Book, need

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


Ranges = dict[int, Range]


def minus(a: Range) -> Range:
    """The range of minus a term."""
    return Range(-a.hi, -a.lo, a.hi_open, a.lo_open)


def outward(lo: arb, hi: arb, lo_open: bool = False, hi_open: bool = False) -> Range:
    """The range from balls for its ends."""
    low = -INF if lo.is_nan() else lo if lo.is_exact() else lo.lower()
    high = INF if hi.is_nan() else hi if hi.is_exact() else hi.upper()
    need(not (low.is_nan() or high.is_nan()), "A number is not a number.")
    return Range(low, high, lo_open, hi_open)


def exact(value: fmpq) -> Range:
    """The range of a rational number."""
    ball = arb(value)
    return outward(ball, ball)


def plus(a: Range, b: Range) -> Range:
    """The range of a sum."""
    return outward(a.lo + b.lo, a.hi + b.hi, a.lo_open or b.lo_open, a.hi_open or b.hi_open)


def hull(*parts: Range) -> Range:
    """The least range around some; an end is open if it is wherever it occurs."""
    lo, hi = min(r.lo for r in parts), max(r.hi for r in parts)
    lo_open = all(r.lo_open for r in parts if r.lo == lo)
    return Range(lo, hi, lo_open, all(r.hi_open for r in parts if r.hi == hi))


def larger(a: Range, b: Range) -> Range:
    """The range of the larger of two terms."""
    lo, around = max(a.lo, b.lo), hull(a, b)
    return around._replace(lo=lo, lo_open=any(r.lo_open and r.lo == lo for r in (a, b)))


def times(a: Range, b: Range) -> Range:
    """The range of a product: extreme values other than 0 are taken at corners alone."""
    # An end 0 is a value only if a factor takes 0; and 0 times an infinite end is 0, for values are
    # finite.
    never_0 = all(r.above(True) or minus(r).above(True) for r in (a, b))
    corners = []
    for x, x_open in ((a.lo, a.lo_open), (a.hi, a.hi_open)):
        for y, y_open in ((b.lo, b.lo_open), (b.hi, b.hi_open)):
            zero = bool(x == 0) or bool(y == 0)
            value, is_open = (NIL, never_0) if zero else (x * y, x_open or y_open)
            corners.append(outward(value, value, is_open, is_open))
    return hull(*corners)


def rising(a: Range, f: Callable[[arb], arb], low: arb, high: arb) -> Range:
    """The range of a strictly rising function with these limits, which it nowhere takes."""
    lo, hi = f(a.lo) if a.lo.is_finite() else low, f(a.hi) if a.hi.is_finite() else high
    result = outward(lo, hi, a.lo_open, a.hi_open)
    # Rounding outwards may pass a limit that the function does not take: it is put back there,
    # open.
    if not result.lo > low:
        result = result._replace(lo=low, lo_open=True)
    return result if result.hi < high else result._replace(hi=high, hi_open=True)


def raised(a: Range, n: fmpq) -> Range:
    """The range of a rational power; that of n = 0 is 1."""
    if n < 0:
        a = raised(a, -n)
        if minus(a).above(True):
            return minus(raised(minus(a), fmpq(-1)))
        need(a.above(True), "A denominator may be 0.")
        low = 1 / a.hi if a.hi.is_finite() else NIL
        return outward(low, INF if a.lo == 0 else 1 / a.lo, a.hi_open or low == 0, a.lo_open)
    need(n.q == 1 or a.above(), "A root may be of a negative number.")
    if n.p % 2 == 0:
        # An even power is one of |a|: its range begins at 0 if a changes its sign.
        a = larger(a, minus(a))
        a = a if a.above() else a._replace(lo=NIL, lo_open=False)
    exponent = int(n.p) if n.q == 1 else arb(n)
    result = rising(a, lambda x: NIL if x == 0 else x**exponent, -INF, INF)
    return result if n else Range(ONE, ONE)


def entropy(a: Range) -> Range:
    """The range of x log x, which falls up to 1/e and rises from there; it is 0 at 0."""
    need(a.above(), "x log x may be of a negative number.")
    ends = (NIL if x == 0 else x * x.log() if x.is_finite() else x for x in (a.lo, a.hi))
    low, high = (outward(end, end) for end in ends)
    turn = (-ONE).exp()
    if a.lo >= turn:
        return Range(low.lo, high.hi, a.lo_open, a.hi_open)
    return hull(low, high) if a.hi <= turn else hull(low, high, outward(-turn, -turn))


def enclose(
    book: Book, term: int, box: Mapping[str, Range], known: Mapping[int, bool], done: Ranges
) -> Range:
    """The range of a term over a box in which the known terms are >= 0 (True: > 0)."""
    if term not in done:
        result = _by_parts(book, term, lambda t: enclose(book, t, box, known, done), box)
        if term in known and not result.above(known[term]):
            result = Range(NIL, result.hi, known[term], result.hi_open)
        done[term] = result
    return done[term]


def _by_parts(book: Book, term: int, of: Callable[[int], Range], box: Mapping[str, Range]) -> Range:
    """The range of a term from those of its parts."""
    kind, *rest = book.rows[term]
    if kind in ("var", "pi"):
        return box[rest[0]] if kind == "var" else outward(arb.pi(), arb.pi())
    if kind in ("sum", "prod"):
        result, is_sum = None, kind == "sum"
        for u, n in rest[0]:
            one, m = of(u), fmpq(n)
            one = one if n == 1 else times(exact(m), one) if is_sum else raised(one, m)
            result = one if result is None else (plus if is_sum else times)(result, one)
        return result or exact(fmpq(not is_sum))
    where = of(rest[0])
    if kind == "if":
        yes, no = where.above(), minus(where).above(True)
        return of(rest[1 if yes else 2]) if yes or no else hull(*map(of, rest[1:]))
    if kind in ("pow", "max"):
        return raised(where, rest[1]) if kind == "pow" else larger(where, of(rest[1]))
    over: Range = book.functions[kind].range(where)
    return over
