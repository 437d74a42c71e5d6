"""Other variables: an assumption such as p < q turns a triangle into a box."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.spans import Box, span
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    made,
    nodes,
    num,
    power,
    replaced,
    slope,
    stored,
    var,
)
from .assumptions import held, instance
from .direct import Node, Prover, defined, positive_facts, rational, sign_of, written_range
from .factors import factored, factored_assumption
from .rewriting import Rewriting, fresh_name
from .samples import looks_true


class Change(NamedTuple):
    """A variable as a term in a new one and others, and the new one as a term in the old ones."""

    old: str
    new: str
    old_is: Term
    new_is: Term
    where: Interval
    assumptions: tuple[int, ...] = ()
    extra: tuple[tuple[Term, bool], ...] = ()
    """What else is known of the new variable."""
    meant: Mapping[Term, Term] = {}
    """What terms in the old variable become, where that is more than to replace it."""


def changes(goal: Goal) -> Iterator[Change]:
    """The changes of variables by which an assumption, or a pair of them, becomes an interval."""
    bounds: list[tuple[str, Interval, int, Term, bool, int]] = []
    for place, (term, strict) in enumerate(goal.given):
        if not defined(goal, term):
            continue
        plain = factored_assumption(goal, term)
        core = term if plain is None else plain.core
        for name, where in goal.region:
            if name not in core.variables or name not in goal.term.variables:
                continue
            result = _linear(goal, core, name)
            if result is not None:
                bounds.append((name, where, *result, strict, place))
    for name, _, side, low, strict, place in bounds:
        for other, _, turned, high, also, second in bounds:
            if name == other and side > 0 > turned:
                room = Rewriting(high - low, goal.box).short()
                positive = sign_of(goal, room)
                if positive is not None and positive[0] > 0:
                    new = fresh_name([n for n, _ in goal.region], "t")
                    own = Interval(num(0).value, num(1).value, strict, also)
                    share = (var(name) - low) * power(room, -1)
                    yield Change(name, new, low + var(new) * room, share, own, (place, second))
    for bound in bounds:
        yield from _of_bound(goal, *bound)


def _linear(goal: Goal, term: Term, name: str) -> tuple[int, Term] | None:
    """1 and L if the assumption says v >= L; -1 and L if it says v <= L."""
    lead = slope(term, name)
    if name in lead.variables:
        lead = Rewriting(lead, goal.box).short()
    if name in lead.variables or lead is ZERO:
        return None
    sign = sign_of(goal, lead)
    if sign is None:
        return None
    offset = replaced(term, {var(name): ZERO})
    return sign[0], Rewriting(-(offset * power(lead, -1)), goal.box).short()


def _of_bound(
    goal: Goal, name: str, where: Interval, side: int, bound: Term, strict: bool, place: int
) -> Iterator[Change]:
    v, new = var(name), fresh_name([n for n, _ in goal.region], "t")
    t = var(new)
    beyond = where.hi if side > 0 else where.lo
    opened = where.hi_open if side > 0 else where.lo_open
    if beyond is None:
        shift = Interval(num(0).value, None, strict, True)
        if sign_of(goal, bound) is not None and side > 0:
            ratio = Interval(num(1).value, None, strict, True)
            yield Change(name, new, bound * t, v * power(bound, -1), ratio, (place,))
        yield Change(name, new, bound + num(side) * t, num(side) * (v - bound), shift, (place,))
        return
    room = num(side) * (num(beyond) - bound)
    if sign_of(goal, room) is None:
        return
    unit = Interval(num(0).value, num(1).value, strict, opened)
    share = num(side) * (v - bound) * power(room, -1)
    if side > 0:
        yield Change(name, new, bound + t * room, share, unit, (place,))
    else:  # v = lo + t (L - lo)
        turned = Interval(num(0).value, num(1).value, opened, strict)
        yield Change(name, new, num(beyond) + t * room, ONE - share, turned, (place,))


def by_triangle(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Change variables so that an assumption becomes an interval."""
    if not goal.given:
        return None
    for change in changes(goal):
        result = changed(search, goal, change, depth)
        if result is not None:
            return result
    return None


