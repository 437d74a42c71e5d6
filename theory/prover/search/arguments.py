"""The argument of erf or tanh as a new variable, where it is linear in a variable."""

from collections.abc import Iterator
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import (
    ZERO,
    mul,
    nodes,
    num,
    parts,
    power,
    replaced,
    slope,
    var,
)
from .direct import Node, Prover, defined, sign_of
from .rewriting import fresh_name
from .triangles import Change, changed


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
