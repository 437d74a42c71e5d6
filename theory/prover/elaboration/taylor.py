"""Taylor's formula about the centre of a box: the slopes along a segment from there."""

from fractions import Fraction
from typing import Any
from banditproof.theory.balls import lower
from banditproof.theory.prover.kernel.goals import Goal, Interval, Rejected
from banditproof.theory.prover.kernel.spans import Span, Undefined, exactly, plus, span, times
from banditproof.theory.prover.kernel.terms import (
    ONE,
    Term,
    add,
    num,
    power,
    replaced,
    slope,
    stored,
    var,
)
from .nodes import NOTHING, SPAN, Node, ends_of, not_beyond, part, slope_node, sum_of

HALF = Fraction(1, 2)
SLACK = 80
"""Ranges of equal terms that are written otherwise differ by less than a half to this power."""


def taylor(goal: Goal, proof: Node) -> dict[str, Any]:
    """e(c + t d) less e(c), its slope at 0 (for the second order) and a bound of the rest rises."""
    second, names = bool(proof.get("second")), sorted(goal.term.variables)
    along = f"{max((*names, 't'), key=len)}_t"
    shown, within = list[Node](), list[tuple[str, Interval]]()
    t, centre, where = var(along), dict[str, Fraction](), dict[str, list[Any]]()
    where[along] = ["0", "1", False, False]
    moved, meaning, away = dict[Term, Term](), {along: "1"}, dict[str, Term]()
    for name in names:
        place = goal.where(name)
        if place.lo is None or place.hi is None:
            raise Rejected("The box is not bounded.")
        centre[name] = (place.lo + place.hi) / 2
        away[name] = var(f"{name}_d")
        moved[var(name)] = num(centre[name]) + t * away[name]
        meaning[f"{name}_d"] = stored(var(name) - num(centre[name]))
        ends = Interval(place.lo - centre[name], place.hi - centre[name], *place[2:])
        where[f"{name}_d"] = ends_of(ends)
        within.append((f"{name}_d", ends))
        for high, end in enumerate((place.lo, place.hi)):
            shown.append(not_beyond(name, end, bool(high), not place.takes(bool(high))))
    fixed = {var(name): num(value) for name, value in centre.items()}
    here, start = replaced(goal.term, moved), replaced(goal.term, fixed)
    slopes = {name: slope(goal.term, name) for name in names}
    bends = {(a, b): slope(slopes[a], b) for a in names for b in names} if second else {}
    bound = lower(_rest(goal, centre, slopes, bends).lo)
    linear = [replaced(first, fixed) * away[name] for name, first in slopes.items()]
    first = start + t * add(*linear) if second else start
    region = [(along, Interval(Fraction(0), Fraction(1), False, False)), *within]
    # The checker writes these terms otherwise than the formula does, and rounds otherwise: a bound
    # a little lower is safe, and is taken wherever the sign allows it.
    slack = (1 + abs(bound)) / 2**SLACK
    if _shows(first + num(bound - slack) * power(t, 2 if second else 1), goal.strict, region):
        bound -= slack
    known = first + num(bound) * power(t, 2 if second else 1)
    if second:
        rest = [replaced(bend, moved) * away[a] * away[b] for (a, b), bend in bends.items()]
        first_slope = slope_node(along, False, False, _above(add(*rest, num(-2 * bound))), NOTHING)
    else:
        rest = [replaced(first, moved) * away[name] for name, first in slopes.items()]
        first_slope = _above(add(*rest, num(-bound)))
    proof_of_rest = slope_node(along, False, False, first_slope, NOTHING)
    return {
        "by": "instance",
        "with": meaning,
        "where": where,
        "given": [],
        "term": stored(here),
        "shown": [SPAN, SPAN, *shown],
        "proof": sum_of(
            part(ONE, here - known, proof_of_rest), part(ONE, known, SPAN, goal.strict)
        ),
    }


def _shows(term: Term, strict: bool, region: list[tuple[str, Interval]]) -> bool:
    """Whether the range of a term has the sign."""
    try:
        return span(term, Goal(term, strict, tuple(region)).box).positive(strict)
    except Undefined:
        return False


def _above(rest: Term) -> dict[str, Any]:
    """The sign of the last slope, written so that its range is found as in the formula."""
    return sum_of(part(ONE, rest, SPAN))


def _rest(
    goal: Goal,
    centre: dict[str, Fraction],
    slopes: dict[str, Term],
    bends: dict[tuple[str, str], Term],
) -> Span:
    """The range of the last part of the formula."""
    total, box = exactly(Fraction(0)), goal.box
    away = {name: var(name) - num(value) for name, value in centre.items()}
    for name, first in slopes.items() if not bends else ():
        total = plus(total, times(span(first, box), span(away[name], box)))
    for (a, b), bend in bends.items():
        one = span(num(HALF) * bend, box)
        total = plus(total, times(one, span(away[a] * away[b], box)))
    return total
