"""Sums of products of powers of one variable and exponentials: slopes until a sign is seen.

F(v) = sum c v^i exp(k v) for v > 0 is >= 0 if F(0) >= 0 and F' >= 0. An exponential that is a
factor of F is taken out first, so that each slope lowers the degree beside the least exponential.
"""

from fractions import Fraction
from math import lcm
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    add,
    mul,
    num,
    parts,
    power,
    replaced,
    slope,
    var,
)
from banditproof.theory.prover.notation import exp
from .direct import SPAN, Node, Prover, defined
from .factors import Product
from .rewriting import Rewriting, fresh_name, products
from .triangles import Change, changed

MOST_SLOPES = 40
Parts = dict[tuple[Fraction, int], Fraction]
"""The coefficients of v^i exp(k v), by k and i."""


def by_exponential_sum(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Slopes and factors in turn, where the variable begins or ends at 0."""
    if len(goal.term.variables) != 1 or goal.given or goal.strict or not defined(goal):
        return None
    (name,) = goal.term.variables
    where = goal.where(name)
    if where.hi == 0:
        return changed(search, goal, _mirrored(goal, name, where), depth + 1)
    results = _coefficients(Rewriting(goal.term, goal.box).whole(), name)
    if where.lo != 0 or results is None or len({k for k, _ in results}) < 2:
        return None
    scale = lcm(*(c.denominator for c in results.values()))
    results = {key: c * scale for key, c in results.items()}
    inner = _shown(search, goal, name, results)
    return inner and Product(num(Fraction(1, scale)), SPAN, _term(results, name)).proof(goal, inner)


def _mirrored(goal: Goal, name: str, where: Interval) -> Change:
    new = fresh_name([n for n, _ in goal.region], "t")
    low = None if where.lo is None else -where.lo
    turned = Interval(ZERO.value, low, where.hi_open, where.lo_open)
    return Change(name, new, -var(new), -var(name), turned)


def _coefficients(term: Term, name: str) -> Parts | None:
    results: Parts = {}
    for product in (p for part in products(term) for p in parts("add", part)):
        k, i, c = Fraction(0), 0, Fraction(1)
        for factor in parts("mul", product):
            base, times = (factor.args[0], factor.value) if factor.kind == "pow" else (factor, 1)
            if base.kind == "num" and factor.kind == "num":
                c *= base.value
            elif base is var(name) and times > 0 and Fraction(times).denominator == 1:
                i += int(times)
            elif base.kind == "exp" and _linear(base.args[0], name) is not None:
                k += (_linear(base.args[0], name) or 0) * times
            else:
                return None
        results[k, i] = results.get((k, i), Fraction(0)) + c
    return {key: c for key, c in results.items() if c}


def _linear(term: Term, name: str) -> Fraction | None:
    lead = slope(term, name)
    plain = lead.kind == "num" and replaced(term, {var(name): ZERO}) is ZERO
    return lead.value if plain else None


def _term(found: Parts, name: str) -> Term:
    v = var(name)
    return add(*(mul(num(c), power(v, i), exp(num(k) * v)) for (k, i), c in found.items()))


def _derived(found: Parts) -> Parts:
    new: Parts = {}
    for (k, i), c in found.items():
        new[k, i] = new.get((k, i), Fraction(0)) + k * c
        if i:
            new[k, i - 1] = new.get((k, i - 1), Fraction(0)) + i * c
    return {key: c for key, c in new.items() if c}


def _shown(search: Prover, goal: Goal, name: str, found: Parts, slopes: int = 0) -> Node | None:
    """A proof that a sum is >= 0, if it and its slopes are so at 0."""
    if all(c > 0 for c in found.values()):
        return SPAN
    least = min(k for k, _ in found)
    rest = {(k - least, i): c for (k, i), c in found.items()}
    if slopes == MOST_SLOPES or sum(c for (_, i), c in rest.items() if i == 0) < 0:
        return None
    search.spend(1)
    core, inside, rising = _term(rest, name), goal.interior(name), _derived(rest)
    sign = _shown(search, inside, name, rising, slopes + 1)
    if sign is None:
        return None
    first = slope(core, name)
    if first is not _term(rising, name):
        sign = Product(ONE, SPAN, _term(rising, name)).proof(inside.of(first), sign)
    proof: Node = {"by": "slope", "on": name, "high": False, "sign": sign, "end": {"proof": SPAN}}
    weight = exp(num(least) * var(name))
    return Product(weight, SPAN, core).proof(goal.of(core), proof) if least else proof
