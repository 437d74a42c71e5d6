"""A convex term is above the polynomial that bends as its Taylor polynomial does.

Where T is flat and 0 at v = m and T'' >= R for a polynomial R, T is above the Q with Q'' = R that
is flat and 0 at m. So T + P >= 0 for a polynomial P if Q + P >= 0.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import factorial
from banditproof.theory.prover.kernel.forms import is_zero, quotient
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    add,
    num,
    parts,
    power,
    replaced,
    slope,
    var,
)
from .direct import SPAN, Node, Prover, defined, part_of, rational
from .rewriting import Rewriting
from .samples import looks_true

ORDER = 2
"""The degree of the Taylor polynomial."""


def by_minorant(search: Prover, goal: Goal, depth: int, name: str) -> Node | None:
    """The functions give way to a polynomial along a variable, about the middle of its range."""
    if goal.strict or not defined(goal):
        return None
    where = goal.where(name)
    several = parts("add", goal.term)
    plain = add(*(part for part in several if rational(part) and not part.partial))
    if plain is ZERO or where.lo is None or where.hi is None:
        return None
    convex = add(*(part for part in several if not rational(part) or part.partial))
    second = slope(slope(convex, name), name)
    bend = _taylor(second, name, (where.lo + where.hi) / 2)
    if bend is None:
        return None
    for at in _anchors(goal, convex, name):
        whole = _twice_summed(bend, name, at)
        above, left = (
            Rewriting(term, goal.box).whole() for term in (convex - whole, whole + plain)
        )
        if not (looks_true(goal.of(above)) and looks_true(goal.of(left))):
            continue
        first = search.prove(goal.of(above), depth - 1)
        rest = first and search.prove(goal.of(left), depth - 1)
        if first is not None and rest is not None:
            shares = [part_of(ONE, SPAN, above, first), part_of(ONE, SPAN, left, rest)]
            return {"by": "sum", "parts": shares}
    return None


def _anchors(goal: Goal, term: Term, name: str) -> Iterator[Term]:
    """Other variables at which a term is 0 and flat along this one."""
    for other, _ in goal.region:
        there = [goal.without(name, var(other), t) for t in (term, slope(term, name))]
        if other != name and all(defined(g) and is_zero(g.term) for g in there):
            yield var(other)


def _taylor(term: Term, name: str, middle: Fraction) -> Term | None:
    """The Taylor polynomial of a rational function of the variable alone."""
    result, rest, away = ZERO, Rewriting(term, None).short(), var(name) - num(middle)
    if rest.variables != {name} or not rational(rest):
        return None
    for n in range(ORDER + 1):
        value = replaced(rest, {var(name): num(middle)})
        result = result + num(Fraction(1, factorial(n))) * value * power(away, n)
        rest = Rewriting(slope(rest, name), None).short()
    return result


def _twice_summed(term: Term, name: str, at: Term) -> Term:
    """The polynomial with this second slope that is 0 and flat at a place."""
    v, result = var(name), ZERO
    for (n,), c in quotient(term, [name])[0].items():
        scale = Fraction(c) / ((n + 1) * (n + 2))
        flat = power(at, n + 2) + num(n + 2) * power(at, n + 1) * (v - at)
        result = result + num(scale) * (power(v, n + 2) - flat)
    return result
