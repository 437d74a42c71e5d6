"""Deciding a statement: a counterexample is looked for before a proof, and after it."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

from .evaluation import Point, value_at
from .kernel.goals import Goal, Interval
from .kernel.terms import Term
from .notation import written
from .outcomes import Disproof, Proof, Undecided, Witness
from .statement import Statement

QUICK = 0.05
"""The share of the time for a first look for a counterexample, of at most `MOST_QUICK` seconds."""
MOST_QUICK = 1.0
FOR_PROOFS = 0.7
"""The share of the rest for a proof; what is left then is for a counterexample."""
LONGEST = 10.0**7


def prove(statement: Statement, time_limit: float = 60.0) -> Proof | Disproof | Undecided:
    """Prove a statement, or find a point at which it does not hold, within some seconds.

    A proof was accepted by the kernel, and a counterexample is certified in exact arithmetic or in
    balls. Otherwise the result is `Undecided`, and says where the search stuck.

    >>> found = prove(Statement.of("log(1 + x) <= x", "x in [0, inf)"))
    >>> found.result, found.rules["span"] > 0
    ('proved', True)
    """
    if not 0 < time_limit <= LONGEST:
        raise ValueError(f"The time limit is {time_limit}; give a number of seconds > 0.")
    from .search.hunt import Search, find_proof

    goal, started = statement.goal, time.monotonic()

    def passed() -> float:
        return time.monotonic() - started

    found = _disproof(statement, min(MOST_QUICK, QUICK * time_limit))
    if found is not None:
        return replace(found, seconds=passed())
    search = Search(max(0.0, FOR_PROOFS * (time_limit - passed())))
    try:
        tree = find_proof(goal, search=search)
    except (RecursionError, MemoryError):
        tree = None
    if tree is not None:
        return Proof(statement, tree, passed())
    if passed() < time_limit:
        found = _disproof(statement, time_limit - passed())
    if found is not None:
        return replace(found, seconds=passed())
    return Undecided(statement, search.stuck, search.tried, passed())


def _disproof(statement: Statement, seconds: float) -> Disproof | None:
    """A counterexample of the search, unless its value here speaks against it.

    Ends that are not rational, as in [0, pi], are put in the place of the variable.
    """
    from .search.counterexample import find_counterexample

    domain, goal = statement.domain, statement.goal
    places: list[tuple[Goal, Witness, str]] = [(goal, {}, "")]
    for name, end in domain.irrational_ends:
        where = f"With {name} = {written(end)}: "
        places.append((goal.without(name, end), {name: value_at(end, {})}, where))
    for place, fixed, where in places:
        try:
            found = find_counterexample(place, seconds / len(places))
        except (RecursionError, MemoryError):
            continue
        if found is not None:
            known = {**domain.fixed, **fixed, **found.point}
            witness = {name: known[name] for name in domain.names if name in known}
            if _stands(statement, witness):
                return Disproof(statement, witness, found.value, where + found.reason)
    return None


def _stands(statement: Statement, witness: Witness) -> bool:
    """Whether nothing computed here speaks against a counterexample: its place and its value."""
    point = {name: value for name, value in witness.items() if isinstance(value, Fraction)}
    goal = statement.goal
    if not {name for name, _ in goal.region} <= set(point):
        return True
    return (
        all(_lies(point[name], where) for name, where in goal.region)
        and all(_sign(term, strict, point) is not False for term, strict in goal.given)
        and _sign(goal.term, goal.strict, point) is not True
    )


def _lies(value: Fraction, where: Interval) -> bool:
    above = where.lo is None or where.lo < value or (where.takes(False) and where.lo == value)
    below = where.hi is None or value < where.hi or (where.takes(True) and where.hi == value)
    return above and below


def _sign(term: Term, strict: bool, point: Point) -> bool | None:
    """Whether a term is >= 0 (> 0 if strict) at a point; None if the balls do not tell."""
    try:
        value = value_at(term, point)
    except ValueError:
        return None
    if value.lo > 0 or (value.lo == 0 and not strict):
        return True
    return False if value.hi < 0 or (value.hi == 0 and strict) else None
