"""Stored proofs of inequalities: two programs check them again, so that nothing is searched for.

`python -m banditproof.paper_checks.write_proofs` writes them anew after a step was changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

from .vocabulary import Undecided

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banditproof.theory.prover.kernel.rules import Goal

FOLDER = "stored_proofs"
SECONDS = 20.0
"""How long a proof that is not stored is searched for."""
SAMPLES = 400
Node: TypeAlias = Mapping[str, Any]
Search: TypeAlias = "Callable[[Goal], Node | None]"


class Refuted(Exception):
    """A goal is false at a point."""

    def __init__(self, values: Mapping[str, Fraction]) -> None:
        place = ", ".join(f"{name} = {value}" for name, value in values.items())
        super().__init__(f"False at {place}." if place else "False.")
        self.values = values


_written: ContextVar[dict[str, tuple[Goal, Node]] | None] = ContextVar("_written", default=None)

_checked: dict[tuple[Goal, str], str] = {}
"""What was checked in this process already: goals and the names of their stored proofs."""


@contextmanager
def writing() -> Iterator[dict[str, tuple[Goal, Node]]]:
    """Inside, every proof is searched for, and those found are gathered by their names."""
    found: dict[str, tuple[Goal, Node]] = {}
    token = _written.set(found)
    try:
        yield found
    finally:
        _written.reset(token)


@cache
def stored_proofs(id: str) -> Mapping[str, tuple[Goal, Node]]:
    """The stored proofs of a claim, by the names of steps such as 7 or 7.base, with their goals."""
    from banditproof.theory.prover.step_proofs import steps_of

    place = files(__package__).joinpath(FOLDER, f"{id}.json")
    if not place.is_file():
        return {}
    found = steps_of(place.read_text(encoding="utf-8"), f"The file {place.name}")
    return {one.name: (one.goal, one.tree) for one in found}


def settle(goal: Goal, name: str, search: Search | None = None) -> str:
    """Show a goal, by its stored proof or by a search, and say how.

    Raises `Refuted` with a point where the goal is false, and `Undecided` if neither is found.
    """
    from banditproof.theory.prover.two_checks import check_twice

    gathered = _written.get()
    if gathered is None and (goal, name) in _checked:
        return _checked[goal, name]
    id, _, step = name.partition("/")
    about, kept = stored_proofs(id).get(step, (None, None)) if gathered is None else (None, None)
    if kept is not None and about == goal:  # else the step was changed
        check_twice(goal, kept)
        return _checked.setdefault((goal, name), f"a stored proof of {rules_of(kept)}, checked")
    point = counterexample(goal)
    if point is not None:
        raise Refuted(point)
    found = search(goal) if search else _searched(goal)
    if found is None:
        raise Undecided("The prover finds neither a proof nor a counterexample.")
    check_twice(goal, found)
    if gathered is not None:
        gathered[name] = (goal, found)
    return f"a proof of {rules_of(found)}, found"


def _searched(goal: Goal) -> Node | None:
    from banditproof.theory.prover.search.hunt import find_proof

    return find_proof(goal, SECONDS)


def rules_of(proof: Node) -> str:
    """How many rules a proof applies, in words.

    >>> rules_of({"by": "ends", "low": {"by": "span"}, "inside": {"by": "span"}})
    '3 rules'
    """
    count = _count(proof)
    return f"{count} rule{'s' * (count != 1)}"


def _count(part: Any) -> int:
    if isinstance(part, Mapping):
        return ("by" in part) + sum(map(_count, part.values()))
    return sum(map(_count, part)) if isinstance(part, list | tuple) else 0


def counterexample(goal: Goal) -> dict[str, Fraction] | None:
    """A rational point of a goal's region where it is false, in balls, or None.

    Points of a fixed sequence are tried: ends that belong to the region, and points inside.
    """
    from banditproof.theory.balls import working_precision
    from banditproof.theory.prover.kernel.rules import BITS
    from banditproof.theory.prover.kernel.spans import Undefined, exactly, span

    draw = random.Random(f"points of {len(goal.region)} quantities")
    with working_precision(BITS):
        for _ in range(SAMPLES):
            point = {name: _drawn(where, draw) for name, where in goal.region}
            box = {name: exactly(value) for name, value in point.items()}
            try:
                if not all(span(term, box).positive(strict) for term, strict in goal.given):
                    continue
                if span(-goal.term, box).positive(not goal.strict):
                    return point
            except Undefined:
                continue
    return None


def _drawn(where: Any, draw: random.Random) -> Fraction:
    """A point of an interval: an end, one near to an end, one far out, or any."""
    small = Fraction(1, 2 ** draw.randrange(1, 24))
    kind = draw.randrange(5)
    if where.lo is not None and where.hi is not None:
        if where.lo == where.hi:
            return Fraction(where.lo)
        share = (
            Fraction(draw.randrange(1, 1024), 1024),
            small,
            1 - small,
            Fraction(0),
            Fraction(1),
        )
        if (kind == 3 and where.lo_open) or (kind == 4 and where.hi_open):
            kind = 0
        return Fraction(where.lo + share[kind] * (where.hi - where.lo))
    large = Fraction(2) ** draw.randrange(-12, 12) * Fraction(draw.randrange(512, 1024), 1024)
    if where.lo is not None:
        return Fraction(where.lo) if kind == 3 and not where.lo_open else where.lo + large
    if where.hi is not None:
        return Fraction(where.hi) if kind == 4 and not where.hi_open else where.hi - large
    return Fraction(0) if kind == 3 else large if kind % 2 else -large