def changed(search: Prover, goal: Goal, change: Change, depth: int) -> Node | None:
    """A proof by a change of variables."""
    facts = positive_facts(search, goal)
    if facts is None:
        return None
    there = {**change.meant, var(change.old): change.old_is}
    rest = [pair for pair in goal.region if pair[0] != change.old]
    region = (*rest, (change.new, change.where))
    box = {name: where.span for name, where in region}
    term = replaced(goal.term, there)
    whole = Rewriting(term, box).whole()
    term = whole if defined(Goal(whole, False, region)) else _with_factors(term, box)
    given = []
    kept: list[Any] = []
    back = {var(change.new): change.new_is}
    held = [g for i, g in enumerate(goal.given) if i not in change.assumptions]
    for first, strict in (*((replaced(term, there), s) for term, s in held), *change.extra):
        new = Rewriting(first, box).short()
        if not new.variables:
            continue
        plain = factored(Goal(new, True, region), new)
        new = new if plain is None else plain.core
        if (new, strict) in given:
            continue
        # What is not shown in the new variables is left out: the goal gets harder, never false.
        shown = search.prove(goal.of(replaced(new, back), strict), 1)
        if shown is None:
            continue
        given.append((new, strict))
        kept.append({"term": stored(new), "strict": strict, "proof": shown})
    second = Goal(term, goal.strict, region, tuple(given), False)
    if not looks_true(second):
        return None
    inner = search.prove(second, depth - 1)
    if inner is None:
        return None
    inside: Node = {}
    for name, where in region:
        ends: Node = {}
        for high, key in ((False, "low"), (True, "high")):
            end = where.end(high)
            if end is None:
                continue
            value = change.new_is if name == change.new else var(name)
            beyond = (value - num(end)) * num(-1 if high else 1)
            shown = search.prove(goal.of(beyond, not where.takes(high)), 2)
            if shown is None:
                return None
            ends[key] = shown
        inside[name] = ends
    return {
        "by": "instance",
        "with": {change.new: stored(change.new_is)},
        "where": {name: written_range(where) for name, where in region},
        "inside": inside,
        "given": kept,
        "term": stored(term),
        "proof": inner,
        **({"defined": facts} if facts else {}),
    }


def _with_factors(term: Term, box: Box) -> Term:
    """The term with products in logarithms, roots and quotients, if sums do not show a sign."""
    inner = {n.args[0] for n in nodes(term) if n.kind in ("log", "xlogx", "pow")}
    unclear = [a for a in inner if a.kind == "add" and not a.partial and rational(a)]
    short = {a: Rewriting(a, box).short() for a in unclear if not span(a, box).positive(True)}
    return replaced(term, short)


def by_restating(search: Prover, goal: Goal, depth: int) -> Node | None:
    """An equal term that spans show to be defined, where only proofs show it of this one.

    So it is with 1 / (2 - 2 x / 3) for x < 3, as 2/3 is no exact ball.
    """
    if goal.term.partial and not defined(goal):
        facts = positive_facts(search, goal)
        term = Rewriting(goal.term, goal.box).whole()
        if facts and defined(goal, term):
            kept = [(*item, held(place)) for place, item in enumerate(goal.given)]
            result = instance(search, goal.of(term), kept, depth)
            return None if result is None else {**result, "defined": facts}
    return None


def by_power(search: Prover, goal: Goal, depth: int) -> Node | None:
    """v = t^n for a variable that occurs in roots: they become powers."""
    if not defined(goal):
        return None
    for name, where in goal.region:
        v = var(name)
        roots = [
            n
            for n in nodes(goal.term)
            if n.kind == "pow" and n.args[0] is v and n.value.denominator > 1
        ]
        if roots and where.lo in (0, 1) and where.hi in (None, 1):
            order = lcm(*(n.value.denominator for n in roots))
            new = fresh_name([n for n, _ in goal.region], "t")
            t, root = var(new), power(v, Fraction(1, order))
            meant = {n: power(t, order * n.value) for n in roots}
            change = Change(name, new, power(t, order), root, where, meant=meant)
            result = changed(search, goal, change, depth + 1)
            if result is not None:
                return result
    return None


def by_substitution(search: Prover, goal: Goal, depth: int) -> Node | None:
    """A variable in place of 1/v or of exp(v), where these occur in the term."""
    if not defined(goal):
        return None
    for name, where in goal.region:
        if name not in goal.term.variables:
            continue
        for change in _natural(goal, name, where):
            result = changed(search, goal, change, depth)
            if result is not None:
                return result
    return None


def _natural(goal: Goal, name: str, where: Interval) -> Iterator[Change]:
    v, new = var(name), fresh_name([n for n, _ in goal.region], "t")
    t, result = var(new), nodes(goal.term)
    positive = where.lo is not None and where.lo >= 0 and where.lo_open
    half_line = Interval(num(0).value, None)
    inner = {a for n in result if n.kind in ("log", "exp", "erf", "tanh") for a in nodes(n.args[0])}
    if positive and where.lo == 0 and where.hi is None and power(v, -1) in inner:
        yield Change(name, new, power(t, -1), power(v, -1), half_line)
    if any(n.kind == "exp" and name in n.variables for n in result) and where[:2] == (None, None):
        yield Change(name, new, made("log", (t,)), made("exp", (v,)), half_line)
