"""Tactics: each tries one rule on a goal, and asks the search for what the rule leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Protocol

from ..kernel.forms import is_zero
from ..kernel.rules import (
    LOG_OF_ZERO,
    Goal,
    Interval,
    conventional,
    cases_of,
    step,
)
from ..kernel.limits import vanishes
from ..kernel.spans import Undefined, span
from ..kernel.terms import ONE, ZERO, Term, add, made, mul, nodes, num, power, replaced, slope, stored, var
from .rewriting import Rewriting, products
from .samples import has_margin, looks_true

Node = dict[str, Any]
SPAN: Node = {"by": "span"}


class Prover(Protocol):
    """What a tactic may ask."""

    def prove(self, goal: Goal, depth: int) -> Node | None: ...


def by_span(search: Prover, goal: Goal, depth: int) -> Node | None:
    for place, (term, strict) in enumerate(goal.given):
        if span(term, goal.box).negated().positive(not strict):
            return {"by": "empty", "assumption": place}
    return SPAN if span(goal.term, goal.box).positive(goal.strict) else None


def by_identity(search: Prover, goal: Goal, depth: int) -> Node | None:
    span(goal.term, goal.box)
    return {"by": "sum", "parts": []} if not goal.strict and is_zero(goal.term) else None


def by_assumption(search: Prover, goal: Goal, depth: int) -> Node | None:
    for place, (term, strict) in enumerate(goal.given):
        if term is goal.term and (strict or not goal.strict):
            return {"by": "given", "assumption": place}
    return None


def by_bernstein(search: Prover, goal: Goal, depth: int) -> Node | None:
    if goal.term.partial or any(len(n.args) and n.kind not in ("add", "mul", "pow") for n in nodes(goal.term)):
        return None
    step(goal, {"by": "Bernstein"})
    return {"by": "Bernstein"}


def by_ends(search: Prover, goal: Goal, depth: int, forced: bool = False) -> Node | None:
    for name, where in goal.region:
        if name not in goal.term.variables or where == where.inside:
            continue
        if not forced:
            try:
                span(goal.term, goal.box)
                continue
            except Undefined:
                pass
        inside = search.prove(goal.placed(name, where.inside), depth)
        if inside is None:
            return None
        proof: Node = {"by": "ends", "on": name, "inside": inside}
        for high, key in ((False, "low"), (True, "high")):
            if where.takes(high):
                there = goal.without(name, num(where.end(high) or 0))
                found = search.prove(there.of(conventional(there.term)), depth)
                if found is None:
                    return None
                proof[key] = found
        return proof
    return None


def by_infinity(search: Prover, goal: Goal, depth: int) -> Node | None:
    if LOG_OF_ZERO not in nodes(goal.term):
        return None
    step(goal, {"by": "infinite"})
    return {"by": "infinite"}


def by_branches(search: Prover, goal: Goal, depth: int) -> Node | None:
    for node in nodes(goal.term):
        if node.kind in ("max", "min", "abs", "if"):
            found = []
            for value, condition, strict in cases_of(node):
                case = replace(goal, given=(*goal.given, (condition, strict)))
                part = search.prove(case.of(replaced(goal.term, {node: value})), depth - 1)
                if part is None:
                    return None
                found.append(part)
            return {"by": "branch", "node": stored(node), "cases": found}
    return None


def sign_of(search: Prover, goal: Goal, term: Term) -> tuple[int, Node] | None:
    """A sign that a term has on the whole box, seen by its span or as a polynomial."""
    for sign in (1, -1):
        one = goal.of(num(sign) * term, True)
        for tactic in (by_span, by_bernstein):
            try:
                found = tactic(search, one, 0)
            except ValueError:
                continue
            if found is not None:
                return sign, found
    return None


def factored(search: Prover, goal: Goal) -> tuple[Term, Term] | None:
    """The term as w g, where w > 0 is the product of the factors that have a sign."""
    constant, factors = Rewriting(goal.term, goal.box).factors()
    weights, rest = [num(abs(constant))], [num(1 if constant > 0 else -1)]
    for factor, times in factors:
        found = sign_of(search, goal, factor)
        if found is not None:
            weights.append(power(num(found[0]) * factor, times))
            rest.append(num(found[0] ** times))
        elif times % 2 == 0 and times > 0 and not goal.strict:
            weights.append(power(factor, times))
        else:
            rest.append(power(factor, times))
    weight = mul(*weights)
    return None if weight is ONE or constant == 0 else (weight, mul(*rest))


def product_of(weight: Term, positive: Node, term: Term, proof: Node, strict: bool) -> Node:
    part = {"weight": stored(weight), "positive": positive, "term": stored(term), "proof": proof}
    return {"by": "sum", "parts": [{**part, "strict": True} if strict else part]}


def by_factors(search: Prover, goal: Goal, depth: int) -> Node | None:
    span(goal.term, goal.box)
    found = factored(search, goal)
    if found is None or found[1] is goal.term:
        return None
    weight, core = found
    positive = search.prove(goal.of(weight), 1)
    rest = positive and search.prove(goal.of(core), depth - (core.kind != "num"))
    if positive is None or rest is None:
        return None
    return product_of(weight, positive, core, rest, goal.strict)


def by_sum(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Parts with the same variables, each >= 0."""
    if goal.strict or goal.term.kind != "add":
        return None
    span(goal.term, goal.box)
    groups: dict[frozenset[str], list[Term]] = {}
    for part in goal.term.args:
        groups.setdefault(part.variables, []).append(part)
    for few in sorted(groups, key=len):
        for many in sorted(groups, key=len):
            if few < many and few in groups and many in groups:
                groups[many] += groups.pop(few)
    if len(groups) < 2:
        return None
    parts = []
    for terms in groups.values():
        part = add(*terms)
        found = search.prove(goal.of(part), depth - 1)
        if found is None:
            return None
        parts.append({"weight": "1", "positive": SPAN, "term": stored(part), "proof": found})
    return {"by": "sum", "parts": parts}


