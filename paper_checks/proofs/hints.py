"""Searches that follow the hints of a step: a combination, a function of two terms, ends apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .relations import Relation, with_definitions
from .step import Context
from .store import Node, Search, searched

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Goal
    from banditproof.theory.prover.kernel.terms import Term

    Weighted: TypeAlias = tuple[Term, Term, bool]
    """A weight, a term of an assumption, and whether that is > 0."""

BY_SPAN: Node = {"by": "span"}


def with_known(text: str, context: Context) -> Term:
    """A term with the names replaced that the steps define."""
    from banditproof.theory.prover.kernel.terms import ZERO
    from banditproof.theory.prover.notation import parse

    result, _ = with_definitions(Relation(parse(text), ">=", ZERO), context.given())
    return result.left


def with_ends(name: str, inner: Search | None) -> Search:
    """The search for a proof at the ends of a range, each by itself, and inside of it."""

    def search(goal: Goal) -> Node | None:
        from banditproof.theory.prover.kernel.terms import num

        where = goal.where(name)
        within = goal.placed(name, where.inside)
        node: dict[str, Any] = {"by": "ends", "on": name, "inside": (inner or searched)(within)}
        for high, key in ((False, "low"), (True, "high")):
            if where.takes(high):
                node[key] = searched(goal.without(name, num(where.end(high) or 0)))
        return None if None in node.values() else node

    return search


def of_function(function: str, a: Term, b: Term, inner: Search | None) -> Search:
    """The search for a proof that f(a) >= f(b) for an increasing f, by one that a >= b."""

    def search(goal: Goal) -> Node | None:
        from banditproof.theory.prover.kernel.terms import stored

        below = goal.of(a - b)
        result = inner(below) if inner else searched(below)
        node: dict[str, Any] = {"by": "monotone", "function": function, "proof": result}
        node |= {"a": stored(a), "b": stored(b)}
        if function.startswith("root"):
            node |= {"function": "root", "order": int(function.removeprefix("root") or 2)}
        return node if result is not None else None

    return search


def combination(
    weighted: list[Weighted], form: Term | None = None, above: Sequence[Term] = ()
) -> Search:
    """The search for a proof by a combination of assumptions, each with its weight.

    What it leaves may be given in another form; the terms `above` 0 show that all is defined, also
    in the assumptions and in the later ones of these terms. Where the assumptions leave a quantity
    one value, the goal has that instead of its name, and is searched for without the combination.
    """

    def search(goal: Goal) -> Node | None:
        from banditproof.theory.prover.kernel.forms import is_zero
        from banditproof.theory.prover.kernel.terms import ONE, add, stored

        terms = (*above, *(term for weight, item, _ in weighted for term in (weight, item)))
        if any(not term.variables <= goal.box.keys() for term in terms):
            return searched(goal)
        parts, left, strict = [], goal.term, False
        defined: dict[str, Any] = {}
        for term in above:
            place = _place(goal, term, True)
            results: Node | None = {"by": "given", "assumption": place, **defined}
            if place is None:
                results = searched(goal.of(term, True))
            if results is None:
                return None
            one = {"term": stored(term), "strict": True, "proof": results}
            defined["defined"] = [*defined.get("defined", ()), one]
        for weight, term, is_strict in weighted:
            place = _place(goal, term, is_strict)
            used: Node | None = {"by": "given", "assumption": place, **defined}
            if place is None:  # the ranges say it
                used = searched(goal.of(term, is_strict))
            positive = searched(goal.of(weight, goal.strict and is_strict))
            if used is None or positive is None:
                return None
            part = {"weight": stored(weight), "term": stored(term), "positive": positive}
            parts.append(part | {"proof": used, "strict": goal.strict and is_strict})
            left, strict = add(left, -(weight * term)), strict or is_strict
        left = _without_zeros(left)
        if form is not None and is_zero(left - form):
            left = form
        if not is_zero(left):
            rest = searched(goal.of(left, goal.strict and not strict))
            if rest is None:
                return None
            part = {"weight": stored(ONE), "term": stored(left), "positive": BY_SPAN}
            parts.append(part | {"proof": rest, "strict": goal.strict and not strict})
        return {"by": "sum", "parts": parts, **defined}

    return search


def _without_zeros(term: Term) -> Term:
    """A sum without the terms that are multiplied by 0, which stay where they may be undefined."""
    from banditproof.theory.prover.kernel.terms import ZERO, add

    parts = term.args if term.kind == "add" else (term,)
    return add(*(part for part in parts if not (part.kind == "mul" and ZERO in part.args)))


def _place(goal: Goal, term: Term, strict: bool) -> int | None:
    """The place of a term among the assumptions of a goal."""
    return next((n for n, (item, s) in enumerate(goal.given) if item is term and s == strict), None)
