"""The values of terms over boxes, in Arb: intervals with ends that are exact and may be open.

An open end is not taken. So p > 0 differs from p >= 0 on (0, 1), where the closed interval contains
0. Ends are rounded outwards. A term that has a span is defined at every point of the box, and each
of its functions but `if` is continuous there.
"""

from __future__ import annotations
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from typing import NamedTuple
from flint import arb, ctx, fmpq
from .terms import Term

INF, NIL = arb("inf"), arb(0)


class Undefined(ValueError):
    """A term is not shown to be defined on a box."""


class Span(NamedTuple):
    """An interval; `lo_open` and `hi_open` say that no value equals the end."""

    lo: arb
    hi: arb
    lo_open: bool = False
    hi_open: bool = False

    def positive(self, strict: bool) -> bool:
        """Whether every value is >= 0, or > 0 if strict."""
        return bool(self.lo > 0) or (bool(self.lo == 0) and (self.lo_open or not strict))

    def negated(self) -> Span:
        """The span of minus the term."""
        return Span(-self.hi, -self.lo, self.hi_open, self.lo_open)

    def has_zero(self) -> bool:
        """Whether 0 may be a value."""
        if self.lo > 0 or self.hi < 0:
            return False
        return not ((self.lo_open and self.lo == 0) or (self.hi_open and self.hi == 0))


Box = Mapping[str, Span]


class KeptBox(dict[str, Span]):
    """A box that keeps the spans of terms over it, which belong to the precision of their balls."""

    def __init__(self, spans: Mapping[str, Span]) -> None:
        super().__init__(spans)
        self.bits = ctx.prec
        self.spans: dict[Term, Span] = {}

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def exactly(value: Fraction) -> Span:
    """The span of a rational."""
    return _exactly(value.numerator, value.denominator, ctx.prec)


@lru_cache(maxsize=1 << 12)
def _exactly(numerator: int, denominator: int, bits: int) -> Span:
    return rounded(arb(fmpq(numerator, denominator)))


def _outwards(ball: arb) -> tuple[arb, arb]:
    """The ends of a ball; those of a ball that says nothing are infinite."""
    if ball.is_nan():
        return -INF, INF
    # Exact ends stay as they are: 0 stays 0, and an open end stays where it is not taken.
    return (ball, ball) if ball.is_exact() else (ball.lower(), ball.upper())


def rounded(
    low: arb, high: arb | None = None, lo_open: bool = False, hi_open: bool = False
) -> Span:
    """A span from balls, rounded outwards; a ball that says nothing is infinite."""
    lo, hi = _outwards(low)
    return Span(lo, hi if high is None else _outwards(high)[1], lo_open, hi_open)


def _least(ends: list[tuple[arb, bool]]) -> tuple[arb, bool]:
    """The least of some ends; it is open if it is open wherever it occurs."""
    least = ends[0][0]
    for end, _ in ends:
        if end < least:
            least = end
    for end, is_open in ends:
        if not is_open and not end > least:
            return least, False
    return least, True


def hull(a: Span, b: Span) -> Span:
    """The least span around two."""
    low, high = (
        _least([(s.lo, s.lo_open) for s in (a, b)]),
        _least([(-s.hi, s.hi_open) for s in (a, b)]),
    )
    return Span(low[0], -high[0], low[1], high[1])


def plus(a: Span, b: Span) -> Span:
    """The sum."""
    # Values are finite: an infinite end stays, and there is no infinity minus infinity.
    low = -INF if not (a.lo.is_finite() and b.lo.is_finite()) else a.lo + b.lo
    high = INF if not (a.hi.is_finite() and b.hi.is_finite()) else a.hi + b.hi
    return rounded(low, high, a.lo_open or b.lo_open, a.hi_open or b.hi_open)


