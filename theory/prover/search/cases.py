"""A goal in parts: branches, halves of an interval, boxes."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from banditproof.theory.prover.kernel.branches import alike, cases_of
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.rules import step
from banditproof.theory.prover.kernel.spans import span
from banditproof.theory.prover.kernel.terms import Term, nodes, replaced, stored
from .assumptions import held, instance
from .direct import Node, Prover, defined, positive_facts
from .samples import has_margin


def by_branches(search: Prover, goal: Goal, depth: int) -> Node | None:
    """max, min, abs or if is one of its branches."""
    for node in nodes(goal.term):
        cases = list(cases_of(node))
        if not cases or any(list(cases_of(inner)) for inner in nodes(node) if inner is not node):
            continue
        results = []
        for value, condition, strict in cases:
            case = replace(goal, given=(*goal.given, (condition, strict)))
            span(condition, goal.box)
            there = replaced(goal.term, alike(node, value))
            part = search.prove(replace(case, term=there), depth)
            if part is None:
                return None
            results.append(part)
        return {"by": "branch", "node": stored(node), "cases": results}
    return None


def by_equation(search: Prover, goal: Goal, depth: int) -> Node | None:
    """|u| <= 0 where u has branches itself: u <= 0, and u >= 0."""
    node = goal.term.args[-1] if goal.term.kind == "mul" else goal.term
    if node.kind != "abs" or goal.term is not -node:
        return None
    if not any(True for inner in nodes(node.args[0]) for _ in cases_of(inner)):
        return None
    facts = positive_facts(search, goal.of(node.args[0]))
    if facts is None:
        return None
    results = []
    for value, condition, strict in cases_of(node):
        case = replace(goal, given=(*goal.given, (condition, strict)))
        kept = [(*item, held(place)) for place, item in enumerate(goal.given)]
        part = instance(search, case.of(replaced(goal.term, alike(node, value))), kept, depth)
        inner = positive_facts(search, case.of(node.args[0])) if facts else []
        if part is None or inner is None:
            return None
        results.append({**part, "defined": inner} if inner else part)
    return {"by": "branch", "node": stored(node), "cases": results, "condition defined": facts}


def by_halves(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Split an interval at a natural point of its inside."""
    for name, where in goal.region:
        for at in _natural(where):
            inside = (where.lo is None or where.lo < at) and (where.hi is None or at < where.hi)
            if not inside or name not in goal.term.variables:
                continue
            low = where._replace(hi=at, hi_open=False)
            high = where._replace(lo=at, lo_open=True)
            parts: Node = {}
            for key, part in (("high", high), ("low", low)):
                result = search.prove(goal.placed(name, part), depth - 1)
                if result is None:
                    break
                parts[key] = result
            if len(parts) == 2:
                return {"by": "split", "on": name, "at": str(at), **parts}
    return None


def _natural(where: Interval) -> Iterator[Fraction]:
    yield from map(Fraction, ("0", "1/2", "1", "3"))
    if where.lo is not None and where.hi is not None:
        yield (where.lo + where.hi) / 2


def by_boxes(search: Prover, goal: Goal, most: int = 1500) -> Node | None:
    """Split a bounded box until its span or Taylor's formula shows the sign."""
    used = [(n, w) for n, w in goal.region if n in goal.term.variables]
    # Where the term touches 0, smaller boxes show no sign, either.
    if any(w.lo is None or w.hi is None for _, w in used) or not has_margin(goal):
        return None
    goal = replace(goal, region=tuple(used)) if not goal.given else goal
    return _in_boxes(search, goal, [most], level=0)


def _in_boxes(search: Prover, goal: Goal, left: list[int], level: int) -> Node | None:
    """A tree of boxes, of which so many are left."""
    left[0] -= 1
    if left[0] % 8 == 0:
        search.spend(1)
    if left[0] < 0 or level > 40:
        return None
    for rule in ({"by": "span"}, {"by": "taylor"}):
        try:
            step(goal, rule)
        except ValueError:
            continue
        return dict(rule)
    for place, (term, strict) in enumerate(goal.given):
        if defined(goal, term) and span(term, goal.box).negated().positive(not strict):
            return {"by": "empty", "assumption": place}
    name, where = max(goal.region, key=lambda pair: _width(pair, goal.term))
    at = ((where.lo or Fraction(0)) + (where.hi or Fraction(0))) / 2
    below, above = where._replace(hi=at, hi_open=False), where._replace(lo=at, lo_open=True)
    low = _in_boxes(search, goal.placed(name, below), left, level + 1)
    high = low and _in_boxes(search, goal.placed(name, above), left, level + 1)
    if low is None or high is None:
        return None
    return {"by": "split", "on": name, "at": str(at), "low": low, "high": high}


def _width(pair: tuple[str, Interval], term: Term) -> Fraction:
    name, where = pair
    used = name in term.variables and where.lo is not None and where.hi is not None
    return (where.hi or Fraction(0)) - (where.lo or Fraction(0)) if used else Fraction(-1)
