"""Deciding a statement: a counterexample is looked for before a proof, and after it."""

from __future__ import annotations

import time
from fractions import Fraction

from banditproof.theory.balls import working_precision
from banditproof.theory.enclosure import Enclosure

from .kernel.forms import is_zero
from .kernel.rules import BITS, Goal
from .kernel.terms import num, replaced, var
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
        return _timed(found, passed())
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
        return _timed(found, passed())
    return Undecided(statement, search.stuck, search.tried, passed())


def _disproof(statement: Statement, seconds: float) -> Disproof | None:
    """A counterexample of the search, unless its value here speaks against it."""
    from .search.counterexample import find_counterexample

    try:
        found = find_counterexample(statement.goal, seconds)
    except (RecursionError, MemoryError):
        return None
    if found is None:
        return None
    known = {**statement.domain.fixed, **found.point}
    witness = {name: known[name] for name in statement.domain.names if name in known}
    return Disproof(statement, witness, found.value, found.reason) if _stands(statement, witness) else None


def _stands(statement: Statement, witness: Witness) -> bool:
    """Whether an exact point lies in the domain, and its value is not proved to be as claimed."""
    point = {name: value for name, value in witness.items() if isinstance(value, Fraction)}
    goal = statement.goal
    if not {name for name, _ in goal.region} <= set(point):
        return True
    if not all(where.holds(point[name]) for name, where in goal.region):
        return False
    return not any(
        as_claimed(term, strict, point) is not wanted
        for term, strict, wanted in (*((t, s, True) for t, s in goal.given), (goal.term, goal.strict, False))
    )
