"""Polynomials as sums of squares of monomials and of their sums and differences."""

from fractions import Fraction
from itertools import combinations, product
import numpy as np
from banditproof.theory.prover.kernel.forms import quotient
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import ONE, Term, mul, num, power, stored, var
from .direct import SPAN, Node, Prover, rational

Exponents = tuple[int, ...]
MOST = 40
"""A basis has at most so many monomials."""


def by_squares(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Weights >= 0 of m^2 and (m +- n)^2, by linear programming, made rational."""
    if goal.strict or goal.term.partial or not rational(goal.term):
        return None
    names = sorted(goal.term.variables)
    wanted = quotient(goal.term, names)[0]
    degrees = {sum(e) for e in wanted}
    if len(names) < 2 or not wanted or max(degrees) % 2 or max(degrees) > 8:
        return None
    basis = _basis(wanted, min(degrees), max(degrees))
    if not 1 < len(basis) <= MOST:
        return None
    squares = _squares(basis)
    weights = _weights(wanted, squares)
    if weights is None:
        return None
    terms = _terms(squares, basis, names)
    parts = [
        {"weight": str(weight), "positive": SPAN, "term": stored(term), "proof": SPAN}
        for weight, term in zip(weights, terms, strict=True)
        if weight
    ]
    return {"by": "sum", "parts": parts}


def _basis(wanted: dict[Exponents, Fraction], least: int, most: int) -> list[Exponents]:
    """The monomials whose squares lie between the degrees, in all and in each variable."""
    tops = [max(e[i] for e in wanted) // 2 for i in range(len(next(iter(wanted))))]
    every = product(*(range(top + 1) for top in tops))
    return [e for e in every if least <= 2 * sum(e) <= most]


Square = tuple[int, int, int]


def _squares(basis: list[Exponents]) -> list[tuple[Square, dict[Exponents, int]]]:
    """(i, j, s) for the square of m_i + s m_j, and its coefficients."""
    results: list[tuple[Square, dict[Exponents, int]]] = []
    for i, e in enumerate(basis):
        results.append(((i, i, 0), {_sum(e, e): 1}))
    for (i, e), (j, f) in combinations(enumerate(basis), 2):
        for sign in (1, -1):
            results.append(((i, j, sign), {_sum(e, e): 1, _sum(f, f): 1, _sum(e, f): 2 * sign}))
    return results


def _sum(e: Exponents, f: Exponents) -> Exponents:
    return tuple(a + b for a, b in zip(e, f, strict=True))


def _weights(
    wanted: dict[Exponents, Fraction], squares: list[tuple[Square, dict[Exponents, int]]]
) -> list[Fraction] | None:
    from scipy.optimize import linprog

    keys = sorted(set(wanted).union(*(c for _, c in squares)))
    matrix = np.array([[c.get(key, 0) for _, c in squares] for key in keys], dtype=float)
    right = np.array([float(wanted.get(key, 0)) for key in keys])
    cost = np.ones(len(squares))
    result = linprog(cost, A_eq=matrix, b_eq=right, bounds=(0, None), method="highs")
    if not result.success:
        return None
    # Rounded weights count only if they give every coefficient exactly.
    weights = [Fraction(float(w)).limit_denominator(10**4) for w in result.x]
    for key in keys:
        total = sum(
            (w * c.get(key, 0) for w, (_, c) in zip(weights, squares, strict=True)), Fraction(0)
        )
        if total != wanted.get(key, 0):
            return None
    return weights


def _terms(
    squares: list[tuple[Square, dict[Exponents, int]]], basis: list[Exponents], names: list[str]
) -> list[Term]:
    monomials = [
        mul(ONE, *(power(var(n), k) for n, k in zip(names, e, strict=True) if k)) for e in basis
    ]
    results = []
    for (i, j, sign), _ in squares:
        root = monomials[i] + num(sign) * monomials[j] if sign else monomials[i]
        results.append(power(root, 2))
    return results
