"""Factors that have a sign are dropped: what is left decides."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import ONE, Term, add, mul, num, parts, power, stored
from .direct import SPAN, Node, Prover, defined, part_of, positive_facts, rational, sign_of
from .rewriting import Rewriting


class Product(NamedTuple):
    """A term as w g, with a proof of w >= 0 (w > 0 for a strict goal)."""

    weight: Term
    positive: Node
    core: Term

    def proof(self, goal: Goal, inner: Node) -> Node:
        """A proof of the product, given one of g >= 0."""
        part = part_of(self.weight, self.positive, self.core, inner)
        return {"by": "sum", "parts": [{**part, "strict": True} if goal.strict else part]}


def factored(goal: Goal, term: Term | None = None, weak: bool = False) -> Product | None:
    """The term (or another at the same place) without the factors that have a sign.

    If `weak`, factors are dropped that may be 0.
    """
    return _factored(goal if term is None else goal.of(term), weak and not goal.strict)


def factored_assumption(goal: Goal, term: Term) -> Product | None:
    """The same of an assumption; if it is strict, it would show its own sign and be left out."""
    if not term.variables or not defined(goal, term):
        return None
    return factored(replace(goal, given=()), term)


@lru_cache(maxsize=20_000)
def _factored(goal: Goal, weak: bool) -> Product | None:
    constant, factors = Rewriting(goal.term, goal.box).factors()
    if constant == 0:
        return None
    weights, rest = [num(abs(constant))], [num(1 if constant > 0 else -1)]
    known = []
    for factor, times in factors:
        result, strict = sign_of(goal, factor), True
        if result is None and weak and times % 2 and times > 0:
            result, strict = sign_of(goal, factor, False), False
        if result is not None:
            sign, proof = result
            one = num(sign) * factor
            weights.append(power(one, times))
            rest.append(num(sign ** (times % 2)))
            if proof is not SPAN:
                known.append({"term": stored(one), "strict": strict, "proof": proof})
        elif times % 2 == 0 and times > 0 and not goal.strict:
            weights.append(power(factor, times))
        else:
            even = times - times % 2
            if even and not goal.strict and times > 0:
                weights.append(power(factor, even))
                times -= even
            rest.append(power(factor, times))
    positive: Node = {"by": "span", "defined": known} if known else SPAN
    return Product(mul(*weights), positive, mul(*rest))


def by_factors(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Drop the factors that have a sign."""
    facts = positive_facts(search, goal)
    if facts is None:
        return None
    result = factored(goal, weak=True)
    if result is None or result.weight is ONE or result.core is goal.term:
        return None
    inner = search.prove(goal.of(result.core), depth - (result.core.kind != "num"))
    shown = {"defined": facts} if facts else {}
    return None if inner is None else {**result.proof(goal, inner), **shown}


def by_division(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Divide by what stands beside a function, so that a slope takes the function away."""
    if not defined(goal):
        return None
    for function, beside, rest in Rewriting(goal.term, goal.box).beside():
        if beside.kind == "num":
            continue
        result = factored(goal, beside)
        if result is None or result.core.kind != "num" or has_sum(result.weight):
            continue
        left = Rewriting(rest * power(result.weight, -1), goal.box).parted()
        core = result.core * function + left
        if core is goal.term or not defined(goal, core):
            continue
        inner = search.prove(goal.of(core), depth - 1)
        if inner is not None:
            return result._replace(core=core).proof(goal, inner)
    return None


def has_sum(term: Term) -> bool:
    """Whether a factor of a product is a sum with functions in it."""
    results = [f.args[0] if f.kind == "pow" else f for f in parts("mul", term)]
    return any(f.kind == "add" and not rational(f) for f in results)


def by_sum(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Parts with the same variables, each >= 0."""
    if goal.strict or goal.term.kind != "add" or not defined(goal):
        return None
    groups: dict[frozenset[str], list[Term]] = {}
    for part in parts("add", goal.term):
        groups.setdefault(part.variables, []).append(part)
    for few in sorted(groups, key=len):
        for many in sorted(groups, key=len):
            if few < many and few in groups and many in groups:
                groups[many] += groups.pop(few)
    if len(groups) < 2:
        return None
    results = []
    for terms in groups.values():
        part = add(*terms)
        proof = search.prove(goal.of(part), depth - 1)
        if proof is None:
            return None
        results.append(part_of(ONE, SPAN, part, proof))
    return {"by": "sum", "parts": results}