def _ends(a: Span) -> tuple[tuple[arb, bool], ...]:
    """The ends of a span; an exact number has one."""
    low = a.lo, a.lo_open
    return (low,) if a.lo is a.hi and a.lo_open == a.hi_open else (low, (a.hi, a.hi_open))


def times(a: Span, b: Span) -> Span:
    """The product; 0 times an infinite end is 0, for the values are finite.

    A bilinear function takes an extreme value other than 0 at corners alone, and 0 where a factor
    is 0.
    """
    lows, highs = [], []
    ends = _ends(b)
    for x, x_open in _ends(a):
        for y, y_open in ends:
            low, high = _outwards(NIL if x == 0 or y == 0 else x * y)
            lows.append((low, x_open or y_open))
            highs.append((-high, x_open or y_open))
    (low, lo_open), (high, hi_open) = _least(lows), _least(highs)
    # Exponents of Arb do not underflow: an end that is 0 comes from a factor 0. It is then a value
    # if a factor takes 0, at a corner or not.
    if low == 0 or high == 0:
        nonzero = not (a.has_zero() or b.has_zero())
        lo_open, hi_open = nonzero if low == 0 else lo_open, nonzero if high == 0 else hi_open
    return Span(low, -high, lo_open, hi_open)


def _rising(a: Span, function: Callable[[arb], arb]) -> Span:
    return rounded(function(a.lo), function(a.hi), a.lo_open, a.hi_open)


def _power(a: Span, n: Fraction) -> Span:
    if n <= 0:
        return exactly(Fraction(1)) if n == 0 else _inverse(_power(a, -n))
    exponent = int(n) if n.denominator == 1 else arb(fmpq(n.numerator, n.denominator))

    def of(x: arb) -> arb:
        endless = not x.is_finite()
        return (
            (abs(x) if n.numerator % 2 == 0 else x) if endless else NIL if x == 0 else x**exponent
        )

    if n.denominator > 1 and not a.positive(False):
        raise Undefined("a root of a number that may be negative")
    if n.denominator == 1 and n.numerator % 2 == 0 and not a.positive(False):
        if not a.negated().positive(False):
            return Span(NIL, larger(rounded(of(a.lo)).hi, rounded(of(a.hi)).hi))
        a = a.negated()
    return _rising(a, of)


def larger(x: arb, y: arb) -> arb:
    """The larger of two exact numbers."""
    return y if bool(y > x) else x


def _inverse(a: Span) -> Span:
    if a.negated().positive(True):
        return _inverse(a.negated()).negated()
    if not a.positive(True):
        raise Undefined("a quotient whose denominator may be 0")
    endless = not a.hi.is_finite()
    low, high = NIL if endless else 1 / a.hi, INF if bool(a.lo == 0) else 1 / a.lo
    return rounded(low, high, a.hi_open or endless, a.lo_open)


def _log(a: Span) -> Span:
    if not a.positive(True):
        raise Undefined("a logarithm of a number that may not be positive")
    return _rising(a, lambda x: -INF if x == 0 else x.log() if x.is_finite() else x)


def _exp(a: Span) -> Span:
    result = _rising(a, lambda x: x.exp() if x.is_finite() else NIL if x < 0 else x)
    # exp is above its limit 0 at minus infinity.
    return result._replace(lo_open=result.lo_open or not a.lo.is_finite())


def _xlogx(a: Span) -> Span:
    if not a.positive(False):
        raise Undefined("x log x of a number that may be negative")

    def of(x: arb) -> arb:
        return NIL if x == 0 else x * x.log() if x.is_finite() else x

    turn = (-arb(1)).exp()
    # x log x falls up to 1/e and rises from there. Where the ball of 1/e leaves open on which side
    # an end lies, the last line serves: it is right for every box.
    if bool(a.lo >= turn):
        return _rising(a, of)
    if bool(a.hi <= turn):
        return _rising(a, lambda x: -of(x)).negated()._replace(lo_open=False, hi_open=False)
    return Span(rounded(-turn).lo, larger(rounded(of(a.lo)).hi, rounded(of(a.hi)).hi))


