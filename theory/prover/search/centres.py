"""Two variables of the unit interval as their mean and their distance from it."""

from dataclasses import replace
from fractions import Fraction
from banditproof.theory.prover.kernel.branches import ENDS
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import ONE, Term, num, power, replaced, stored, var
from .direct import SPAN, Node, Prover, defined, written_range
from .ends import inside_first
from .orders import pairs_of
from .rewriting import Rewriting, fresh_name
from .samples import looks_true

UNIT = Interval(Fraction(0), Fraction(1))
HALF = Fraction(1, 2)


def by_centre(search: Prover, goal: Goal, depth: int) -> Node | None:
    """p, q = m (1 +- t) for p + q <= 1, else 1 - p and 1 - q, where p and q count alike."""
    if goal.given or depth < 2 or not defined(goal):
        return None
    return inside_first(search, goal, depth, _by_centre)


def _by_centre(search: Prover, goal: Goal, depth: int) -> Node | None:
    for first, second in pairs_of(goal):
        p, q = var(first), var(second)
        if goal.where(first) != UNIT or not is_zero(goal.term - replaced(goal.term, {p: q, q: p})):
            continue
        result = _in_cases(search, goal, [p - q, p + q - ONE], (first, second), depth)
        if result is not None:
            return result
    return None


def _in_cases(
    search: Prover, goal: Goal, between: list[Term], names: tuple[str, str], depth: int
) -> Node | None:
    if not between:
        return _centred(search, goal, names, depth)
    parts: Node = {}
    for (_, key), sign in zip(ENDS, (-1, 1), strict=True):
        case = replace(goal, given=(*goal.given, (num(sign) * between[0], False)))
        result = _in_cases(search, case, between[1:], names, depth)
        if result is None:
            return None
        parts[key] = result
    return {"by": "cases", "term": stored(between[0]), **parts}


def _centred(search: Prover, goal: Goal, names: tuple[str, str], depth: int) -> Node | None:
    (order, _), (side, _) = goal.given
    p, q = (var(name) for name in names)
    larger, smaller = (p, q) if is_zero(order - (p - q)) else (q, p)
    below = is_zero(side - (ONE - p - q))
    taken = [name for name, _ in goal.region]
    m_name, t_name = fresh_name(taken, "m"), fresh_name(taken, "t")
    m, t = var(m_name), var(t_name)
    total = p + q if below else num(2) - p - q
    with_sum, with_gap = m * (ONE + t), m * (ONE - t)
    back = {larger: with_sum, smaller: with_gap}
    if not below:
        back = {larger: ONE - with_gap, smaller: ONE - with_sum}
    meaning = {m: num(HALF) * total, t: (larger - smaller) * power(total, -1)}
    others = tuple(pair for pair in goal.region if pair[0] not in names)
    where = {m_name: UNIT._replace(hi=HALF, hi_open=False), t_name: UNIT._replace(lo_open=False)}
    region = (*others, *where.items())
    term = Rewriting(replaced(goal.term, back), {n: w.span for n, w in region}).whole()
    there = Goal(term, goal.strict, region, (), False)
    if not defined(there) or not looks_true(there):
        return None
    inner = search.prove(there, depth - 1)
    if inner is None:
        return None
    inside: Node = {name: {"low": SPAN, "high": SPAN} for name, _ in others}
    for name, place in where.items():
        inside[name] = {}
        for high, key in ENDS:
            away = (meaning[var(name)] - num(place.end(high) or 0)) * num(-1 if high else 1)
            shown = search.prove(goal.of(away, not place.takes(high)), 2)
            if shown is None:
                return None
            inside[name][key] = shown
    return {
        "by": "instance",
        "with": {v.value: stored(value) for v, value in meaning.items()},
        "where": {name: written_range(place) for name, place in region},
        "inside": inside,
        "term": stored(term),
        "proof": inner,
    }