def at_end(search: Prover, goal: Goal, name: str, high: bool, strict: bool, term: Term, depth: int) -> Node | None:
    """A proof that the lower limit of a term at an end is >= 0 (> 0 if strict)."""
    end = goal.where(name).end(high)
    if end is not None or name not in term.variables:
        there = goal.without(name, num(end or 0), term)
        try:
            span(there.term, there.box)
        except Undefined:
            pass
        else:
            there = there.of(there.term, strict)
            found = search.prove(there, depth) if looks_true(there) else None
            return None if found is None else {"proof": found}
    value, vanishing, rest = [], [], []
    inside = goal.interior(name)
    for part in products(term):
        where_to = _limit_of(part, name, high, goal, inside)
        if where_to is None:
            rest.append(part)
        elif where_to is ZERO:
            vanishing.append(part)
        else:
            value.append(where_to)
            if where_to is not part:  # k f(u), where f(u) tends to 1
                tail = next(n for n in nodes(part) if n.kind in ("erf", "tanh") and name in n.variables)
                vanishing.append(num(-1) * where_to * (ONE - tail))
    limit, left = add(*value), add(*rest)
    there = goal.without(name, num(end or 0), limit) if end is not None or name not in limit.variables else None
    if there is None:
        return None
    there = there.of(there.term, strict)
    if not looks_true(there) or not looks_true(inside.of(left, False)):
        return None
    proof = search.prove(there, depth)
    above = proof and search.prove(inside.of(left, False), depth)
    if proof is None or above is None:
        return None
    return {"value": stored(limit), "vanishing": [stored(v) for v in vanishing], "rest": stored(left), "rest_proof": above, "proof": proof}


