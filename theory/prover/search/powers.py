"""Powers: the square of a variable as a new one, and differences of two powers as products."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.theory.prover.kernel.forms import NAMES, is_zero
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    add,
    made,
    mul,
    nodes,
    num,
    parts,
    power,
    var,
)
from .direct import Node, Prover, defined, part_of
from .factors import factored
from .rewriting import Rewriting, fresh_name
from .samples import looks_true
from .triangles import Change, changed

HALF = Fraction(1, 2)
MOST_POWER = 4


def by_even_powers(search: Prover, goal: Goal, depth: int) -> Node | None:
    """t = v^2 for a variable on the whole line that occurs in even powers alone."""
    if not defined(goal):
        return None
    for change in _even(goal):
        return changed(search, goal, change, depth + 1)
    return None


def _even(goal: Goal) -> Iterator[Change]:
    for name, where in goal.region:
        v = var(name)
        if where[:2] != (None, None) or name not in goal.term.variables:
            continue
        if any(name in term.variables for term, _ in goal.given):
            continue
        powers = [n for n in nodes(goal.term) if n.kind == "pow" and n.args[0] is v]
        alone = [n for n in nodes(goal.term) if v in n.args and n not in powers]
        if alone or v is goal.term or any(n.value % 2 for n in powers):
            continue
        new = fresh_name([n for n, _ in goal.region], "t")
        t = var(new)
        meant = {n: power(t, n.value / 2) for n in powers}
        half_line = Interval(num(0).value, None, False, True)
        yield Change(name, new, power(t, HALF), power(v, 2), half_line, meant=meant)


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
