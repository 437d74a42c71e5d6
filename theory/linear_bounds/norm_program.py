"""Structural bounds with norm constraints: a barrier method in floats, certified in rationals."""

from __future__ import annotations
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
import numpy as np
from flint import arb, arb_mat, fmpq
from numpy.typing import NDArray
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.exact import Number, exact_positive
from banditproof.theory.instances import LinearBandit
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.rational_matrices import fraction_of, rational_matrix
from .certified_coefficient import BITS, StructuralBound, between, pulls_of, ratio_between
from .norm_barrier import solutions
from .private_program import single_directions
from .quotient import FEW, Structure, Vector, dot, nonzero_products, short_tables
from .structure_constants import printed_structure_constants, quotient_structure_constants

Floats = NDArray[np.float64]
DENOMINATORS = (60, 10**4)
"""An optimum with short coordinates is recognised by rounding to these."""
ZERO = Fraction(0)
GRID = 1 << 60
"""Floats are rounded to this grid, relative to 1, before they enter exact arithmetic."""


@reads(bandit=values_of(LinearBandit))
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
@reads(bandit=values_of(LinearBandit))
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
    constants = printed_structure_constants(bandit)
    targets = tuple(
        min(gap**2, budget * constants[arm] * gap) / 2
        for arm, gap in zip(structure.arms, structure.gaps, strict=True)
    )
    low, high, allocation = norm_program(structure, targets)
    return StructuralBound(ratio_between(low, high), pulls_of(structure, allocation))


