"""Homogeneous terms: a ratio of two variables instead of one of them takes the other one away."""

from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import num, power, replaced, var
from .direct import Node, Prover, defined
from .ends import by_ends
from .rewriting import Rewriting, fresh_name
from .triangles import Change, changed

HALF_LINE = Interval(num(0).value, None)
CLOSED = HALF_LINE._replace(lo_open=False)


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
