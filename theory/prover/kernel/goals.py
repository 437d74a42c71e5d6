"""What is to be shown: a term >= 0 or > 0, in a region, under assumptions of the same kind."""

from __future__ import annotations
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple
from flint import ctx
from .spans import INF, KeptBox, Span, exactly
from .terms import ZERO, Term, nodes, parts, replaced, var
from .terms import Rejected as Rejected


def require(condition: bool, reason: str) -> None:
    """Raise `Rejected` with the reason unless the condition holds."""
    if not condition:
        raise Rejected(reason)


class Interval(NamedTuple):
    """Where a variable lies; an end is None if it is infinite."""

    lo: Fraction | None
    hi: Fraction | None
    lo_open: bool = True
    hi_open: bool = True

    def end(self, high: bool) -> Fraction | None:
        """One of the ends."""
        return self.hi if high else self.lo

    def takes(self, high: bool) -> bool:
        """Whether an end belongs to the interval."""
        return self.end(high) is not None and not (self.hi_open if high else self.lo_open)

    @property
    def inside(self) -> Interval:
        """The interval without its ends."""
        return Interval(self.lo, self.hi)

    @property
    def has_inside(self) -> bool:
        """Whether numbers lie between the ends; an interval of one point has none."""
        return self.lo is None or self.hi is None or self.lo < self.hi

    @property
    def span(self) -> Span:
        """The interval as the span of its variable."""
        low = -INF if self.lo is None else exactly(self.lo).lo
        high = INF if self.hi is None else exactly(self.hi).hi
        return Span(low, high, self.lo_open or self.lo is None, self.hi_open or self.hi is None)


def meaningless(term: Term) -> bool:
    """Whether something was taken from itself, as in log x - log x, or log 0 is stated."""
    return any(
        (node.kind == "mul" or node.kind == "log") and ZERO in node.args for node in nodes(term)
    )


def opposed(terms: Iterable[Term]) -> bool:
    """Whether a sum of terms collects logarithms of opposite signs, as 2 log x - log x.

    Where they are infinite, the sum has no value, and what is collected has one.
    """
    signs: dict[tuple[Term, ...], bool] = {}
    for part in (part for term in terms for part in parts("add", term)):
        factors = parts("mul", part)
        rest = tuple(f for f in factors if f.kind != "num")
        value = factors[0].value if factors[0].kind == "num" else 1
        # A coefficient 0 marks what has cancelled; it has no sign.
        infinite = value and any(node.kind == "log" for f in rest for node in nodes(f))
        if infinite and signs.setdefault(rest, value > 0) != (value > 0):
            return True
    return False


def collects(term: Term, what: Mapping[Term, Term]) -> bool:
    """Whether a sum in a term collects such logarithms once subterms are replaced."""
    sums = (node for node in nodes(term) if node.kind == "add")
    return any(opposed(replaced(part, what) for part in node.args) for node in sums)


@lru_cache(maxsize=1 << 8)
def _box(region: tuple[tuple[str, Interval], ...], bits: int) -> KeptBox:
    """The box of a region at a precision; goals at the same place share its spans."""
    return KeptBox({name: where.span for name, where in region})


@dataclass(frozen=True)
class Goal:
    """A term to be shown >= 0 (> 0 if strict), in a region, under assumptions of the same kind."""

    term: Term
    strict: bool
    region: tuple[tuple[str, Interval], ...]
    given: tuple[tuple[Term, bool], ...] = ()
    literal: bool = True
    """Whether the term stands for what was stated, so that 0 log 0 = 0 and -log 0 is infinite.

    A term that is equal to it wherever both are defined does not.
    """

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.term, self.strict, self.region, self.given, self.literal))

    @property
    def box(self) -> KeptBox:
        """The span of each variable."""
        box = self._kept_box
        return box if box.bits == ctx.prec else _box(self.region, ctx.prec)

    @cached_property
    def _kept_box(self) -> KeptBox:
        return _box(self.region, ctx.prec)

    def of(self, term: Term, strict: bool | None = None) -> Goal:
        """Another term at the same place."""
        strict = self.strict if strict is None else strict
        return replace(self, term=term, strict=strict, literal=False)

    def where(self, name: str) -> Interval:
        """Where a variable lies."""
        return dict(self.region)[name]

    def placed(self, name: str, where: Interval) -> Goal:
        """The goal with a variable elsewhere."""
        return replace(self, region=tuple((n, where if n == name else w) for n, w in self.region))

    def interior(self, name: str) -> Goal:
        """The goal without the ends of a variable's interval."""
        return self.placed(name, self.where(name).inside)

    def along(self, name: str) -> Goal:
        """The goal without the assumptions on a variable, so that all of its interval counts."""
        return replace(self, given=tuple(g for g in self.given if name not in g[0].variables))

    def without(self, name: str, value: Term, term: Term | None = None) -> Goal:
        """A term with a value in place of a variable, as a goal about the others."""
        there = {var(name): value}
        region = tuple(pair for pair in self.region if pair[0] != name)
        # Assumptions are taken at the value as well: they are true there of what is left.
        given = tuple((replaced(g, there), strict) for g, strict in self.given)
        return Goal(replaced(term or self.term, there), self.strict, region, given, False)