@accepts_epsilon
@reads(bandit=values_of(LinearBandit))
def norm_form_structural_bound(bandit: LinearBandit, eps: Number) -> StructuralBound:
    """The true form of Theorem 4.18: the structure constant is taken in the quotient.

    ||P a||^2_{M^+} <= min(Delta_a^2 / (2 sigma^2), eps rho_a Delta_a / (sqrt(2 pi) sigma)), with
    P a in the range of M, where rho_a = `quotient_structure_constants`. It follows from
    the two families of the structural program with u = M^+ P a, so it is never above
    `structural_bound`.

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
        # Larger targets are weaker constraints: the upper end of the root serves the lower bound.
        for side in (root.hi, root.lo)
    ]
    return StructuralBound(ratio_between(ends[0][0], ends[1][1]), pulls_of(structure, ends[1][2]))


def _inverse_root_of_two_pi() -> arb:
    return 1 / (2 * arb.pi()).sqrt()


@lru_cache(maxsize=4)
def norm_program(structure: Structure, targets: Vector) -> tuple[Fraction, Fraction, Vector]:
    """A lower and an upper bound of a program with norm constraints, both exact.

    min sum_j alpha_j Delta_j such that ||P a||^2_{M(alpha)^+} <= targets[a], with P a in the range
    of M(alpha); the third entry is the feasible allocation that attains the upper one.
    """
    if not structure.arms:
        return Fraction(0), Fraction(0), ()
    lows: list[Fraction] = []
    highs: list[Vector | None] = []
    # Without floats: alpha_a = 1 / targets[a] is enough, as M >= alpha_a P a (P a)^T.
    alone = tuple(1 / target for target in targets)
    for allocation, directions in solutions(structure, targets):
        lows += [dual_value(structure, targets, guess) for guess in _guesses(directions)]
        *short, long = (guess[0] for guess in _guesses(allocation[None, :]))
        highs += [scaled_allocation(structure, targets, guess) for guess in short]
        highs.append(_scaled_in_balls(structure, targets, long))
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
    # A power of two: dividing floats by it is exact, and the rationals stay short.
    unit = Fraction(2.0 ** math.floor(math.log2(top))) if top > 0 else Fraction(1)
    long = [
        [Fraction(round(Fraction(x) / unit * GRID), GRID) if x else ZERO for x in row]
        for row in table.tolist()
    ]
    tables = [[[entry * unit for entry in row] for row in long]]
    return short_tables(table, DENOMINATORS) + tables


def dual_value(
    structure: Structure, targets: Sequence[Fraction], directions: Sequence[Sequence[Fraction]]
) -> Fraction:
    """The exact lower bound sum_a <y_a, w_a>^2 / targets[a] of any directions, after scaling.

    For u = y / <y, w_a> the constraint on arm a is sum_j alpha_j <w_j, u>^2 >= 1 / targets[a].
    """
    places, products = nonzero_products(structure, directions)
    value = sum(
        (
            fraction_of(products[row, place]) ** 2 / targets[place]
            for row, place in enumerate(places)
        ),
        ZERO,
    )
    if value <= 0:
        return ZERO
    loads = (
        sum((products[row, place] ** 2 for row in range(len(places))), fmpq(0))
        for place in range(len(structure.arms))
    )
    # Weak duality, as in the private program: divided by the largest load, any directions are
    # feasible.
    return value / max(
        fraction_of(load) / gap for load, gap in zip(loads, structure.gaps, strict=True)
    )


def scaled_allocation(
    structure: Structure, targets: Sequence[Fraction], allocation: Sequence[Fraction]
) -> Vector | None:
    """The least multiple of an allocation that satisfies every constraint, or None."""
    norms = squared_norms(structure, allocation)
    if norms is None:
        return None
    # M^-1 is divided by what multiplies the allocation: the worst ratio is the least multiple that
    # serves all.
    factor = max(norm / target for norm, target in zip(norms, targets, strict=True))
    return tuple(factor * max(share, ZERO) for share in allocation)


def _scaled_in_balls(
    structure: Structure, targets: Sequence[Fraction], allocation: Sequence[Fraction]
) -> Vector | None:
    """The same with a multiple that is rounded up, which is short whatever the exact one is."""
    factor = largest_ratio(structure, targets, allocation)
    if factor is None:
        return None
    return tuple(factor * max(share, ZERO) for share in allocation)


def largest_ratio(
    structure: Structure, targets: Sequence[Fraction], allocation: Sequence[Fraction]
) -> Fraction | None:
    """At least the largest ||w_a||^2_{M^-1} / targets[a], and very near; None when M is singular.

    With few arms it is exact.
    """
    used = [place for place, share in enumerate(allocation) if share > 0]
    if len(targets) > FEW and len(used) >= structure.rank:
        rows = rational_matrix([structure.vectors[place] for place in used])
        weights = rational_matrix(
            [[allocation[place] * x for x in structure.vectors[place]] for place in used]
        )
        axes = range(structure.rank)
        with working_precision(BITS):
            vectors = arb_mat(structure.matrix)
            try:
                solved = arb_mat(weights.transpose() * rows).solve(vectors.transpose())
                norms = [
                    sum((vectors[place, k] * solved[k, place] for k in axes), arb(0))
                    for place in range(len(targets))
                ]
                most = max(upper(n / ball(t)) for n, t in zip(norms, targets, strict=True))
            except (ZeroDivisionError, ValueError):  # singular, or too near to it for these balls
                pass
            else:
                return ratio_between(Fraction(0), most).upper
    exact_norms = squared_norms(structure, allocation)
    if exact_norms is None:
        return None
    return max(norm / target for norm, target in zip(exact_norms, targets, strict=True))


def squared_norms(structure: Structure, allocation: Sequence[Fraction]) -> list[Fraction] | None:
    """||w_a||^2_{M^-1} for each arm, exact; None when M is singular."""
    used = [place for place, share in enumerate(allocation) if share > 0]
    if len(used) < structure.rank:
        return None
    rows = rational_matrix([structure.vectors[place] for place in used])
    weighted = rational_matrix(
        [[allocation[place] * x for x in structure.vectors[place]] for place in used]
    )
    information = weighted.transpose() * rows
    if information.det() == 0:
        return None
    vectors = structure.matrix
    solved = information.solve(vectors.transpose())
    axes = range(structure.rank)
    return [
        fraction_of(sum((vectors[place, k] * solved[k, place] for k in axes), fmpq(0)))
        for place in range(len(structure.vectors))
    ]
