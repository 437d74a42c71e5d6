"""Points of a domain at which a statement has no value by the conventions, so that no rule applies.

At ends 0 log 0 = 0 and -c log 0 is infinite for c > 0. A logarithm of 0 anywhere else, as in
log(x)^2 or x^x at x = 0, has no meaning: nothing is proved there, and nothing fails.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.branches import LOG_OF_ZERO, at_end_of
from banditproof.theory.prover.kernel.goals import Goal, Interval, Rejected
from banditproof.theory.prover.kernel.rules import BITS, step
from banditproof.theory.prover.kernel.terms import nodes, num, parts
from .faces import simple_inside
from .judgement import FAILS, inside, state_of

MOST = 100
"""So many corners and faces are looked at."""


def gap(goal: Goal) -> Mapping[str, Fraction] | None:
    """The ends at which a statement has no value, as the variables that have to lie there.

    >>> from banditproof.theory.prover.statement import Statement
    >>> gap(Statement.of("x^x <= 1", "x in [0, 1]").goal)
    {'x': Fraction(0, 1)}
    >>> gap(Statement.of("x*log(x) <= 0", "x in [0, 1]").goal) is None
    True
    """
    if not any(node.kind == "log" for node in nodes(goal.term)):
        return None
    choices = [
        [None, *(high for high in (False, True) if where.takes(high))] for _, where in goal.region
    ]
    chosen = sorted(product(*choices), key=lambda ends: sum(end is not None for end in ends))
    with working_precision(BITS):
        for ends in chosen[1:MOST]:
            there = dict(zip((name for name, _ in goal.region), ends, strict=True))
            point = {name: _coordinate(where, there[name]) for name, where in goal.region}
            taken = {name: x for name, x in point.items() if there[name] is not None}
            if _has_gap(goal, there) and inside(goal, {n: num(x) for n, x in point.items()}):
                return taken
    return None


def _coordinate(where: Interval, high: bool | None) -> Fraction:
    end = None if high is None else where.end(high)
    return simple_inside(where) if end is None else end


def _has_gap(goal: Goal, ends: Mapping[str, bool | None]) -> bool:
    for name, high in ends.items():
        try:
            goal = goal.interior(name) if high is None else at_end_of(goal, name, high)
        except Rejected:
            return True
    for part in parts("add", goal.term):
        others = (factor for factor in parts("mul", part) if factor is not LOG_OF_ZERO)
        if any(LOG_OF_ZERO in nodes(factor) for factor in others):
            return True
    if LOG_OF_ZERO not in nodes(goal.term) or goal.term.variables:
        return False
    if state_of(goal.term) in FAILS:
        return False
    try:
        step(goal, {"by": "infinite"})
    except ValueError:
        return True
    return False
