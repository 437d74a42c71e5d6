"""A counterexample made simple: fewer digits in each coordinate, as long as it remains one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction

from banditproof.theory.balls import working_precision

from ..kernel.rules import Goal
from ..kernel.terms import Term, num
from .faces import Found
from .judgement import State, failing
from .samples import specials
from .simplest import ball_of, simpler
from .valuation import Valuation


def length(value: Fraction) -> int:
    """How long a number is to read; an end of a decimal number counts less than other fractions."""
    return len(str(value.numerator)) + 2 * len(str(value.denominator)) - (value.denominator == 1)


def _trials(goal: Goal, name: str, value: Fraction, others: list[Fraction]) -> Iterator[Fraction]:
    where = goal.where(name)
    simple = sorted(specials(where), key=lambda x: (x in (where.lo, where.hi), length(x)))
    yield from simple
    yield from (Fraction(i, 10) for i in range(1, 10))
    ends = tuple(x for x in (where.lo, where.hi, Fraction(0)) if x is not None)
    if abs(value) > 1000:
        yield from (Fraction(10) ** k * (1 if value > 0 else -1) for k in range(3, 302))
    for anchor in dict.fromkeys((*ends, *others)):
        away = abs(value - anchor)
        if away and away < Fraction(1, 50):
            for k in (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100, 200, 300):
                yield anchor + Fraction(1 if value > anchor else -1, 10**k)
    yield from simpler(value, tuple(dict.fromkeys((*ends, *others))))


class Shrinker:
    """Coordinates of a counterexample, each made shorter in turn."""

    def __init__(self, goal: Goal, found: Found, deadline: float) -> None:
        self.goal, self.best, self.deadline = goal, found, deadline
        self.names = [name for name, _ in goal.region]
        self.valuation = Valuation([goal.term, *(g for g, _ in goal.given)], self.names)

    def run(self) -> Found:
        """The simplest counterexample that was reached."""
        for _ in range(3):
            if not any([self._shorten(name) for name in self.names]):
                break
        return self.best

    def _shorten(self, name: str) -> bool:
        term = self.best.point[name]
        if term.kind != "num":
            return False
        value = term.value
        others = [t.value for n, t in self.best.point.items() if n != name and t.kind == "num"]
        tried = {value}
        for trial in _trials(self.goal, name, value, others):
            if trial in tried or length(trial) >= length(value):
                continue
            tried.add(trial)
            if time.monotonic() > self.deadline:
                return False
            point = {**self.best.point, name: num(trial)}
            if self._hopeful(point):
                state = failing(self.goal, point)
                if state is not None and state in (State.NEGATIVE, self.best.state):
                    self.best = Found(point, state)
                    return True
        return False

    def _hopeful(self, point: dict[str, Term]) -> bool:
        """Whether balls leave it open that the statement fails."""
        if any(t.kind != "num" for t in point.values()):
            return True
        with working_precision(512):
            at = [ball_of(point[name].value) for name in self.names]
            value, *given = self.valuation(at)
        if any(g < 0 for g in given):
            return False
        return not (value > 0)


def shrunk(goal: Goal, found: Found, deadline: float) -> Found:
    """A counterexample with simpler coordinates, until a time."""
    return found if found.enclosed else Shrinker(goal, found, deadline).run()
