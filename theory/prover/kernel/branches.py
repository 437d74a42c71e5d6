"""What a term becomes at an end of a variable, and in each branch of max, min, abs or if."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from .goals import Goal, collects, require
from .terms import ZERO, Term, add, made, mul, nodes, num, parts, replaced, var

ENDS = ((False, "low"), (True, "high"))
LOG_OF_ZERO = made("log", (ZERO,))


def at_end_of(goal: Goal, name: str, high: bool) -> Goal:
    """The goal at an end of a variable, where 0 log 0 = 0 in the products of what was stated.

    Infinite parts that would cancel have no meaning, nor has log 0 within another function.
    """
    end = num(goal.where(name).end(high) or 0)
    there = goal.without(name, end)
    if not goal.literal:
        return there
    require(not clashing(goal.term, {var(name): end}), "Infinite parts may cancel.")
    terms = []
    for part in parts("add", goal.term):
        factors = [replaced(factor, {var(name): end}) for factor in parts("mul", part)]
        rest = [factor for factor in factors if factor is not LOG_OF_ZERO]
        infinite = len(rest) < len(factors)
        # The product is dropped as 0, so its other factors must have a value everywhere.
        if infinite and ZERO in rest and not any(factor.partial for factor in rest):
            continue
        product = mul(*factors)
        # 2 (1 + log 0) opens up to 2 + 2 log 0: a log 0 for which the convention was not asked.
        hidden = any(LOG_OF_ZERO in parts("mul", piece) for piece in parts("add", product))
        require(infinite or not hidden, "Infinite parts stand within a product.")
        terms.append(product)
    return replace(there, term=add(*terms), literal=not collects(goal.term, {var(name): end}))


def clashing(term: Term, what: Mapping[Term, Term]) -> bool:
    """Whether c log 0 and -d log 0 would be collected in a sum, once subterms are replaced."""
    for node in (node for node in nodes(term) if node.kind == "add"):
        signs: dict[Term, bool] = {}
        for part in (part for old in node.args for part in parts("add", replaced(old, what))):
            factors = parts("mul", part)
            value = factors[0].value if factors[0].kind == "num" else Fraction(1)
            rest = mul(*(f for f in factors if f.kind != "num"))
            infinite = value and LOG_OF_ZERO in nodes(part)
            # Collected they are (c - d) log 0, which has a sign or is 0; c log 0 - d log 0 has
            # none.
            if infinite and signs.setdefault(rest, value > 0) != (value > 0):
                return True
    return False


def cases_of(node: Term) -> Iterator[tuple[Term, Term, bool]]:
    """What max, min, abs or if is, and the term that is >= 0 then (> 0 if strict)."""
    if node.kind == "if":
        condition, a, b = node.args
        yield from ((a, condition, False), (b, -condition, True))
    elif node.kind in ("max", "min", "abs"):
        a, b = node.args if len(node.args) == 2 else (node.args[0], -node.args[0])
        sign = num(-1 if node.kind == "min" else 1)
        yield from ((a, sign * (a - b), False), (b, sign * (b - a), True))


def alike(node: Term, value: Term) -> dict[Term, Term]:
    """A node with branches and the others that are it or minus it, each with its value.

    The larger of u and -u is |u|, and a smaller term is minus the larger one of minus both.
    """
    if node.kind not in ("max", "min", "abs"):
        return {node: value}
    a, b = node.args if len(node.args) == 2 else (node.args[0], -node.args[0])
    if node.kind == "min":
        a, b, value = -a, -b, -value
    size = {made("abs", (a,)): value} if b is -a else {}
    return {made("max", (a, b)): value, made("min", (-a, -b)): -value, **size}
