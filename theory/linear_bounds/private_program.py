"""The private structural bound: one linear program, solved in floats and certified in rationals."""

from __future__ import annotations
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
import numpy as np
from flint import fmpq
from numpy.typing import NDArray
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.exact import Number, exact_positive
from banditproof.theory.instances import LinearBandit
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.rational_matrices import fraction_of, rational_matrix
from .certified_coefficient import StructuralBound, pulls_of, times_private_unit
from .quotient import Structure, Vector, dot, nonzero_products, scale_of, short_tables
from .share_program import ShareProgram

Floats = NDArray[np.float64]
DENOMINATORS = (60, 10**4, 10**8)
"""A vertex of a program with short numbers has short coordinates: these are tried as guesses."""


@accepts_epsilon
@reads(bandit=values_of(LinearBandit))
def private_structural_bound(bandit: LinearBandit, eps: Number) -> StructuralBound:
    """The private structural bound of eps-View DP: liminf Reg_T / log T is at least its value.

    min sum_j alpha_j Delta_j over alpha >= 0 such that for each suboptimal arm a there is c with
    |c_j| <= alpha_j and sum_j c_j P a_j = sqrt(2 pi) sigma / (eps Delta_a) P a, where P forgets the
    direction of the best arm. It replaces the private part of Theorem 4.18, which is false as
    printed (thesis, section 4.3.1). It holds for consistent policies, noise N(0, sigma^2) and a
    unique best arm. Dual: max sum_a <y_a, P a> / Delta_a such that
    sum_a |<y_a, P a_j>| <= Delta_j for each j, times the same unit.

    >>> bandit = LinearBandit(((1, 0), (1, "0.1")), ("0.5", "-5"))
    >>> bound = private_structural_bound(bandit, "0.1")
    >>> print(bound.enclosure)
    25.066282746310005024157652848110452530[0..1]
    """
    budget = exact_positive("eps", eps)
    structure = Structure.of(bandit)
    low, high, allocation = private_program(structure)
    unit = Fraction(math.sqrt(2 * math.pi)) * structure.sigma / budget
    enclosure = times_private_unit(low, high, structure.sigma, budget)
    return StructuralBound(enclosure, pulls_of(structure, [unit * share for share in allocation]))


@lru_cache(maxsize=4)
def private_program(structure: Structure) -> tuple[Fraction, Fraction, Vector]:
    """A lower and an upper bound of the program in units of sqrt(2 pi) sigma / eps, both exact.

    The third entry is the feasible allocation that attains the upper bound.
    """
    count = len(structure.arms)
    if count == 0:
        return Fraction(0), Fraction(0), ()
    try:
        shares, directions = _solve(structure)
    except ArithmeticError:
        # Gaps or actions of very different sizes: each arm on its own, and one axis at a time.
        lows = [dual_value(structure, guess) for guess in single_directions(structure)]
        highs = [tuple(1 / gap for gap in structure.gaps)]
    else:
        lows = [dual_value(structure, guess) for guess in _guesses(directions)]
        highs = [
            primal_allocation(structure, repaired(structure, guess)) for guess in _guesses(shares)
        ]
    costs = [dot(allocation, structure.gaps) for allocation in highs]
    best = min(range(len(costs)), key=costs.__getitem__)
    return max(lows), costs[best], highs[best]


def _guesses(table: Floats) -> list[list[list[Fraction]]]:
    """Rational tables close to a float one: the floats themselves, and rounded to short ratios."""
    zero = Fraction(0)
    exact_table = [[Fraction(x) if x else zero for x in row] for row in table.tolist()]
    return [*short_tables(table, DENOMINATORS), exact_table]


def _solve(structure: Structure) -> tuple[Floats, Floats]:
    """Float solutions: row a of the first holds Delta_a c^(a), of the second y_a / Delta_a."""
    vectors = np.array([[float(x) for x in row] for row in structure.vectors])
    scale = scale_of(structure.gaps)
    gaps = np.array([float(gap / scale) for gap in structure.gaps])
    if not gaps.all():
        raise ArithmeticError("A gap is 0 in floats, compared with the largest one.")
    result = ShareProgram(vectors, gaps, 1.0, structure.basis).optimum()
    return result.shares, result.directions


def dual_value(structure: Structure, directions: Sequence[Sequence[Fraction]]) -> Fraction:
    """The exact lower bound that any directions y_a / Delta_a give, after the scaling they need.

    >>> from banditproof.theory.linear_bounds.quotient import Structure
    >>> structure = Structure.of(LinearBandit(((1, 0), (0, 1)), (1, "0.5")))
    >>> dual_value(structure, [[Fraction(7)]])
    Fraction(1, 1)
    """
    places, products = nonzero_products(structure, directions)
    # Weak duality: any directions give a bound once they are divided by the largest load of an arm.
    value = sum((products[row, place] for row, place in enumerate(places)), fmpq(0))
    if value <= 0:
        return Fraction(0)
    gaps = [fmpq(gap.numerator, gap.denominator) for gap in structure.gaps]
    load = max(
        sum((gaps[a] * abs(products[row, j]) for row, a in enumerate(places)), fmpq(0)) / own
        for j, own in enumerate(gaps)
    )
    return fraction_of(value / load)


def single_directions(structure: Structure) -> list[list[list[Fraction]]]:
    """Directions that are an axis of the quotient for one arm, and 0 for all others."""
    axes = range(structure.rank)
    return [
        [
            [Fraction(int(place == arm and axis == k)) * (1 if entry > 0 else -1) for k in axes]
            for place in range(len(structure.arms))
        ]
        for arm, vector in enumerate(structure.vectors)
        for axis, entry in enumerate(vector)
        if entry
    ]


def repaired(structure: Structure, shares: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """The shares with what they miss of P a put on the basis: sum_j s_aj P a_j = P a, exactly."""
    reached = rational_matrix(shares) * structure.matrix
    table = []
    for arm, (row, target) in enumerate(zip(shares, structure.vectors, strict=True)):
        new = list(row)
        for axis, place in enumerate(structure.basis):
            # A basis arm has the coordinates of a unit vector: adding to it changes one equation
            # alone.
            new[place] += target[axis] - fraction_of(reached[arm, axis])
        table.append(new)
    return table


def primal_allocation(structure: Structure, shares: Sequence[Sequence[Fraction]]) -> Vector:
    """The smallest allocation that carries shares which reach every arm: max_a |s_aj| / Delta_a."""
    return tuple(
        max(
            (
                abs(row[place]) / gap
                for row, gap in zip(shares, structure.gaps, strict=True)
                if row[place]
            ),
            default=Fraction(0),
        )
        for place in range(len(structure.arms))
    )
