"""The shape of a term along one variable: monotone, concave, with a bottom, with a hill."""

from collections.abc import Iterator
from fractions import Fraction
import numpy as np
from banditproof.theory.prover.kernel.branches import ENDS
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    mul,
    nodes,
    num,
    power,
    replaced,
    slope,
    stored,
    var,
)
from .direct import Node, Prover, defined
from .ends import at_end
from .factors import factored, has_sum
from .rewriting import Rewriting
from .samples import looks_true, points_of, values_at


def seen(goal: Goal, term: Term, sign: int = 1) -> bool:
    """Whether samples allow that a term has a sign."""
    return looks_true(goal.of(num(sign) * term, False))


def alone(goal: Goal, name: str) -> Goal | None:
    """The goal without the assumptions on a variable, if it may be true and is defined."""
    free = goal.along(name)
    if free.given != goal.given and not looks_true(free):
        return None
    return free if defined(free) else None


def by_slope(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    """The term is monotone: its end decides."""
    free = alone(goal, name)
    if free is None:
        return None
    first, inside = slope(free.term, name), free.interior(name)
    for high in (False, True):
        sign = -1 if high else 1
        if not seen(inside, first, sign):
            continue
        # An end that is not taken may have the limit 0 if the slope is strict, which asks more of
        # it.
        leaves_end = free.strict and not free.where(name).takes(high)
        for rising in (True, False) if leaves_end else (False,):
            strict = free.strict and not rising
            # The end first: it has a variable less, and fails faster than the slope.
            end = at_end(search, free, name, high, strict, free.term, depth - 1)
            if end is None:
                continue
            moving = search.prove(inside.of(num(sign) * first, rising), depth - 1)
            if moving is not None:
                proof = {"by": "slope", "on": name, "high": high, "sign": moving, "end": end}
                return {**proof, "strictly": True} if rising else proof
    return None


def by_concavity(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    """The term is concave: both ends decide."""
    free = alone(goal, name)
    if free is None:
        return None
    second, inside = slope(slope(free.term, name), name), free.interior(name)
    if second is ZERO or not seen(inside, second, -1):
        return None
    ends: Node = {}
    for high, key in ENDS:
        result = at_end(search, free, name, high, free.strict, free.term, depth - 1)
        if result is None:
            return None
        ends[key] = result
    bent = search.prove(inside.of(-second, False), depth - 1)
    return None if bent is None else {"by": "concave", "on": name, "bend": bent, **ends}


def by_bottom(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    """The term is least where a factor of its slope is 0, or where it is flat and convex."""
    free = alone(goal, name)
    if free is None:
        return None
    inside = free.interior(name)
    for at, rest in (*_valleys(free, name), *_anchors(free, name)):
        there = free.without(name, at)
        sign = slope(slope(free.term, name), name) if rest is None else rest
        if not looks_true(there) or not seen(inside, sign):
            continue
        ends = _within(search, free, name, at, depth)
        touch = None if ends is None else search.prove(there, depth - 1)
        positive = None if touch is None else search.prove(inside.of(sign, False), depth - 1)
        if ends is None or positive is None:
            continue
        flat = {} if rest is None else {"rest": stored(rest)}
        proof = {"on": name, "at": stored(at), "sign": positive, "touch": touch}
        return {"by": "bottom", **proof, **flat, **ends}
    return None


def _valleys(goal: Goal, name: str) -> Iterator[tuple[Term, Term | None]]:
    """Where a factor of the slope is linear in the variable: the place, and the other factors."""
    inside = goal.interior(name)
    constant, factors = Rewriting(slope(goal.term, name), inside.box).factors()
    for place, (factor, times) in enumerate(factors):
        lead = slope(factor, name)
        # A factor of even power does not change its sign, so the slope has no turn there.
        if times < 1 or times % 2 == 0 or lead is ZERO or name in lead.variables:
            continue
        offset = replaced(factor, {var(name): ZERO})
        at = Rewriting(-(offset * power(lead, -1)), goal.box).short()
        others = [power(f, n) for i, (f, n) in enumerate(factors) if i != place]
        yield at, mul(num(constant), lead, power(factor, times - 1), *others)


def _anchors(goal: Goal, name: str) -> Iterator[tuple[Term, Term | None]]:
    """Where the slope is 0: other variables, ends, simple numbers."""
    where, first = goal.where(name), slope(goal.term, name)
    second = slope(first, name)
    if second is ZERO or not seen(goal.interior(name), second):
        return
    places: list[Term] = [var(other) for other, _ in goal.region if other != name]
    for value in dict.fromkeys((where.lo, where.hi, *map(Fraction, ("0", "1", "1/2", "-1")))):
        if value is None or (where.lo is not None and value < where.lo):
            continue
        if where.hi is None or value <= where.hi:
            places.append(num(value))
    for at in places:
        flat = goal.without(name, at, first)
        if defined(flat) and is_zero(flat.term):
            yield at, None


def _within(search: Prover, goal: Goal, name: str, at: Term, depth: int) -> Node | None:
    """Proofs that a place lies in the interval."""
    results: Node = {}
    there = goal.without(name, at)
    for high, key in ENDS:
        end = goal.where(name).end(high)
        if end is not None:
            inside = there.of((at - num(end)) * num(-1 if high else 1), False)
            part = search.prove(inside, min(depth, 2))
            if part is None:
                return None
            results[key] = part
    return results


def by_hill(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    """The term rises, then falls: both ends decide."""
    if goal.strict:
        return None
    free = alone(goal, name)
    if free is None:
        return None
    first, inside = slope(free.term, name), free.interior(name)
    if first is ZERO or not changes_once(inside, first, name):
        return None
    proof: Node = {"by": "hill", "on": name}
    for high, key in ENDS:
        result = at_end(search, free, name, high, False, free.term, depth - 1)
        if result is None:
            return None
        proof[key] = result
    change = _falls_through(search, inside.of(first, False), depth, name)
    return None if change is None else {**proof, "slope": change}


def _falls_through(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    """A proof that the term is >= 0 up to some place and <= 0 from there."""
    if depth < 0 or len(nodes(goal.term)) > 120 or not defined(goal):
        return None
    whole = factored(goal)
    forms = [] if whole is None else [whole]
    if whole is not None:
        for function, beside, rest in Rewriting(whole.core, goal.box).beside():
            part = None if beside.kind == "num" else factored(goal, beside)
            if part is None or part.core.kind != "num" or has_sum(part.weight):
                continue
            left = Rewriting(rest * power(part.weight, -1), goal.box).parted()
            core = part.core * function + left
            if core is not whole.core and defined(goal, core):
                weight = Rewriting(mul(whole.weight, part.weight), goal.box).short()
                known = [*whole.positive.get("defined", ()), *part.positive.get("defined", ())]
                shown = {"by": "span", "defined": known} if known else {"by": "span"}
                forms.append(whole._replace(weight=weight, core=core, positive=shown))
    plain = [] if whole is None or whole.weight.kind == "num" else [None]
    for form in (*forms[1:], *plain, forms[0] if forms else None):
        core = goal.term if form is None else form.core
        result = _change_of_sign(search, goal.of(core), depth, name)
        if result is not None:
            if form is None or form.weight is ONE:
                return result
            return {
                "by": "weight",
                "weight": stored(form.weight),
                "core": stored(core),
                "positive": form.positive,
                "proof": result,
            }
    return None


def _change_of_sign(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    first = slope(goal.term, name)
    if seen(goal, first, -1):
        proof = search.prove(goal.of(-first), depth)
        if proof is not None:
            return {"by": "fall", "proof": proof}
    for kind, sign in (("begin", 1), ("end", -1)):
        if not changes_once(goal, num(sign) * first, name):
            continue
        high = kind == "end"
        end = at_end(search, goal, name, high, False, num(sign) * goal.term, depth - 1)
        if end is None:
            continue
        result = _falls_through(search, goal.of(num(sign) * first), depth - 1, name)
        if result is not None:
            return {"by": kind, "end": end, "proof": result}
    return None


def changes_once(goal: Goal, term: Term, name: str, lines: int = 4) -> bool:
    """Whether samples allow that a term is >= 0 and then <= 0 along a variable."""
    points = points_of(goal)
    along = np.sort(np.asarray(points[name]))
    for line in range(min(lines, along.size)):
        here = {
            n: (along if n == name else np.full_like(along, p[line])) for n, p in points.items()
        }
        value, size = values_at(term, here)
        value = np.asarray(value, dtype=float) * np.ones_like(along)
        size = np.asarray(size, dtype=float) * np.ones_like(along)
        usable = np.isfinite(value) & np.isfinite(size)
        clear = usable & (np.abs(value) > 1e-7 * size)
        signs = value[clear] > 0
        if np.any(signs[1:] & ~signs[:-1]):
            return False
        if len(points) == 1:
            break
    return True
