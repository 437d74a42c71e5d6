"""The hints of a step for the search: weights, a function of two terms, ends, extreme points.

A hint names terms and quantities of the proof; the search has names of its own for these, and
definitions put in. What a hint leads to is a proof like any other, and is judged as one.
"""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from typing import Any
from banditproof.theory.logic.combination import combined
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.searched_steps import State
from banditproof.theory.logic.terms import Refused
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.kernel.terms import num, slope, stored
from banditproof.theory.prover.notation import parse
from banditproof.theory.prover.search.hunt import find_proof
from ..extreme_points import ExtremePoints
from ..inequality import Inequality
from ..step import Step
from .arithmetic import Hint
from .formulas import is_relation, term
from .kept_certificates import Node


def hint_of(step: Step, known: Mapping[int, Theorem]) -> Hint | None:
    """What a step says about how it is shown, by the theorems that it uses."""
    if isinstance(step, ExtremePoints):
        return at_extreme_points(step.along)
    if not isinstance(step, Inequality):
        return None
    inner: Hint | None = None
    if step.weights or step.rest:
        pairs = [(text, known[number]) for number, text in step.weights.items()]
        inner = weighted(pairs, step.rest, step.positive)
    if step.monotone is not None:
        inner = of_function(*step.monotone, inner)
    return with_ends(step.apart, inner) if step.apart else inner


def weighted(weights: Sequence[tuple[str, Theorem]], rest: str, positive: Sequence[str]) -> Hint:
    """The search for a combination of theorems, each with its weight."""
    if not all(is_relation(th.conclusion) for _, th in weights):
        raise Refused("A step that has a weight states no relation.")
    pairs = [(term(parse(text)), th) for text, th in weights]
    leaving = term(parse(rest)) if rest else None
    above = [term(parse(text)) for text in positive]

    def search(goal: Goal, state: State, seconds: float) -> Node | None:
        return combined(goal, state, pairs, leaving, above, seconds)

    return search


def of_function(function: str, larger: str, smaller: str, inner: Hint | None) -> Hint:
    """The search for a proof that f(a) >= f(b) for an increasing f, by one that a >= b."""

    def search(goal: Goal, state: State, seconds: float) -> Node | None:
        a, b = (_as_searched(text, state) for text in (larger, smaller))
        node: dict[str, Any] = {"by": "monotone", "function": function, "a": stored(a)}
        node |= {"b": stored(b), "proof": _shown(goal.of(a - b), state, inner, seconds)}
        if function.startswith("root"):
            node |= {"function": "root", "order": int(function.removeprefix("root") or 2)}
        return None if node["proof"] is None else node

    return search


def with_ends(name: str, inner: Hint | None) -> Hint:
    """The search for a proof at the ends of a range, each by itself, and inside of it."""

    def search(goal: Goal, state: State, seconds: float) -> Node | None:
        on = _name_in_search(name, state)
        where = goal.where(on)
        within = goal.placed(on, where.inside)
        node: dict[str, Any] = {
            "by": "ends",
            "on": on,
            "inside": _shown(within, state, inner, seconds),
        }
        for high, key in ((False, "low"), (True, "high")):
            if where.takes(high):
                node[key] = find_proof(goal.without(on, num(where.end(high) or 0)), seconds)
        return None if None in node.values() else node

    return search


def at_extreme_points(along: Sequence[str]) -> Hint:
    """The search for a proof at the ends of a box along which a difference of sides is concave."""

    def search(goal: Goal, state: State, seconds: float) -> Node | None:
        if not along:
            return find_proof(goal, seconds)
        first, *others = along
        name = _name_in_search(first, state)
        where = goal.where(name)
        if where.lo is None or where.hi is None:
            raise Refused(f"The range of {first} is not bounded.")
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


def _shown(goal: Goal, state: State, inner: Hint | None, seconds: float) -> Node | None:
    return inner(goal, state, seconds) if inner else find_proof(goal, seconds)


def _as_searched(text: str, state: State) -> Expression:
    """A term of a step as the search has it."""
    return state.known(state.real(term(parse(text))))


def _name_in_search(name: str, state: State) -> str:
    """The name of a quantity in the search."""
    found = _as_searched(name, state)
    if found.kind != "var":
        raise Refused(f"{name} is defined by other quantities; give a hint about these.")
    return str(found.value)
