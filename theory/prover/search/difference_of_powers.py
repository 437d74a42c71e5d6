"""Differences of two powers as products: w (r^n - f^n) has the factor r - f."""

from fractions import Fraction
from banditproof.theory.prover.kernel.forms import NAMES, is_zero
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    add,
    made,
    mul,
    num,
    parts,
    power,
)
from .direct import Node, Prover, defined, part_of
from .factors import factored
from .rewriting import Rewriting
from .samples import looks_true

MOST_POWER = 4
"""The largest exponent n."""


def by_difference_of_powers(search: Prover, goal: Goal, depth: int) -> Node | None:
    """w (r^n - f^n) for a function f is a product with r - f: the factors are >= 0."""
    if goal.strict or not defined(goal):
        return None
    rewriting = Rewriting(goal.term, goal.box)
    names = {name: rewriting.meaning(name) for name in rewriting.generators()}
    for name, function in names.items():
        if function.kind not in ("log", "erf", "tanh") or not function.variables:
            continue
        n = int(rewriting.top.degrees()[NAMES.index(name)])
        if not 2 <= n <= MOST_POWER or rewriting.below.degrees()[NAMES.index(name)]:
            continue
        rest = Rewriting(rewriting.with_names({**names, name: ZERO}), goal.box).short()
        weight = Rewriting((rest - goal.term) * power(function, -n), None).short()
        plain, other = (factored(goal, part) for part in (weight, rest))
        if plain is None or other is None or plain.core is not ONE or other.core is not ONE:
            continue
        root = _root(Rewriting(rest * power(weight, -1), goal.box).short(), Fraction(1, n))
        above = root - function
        below = add(*(power(root, k) * power(function, n - 1 - k) for k in range(n)))
        if not all(defined(goal, part) and looks_true(goal.of(part)) for part in (above, below)):
            continue
        if not is_zero(goal.term - weight * above * below):
            continue
        first = search.prove(goal.of(above), depth - 1)
        second = first and search.prove(goal.of(below), depth - 1)
        if first is None or second is None:
            continue
        inner = {"by": "sum", "parts": [part_of(below, second, above, first)]}
        return plain._replace(core=mul(below, above)).proof(goal, inner)
    return None


def _root(term: Term, order: Fraction) -> Term:
    """A power of a product, factor by factor."""
    result = ONE
    for factor in parts("mul", term):
        base, times = (factor.args[0], factor.value) if factor.kind == "pow" else (factor, 1)
        exponent = times * order
        if base.kind == "exp":
            result = result * made("exp", (num(exponent) * base.args[0],))
        else:
            result = result * power(base, exponent)
    return result
