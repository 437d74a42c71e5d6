"""What a node of a proof has to prove, and the steps that the rules share."""

from __future__ import annotations
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from flint import fmpq
from .ranges import INF, Range, Ranges, enclose, exact
from .terms import Book, need, rational

ENDS = (("low", False), ("high", True))
Rule = Callable[["Replay", "Claim", Any], None]


def flag(value: Any) -> bool:
    """A value that has to be true or false."""
    need(isinstance(value, bool), f"{value!r:.40} is neither true nor false.")
    return bool(value)


class Where(NamedTuple):
    """Where a variable lies; an end is None if it is infinite."""

    lo: fmpq | None
    hi: fmpq | None
    lo_open: bool = True
    hi_open: bool = True

    @classmethod
    def read(cls, data: Any) -> Where:
        """An interval from JSON; it has to have a point."""
        low, high, lo_open, hi_open = data
        lo, hi = (None if end is None else rational(end) for end in (low, high))
        where = cls(lo, hi, flag(lo_open), flag(hi_open))
        need(not where.is_empty(), "A range is empty.")
        return where

    def parts(self, at: Any) -> tuple[Where, Where]:
        """The parts up to a point inside, and from there on."""
        place = rational(at)
        within = (self.lo is None or self.lo < place) and (self.hi is None or place < self.hi)
        need(within, "The point is not inside.")
        return self._replace(hi=place, hi_open=False), self._replace(lo=place, lo_open=True)

    def cut(self, at: fmpq, high: bool, strict: bool) -> Where:
        """The part below (or above) a bound, which belongs to it unless it is strict."""
        end, is_open = (self.hi, self.hi_open) if high else (self.lo, self.lo_open)
        if end is not None and (end < at if high else end > at):
            return self
        leaves = strict or (is_open and end == at)
        if high:
            return self._replace(hi=at, hi_open=leaves)
        return self._replace(lo=at, lo_open=leaves)

    def is_empty(self) -> bool:
        """Whether no number lies there."""
        if self.lo is None or self.hi is None:
            return False
        return self.lo > self.hi or (self.lo == self.hi and (self.lo_open or self.hi_open))

    def range(self) -> Range:
        """The interval, rounded outwards."""
        low = -INF if self.lo is None else exact(self.lo).lo
        high = INF if self.hi is None else exact(self.hi).hi
        return Range(low, high, self.lo_open or self.lo is None, self.hi_open or self.hi is None)


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

    def end(self, name: str, high: bool) -> tuple[fmpq | None, bool]:
        """An end of a variable, and whether it is taken."""
        lo, hi, lo_open, hi_open = self.region[name]
        return (hi, not hi_open) if high else (lo, not lo_open)

    def assume(self, term: int, strict: bool = False) -> Claim:
        """The claim under one more assumption."""
        return replace(self, given=(*self.given, (term, strict)))


class Replay:
    """The check of one proof."""

    def __init__(self, book: Book, rules: Mapping[str, Rule]) -> None:
        self.book, self.rules = book, rules
        self.used: set[str] = set()  # the rules, by the names of their rows
        self.trail: list[Any] = []
        self.by: Any = None
        self.done: dict[int, tuple[Any, Any, Ranges]] = {}  # by regions' identity

    def check(self, claim: Claim, node: Any, *keys: Any) -> None:
        """Check the node that is found under some keys, and all below it."""
        for key in keys:
            node = node[key]
            self.trail.append(key)
        by, self.by = self.by, node["by"]
        known = isinstance(self.by, str) and self.by in self.rules
        need(known, f"There is no such rule as {self.by!r:.40}.")
        self.used.add(self.by)
        self.rules[self.by](self, claim, node)
        self.by = by
        del self.trail[len(self.trail) - len(keys) :]

    def range(self, claim: Claim, term: int, known: Mapping[int, bool] | None = None) -> Range:
        """The range of a term, which shows that it is defined on the whole box."""
        if id(claim.region) not in self.done:
            box = {name: where.range() for name, where in claim.region.items()}
            self.done[id(claim.region)] = claim.region, box, {}
        _, box, done = self.done[id(claim.region)]
        return enclose(self.book, term, box, known or {}, {} if known else done)

    def defined(self, claim: Claim, node: Any, key: str = "defined") -> Range:
        """The range of the term; terms that are proved >= 0 or > 0 may help."""
        known = {}
        for i, part in enumerate(node.get(key, ())):
            term, strict = self.book.read(part["term"]), flag(part["strict"])
            self.check(claim.of(term, strict), node, key, i, "proof")
            known[term] = strict
        return self.range(claim, claim.term, known)

    def put(self, claim: Claim, name: str, value: int, term: int) -> Claim:
        """A claim about a term with a value in place of a variable."""
        book, what = self.book, {self.book.line("var", name): value}
        given = tuple((book.put(t, what), s) for t, s in claim.given)
        region = {n: w for n, w in claim.region.items() if n != name}
        return Claim(book.put(term, what), claim.strict, region, given)

    def collects(self, term: int, what: Mapping[int, int]) -> bool:
        """Whether a sum collects logarithms of opposite signs when terms are put for others."""
        book = self.book
        sums = ([book.total(item) for item in book.items(t)] for t in book.inside[term])
        return any(book.opposed(book.put(t, what) for t in terms) for terms in sums)

    def beyond(self, value: int, end: fmpq, high: bool) -> int:
        """A term that is >= 0 where a value is not beyond an end."""
        return self.book.minus(value, self.book.num(end), -1 if high else 1)
