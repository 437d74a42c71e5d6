"""Other variables: an assumption such as p < q turns a triangle into a box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    num,
    power,
    replaced,
    slope,
    stored,
    var,
)

from .direct import Node, Prover, defined, sign_of
from .factors import factored
from .rewriting import Rewriting, fresh_name
from .samples import looks_true


class Change(NamedTuple):
    """A variable as a term in a new one and others, and the new one as a term in the old ones."""

    old: str
    new: str
    old_is: Term
    new_is: Term
    where: Interval
    assumption: int


def changes(search: Prover, goal: Goal) -> Iterator[Change]:
    """The changes of variables by which an assumption becomes an interval."""
    for place, (term, strict) in enumerate(goal.given):
        if not defined(goal, term):
            continue
        plain = factored(search, goal, term)
        core = term if plain is None else plain.core
        for name, where in goal.region:
            if name not in core.variables or name not in goal.term.variables:
                continue
            found = _linear(search, goal, core, name)
            if found is not None:
                yield from _of_bound(search, goal, name, where, *found, strict, place)


def _linear(search: Prover, goal: Goal, term: Term, name: str) -> tuple[int, Term] | None:
    """1 and L if the assumption says v >= L; -1 and L if it says v <= L."""
    lead = slope(term, name)
    if name in lead.variables:
        lead = Rewriting(lead, goal.box).short()
    if name in lead.variables or lead is ZERO:
        return None
    sign = sign_of(search, goal, lead)
    if sign is None:
        return None
    offset = replaced(term, {var(name): ZERO})
    return sign[0], Rewriting(-(offset * power(lead, -1)), goal.box).short()


def _of_bound(
    search: Prover,
    goal: Goal,
    name: str,
    where: Interval,
    side: int,
    bound: Term,
    strict: bool,
    place: int,
) -> Iterator[Change]:
    v, new = var(name), fresh_name([n for n, _ in goal.region], "t")
    t = var(new)
    beyond = where.hi if side > 0 else where.lo
    opened = where.hi_open if side > 0 else where.lo_open
    if beyond is None:
        shift = Interval(num(0).value, None, strict, True)
        if sign_of(search, goal, bound) is not None and side > 0:
            ratio = Interval(num(1).value, None, strict, True)
            yield Change(name, new, bound * t, v * power(bound, -1), ratio, place)
        yield Change(name, new, bound + num(side) * t, num(side) * (v - bound), shift, place)
        return
    room = num(side) * (num(beyond) - bound)
    if sign_of(search, goal, room) is None:
        return
    unit = Interval(num(0).value, num(1).value, strict, opened)
    share = num(side) * (v - bound) * power(room, -1)
    if side > 0:
        yield Change(name, new, bound + t * room, share, unit, place)
    else:  # v = lo + t (L - lo)
        turned = Interval(num(0).value, num(1).value, opened, strict)
        yield Change(name, new, num(beyond) + t * room, ONE - share, turned, place)


def by_triangle(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Change variables so that an assumption becomes an interval."""
    if not goal.given or not defined(goal):
        return None
    for change in changes(search, goal):
        found = changed(search, goal, change, depth)
        if found is not None:
            return found
    return None


def changed(search: Prover, goal: Goal, change: Change, depth: int) -> Node | None:
    """A proof by a change of variables."""
    there = {var(change.old): change.old_is}
    rest = [pair for pair in goal.region if pair[0] != change.old]
    region = (*rest, (change.new, change.where))
    box = {name: where.span for name, where in region}
    term = Rewriting(replaced(goal.term, there), box).whole()
    given = []
    kept: list[Any] = []
    for i, (one, strict) in enumerate(goal.given):
        if i == change.assumption:
            continue
        new = Rewriting(replaced(one, there), box).short()
        given.append((new, strict))
        back = {var(change.new): change.new_is}
        shown = search.prove(goal.of(replaced(new, back), strict), 1)
        if shown is None:
            return None
        kept.append({"term": stored(new), "strict": strict, "proof": shown})
    other = Goal(term, goal.strict, region, tuple(given))
    if not looks_true(other):
        return None
    inner = search.prove(other, depth - 1)
    if inner is None:
        return None
    inside: Node = {}
    for name, where in region:
        ends: Node = {}
        for high, key in ((False, "low"), (True, "high")):
            end = where.end(high)
            if end is None:
                continue
            value = change.new_is if name == change.new else var(name)
            beyond = (value - num(end)) * num(-1 if high else 1)
            shown = search.prove(goal.of(beyond, not where.takes(high)), 2)
            if shown is None:
                return None
            ends[key] = shown
        inside[name] = ends
    return {
        "by": "instance",
        "with": {change.new: stored(change.new_is)},
        "where": {name: _written(where) for name, where in region},
        "inside": inside,
        "given": kept,
        "term": stored(term),
        "proof": inner,
    }


def _written(where: Interval) -> list[Any]:
    ends = [None if end is None else str(end) for end in where[:2]]
    return [*ends, where.lo_open, where.hi_open]
