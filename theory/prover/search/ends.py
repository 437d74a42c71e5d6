"""The ends of an interval: ends that belong to it, and limits."""

from collections.abc import Callable
from dataclasses import replace
from banditproof.theory.prover.kernel.branches import ENDS, at_end_of
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.limits import vanishes
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    add,
    nodes,
    num,
    parts,
    power,
    replaced,
    stored,
)
from .direct import Node, Prover, defined
from .rewriting import products
from .samples import looks_true

Tactic = Callable[[Prover, Goal, int], Node | None]


def by_ends(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The closed ends of a variable apart from its inside."""
    for name, where in goal.region:
        if name not in goal.term.variables or where == where.inside:
            continue
        inside = search.prove(goal.placed(name, where.inside), depth)
        if inside is None:
            return None
        proof: Node = {"by": "ends", "on": name, "inside": inside}
        for high, key in ENDS:
            if where.takes(high):
                result = search.prove(at_end_of(goal, name, high), depth)
                if result is None:
                    return None
                proof[key] = result
        return proof
    return None


def inside_first(search: Prover, goal: Goal, depth: int, tactic: Tactic) -> Node | None:
    """The same where a tactic settles the inside of all ranges."""
    inside = replace(goal, region=tuple((name, where.inside) for name, where in goal.region))
    result = tactic(search, inside, depth)
    return result if result is None or inside == goal else by_ends(search, goal, depth)


def by_needed_ends(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The same where it is needed, as spans show no value with the ends, or where it is easy."""
    several = len(goal.term.variables) > 1
    return None if several and defined(goal) else by_ends(search, goal, depth)


def at_end(
    search: Prover, goal: Goal, name: str, high: bool, strict: bool, term: Term, depth: int
) -> Node | None:
    """A proof that the lower limit of a term at an end is >= 0 (> 0 if strict)."""
    end = goal.where(name).end(high)
    if end is not None or name not in term.variables:
        there = goal.without(name, num(end or 0), term)
        if defined(there):
            there = there.of(there.term, strict)
            result = search.prove(there, depth) if looks_true(there) else None
            return None if result is None else {"proof": result}
    inside = goal.interior(name)
    # The term is value + vanishing + rest with rest >= 0, so its lower limit is at least the value.
    value, vanishing, rest = _parts_at_end(goal, inside, name, high, term)
    limit, left = add(*value), add(*rest)
    if end is None and name in limit.variables:
        return None
    there = goal.without(name, num(end or 0), limit)
    there = there.of(there.term, strict)
    if not looks_true(there) or not looks_true(inside.of(left, False)):
        return None
    proof = search.prove(there, depth)
    above = proof and search.prove(inside.of(left, False), depth)
    if proof is None or above is None:
        return None
    return {
        "value": stored(limit),
        "vanishing": [stored(v) for v in vanishing],
        "rest": stored(left),
        "rest_proof": above,
        "proof": proof,
    }


def _parts_at_end(
    goal: Goal, inside: Goal, name: str, high: bool, term: Term
) -> tuple[list[Term], list[Term], list[Term]]:
    """The parts that go on to the end, those that vanish there, and the others."""
    value, vanishing, rest = [], [], []
    for part in products(term):
        limit = _limit_of(part, name, high, goal, inside)
        if limit is None:
            rest.append(part)
        elif limit is ZERO:
            vanishing.append(part)
        else:
            value.append(limit)
            if limit is not part:
                # For a part c f^n with f -> 1: it is its limit c minus c (1 - f^n), which vanishes.
                vanishing.append(num(-1) * limit * _defect(part, name))
    return value, vanishing, rest


def _defect(part: Term, name: str) -> Term:
    """1 - f^n = (1 - f) (1 + .. + f^(n-1)) for the function f^n in k f^n that tends to 1."""
    for factor in parts("mul", part):
        base, times = (factor.args[0], factor.value) if factor.kind == "pow" else (factor, 1)
        if base.kind in ("erf", "tanh") and name in base.variables:
            return (ONE - base) * add(*(power(base, n) for n in range(int(times))))
    raise ValueError("No function tends to 1.")


def _limit_of(part: Term, name: str, high: bool, goal: Goal, inside: Goal) -> Term | None:
    """The part itself if it goes on to the end, 0 if it vanishes, a number for erf; else None."""
    end = goal.where(name).end(high)
    if name not in part.variables:
        return part
    if end is not None and defined(goal.without(name, num(end), part)):
        return part
    if vanishes(part, name, high, inside):
        return ZERO
    if end is None:
        tails = {n: ONE for n in nodes(part) if n.kind in ("erf", "tanh") and name in n.variables}
        plain = [
            f.args[0] if f.kind == "pow" and f.value > 0 and f.value.denominator == 1 else f
            for f in parts("mul", part)
        ]
        if len(tails) == 1 and next(iter(tails)) in plain:
            there = replaced(part, tails)
            return there if name not in there.variables else None
    return None
