"""Structural bounds with norm constraints: a barrier method in floats, certified in rationals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from flint import arb
from numpy.typing import NDArray

from banditproof.theory.exact import Number, exact_positive
from banditproof.theory.instances import LinearBandit
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

from .certified_coefficient import StructuralBound, between, pulls_of, ratio_between
from .norm_barrier import solutions
from .private_program import single_directions
from .quotient import Structure, Vector, dot
from .structure_constants import printed_structure_constant, quotient_structure_constants

Floats = NDArray[np.float64]
DENOMINATORS = (60, 10**4)
"""An optimum with short coordinates is recognised by rounding to these."""
GRID = 1 << 60
"""Floats are rounded to this grid, relative to 1, before they enter exact arithmetic."""


def nonprivate_structural_bound(bandit: LinearBandit) -> StructuralBound:
    """The structural bound without privacy: liminf Reg_T / log T is at least its value.

    min sum_j alpha_j Delta_j over alpha >= 0 such that ||P a||^2_{M^+} <= Delta_a^2 / (2 sigma^2)
    for each suboptimal arm a, with M = sum_j alpha_j P a_j (P a_j)^T and P a in its range; P
    forgets the direction of the unique best arm (thesis, Theorem 4.18 without DP).
    Dual: max sum_a 2 sigma^2 <y_a, P a>^2 / Delta_a^2 such that sum_a <y_a, P a_j>^2 <= Delta_j.

    >>> bandit = LinearBandit(((1, 0), (1, "0.1")), ("0.5", "-5"))
    >>> nonprivate_structural_bound(bandit).value
    4.0
    """
    structure = Structure.of(bandit)
    targets = tuple(gap**2 / (2 * structure.sigma**2) for gap in structure.gaps)
    low, high, allocation = norm_program(structure, targets)
    return StructuralBound(ratio_between(low, high), pulls_of(structure, allocation))


@accepts_epsilon
def printed_structural_bound(bandit: LinearBandit, eps: Number) -> StructuralBound:
    """The number c(A, theta) of Theorem 4.18 as printed, which is *not* a lower bound of regret.

    min sum_j alpha_j Delta_j such that ||a||^2_{H^-1} <= min(Delta_a^2, eps rho_a(A) Delta_a) / 2
    for each suboptimal arm a, with H = sum_j alpha_j a_j a_j^T, whose weight on the best arm is
    free. The printed constant rho_a(A) is too small (thesis, section 4.3.1 and Lemma B.1).

    >>> arms = lambda eta: LinearBandit(((1, 0), (1, eta)), ("0.5", -Fraction("0.5") / eta))
    >>> [float(printed_structural_bound(arms(Fraction(1, n)), "0.1").value) for n in (1, 5, 10)]
    [40.0, 520.0, 2020.0]
    """
    budget = exact_positive("eps", eps)
    structure = Structure.of(bandit)
    if structure.sigma != 1:
        raise ValueError(
            f"sigma is {structure.sigma}; the printed theorem is about noise of variance 1."
        )
    targets = tuple(
        min(gap**2, budget * printed_structure_constant(bandit, arm) * gap) / 2
        for arm, gap in zip(structure.arms, structure.gaps, strict=True)
    )
    low, high, allocation = norm_program(structure, targets)
    return StructuralBound(ratio_between(low, high), pulls_of(structure, allocation))


@accepts_epsilon
def norm_form_structural_bound(bandit: LinearBandit, eps: Number) -> StructuralBound:
    """The true form of Theorem 4.18: the structure constant is taken in the quotient.

    ||P a||^2_{M^+} <= min(Delta_a^2 / (2 sigma^2), eps rho_a Delta_a / (sqrt(2 pi) sigma)), where
    rho_a = `quotient_structure_constants`. It follows from the two families of the structural
    program with u = M^+ P a, so it is never above `structural_bound`.

    >>> bandit = LinearBandit(((1, 0), (1, "0.1")), ("0.5", "-5"))
    >>> round(norm_form_structural_bound(bandit, "0.1").value, 9)
    25.066282746
    """
    budget = exact_positive("eps", eps)
    structure = Structure.of(bandit)
    sigma = structure.sigma
    constants = quotient_structure_constants(structure)
    # The targets are irrational: the program is solved for rationals on either side of them.
    root = between(_inverse_root_of_two_pi, _inverse_root_of_two_pi)
    ends = [
        norm_program(
            structure,
            tuple(
                min(gap**2 / (2 * sigma**2), budget * constant * gap * Fraction(side) / sigma)
                for gap, constant in zip(structure.gaps, constants, strict=True)
            ),
        )
        for side in (root.hi, root.lo)
    ]
    return StructuralBound(ratio_between(ends[0][0], ends[1][1]), pulls_of(structure, ends[1][2]))


def _inverse_root_of_two_pi() -> arb:
    return 1 / (2 * arb.pi()).sqrt()


def norm_program(
    structure: Structure, targets: Sequence[Fraction]
) -> tuple[Fraction, Fraction, Vector]:
    """A lower and an upper bound of a program with norm constraints, both exact.

    min sum_j alpha_j Delta_j such that ||P a||^2_{M(alpha)^+} <= targets[a]; the third entry is
    the feasible allocation that attains the upper one.
    """
    if not structure.arms:
        return Fraction(0), Fraction(0), ()
    lows: list[Fraction] = []
    highs: list[Vector | None] = []
    # Without floats: alpha_a = 1 / targets[a] is enough, as M >= alpha_a P a (P a)^T.
    alone = tuple(1 / target for target in targets)
    for allocation, directions in solutions(structure, targets):
        lows += [dual_value(structure, targets, guess) for guess in _guesses(directions)]
        highs += [
            scaled_allocation(structure, targets, guess[0])
            for guess in _guesses(allocation[None, :])
        ]
    feasible = [guess for guess in highs if guess is not None]
    if not feasible or not lows:
        feasible.append(alone)
        lows += [dual_value(structure, targets, guess) for guess in single_directions(structure)]
    costs = [dot(guess, structure.gaps) for guess in feasible]
    best = min(range(len(costs)), key=costs.__getitem__)
    return max(lows), costs[best], feasible[best]


def _guesses(table: Floats) -> list[list[list[Fraction]]]:
    """Rational tables close to a float one: relative to its largest entry, short and long."""
    top = float(np.abs(table).max())
    unit = Fraction(2.0 ** math.floor(math.log2(top))) if top > 0 else Fraction(1)
    long = [[Fraction(round(Fraction(float(x)) / unit * GRID), GRID) for x in row] for row in table]
    short = [
        [[Fraction(float(x)).limit_denominator(most) for x in row] for row in table]
        for most in DENOMINATORS
    ]
    return [*short, [[entry * unit for entry in row] for row in long]]


def dual_value(
    structure: Structure, targets: Sequence[Fraction], directions: Sequence[Sequence[Fraction]]
) -> Fraction:
    """The exact lower bound sum_a <y_a, w_a>^2 / targets[a] of any directions, after scaling.

    For u = y / <y, w_a> the constraint on arm a is sum_j alpha_j <w_j, u>^2 >= 1 / targets[a].
    """
    value = sum(
        (
            dot(y, vector) ** 2 / target
            for y, vector, target in zip(directions, structure.vectors, targets, strict=True)
        ),
        Fraction(0),
    )
    load = max(
        sum((dot(y, vector) ** 2 for y in directions), Fraction(0)) / gap
        for vector, gap in zip(structure.vectors, structure.gaps, strict=True)
    )
    return value / load if value > 0 else Fraction(0)


def scaled_allocation(
    structure: Structure, targets: Sequence[Fraction], allocation: Sequence[Fraction]
) -> Vector | None:
    """The least multiple of an allocation that satisfies every constraint, or None."""
    norms = squared_norms(structure, allocation)
    if norms is None:
        return None
    factor = max(norm / target for norm, target in zip(norms, targets, strict=True))
    return tuple(factor * max(share, Fraction(0)) for share in allocation)


def squared_norms(structure: Structure, allocation: Sequence[Fraction]) -> list[Fraction] | None:
    """||w_a||^2_{M^-1} for each arm, exact; None when M is singular."""
    vectors = rational_matrix(structure.vectors)
    pairs = zip(allocation, structure.vectors, strict=True)
    weighted = rational_matrix([[max(w, Fraction(0)) * x for x in vector] for w, vector in pairs])
    information = weighted.transpose() * vectors
    if information.det() == 0:
        return None
    products = vectors * information.solve(vectors.transpose())
    return [fraction_of(products[place, place]) for place in range(len(structure.vectors))]
