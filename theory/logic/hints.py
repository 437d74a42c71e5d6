"""Hints for the search for an arithmetic step: weights, a function of two terms, ends of a range.

A hint names terms of a proof; the search has names of its own for these, and definitions put in.
What a hint leads to is a proof like any other, and is judged as one.
"""

from __future__ import annotations
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.kernel.terms import num, slope, stored
from banditproof.theory.prover.search.combination import combination
from banditproof.theory.prover.search.hunt import find_proof
from .arithmetic import relation
from .certificates import Node
from .kernel import Theorem
from .printing import shown
from .searched_steps import State
from .terms import Refused, Term

Hint: TypeAlias = Callable[[Goal, State, float], Node | None]
"""A search for a proof tree of a goal, in so many seconds."""


def weighted(
    weights: Sequence[tuple[Term, Theorem]], leaving: Term | None, positive: Sequence[Term]
) -> Hint:
    """A combination of relations with weights, what they leave, and terms that are above 0."""

    def search(goal: Goal, state: State, seconds: float) -> Node | None:
        triples = []
        for weight, th in weights:
            sides = relation(th.conclusion)
            if sides is None:
                raise Refused(f"No relation between numbers has a weight: {shown(th.conclusion)}")
            a, sign, b = (state.real(sides[0]), sides[1], state.real(sides[2]))
            triples.append((_searched(weight, state), state.known(b - a), sign == "<"))
        rest = None if leaving is None else _searched(leaving, state)
        above = [_searched(t, state) for t in positive]
        return combination(lambda part: find_proof(part, seconds), triples, rest, above)(goal)

    return search


def of_function(function: str, larger: Term, smaller: Term, inner: Hint | None) -> Hint:
    """A proof that f(a) >= f(b) for an increasing f, such as exp, by one that a >= b."""

    def search(goal: Goal, state: State, seconds: float) -> Node | None:
        a, b = (_searched(one, state) for one in (larger, smaller))
        node: dict[str, Any] = {"by": "monotone", "function": function, "a": stored(a)}
        node |= {"b": stored(b), "proof": _found(goal.of(a - b), state, inner, seconds)}
        if function.startswith("root"):
            node |= {"function": "root", "order": int(function.removeprefix("root") or 2)}
        return None if node["proof"] is None else node

    return search


def with_ends(on: Term, inner: Hint | None) -> Hint:
    """A proof at the ends of a range, each by itself, and inside of it."""

    def search(goal: Goal, state: State, seconds: float) -> Node | None:
        name = _name_in_search(on, goal, state)
        where = goal.where(name)
        within = goal.placed(name, where.inside)
        node: dict[str, Any] = {
            "by": "ends",
            "on": name,
            "inside": _found(within, state, inner, seconds),
        }
        for high, key in ((False, "low"), (True, "high")):
            if where.takes(high):
                node[key] = find_proof(goal.without(name, num(where.end(high) or 0)), seconds)
        return None if None in node.values() else node

    return search


def at_extreme_points(along: Sequence[Term]) -> Hint:
    """A proof at the ends of a box along which a difference of sides is concave."""

    def search(goal: Goal, state: State, seconds: float) -> Node | None:
        if not along:
            return find_proof(goal, seconds)
        first, *others = along
        name = _name_in_search(first, goal, state)
        where = goal.where(name)
        if where.lo is None or where.hi is None:
            raise Refused(f"The range of {shown(first)} is not bounded.")
        # an assumption on the quantity might cut the box, and then its ends would not decide
        free = goal.along(name)
        # for all values of the other quantities, so that these may be moved to their ends next
        bend = -slope(slope(free.term, name), name)
        node: dict[str, Any] = {"by": "concave", "on": name}
        node["bend"] = find_proof(free.placed(name, where.inside).of(bend, False), seconds)
        for end, key in ((where.lo, "low"), (where.hi, "high")):
            at_end = at_extreme_points(others)(free.without(name, num(end)), state, seconds)
            if at_end is None:
                return None
            node[key] = {"proof": at_end}
        return node if node["bend"] is not None else None

    return search


def _found(goal: Goal, state: State, inner: Hint | None, seconds: float) -> Node | None:
    return inner(goal, state, seconds) if inner else find_proof(goal, seconds)


def _searched(one: Term, state: State) -> Expression:
    """A term as the search has it."""
    return state.known(state.real(one))


def _name_in_search(one: Term, goal: Goal, state: State) -> str:
    """The name in the search of a quantity of a goal."""
    found = _searched(one, state)
    if found.kind != "var":
        raise Refused(f"{shown(one)} is defined by other quantities; give a hint about these.")
    name = str(found.value)
    if name not in dict(goal.region):
        raise Refused(f"{shown(one)} does not occur in what is to be shown.")
    return name
