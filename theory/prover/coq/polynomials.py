"""Signs of polynomials and of rational functions, as identities that Coq's `field` checks."""

from __future__ import annotations
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any
from banditproof.theory.prover.kernel.forms import quotient
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import step
from banditproof.theory.prover.kernel.sturm import irreducible_factors
from banditproof.theory.prover.kernel.terms import (
    ONE,
    Term,
    add,
    mul,
    num,
    power,
    replaced,
    stored,
    var,
)
from .identities import side_conditions
from .spelling import NoExport, spelled

if TYPE_CHECKING:
    from .script import Finite, Node, Script

Coefficients = Mapping[tuple[int, ...], Fraction]
MOST_SPLITS = 40


def bernstein(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    """B T = A, where A and B are sums of products of x - a and b - x with coefficients >= 0."""
    points = {name: where.lo for name, where in goal.region if where.lo == where.hi is not None}
    if not goal.term.variables.isdisjoint(points):
        return _at_points(script, goal, points)
    names = [name for name, _ in goal.region if name in goal.term.variables]
    moved, bounded = {}, []
    for name in names:
        where, t = goal.where(name), var(name)
        low, high = num(where.lo or 0), num(where.hi or 0)
        whole = where.lo is not None and where.hi is not None
        half = low + t if where.hi is None else high - t
        moved[t] = (low + high * t) * power(ONE + t, -1) if whole else half
        bounded.append(whole)
    top, below = quotient(replaced(goal.term, moved), names)
    if not top:
        zero = script.equal(goal, proof, goal.term, num(0))
        return [f"assert (E : {spelled(goal.term)} = 0) by ({zero.use()}).", "rewrite E; lra."]
    degrees = tuple(max(e[i] for e in (*top, *below)) for i in range(len(names)))
    constant = _constant(below, degrees, bounded)
    width = Fraction(1)
    for name, degree, whole in zip(names, degrees, bounded, strict=True):
        where = goal.where(name)
        width *= ((where.hi or Fraction(0)) - (where.lo or Fraction(0))) ** degree if whole else 1
    least = Fraction(0)
    if goal.strict and all(bounded):
        full = product(*(range(degree + 1) for degree in degrees))
        least = min(top.get(e, Fraction(0)) / _share(e, degrees, bounded) for e in full)
    left = _sum(goal, names, degrees, top, bounded, least)
    if least:
        left = f"({spelled(num(least * width))} + {left})"
    if constant is not None:
        factor = spelled(num(constant * width))
    else:
        factor = _sum(goal, names, degrees, below, bounded, Fraction(0))
    context = script.context(goal, proof)
    side_conditions(context, [goal.term])
    sign = "<" if goal.strict else "<="
    lemma = "quotient_gt" if goal.strict else "quotient_ge"
    return [
        *context.lines,
        f"apply ({lemma} {factor} {spelled(goal.term)} {left}); [same | nonnegative |].",
        f"assert (Q : 0 {sign} {left}) by nonnegative.",
        "exact Q.",
    ]


def _at_points(script: Script, goal: Goal, points: Mapping[str, Fraction | None]) -> list[str]:
    """The same with a number for each variable whose range is a point."""
    lines, there = list[str](), goal
    for place, (name, value) in enumerate(points.items()):
        there = there.without(name, num(value or 0))
        at = f"assert (P_{place} : {spelled(var(name))} = {spelled(num(value or 0))}) by lra."
        lines += [at, f"rewrite ?P_{place}."]
    child = script.prove(there, {"by": "Bernstein" if there.term.variables else "span"})
    sign = "<" if goal.strict else "<="
    return [
        *lines,
        f"assert (Q : 0 {sign} {spelled(there.term)}) by ({child.use()}).",
        "side_of Q.",
    ]


def _share(e: tuple[int, ...], degrees: tuple[int, ...], bounded: list[bool]) -> int:
    return prod(comb(d, i) if whole else 1 for i, d, whole in zip(e, degrees, bounded, strict=True))


def _constant(
    below: Coefficients, degrees: tuple[int, ...], bounded: list[bool]
) -> Fraction | None:
    """c if the denominator is c times the product of (1 + t)^d over the bounded ranges."""
    value = below.get((0,) * len(degrees), Fraction(0))
    ranges = [
        range(d + 1) if whole else range(1) for d, whole in zip(degrees, bounded, strict=True)
    ]
    wanted = {e: value * _share(e, degrees, bounded) for e in product(*ranges)}
    return value if value and wanted == dict(below) else None


def _sum(
    goal: Goal,
    names: list[str],
    degrees: tuple[int, ...],
    found: Coefficients,
    bounded: list[bool],
    least: Fraction,
) -> str:
    parts = []
    for e in product(*(range(degree + 1) for degree in degrees)):
        value = found.get(e, Fraction(0)) - least * (_share(e, degrees, bounded) if least else 1)
        if value == 0:
            continue
        factors = [spelled(num(value))]
        for name, i, degree in zip(names, e, degrees, strict=True):
            where, x = goal.where(name), var(name)
            low = x - num(where.lo or 0) if where.lo is not None else num(where.hi or 0) - x
            if i:
                factors.append(spelled(power(low, i)))
            if where.lo is not None and where.hi is not None and degree > i:
                factors.append(spelled(power(num(where.hi) - x, degree - i)))
        parts.append("(" + " * ".join(factors) + ")")
    return "(" + " + ".join(parts) + ")" if parts else "0"


def sturm(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    """A polynomial in one variable by its factors: squares, and factors without a root inside.

    Those are shown on pieces of the range, on which their Bernstein coefficients are >= 0.
    """
    (name,) = goal.term.variables
    at, x = Fraction(proof["at"]), var(name)
    factors: list[tuple[Term, bool]] = []
    result = quotient(goal.term, [name])[0]
    total = ONE
    for factor, count in irreducible_factors(result):
        values = [Fraction(int(c.p), int(c.q)) for c in factor.coeffs()]
        f = add(*(num(c) * power(x, n) if n else num(c) for n, c in enumerate(values)))
        there = replaced(f, {x: num(at)}).value
        if count > 1 and not goal.strict:
            factors.append((power(f, count - count % 2), True))
        odd = count if goal.strict else count % 2
        if odd:
            one = f if there > 0 else -f
            factors += [(one, False)] * odd
        total = total * power(f, count)
    scale = replaced(goal.term, {x: num(at)}).value / replaced(total, {x: num(at)}).value
    tree = _product(goal, name, abs(scale), factors)
    child = script.prove(goal, tree)
    return [f"{child.use()}."]


def _product(
    goal: Goal, name: str, scale: Fraction, factors: list[tuple[Term, bool]]
) -> dict[str, Any]:
    if not factors:
        return {"by": "span"}
    (first, square), *others = factors
    one = {"by": "span"} if square else _pieces(goal.of(first), name, 0)
    rest = mul(num(scale), *(f for f, _ in others))
    part = {
        "weight": stored(first),
        "positive": one,
        "term": stored(rest),
        "proof": _product(goal.of(rest), name, scale, others),
    }
    if goal.strict:
        part["strict"] = True
    return {"by": "sum", "parts": [part]}


def _pieces(goal: Goal, name: str, depth: int) -> dict[str, Any]:
    try:
        step(goal, {"by": "Bernstein"})
        return {"by": "Bernstein"}
    except ValueError:
        pass
    if depth > MOST_SPLITS:
        raise NoExport("The sign of a polynomial has no export: its pieces are too small.")
    where = goal.where(name)
    if where.lo is not None and where.hi is not None:
        at = (where.lo + where.hi) / 2
    elif where.lo is None and where.hi is None:
        at = Fraction(0)
    else:
        away = Fraction(2) ** depth
        at = where.lo + away if where.lo is not None else (where.hi or Fraction(0)) - away
    low = goal.placed(name, where._replace(hi=at, hi_open=False))
    high = goal.placed(name, where._replace(lo=at, lo_open=True))
    return {
        "by": "split",
        "on": name,
        "at": str(at),
        "low": _pieces(low, name, depth + 1),
        "high": _pieces(high, name, depth + 1),
    }
