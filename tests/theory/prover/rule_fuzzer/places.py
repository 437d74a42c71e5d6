"""Where a claim is tried: points of its box, dense at its ends, and what it says there."""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any
from flint import fmpq
from .values import Point, Term, sign, stated, value

NEAR = (2, 5, 11, 30)
NEARER = (1, 2, 3, 4, 5, 6, 8, 11, 16, 22, 30, 45, 60)
ORACLE = {"by": "oracle"}


def written(book: Any, line: int) -> Term:
    """A line of the checker's book as a term; its rows are read as data, once each."""
    known = book.__dict__.setdefault("written", {})
    if line not in known:
        kind, *rest = book.rows[line]
        if kind in ("sum", "prod"):
            word, inner = ("add", "mul") if kind == "sum" else ("mul", "pow")
            parts = []
            for t, n in rest[0]:
                one = written(book, t)
                plain = n == 1
                parts.append(one if plain else [inner, str(n), one])
            empty = "1" if kind == "prod" else "0"
            known[line] = [word, *parts] if len(parts) > 1 else parts[0] if parts else empty
        elif kind in ("var", "pi"):
            known[line] = [*rest] or ["pi"]
        elif kind == "pow":
            known[line] = ["pow", str(rest[1]), written(book, rest[0])]
        else:
            known[line] = [kind, *(written(book, t) for t in rest)]
    return known[line]


def is_inside(where: Any, at: fmpq) -> bool:
    """Whether a number lies in a range."""
    above = where.lo is None or where.lo < at or (where.lo == at and not where.lo_open)
    return above and (where.hi is None or at < where.hi or (where.hi == at and not where.hi_open))


def truth(book: Any, claim: Any) -> Callable[[Point], bool | None]:
    """Whether a claim is true at a point; None if that is not known."""
    given = [(written(book, line), strict) for line, strict in claim.given]
    term, lenient, strict = written(book, claim.term), claim.lenient, claim.strict

    def holds(point: Point) -> bool | None:
        known: dict[int, Any] = {}
        for assumption, above in given:
            assumed = sign(value(assumption, point, known), above)
            if assumed is not True:  # where what is given has no value, nothing is claimed
                return True if assumed is False else None
        return sign(stated(term, point) if lenient else value(term, point, known), strict)

    return holds


@lru_cache(1 << 12)
def landmarks(where: Any, dense: int) -> tuple[fmpq, ...]:
    """Simple numbers in a range, and such that are very near its ends."""
    lo, hi = where.lo, where.hi
    found = [fmpq(0), fmpq(1), fmpq(-1), fmpq(1, 2), fmpq(-1, 2), fmpq(5, 4)]
    for end, turn in ((lo, 1), (hi, -1)):
        if end is None:
            base = next((e for e in (lo, hi) if e is not None), fmpq(0))
            found += [base - turn * fmpq(2) ** k for k in (-3, 0, 2, 5, 9)]
        else:
            near = NEAR if dense == 1 else NEARER
            found += [end] + [end + turn * fmpq(1, 2**k) for k in near]
    if lo is not None and hi is not None:
        n = 8 * dense
        found += [lo + (hi - lo) * fmpq(k, n) for k in range(1, n)]
    return tuple(at for at in dict.fromkeys(found) if is_inside(where, at))


class Places:
    """Points of boxes, at random; `dense` times as many, and those where something failed."""

    def __init__(self, seed: str, dense: int = 1, failed: Iterable[Point] = ()) -> None:
        self.dice, self.dense, self.failed = random.Random(seed), dense, list(failed)

    def along(self, where: Any) -> list[fmpq]:
        """Numbers in a range: simple ones, some very near its ends, some anywhere."""
        found, dice = list(landmarks(where, self.dense)), self.dice
        if where.lo is not None and where.hi is not None:
            wide = where.hi - where.lo
            for _ in range(2 * self.dense if wide else 0):
                found.append(where.lo + wide * fmpq(dice.randrange(1, 1 << 16), 1 << 16))
            return found
        many = range(8 * self.dense)
        anywhere = (fmpq(dice.randrange(-(1 << 12), 1 << 12), 1 << 9) for _ in many)
        return found + [at for at in anywhere if is_inside(where, at)]

    def points(self, region: Any) -> Iterator[Point]:
        """Points of a box."""
        choices = {name: self.along(where) for name, where in region.items()}
        if len(choices) == 1:
            ((name, found),) = choices.items()
            yield from ({name: at} for at in found)
        elif not choices:
            yield {}
        elif all(choices.values()):
            for _ in range(30 * self.dense):
                yield {name: self.dice.choice(found) for name, found in choices.items()}

    def covers(self, region: Any, point: Point) -> bool:
        """Whether a point lies in a box."""
        return all(
            name in point and is_inside(where, point[name]) for name, where in region.items()
        )

    def near_failures(self, region: Any) -> Iterator[Point]:
        """The points where a conclusion failed, and those on the lines through them."""
        for point in self.failed:
            if region.keys() <= point.keys():
                fits = {name: is_inside(where, point[name]) for name, where in region.items()}
                if all(fits.values()):
                    yield point
                for name, where in region.items():
                    if all(fit for other, fit in fits.items() if other != name):
                        yield from ({**point, name: at} for at in self.along(where))


class Oracle:
    """A rule that accepts what is true wherever it is tried."""

    def __init__(self, places: Places, refused: type[ValueError]) -> None:
        self.places, self.refused = places, refused

    def __call__(self, r: Any, claim: Any, node: Any) -> None:
        """Refuse a claim that is false at some point, or not known where a conclusion failed."""
        holds = truth(r.book, claim)
        for point in self.places.points(claim.region):
            if holds(point) is False:
                raise self.refused("The oracle says no.")
        failed = self.places.failed
        for point in self.places.near_failures(claim.region):
            answer = holds(point)
            if answer is False or (answer is None and point in failed):
                raise self.refused("The oracle says no, or is not sure.")
