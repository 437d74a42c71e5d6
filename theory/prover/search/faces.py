"""The faces of a region, where some variables lie at ends, and looks at points of a face."""

import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import Any
import flint
from flint import arb
from banditproof.theory.balls import midpoint, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.prover.kernel.branches import LOG_OF_ZERO
from banditproof.theory.prover.kernel.rules import Goal, Interval
from banditproof.theory.prover.kernel.terms import ZERO, Term, nodes, num, replaced, var
from banditproof.theory.prover.search.charts import Line
from banditproof.theory.prover.search.judgement import State, failing, vanishes
from banditproof.theory.prover.search.valuation import Valuation

MOST_FACES, MOST_ZEROS = 60, 40
Key = tuple[int, Any]
OUTSIDE: Key = (2, 0)
MOST_BITS = 4096


class OutOfTime(Exception):
    """The time of a search is used up."""


class Found(Exception):
    """A point at which the statement fails."""

    def __init__(
        self,
        point: Mapping[str, Term],
        state: State,
        enclosed: Mapping[str, Enclosure] | None = None,
    ) -> None:
        super().__init__(str(state))
        self.point, self.state = dict(point), state
        self.enclosed = dict(enclosed or {})
        """Coordinates of which only an enclosure is known."""


def conventional(term: Term) -> Term:
    """The term with 0 log 0 = 0 in its products."""
    zero = {
        node: ZERO
        for node in nodes(term)
        if node.kind == "mul" and ZERO in node.args and LOG_OF_ZERO in node.args
    }
    return replaced(term, zero) if zero else term


def simple_inside(where: Interval) -> Fraction:
    """A simple number inside an interval."""
    lo, hi = where.lo, where.hi
    if lo is None or hi is None:
        return lo + 1 if lo is not None else hi - 1 if hi is not None else Fraction(0)
    for value in (Fraction(1, 2), Fraction(1), Fraction(0)):
        if lo < value < hi:
            return value
    return (lo + hi) / 2


class Face:
    """A statement with some variables fixed, and looks at the points of the rest.

    A look compares in balls; where they show a failure, the exact point is judged by the kernel.
    """

    def __init__(self, goal: Goal, fixed: Mapping[str, Fraction], deadline: float) -> None:
        self.goal, self.fixed, self.deadline = goal, dict(fixed), deadline
        there = {var(name): num(value) for name, value in fixed.items()}
        self.term = conventional(replaced(goal.term, there)) if there else goal.term
        self.given = [(replaced(term, there), strict) for term, strict in goal.given]
        self.region = [(name, where) for name, where in goal.region if name not in fixed]
        self.names = [name for name, _ in self.region]
        with working_precision(1200):
            self.lines = [Line(where) for _, where in self.region]
        self.infinite = LOG_OF_ZERO in nodes(self.term)
        self.valuation = Valuation([self.term, *(g for g, _ in self.given)], self.names)
        self.unclear = 60
        """How many more points of unclear value may be judged."""
        self.sharper = 400
        """How many more points may be looked at with more digits."""
        self.zeros: list[list[Any]] = []
        self.starts: list[list[float]] = []
        """Coordinates at which the term is small, from the looks with floats."""
        self.trivial = False
        """Whether the term is 0 on the whole face."""

    @property
    def size(self) -> int:
        """The number of variables that are free."""
        return len(self.names)

    def full(self, point: Sequence[Any]) -> dict[str, Term]:
        """The point of the whole region."""
        own = {name: num(midpoint(x)) for name, x in zip(self.names, point, strict=True)}
        return {**{name: num(value) for name, value in self.fixed.items()}, **own}

    def judge(self, point: Mapping[str, Term]) -> None:
        """Raise `Found` if the statement is proved to fail at a point."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        state = failing(self.goal, point)
        if state is not None:
            raise Found(point, state)

    def contains(self, point: Sequence[Any]) -> bool:
        """Whether a point lies in the ranges of its variables."""
        for line, x in zip(self.lines, point, strict=True):
            where = line.where
            if line.lo is not None and not (x > line.lo or (x == line.lo and not where.lo_open)):
                return False
            if line.hi is not None and not (x < line.hi or (x == line.hi and not where.hi_open)):
                return False
        return True

    def look(self, point: Sequence[Any] | None) -> Key:
        """A key that is less where the term is less; points outside come last."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        if point is None or not self.contains(point):
            return OUTSIDE
        value, *given = self.valuation(point)
        wrong = [
            -g.mid()
            for g, (_, strict) in zip(given, self.given, strict=True)
            if not (g > 0 or (not strict and g >= 0))
        ]
        if wrong:
            return (1, sum(wrong, arb(0)).mid()) if all(w.is_finite() for w in wrong) else OUTSIDE
        if not value.is_finite():
            self._unclear(point)
            return OUTSIDE
        if value < 0:
            self.judge(self.full(point))
        if not (value > 0):
            value = self._sharper(point, value)
            if value.is_zero() and len(self.zeros) < MOST_ZEROS:
                self.zeros.append(list(point))
        return (0, value.mid())

    def _unclear(self, point: Sequence[Any]) -> None:
        if self.unclear > 0:
            self.unclear -= 1
            self.judge(self.full(point))

    def _sharper(self, point: Sequence[Any], value: Any) -> Any:
        """The value with more digits; 0 where they do not tell it from 0."""
        if value.is_zero() or self.sharper <= 0:
            if self.goal.strict:
                self._unclear(point)
            return arb(0)
        before = flint.ctx.prec
        try:
            for times in (4, 16):
                if before * times > MOST_BITS:
                    break
                self.sharper -= 1 if times == 4 else 5
                flint.ctx.prec = before * times
                value = self.valuation(point)[0]
                if value < 0:
                    self.judge(self.full(point))
                if value > 0 or value < 0:
                    return value
                if self.sharper <= 0:
                    break
        finally:
            flint.ctx.prec = before
        if self.goal.strict:
            self._unclear(point)
        return arb(0)


def fixing(values: Sequence[Sequence[Any]], count: int) -> Iterator[tuple[Any, ...]]:
    """One of some values for each of several variables, so many of which are not None.

    Many variables have more combinations than there is memory for.
    """
    if not values:
        yield ()
        return
    for value in values[0]:
        left = count - (value is not None)
        if 0 <= left <= sum(len(others) > 1 for others in values[1:]):
            yield from ((value, *others) for others in fixing(values[1:], left))


def faces(goal: Goal, deadline: float) -> Iterator[Face]:
    """The inside of a region, then its faces, the large ones first."""
    used = goal.term.variables.union(*(g.variables for g, _ in goal.given))
    idle = {name: simple_inside(where) for name, where in goal.region if name not in used}
    choices = [
        (name, [None, *(where.end(high) for high in (False, True) if where.takes(high))])
        for name, where in goal.region
        if name in used
    ]
    values = [values for _, values in choices]
    ends = chain.from_iterable(fixing(values, count) for count in range(len(values) + 1))
    for chosen in islice(ends, MOST_FACES):
        fixed = {name: x for (name, _), x in zip(choices, chosen, strict=True) if x is not None}
        face = Face(goal, {**idle, **fixed}, deadline)
        face.trivial = vanishes(face.term)
        yield face