def _sigmoid(a: Span, function: Callable[[arb], arb]) -> Span:
    """An increasing function between -1 and 1, neither of which it takes."""
    low = function(a.lo) if a.lo.is_finite() else arb(-1)
    high = function(a.hi) if a.hi.is_finite() else arb(1)
    result = rounded(low, high, a.lo_open, a.hi_open)
    # Rounding may reach +-1, which the function does not: the end is put there, and is open.
    lo_open, hi_open = not bool(result.lo > -1), not bool(result.hi < 1)
    return Span(
        arb(-1) if lo_open else result.lo,
        arb(1) if hi_open else result.hi,
        result.lo_open or lo_open,
        result.hi_open or hi_open,
    )


def _lambert(a: Span) -> Span:
    if not bool(a.lo + (-arb(1)).exp() > 0):
        raise Undefined("Lambert's function of a number that may be below -1/e")
    return _rising(a, lambda x: x.lambertw() if x.is_finite() else x)


def _larger(a: Span, b: Span) -> Span:
    lo, hi = larger(a.lo, b.lo), larger(a.hi, b.hi)
    # The larger one is at the low end only if both are at or below it.
    lo_open = any(x.lo_open and bool(x.lo == lo) for x in (a, b))
    return Span(lo, hi, lo_open, all(x.hi_open or bool(x.hi < hi) for x in (a, b)))


SPANS: Mapping[str, Callable[..., Span]] = {
    "log": _log,
    "exp": _exp,
    "xlogx": _xlogx,
    "lambertw": _lambert,
    "erf": lambda a: _sigmoid(a, lambda x: x.erf()),
    "tanh": lambda a: _sigmoid(a, lambda x: x.tanh()),
    "abs": lambda a: _larger(a, a.negated()),
    "max": _larger,
    "min": lambda a, b: _larger(a.negated(), b.negated()).negated(),
}


def span(term: Term, box: Box, known: Mapping[Term, bool] | None = None) -> Span:
    """The span of a term over a box, in which `known` terms are > 0 (True) or >= 0 (False).

    >>> from .terms import made, num, var
    >>> unit, p = Span(arb(0), arb(1), True, True), var("p")
    >>> found = span(made("log", (p * (num(1) - p),)), {"p": unit})
    >>> bool(found.hi == 0), found.hi_open
    (True, True)
    """
    results: dict[Term, Span] = {}
    if isinstance(box, KeptBox) and box.bits == ctx.prec and not known:
        results = box.spans
    return _known(term, box, known or {}, results)


def _known(node: Term, box: Box, known: Mapping[Term, bool], results: dict[Term, Span]) -> Span:
    """The span of a term, which is found once."""
    if node not in results:
        here = _of(node, lambda one: _known(one, box, known, results), box)
        # `known` comes with a proof: values below 0 are of points that do not count.
        if node in known and not here.positive(known[node]):
            here = Span(larger(here.lo, NIL), here.hi, known[node], here.hi_open)
        results[node] = here
    return results[node]


def _of(node: Term, of: Callable[[Term], Span], box: Box) -> Span:
    kind = node.kind
    if kind in ("num", "pi", "var"):
        return (
            box[node.value]
            if kind == "var"
            else exactly(node.value)
            if kind == "num"
            else rounded(arb.pi())
        )
    if kind == "if":
        condition, a, b = node.args
        where = of(condition)
        if where.positive(False) or where.negated().positive(True):
            return of(a) if where.positive(False) else of(b)
        # On such a box either branch may count, so both must be defined everywhere.
        return hull(of(a), of(b))
    spans = [of(argument) for argument in node.args]
    if kind not in ("add", "mul"):
        return _power(spans[0], node.value) if kind == "pow" else SPANS[kind](*spans)
    return reduce(plus if kind == "add" else times, spans)
