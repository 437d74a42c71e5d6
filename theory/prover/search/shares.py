"""A share P / (P + Q exp(v)) as a new variable: the exponential and v become rational."""

from collections.abc import Iterator
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    made,
    mul,
    nodes,
    num,
    parts,
    power,
    replaced,
    slope,
    var,
)
from banditproof.theory.prover.notation import exp
from .direct import Node, Prover, sign_of
from .rewriting import Rewriting, fresh_name
from .triangles import Change, changed


def by_share(search: Prover, goal: Goal, depth: int) -> Node | None:
    """w = P / (P + Q exp(v)) instead of v, so that v = log(P (1 - w) / (Q w))."""
    for change in _shares(goal):
        result = changed(search, goal, change, depth)
        if result is not None:
            return result
    return None


def _shares(goal: Goal) -> Iterator[Change]:
    terms = [goal.term, *(term for term, _ in goal.given)]
    seen: set[Term] = set()
    for node in (n for term in terms for n in nodes(term)):
        if node.kind != "pow" or node.value != -1 or node.args[0].kind != "add" or node in seen:
            continue
        seen.add(node)
        below = node.args[0]
        grown = [p for p in below.args if any(f.kind == "exp" for f in parts("mul", p))]
        if len(grown) == 1:
            yield from _of_share(goal, below, grown[0])


def _of_share(goal: Goal, below: Term, part: Term) -> Iterator[Change]:
    (growth,) = (f for f in parts("mul", part) if f.kind == "exp")
    second, beside = below - part, mul(*(f for f in parts("mul", part) if f is not growth))
    for name, where in goal.region:
        exponent, v = growth.args[0], var(name)
        lead = slope(exponent, name)
        if lead.kind != "num" or lead is ZERO or name in (second.variables | beside.variables):
            continue
        if any(sign_of(goal, t) is None for t in (second, beside)):
            continue
        new = fresh_name([n for n, _ in goal.region], "w")
        w, rest = var(new), replaced(exponent, {v: ZERO})
        odds = second * (ONE - w) * power(beside * w, -1)
        old_is = power(lead, -1) * (made("log", (odds,)) - rest)
        meant = {}
        for first in (n for t in (goal.term, *(g for g, _ in goal.given)) for n in nodes(t)):
            if first.kind == "exp" and slope(first.args[0], name).kind == "num":
                times = slope(first.args[0], name) * power(lead, -1)
                left = Rewriting(first.args[0] - times * exponent, None).short()
                if times.value.denominator == 1 and name not in left.variables:
                    meant[first] = power(odds, times.value) * exp(left)
        extra = []
        for high in (False, True):
            end = where.end(high)
            if end is not None:  # exp(exponent) is on one side of its value at the end
                least = made("exp", (replaced(exponent, {v: num(end)}),))
                side = num(1 if high == (lead.value < 0) else -1)
                limit = second * (ONE - w) - least * beside * w
                extra.append((side * limit, not where.takes(high)))
        unit = Interval(num(0).value, num(1).value)
        yield Change(name, new, old_is, second * power(below, -1), unit, (), tuple(extra), meant)