def _limit_of(part: Term, name: str, high: bool, goal: Goal, inside: Goal) -> Term | None:
    """The part itself if it goes on to the end, 0 if it vanishes, a number for erf; else None."""
    end = goal.where(name).end(high)
    if name not in part.variables:
        return part
    if end is not None:
        try:
            there = goal.without(name, num(end), part)
            span(there.term, there.box)
            return part
        except Undefined:
            pass
    try:
        if vanishes(part, name, high, inside):
            return ZERO
    except ValueError:
        pass
    if end is None:
        tails = {n: ONE for n in nodes(part) if n.kind in ("erf", "tanh") and name in n.variables}
        if len(tails) == 1 and next(iter(tails)) in (part, *part.args):
            there = replaced(part, tails)
            return there if name not in there.variables else None
    return None


def seen(goal: Goal, term: Term, sign: int) -> bool:
    return looks_true(goal.of(num(sign) * term, False))


def by_slope(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    goal = goal.along(name)
    span(goal.term, goal.box)
    first = slope(goal.term, name)
    inside = goal.interior(name)
    for high in (False, True):
        sign = -1 if high else 1
        if not seen(inside, first, sign):
            continue
        free = goal.strict and not goal.where(name).takes(high)
        for rising in (True, False) if free else (False,):
            end = at_end(search, goal, name, high, goal.strict and not rising, goal.term, depth - 1)
            if end is None:
                continue
            moving = search.prove(inside.of(num(sign) * first, rising), depth - 1)
            if moving is not None:
                proof = {"by": "slope", "on": name, "high": high, "sign": moving, "end": end}
                return {**proof, "strictly": True} if rising else proof
    return None


def _bottoms(goal: Goal, name: str) -> Iterator[tuple[Term, Term]]:
    """Where a factor of the slope is linear in the variable: the place, and the other factors."""
    inside = goal.interior(name)
    constant, factors = Rewriting(slope(goal.term, name), inside.box).factors()
    for place, (factor, times) in enumerate(factors):
        lead = slope(factor, name)
        if times < 1 or times % 2 == 0 or lead is ZERO or name in lead.variables:
            continue
        offset = replaced(factor, {var(name): ZERO})
        at = Rewriting(-(offset * power(lead, -1)), goal.box).short()
        others = [power(f, n) for i, (f, n) in enumerate(factors) if i != place]
        yield at, mul(num(constant), lead, power(factor, times - 1), *others)


def within(search: Prover, goal: Goal, name: str, at: Term, depth: int) -> Node | None:
    found: Node = {}
    there = goal.without(name, at)
    for high, key in ((False, "low"), (True, "high")):
        end = goal.where(name).end(high)
        if end is not None:
            part = search.prove(there.of((at - num(end)) * num(-1 if high else 1), False), min(depth, 2))
            if part is None:
                return None
            found[key] = part
    return found


def by_valley(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    goal = goal.along(name)
    span(goal.term, goal.box)
    inside = goal.interior(name)
    for at, rest in _bottoms(goal, name):
        there = goal.without(name, at)
        if not (looks_true(inside.of(rest, False)) and looks_true(there)):
            continue
        ends = within(search, goal, name, at, depth)
        touch = None if ends is None else search.prove(there, depth - 1)
        positive = touch and search.prove(inside.of(rest, False), depth - 1)
        if ends is not None and touch is not None and positive is not None:
            return {"by": "bottom", "on": name, "at": stored(at), "rest": stored(rest), "sign": positive, "touch": touch, **ends}
    return None


def by_anchor(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    goal = goal.along(name)
    span(goal.term, goal.box)
    first = slope(goal.term, name)
    second = slope(first, name)
    inside = goal.interior(name)
    if second is ZERO or not seen(inside, second, 1):
        return None
    for at in _anchors(goal, name):
        flat = goal.without(name, at, first)
        try:
            span(flat.term, flat.box)
        except Undefined:
            continue
        if not is_zero(flat.term):
            continue
        ends = within(search, goal, name, at, depth)
        touch = None if ends is None else search.prove(goal.without(name, at), depth - 1)
        bent = touch and search.prove(inside.of(second, False), depth - 1)
        if ends is not None and touch is not None and bent is not None:
            return {"by": "bottom", "on": name, "at": stored(at), "sign": bent, "touch": touch, **ends}
    return None


def _anchors(goal: Goal, name: str) -> Iterator[Term]:
    where = goal.where(name)
    yield from (var(other) for other, _ in goal.region if other != name)
    for value in dict.fromkeys((where.lo, where.hi, Fraction(0), Fraction(1), Fraction(1, 2))):
        if value is not None and (where.lo is None or where.lo <= value) and (where.hi is None or value <= where.hi):
            yield num(value)


def by_concavity(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    goal = goal.along(name)
    span(goal.term, goal.box)
    second = slope(slope(goal.term, name), name)
    inside = goal.interior(name)
    if second is ZERO or not seen(inside, second, -1):
        return None
    ends: Node = {}
    for high, key in ((False, "low"), (True, "high")):
        found = at_end(search, goal, name, high, goal.strict, goal.term, depth - 1)
        if found is None:
            return None
        ends[key] = found
    bent = search.prove(inside.of(-second, False), depth - 1)
    return None if bent is None else {"by": "concave", "on": name, "bend": bent, **ends}


def by_inflection(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    if goal.strict:
        return None
    goal = goal.along(name)
    span(goal.term, goal.box)
    first = slope(goal.term, name)
    second = slope(first, name)
    inside = goal.interior(name)
    if second is ZERO:
        return None
    found = factored(search, inside.of(second, False))
    weight, core = (ONE, second) if found is None else (power(found[0], -1), found[1])
    for high in (True, False):
        sign = num(-1 if high else 1)
        moved = -(sign * slope(core, name))
        if not looks_true(inside.of(moved, False)):
            continue
        flat = at_end(search, goal, name, high, False, sign * first, depth - 1)
        ends = [flat and at_end(search, goal, name, which, False, goal.term, depth - 1) for which in (False, True)]
        if flat is None or None in ends:
            continue
        positive = search.prove(inside.of(weight, True), 1)
        monotone = positive and search.prove(inside.of(moved, False), depth - 1)
        if positive is not None and monotone is not None:
            return {"by": "inflection", "on": name, "high": high, "weight": stored(weight), "product": stored(core), "positive": positive, "monotone": monotone, "flat": flat, "low": ends[0], "high end": ends[1]}
    return None


def by_division(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Divide by what stands beside a function, so that a slope takes the function away."""
    span(goal.term, goal.box)
    for function, beside, rest in Rewriting(goal.term, goal.box).beside():
        found = sign_of(search, goal, beside)
        if found is None or beside.kind == "num":
            continue
        sign = num(found[0])
        weight, core = sign * beside, sign * (function + rest * power(beside, -1))
        if core is goal.term:
            continue
        inner = search.prove(goal.of(core), depth - 1)
        if inner is not None:
            return product_of(weight, found[1], core, inner, goal.strict)
    return None


def by_root(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Isolate a root: c r + a >= 0 compares a root with a root of a power."""
    span(goal.term, goal.box)
    for node, beside, rest in Rewriting(goal.term, goal.box).beside():
        found = None if node.kind != "pow" or node.value.numerator != 1 else sign_of(search, goal, beside)
        if found is None:
            continue
        sign, n = found[0], node.value.denominator
        weight = num(sign) * beside
        other = Rewriting(num(-sign) * rest * power(weight, -1), goal.box).short()
        # sign > 0: r >= other; sign < 0: other >= r
        positive = search.prove(goal.of(other, False), depth - 1)
        if positive is None:
            if sign > 0:
                continue
            return None
        larger, smaller = (node.args[0], power(other, n)) if sign > 0 else (power(other, n), node.args[0])
        inner = search.prove(goal.of(larger - smaller), depth - 1)
        if inner is None:
            continue
        core = power(larger, Fraction(1, n)) - power(smaller, Fraction(1, n))
        proof: Node = {"by": "monotone", "function": "root", "order": n, "a": stored(larger), "b": stored(smaller), "proof": inner}
        if is_zero(goal.term - weight * core):
            return product_of(weight, found[1], core, proof, goal.strict)
    return None


def by_logarithms(search: Prover, goal: Goal, depth: int) -> Node | None:
    """A sum of logarithms with rational factors compares two logarithms."""
    if goal.term.kind != "add":
        return None
    found: list[tuple[Fraction, Term]] = []
    for part in goal.term.args:
        constant = part.args[0].value if part.kind == "mul" and part.args[0].kind == "num" else Fraction(1)
        rest = part.args[1:] if part.kind == "mul" and part.args[0].kind == "num" else (part,)
        if len(rest) != 1 or rest[0].kind != "log":
            return None
        found.append((constant, rest[0].args[0]))
    common = min(abs(c) for c, _ in found)
    above, below = [], []
    for constant, inner in found:
        times = constant / common
        if times.denominator != 1 or abs(times) > 8:
            return None
        (above if times > 0 else below).append(power(inner, abs(int(times))))
    a, b = mul(*above), mul(*below)
    proof = search.prove(goal.of(a - b), depth - 1)
    if proof is None:
        return None
    core = made("log", (a,)) - made("log", (b,))
    return product_of(num(common), SPAN, core, {"by": "monotone", "function": "log", "a": stored(a), "b": stored(b), "proof": proof}, goal.strict)


def by_halves(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Split an interval at a natural point of its inside."""
    for name, where in goal.region:
        for at in (Fraction(0), Fraction(1, 2), Fraction(1)):
            inside = (where.lo is None or where.lo < at) and (where.hi is None or at < where.hi)
            if not inside or name not in goal.term.variables:
                continue
            parts: Node = {}
            for key, part in (("low", where._replace(hi=at, hi_open=False)), ("high", where._replace(lo=at, lo_open=True))):
                found = search.prove(goal.placed(name, part), depth - 2)
                if found is None:
                    break
                parts[key] = found
            if len(parts) == 2:
                return {"by": "split", "on": name, "at": str(at), **parts}
    return None


def by_boxes(search: Prover, goal: Goal, most: int = 1500) -> Node | None:
    """Split a bounded box until its span or the mean value shows the sign."""
    if any(w.lo is None or w.hi is None for _, w in goal.region):
        return None
    if not has_margin(goal):
        return None
    left = [most]

    def of(goal: Goal, level: int) -> Node | None:
        left[0] -= 1
        if left[0] < 0 or level > 40:
            return None
        for rule in ("span", "taylor"):
            try:
                step(goal, {"by": rule})
            except ValueError:
                continue
            return {"by": rule}
        for place, (term, strict) in enumerate(goal.given):
            if span(term, goal.box).negated().positive(not strict):
                return {"by": "empty", "assumption": place}
        name, where = max(goal.region, key=lambda pair: _width(pair, goal.term))
        at = ((where.lo or Fraction(0)) + (where.hi or Fraction(0))) / 2
        low = of(goal.placed(name, where._replace(hi=at, hi_open=False)), level + 1)
        high = low and of(goal.placed(name, where._replace(lo=at, lo_open=True)), level + 1)
        return None if low is None or high is None else {"by": "split", "on": name, "at": str(at), "low": low, "high": high}

    return of(goal, 0)


def _width(pair: tuple[str, Interval], term: Term) -> Fraction:
    name, where = pair
    used = name in term.variables and where.lo is not None and where.hi is not None
    return (where.hi or Fraction(0)) - (where.lo or Fraction(0)) if used else Fraction(-1)
