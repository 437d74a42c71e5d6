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

    What it leaves may be given in another form; the terms `above` 0 show that all is defined.
    """

    def search(goal: Goal) -> Node | None:
        from banditproof.theory.prover.search.combination import combination as combined

        return combined(searched, weighted, form, above)(goal)

    return search
