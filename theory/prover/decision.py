"""Deciding a statement: a proof and a counterexample are looked for in turn."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any
from banditproof.theory.argument_readers import reads, values_of
from .deadline import TimeIsUp, deadline
from .evaluation import Point, value_at
from .kernel.goals import Goal, Interval
from .kernel.terms import Term
from .notation import written
from .outcomes import Disproof, Proof, Undecided, Witness
from .statement import Statement

DISPROVE, PROVE = "disprove", "prove"
TURNS = ((DISPROVE, 0.005), (PROVE, 0.055), (DISPROVE, 0.105), (PROVE, 0.7), (DISPROVE, 1.0))
"""What is tried in turn, and up to which share of the time; each turn begins anew."""
GRACE = 1.0
"""A search that does not end by itself is ended so many seconds after its time."""
LONGEST = 10.0**7


@reads(statement=values_of(Statement))
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
    from .search.counterexample import find_counterexample
    from .search.gaps import gap
    from .search.hunt import Search, find_proof

    started, search = time.monotonic(), Search(0.0)
    given_up, errors = set[str](), list[str]()
    result: Disproof | Proof | None = None
    without_value: Mapping[str, Fraction] | None = None
    for place, (turn, share) in enumerate(TURNS):
        if place == 1:
            without_value = gap(statement.goal)
            if without_value is not None:  # no rule applies there
                given_up.add(PROVE)
        begun = time.monotonic()
        seconds = share * time_limit - (begun - started)
        if seconds <= 0 or turn in given_up:
            continue
        try:
            with deadline(seconds * 1.05 + GRACE):
                if turn == DISPROVE:
                    result = _disproof(statement, seconds, find_counterexample)
                else:
                    search = Search(seconds)
                    tree = find_proof(statement.goal, search=search)
                    proof = None if tree is None else Proof(statement, tree)
                    if proof is not None:
                        proof.check()
                    result = proof
        except TimeIsUp:
            continue
        except MemoryError:
            raise
        except Exception as error:  # a fault of a search is no fault of the statement, and is said
            errors.append(f"{turn}: {type(error).__name__}: {error}")
            given_up.add(turn)
        if result is not None:
            return replace(result, seconds=time.monotonic() - started)
        if time.monotonic() - begun < 0.9 * seconds:  # more time would not help
            given_up.add(turn)
    stuck = search.stuck or statement.goal
    passed = time.monotonic() - started
    return Undecided(statement, stuck, search.tried, tuple(errors), passed, without_value)


def _disproof(
    statement: Statement, seconds: float, search: Callable[[Goal, float], Any]
) -> Disproof | None:
    """A counterexample of the search, unless its value here speaks against it.

    Ends that are not rational, as in [0, pi], are put in the place of the variable.
    """
    from .search.equalities import restricted

    domain, goal = statement.domain, statement.goal
    places: list[tuple[Goal, Witness, str]] = [(goal, {}, "")]
    for name, end in domain.irrational_ends:
        where = f"With {name} = {written(end)}: "
        places.append((restricted(goal, name, end), {name: value_at(end, {})}, where))
    for place, fixed, where in places:
        match = search(place, seconds / len(places))
        if match is not None:
            known = {**domain.fixed, **fixed, **match.point}
            witness = {name: known[name] for name in domain.names if name in known}
            if _stands(statement, witness):
                return Disproof(statement, witness, match.value, where + match.reason)
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
