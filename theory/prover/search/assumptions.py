"""Assumptions in a sum: the term is an assumption times a factor, or that and something else."""

from __future__ import annotations

from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import ONE, ZERO, power, slope, stored

from .direct import SPAN, Node, Prover, defined, sign_of
from .factors import factored
from .rewriting import Rewriting
from .samples import points_of


def by_multiple(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is an assumption times a factor that has a sign."""
    if not goal.given or not defined(goal):
        return None
    for place, (term, strict) in enumerate(goal.given):
        weak = goal.strict and not strict
        if weak or term.kind == "num" or not defined(goal, term):
            continue
        if len(Rewriting(goal.term, None).generators()) > 8:
            continue
        found = factored(search, goal, goal.term * power(term, -1))
        if found is None or found.core is not ONE:
            continue
        weight = found._replace(core=term)
        return weight.proof(goal, {"by": "given", "assumption": place})
    return None


def by_elimination(search: Prover, goal: Goal, depth: int) -> Node | None:
    """An assumption takes a variable away in which it and the term are linear."""
    if not defined(goal):
        return None
    for place, (term, strict) in enumerate(goal.given):
        if not defined(goal, term):
            continue
        for name, _ in goal.region:
            lead, own = slope(goal.term, name), slope(term, name)
            if ZERO in (lead, own) or name in lead.variables | own.variables:
                continue
            ratio = Rewriting(lead * power(own, -1), goal.box).short()
            sign = sign_of(search, goal, ratio)
            if sign is None or sign[0] < 0:
                continue
            rest = Rewriting(goal.term - ratio * term, goal.box).short()
            if name in rest.variables or not defined(goal, rest):
                continue
            sharp = goal.strict and not strict
            inner = search.prove(goal.of(rest, sharp), depth - 1)
            if inner is None:
                continue
            held = {"by": "given", "assumption": place}
            parts: list[Node] = [
                {"weight": stored(ratio), "positive": sign[1], "term": stored(term), "proof": held},
                {"weight": "1", "positive": SPAN, "term": stored(rest), "proof": inner},
            ]
            if goal.strict:
                parts[1 if sharp else 0]["strict"] = True
            return {"by": "sum", "parts": parts}
    return None


def by_contradiction(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Two assumptions exclude each other."""
    if depth < 2 or not goal.region or points_of(goal)[goal.region[0][0]].size:
        return None
    if not defined(goal):
        return None
    for place, (term, strict) in enumerate(goal.given):
        if not defined(goal, term):
            continue
        found = by_elimination(search, goal.of(-term, not strict), 2)
        if found is not None:
            return {"by": "empty", "assumption": place, "proof": found}
    return None
