"""A counterexample made simple: fewer digits in each coordinate, as long as it remains one."""

import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.rules import Goal
from banditproof.theory.prover.kernel.terms import Term, num
from banditproof.theory.prover.search.faces import Found
from banditproof.theory.prover.search.judgement import State, failing
from banditproof.theory.prover.search.samples import specials
from banditproof.theory.prover.search.simplest import ball_of, simpler, simplest_between
from banditproof.theory.prover.search.valuation import Valuation

MOST_TRIALS, MOST_PAIRS = 1000, 30


def length(value: Fraction) -> int:
    """How long a number is to read; 1 - 10^-k is as short as 10^-k, nearly.

    >>> length(Fraction(1, 2)) < length(Fraction(1, 10**6)) < length(Fraction(1, 666667))
    True
    """
    n, d = value.numerator, value.denominator
    below = str(d)
    return min(_digits(str(abs(n)), below), _digits(str(abs(d - n)), below) + 1)


def _digits(top: str, below: str) -> int:
    short, rest = top.rstrip("0"), below.rstrip("0")
    zeros = len(top) - len(short) + len(below) - len(rest)
    return len(short) + 2 * len(rest) + zeros // 3 - (rest == "1")


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
        self.left = MOST_TRIALS
        self.refused: set[tuple[Term, ...]] = set()
        """The points that were no counterexamples, which later rounds try again."""
        self.names = [name for name, _ in goal.region]
        self.valuation = Valuation([goal.term, *(g for g, _ in goal.given)], self.names)

    def run(self) -> Found:
        """The simplest counterexample that was reached."""
        for _ in range(3):
            moved = [self._shorten(name) for name in self.names]
            moved += [self._shorten_pair(a, b) for a, b in permutations(self.names, 2)]
            if not any(moved):
                break
        return self.best

    def _values(self) -> dict[str, Fraction]:
        return {n: t.value for n, t in self.best.point.items() if t.kind == "num"}

    def _shorten(self, name: str) -> bool:
        values = self._values()
        if name not in values:
            return False
        others = [x for n, x in values.items() if n != name]
        trials = dict.fromkeys(_trials(self.goal, name, values[name], others))
        most = length(values[name])
        return any(self._accepted({name: x}) for x in trials if length(x) < most)

    def _shorten_pair(self, name: str, other: str) -> bool:
        """Move one variable, and another one so that their quotient or difference stays."""
        values = self._values()
        if not {name, other} <= set(values):
            return False
        x, y = values[name], values[other]
        before = length(x) + length(y)
        if before < 8:
            return False
        near = dict.fromkeys(
            simplest_between(*sorted((kept * (1 - radius), kept * (1 + radius))))
            for kept in (y - x, y / x - 1 if x else Fraction(0))
            for radius in (Fraction(1, 3), Fraction(1, 30), Fraction(1, 1000))
        )
        trials = dict.fromkeys(_trials(self.goal, name, x, []))
        most = length(x)
        for trial in islice((t for t in trials if length(t) < most), MOST_PAIRS):
            left = before - length(trial)
            for away in near:
                for moved in (trial + away, trial * (1 + away)):
                    shorter = length(moved) < left
                    if shorter and self._accepted({name: trial, other: moved}):
                        return True
        return False

    def _accepted(self, change: dict[str, Fraction]) -> bool:
        self.left -= 1
        if self.left < 0 or time.monotonic() > self.deadline:
            return False
        point = {**self.best.point, **{name: num(x) for name, x in change.items()}}
        key = tuple(point.values())
        hopeful = key not in self.refused and self._hopeful(point)
        state = failing(self.goal, point) if hopeful else None
        if state is None or state not in (State.NEGATIVE, self.best.state):
            self.refused.add(key)
            return False
        self.best = Found(point, state)
        return True

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
