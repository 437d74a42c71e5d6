"""A new variable that the term itself suggests: a square, a ratio, an argument of erf, a share.

Each is a `Change`: the old variable in terms of the new one, and the new one in terms of the old.
"""

from collections.abc import Iterator
from fractions import Fraction
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
from .direct import Node, Prover, defined, sign_of
from .ends import by_ends
from .rewriting import Rewriting, fresh_name
from .triangles import Change, changed

HALF_LINE = Interval(num(0).value, None)
CLOSED = HALF_LINE._replace(lo_open=False)
HALF = Fraction(1, 2)


def by_even_powers(search: Prover, goal: Goal, depth: int) -> Node | None:
    """t = v^2 for a variable on the whole line that occurs in even powers alone."""
    if not defined(goal):
        return None
    for change in _even(goal):
        return changed(search, goal, change, depth + 1)
    return None


def _even(goal: Goal) -> Iterator[Change]:
    for name, where in goal.region:
        v = var(name)
        if where[:2] != (None, None) or name not in goal.term.variables:
            continue
        if any(name in term.variables for term, _ in goal.given):
            continue
        powers = [n for n in nodes(goal.term) if n.kind == "pow" and n.args[0] is v]
        alone = [n for n in nodes(goal.term) if v in n.args and n not in powers]
        if alone or v is goal.term or any(n.value % 2 for n in powers):
            continue
        new = fresh_name([n for n, _ in goal.region], "t")
        t = var(new)
        meant = {n: power(t, n.value / 2) for n in powers}
        yield Change(name, new, power(t, HALF), power(v, 2), CLOSED, meant=meant)


def by_ratio(search: Prover, goal: Goal, depth: int) -> Node | None:
    """w = t v for two positive variables, if v is a factor of the term then."""
    names = [
        name
        for name, where in goal.region
        if where[:3] in (HALF_LINE[:3], CLOSED[:3]) and name in goal.term.variables
    ]
    if len(names) < 2 or goal.given or not defined(goal) or not _scales(goal, names):
        return None
    if any(goal.where(name) == CLOSED for name in names):
        return by_ends(search, goal, depth)
    new = fresh_name([name for name, _ in goal.region], "t")
    first, old = var(names[0]), names[1]
    change = Change(old, new, first * var(new), var(old) * power(first, -1), HALF_LINE)
    return changed(search, goal, change, depth + 1)


def _scales(goal: Goal, names: list[str]) -> bool:
    """Whether the term becomes s^n times itself if these variables are multiplied by s."""
    name = fresh_name([n for n, _ in goal.region], "s")
    scale = var(name)
    scaled = replaced(goal.term, {var(n): var(n) * scale for n in names})
    _, result = Rewriting(scaled, {**goal.box, name: HALF_LINE.span}).factors()
    return all(f is scale or name not in f.variables for f, _ in result)


def by_argument(search: Prover, goal: Goal, depth: int) -> Node | None:
    """u instead of v, where erf or tanh is taken of c u with u = a + b v."""
    if not defined(goal):
        return None
    for change in _arguments(goal):
        result = changed(search, goal, change, depth + 1)
        if result is not None:
            return result
    return None


def _arguments(goal: Goal) -> Iterator[Change]:
    new = fresh_name([name for name, _ in goal.region], "u")
    u, known = var(new), nodes(goal.term)
    for node in known:
        if node.kind not in ("erf", "tanh") or len(node.args[0].variables) < 2:
            continue
        scale = mul(*(f for f in parts("mul", node.args[0]) if not f.variables))
        inner = mul(*(f for f in parts("mul", node.args[0]) if f.variables))
        for name in sorted(inner.variables):
            v, lead = var(name), slope(inner, name)
            sign = None if name in lead.variables else sign_of(goal, lead)
            if sign is None:
                continue
            rest = replaced(inner, {v: ZERO})
            extra = []
            for high in (False, True):
                end, where = goal.where(name).end(high), goal.where(name)
                if end is not None:  # u is on one side of its value at the end
                    away = u - rest - lead * num(end)
                    extra.append((num(-sign[0] if high else sign[0]) * away, not where.takes(high)))
            positive = sign_of(goal, inner)
            least = ZERO.value if positive is not None and positive[0] > 0 else None
            old_is = (u - rest) * power(lead, -1)
            meant = {node: replaced(node, {node.args[0]: scale * u})}
            where = Interval(least, None)
            yield Change(name, new, old_is, inner, where, (), tuple(extra), meant)


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
