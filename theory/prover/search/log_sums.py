"""Weighted logarithms as in the log-sum inequality: their factors in a basis that is >= 0.

A factor is a combination of products of v - a and b - v (in Bernstein's basis), or of powers of
v - a or b - v. Logarithms beside the same product become one logarithm.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, gcd, lcm
from banditproof.theory.prover.kernel.forms import quotient
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import ONE, Term, add, mul, num, power, replaced, var
from .direct import Node, sign_of
from .rewriting import Rewriting

Exponents = tuple[int, ...]
Vector = tuple[int, ...]
MOST_POWER = 4
"""The largest power of what stands in a logarithm."""
MOST_DEGREE = 4


def weighted(goal: Goal, besides: Sequence[Term]) -> Iterator[list[tuple[Term, Node, Vector]]]:
    """For the factors of some logarithms: weights >= 0, and the powers that each gives the others.

    The sum of the factors times the logarithms is that of each weight times the logarithm of the
    product of powers.
    """
    names = sorted(frozenset[str]().union(*(b.variables for b in besides)))
    places, there = _moved(goal, names)
    if not there:
        return
    several = []
    for beside in besides:
        top, below = quotient(replaced(beside, there), names)
        if set(below) != {(0,) * len(names)}:
            return
        several.append({e: c / below[(0,) * len(names)] for e, c in top.items()})
    degrees = [max((e[i] for one in several for e in one), default=0) for i in range(len(names))]
    if max(degrees) > MOST_DEGREE:
        return
    bounded = [w.lo is not None and w.hi is not None for w in places]
    for chosen in dict.fromkeys((tuple(bounded), (False,) * len(names))):
        tops = [d if b else None for d, b in zip(degrees, chosen, strict=True)]
        rows = [_in_basis(one, tops) for one in several]
        groups = dict[Vector, list[Term]]()
        for key in sorted(set[Exponents]().union(*rows)):
            column = [row.get(key, Fraction(0)) for row in rows]
            whole = lcm(*(c.denominator for c in column))
            times = gcd(*(int(c * whole) for c in column))
            if times:
                vector = tuple(int(c * whole) // times for c in column)
                atom = _atom(key, tops, names, places)
                groups.setdefault(vector, []).append(num(Fraction(times, whole)) * atom)
        results = []
        for vector, atoms in groups.items():
            weight = Rewriting(add(*atoms), goal.box).short()
            known = sign_of(goal, weight, False)
            if known is None or known[0] < 0 or max(map(abs, vector)) > MOST_POWER:
                break
            results.append((weight, known[1], vector))
        else:
            yield results


def positive_form(goal: Goal, term: Term) -> Term:
    """A polynomial as a sum of products that are >= 0, where that shows that it is > 0."""
    names = sorted(term.variables)
    places, there = _moved(goal, names)
    if term.partial or not there:
        return term
    try:
        plain = quotient(replaced(term, there), names)[0]
    except ValueError:
        return term
    degrees = [max(e[i] for e in plain) for i in range(len(names))] if plain else []
    if not plain or max(degrees, default=0) > MOST_DEGREE:
        return term
    bounded = [w.lo is not None and w.hi is not None for w in places]
    tops = [d if b else None for d, b in zip(degrees, bounded, strict=True)]
    parts = _in_basis(plain, tops).items()
    if min(c for _, c in parts) < 0:
        return term
    return add(*(num(c) * _atom(key, tops, names, places) for key, c in parts))


def _moved(goal: Goal, names: Sequence[str]) -> tuple[list[Interval], dict[Term, Term]]:
    """The ranges of variables, and each variable by one that is >= 0, and <= 1 if it is bounded.

    There is no such variable where a range has no end.
    """
    places = [goal.where(name) for name in names]
    if any(where.lo is None and where.hi is None for where in places):
        return places, {}
    there = dict[Term, Term]()
    for name, where in zip(names, places, strict=True):
        v = var(name)
        if where.lo is None:
            there[v] = num(where.hi or 0) - v
        else:
            there[v] = num(where.lo) + (v if where.hi is None else num(where.hi - where.lo) * v)
    return places, there


def _in_basis(
    polynomial: dict[Exponents, Fraction], tops: Sequence[int | None]
) -> dict[Exponents, Fraction]:
    """The coefficients of v^i (1 - v)^(d - i) where a degree d is given, else of v^i."""
    result = dict[Exponents, Fraction]()
    for exponents, c in polynomial.items():
        spread = [
            [(k, 1)] if top is None else [(i, comb(top - k, i - k)) for i in range(k, top + 1)]
            for k, top in zip(exponents, tops, strict=True)
        ]
        for choice in product(*spread):
            key, value = tuple(i for i, _ in choice), c
            for _, times in choice:
                value *= times
            result[key] = result.get(key, Fraction(0)) + value
    return {key: c for key, c in result.items() if c}


def _atom(
    key: Exponents, tops: Sequence[int | None], names: Sequence[str], places: Sequence[Interval]
) -> Term:
    """An element of the basis in the variables themselves."""
    factors = [ONE]
    for i, top, name, where in zip(key, tops, names, places, strict=True):
        v, width = var(name), Fraction(1)
        if where.lo is None:
            unit = num(where.hi or 0) - v
        else:
            width = Fraction(1) if where.hi is None else 1 / (where.hi - where.lo)
            unit = num(width) * (v - num(where.lo))
        factors.append(power(unit, i))
        if top is not None:
            factors.append(power(num(width) * (num(where.hi or 0) - v), top - i))
    return mul(*factors)
