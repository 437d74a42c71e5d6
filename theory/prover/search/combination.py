"""A proof of a goal as a combination of its assumptions, each with a weight >= 0, and of a rest."""

from __future__ import annotations
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import ONE, ZERO, Term, add, stored

Node: TypeAlias = Mapping[str, Any]
Search: TypeAlias = Callable[[Goal], Node | None]
Weighted: TypeAlias = tuple[Term, Term, bool]
"""A weight, a term of an assumption, and whether that is > 0."""
BY_SPAN: Node = {"by": "span"}


def combination(
    searched: Search,
    weighted: Sequence[Weighted],
    form: Term | None = None,
    above: Sequence[Term] = (),
) -> Search:
    """The search for a proof by a combination of assumptions, each with its weight.

    What it leaves may be given in another form; the terms `above` 0 show that all is defined, also
    in the assumptions and in the later ones of these terms. Where the assumptions leave a quantity
    one value, the goal has that instead of its name, and is searched for without the combination.
    `searched` finds the proofs of the parts.
    """

    def search(goal: Goal) -> Node | None:
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
    parts = term.args if term.kind == "add" else (term,)
    return add(*(part for part in parts if not (part.kind == "mul" and ZERO in part.args)))


def _place(goal: Goal, term: Term, strict: bool) -> int | None:
    """The place of a term among the assumptions of a goal."""
    return next((n for n, (item, s) in enumerate(goal.given) if item is term and s == strict), None)
