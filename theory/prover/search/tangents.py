"""Logarithms are replaced by their bounds: log u >= 1 - 1/u, and log u >= 2 (1 - 1/sqrt u)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from banditproof.theory.prover.kernel.forms import CONTEXT
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import ONE, Term, made, mul, nodes, num, power, stored

from .direct import SPAN, Node, Prover, defined, sign_of
from .rewriting import NAMES, Rewriting
from .samples import looks_true

Coefficients = dict[Any, Fraction]


def by_tangents(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is a sum of w log u with w >= 0 and of others; the bounds of the logs settle it."""
    if goal.strict or not defined(goal):
        return None
    for groups in _groups(search, goal):
        for order in (1, 2):  # log u >= n (1 - u^(-1/n))
            lemmas, rest = [], goal.term
            for weight, positive, u in groups:
                v = _root_of(goal, u) if order == 2 else Rewriting(power(u, -1), goal.box).short()
                known = v - ONE - made("log", (v,))
                if not defined(goal, known):
                    break
                heavy = num(order) * weight
                rest = rest - heavy * known
                proof = {"by": "lemma", "name": "log below", "u": stored(v)}
                lemmas.append((heavy, positive, known, proof))
            else:
                left = Rewriting(rest, goal.box).whole()
                if not (defined(goal, left) and looks_true(goal.of(left))):
                    continue
                inner = search.prove(goal.of(left), depth - 1)
                if inner is not None:
                    lemmas.append((ONE, SPAN, left, inner))
                    return {"by": "sum", "parts": [_part(*one) for one in lemmas]}
    return None


def _root_of(goal: Goal, u: Term) -> Term:
    """1 / sqrt u, by a root that occurs in the term if there is one."""
    for node in nodes(goal.term):
        if node.kind != "pow" or node.value != Fraction(1, 2):
            continue
        constant, factors = Rewriting(power(u * node.args[0], -1), goal.box).factors()
        if constant == 1 and all(times % 2 == 0 for _, times in factors):
            found = mul(node, *(power(f, times // 2) for f, times in factors))
            for one in (found, -found):
                if defined(goal, made("log", (one,))):
                    return one
    return Rewriting(power(u, Fraction(-1, 2)), goal.box).short()


def _part(weight: Term, positive: Node, term: Term, proof: Node) -> Node:
    part = {"weight": stored(weight), "positive": positive}
    return {**part, "term": stored(term), "proof": proof}


def _groups(search: Prover, goal: Goal) -> Iterator[list[tuple[Term, Node, Term]]]:
    """The logarithms as a sum of w log u with few weights, and the proofs of w >= 0."""
    found = Rewriting(goal.term, goal.box)
    if not found.below.is_constant():
        return
    logs = []
    for name in found.generators():
        place = NAMES.index(name)
        if found.forms.meaning[name][0][0] != "log":
            continue
        if found.top.degrees()[place] != 1:
            return
        beside = {
            (*e[:place], 0, *e[place + 1 :]): c for e, c in found.top.to_dict().items() if e[place]
        }
        logs.append((found.meaning(name).args[0], beside))
    if not logs or len(logs) > 10:
        return
    weights: list[tuple[Any, Term, Node]] = []
    for _, beside in logs:
        for sign in (1, -1):
            signed = {e: sign * c for e, c in beside.items()}
            if any(signed == known for known, _, _ in weights):
                continue
            term = found.term_of(CONTEXT.from_dict(signed))
            known = sign_of(search, goal, term)
            if known is not None and known[0] > 0:
                weights.append((signed, term, known[1]))
    for count in range(1, min(4, len(weights) + 1)):
        for chosen in combinations(weights, count):
            powers = [_solved(beside, [w for w, _, _ in chosen]) for _, beside in logs]
            if any(p is None for p in powers):
                continue
            groups = []
            for i, (_, weight, positive) in enumerate(chosen):
                inner = [
                    power(u, p[i]) for (u, _), p in zip(logs, powers, strict=True) if p and p[i]
                ]
                groups.append((weight, positive, mul(*inner)))
            yield groups


def _solved(target: Coefficients, basis: list[Coefficients]) -> list[int] | None:
    """The whole numbers by which a polynomial is a sum of others, if they are small."""
    choices: list[list[int]] = [[]]
    for _ in basis:
        choices = [[*c, k] for c in choices for k in (0, 1, -1, 2, -2)]
    keys = set(target).union(*basis)
    for choice in choices:
        if all(
            target.get(key, 0)
            == sum(k * one.get(key, 0) for k, one in zip(choice, basis, strict=True))
            for key in keys
        ):
            return choice
    return None
