"""The structure constant of Theorem 4.18: as printed, and the true one of Lemma B.1."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from flint import fmpq, fmpq_mat
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.instances import LinearBandit
from banditproof.theory.rational_matrices import fraction_of, rational_matrix
from .quotient import Structure, Vector, coordinates, exact_actions, the_best_arm

MOST_BASES = 200_000
"""The most sets of vectors that are solved for: a few seconds of exact arithmetic."""


@reads(bandit=values_of(LinearBandit))
def printed_structure_constant(bandit: LinearBandit, arm: int) -> Fraction:
    """The printed rho_a(A) = sum over a_j != 0 of |a_j^T (a - a*)| / ||a_j||^2 (Lemma B.1, false).

    >>> arms = lambda eta: LinearBandit(((1, 0), (1, eta)), ("0.5", -1 / (2 * Fraction(eta))))
    >>> printed_structure_constant(arms("0.1"), 1)
    Fraction(1, 101)
    """
    _difference(bandit, arm)  # raises ValueError for no such arm, or several best ones
    return printed_structure_constants(bandit)[arm]


def printed_structure_constants(bandit: LinearBandit) -> tuple[Fraction, ...]:
    """The printed constants of all arms; 0 for the best one.

    >>> arms = LinearBandit(((1, 0), (1, "0.1")), ("0.5", -5))
    >>> printed_structure_constants(arms)
    (Fraction(0, 1), Fraction(1, 101))
    """
    matrix = rational_matrix(exact_actions(bandit))
    products, best = matrix * matrix.transpose(), bandit.best_arms[0]
    seen = [place for place in range(bandit.arms) if products[place, place] != 0]
    return tuple(
        fraction_of(
            sum((abs(products[j, arm] - products[j, best]) / products[j, j] for j in seen), fmpq(0))
        )
        for arm in range(bandit.arms)
    )


@reads(bandit=values_of(LinearBandit))
def structure_constant(bandit: LinearBandit, arm: int) -> Fraction:
    """The true constant: the largest sum of |c_j| over basic representations a - a* = sum c_j a_j.

    It is the supremum over all pull counts N of sum_j N_j |a_j^T G^-1 (a - a*)|, with
    G = sum_j N_j a_j a_j^T: these c_j = N_j a_j^T G^-1 (a - a*) are a convex combination of basic
    representations, with weights prod_{j in B} N_j det(A_B)^2 (Cauchy and Binet).

    >>> arms = LinearBandit(((1, 0), (1, "0.1")), ("0.5", -5))
    >>> structure_constant(arms, 1)
    Fraction(2, 1)
    """
    actions = exact_actions(bandit)
    difference = _difference(bandit, arm)
    _, table = coordinates([*actions, difference])
    return largest_representation(table[:-1], table[-1])


def _difference(bandit: LinearBandit, arm: int) -> Vector:
    """a - a*, exact."""
    if not 0 <= arm < bandit.arms:
        raise ValueError(
            f"The arm is {arm}; give a place from 0 to {bandit.arms - 1} among the actions."
        )
    actions, best = exact_actions(bandit), the_best_arm(bandit)
    return tuple(x - y for x, y in zip(actions[arm], actions[best], strict=True))


def quotient_structure_constants(structure: Structure) -> tuple[Fraction, ...]:
    """The constants of the limit, where the best arm is pulled infinitely more often than others.

    For each arm of `structure.arms`, the largest sum of |c_j| over its basic representations
    modulo the best arm.

    >>> arms = LinearBandit(((1, 0), (1, "0.1")), ("0.5", -5))
    >>> quotient_structure_constants(Structure.of(arms))
    (Fraction(1, 1),)
    """
    return tuple(_largest(structure.vectors, structure.vectors))


def largest_representation(
    vectors: Sequence[Sequence[Fraction]], target: Sequence[Fraction]
) -> Fraction:
    """max over bases B among the vectors of ||A_B^-1 target||_1, exact, by listing all bases.

    >>> largest_representation([(Fraction(1),), (Fraction(1, 4),)], (Fraction(1),))
    Fraction(4, 1)
    """
    return _largest(vectors, [target])[0]


def _largest(
    vectors: Sequence[Sequence[Fraction]], targets: Sequence[Sequence[Fraction]]
) -> list[Fraction]:
    """The largest representation of each target, in one walk over the bases."""
    if not targets:
        return []
    rank = len(targets[0])
    if comb(len(vectors), rank) > MOST_BASES:
        raise ValueError(
            f"{len(vectors)} vectors in dimension {rank} have {comb(len(vectors), rank)} candidate "
            f"bases; the exact structure constant lists at most {MOST_BASES}."
        )
    rows = [[fmpq(x.numerator, x.denominator) for x in vector] for vector in vectors]
    right = rational_matrix(targets).transpose()
    largest = [fmpq(0)] * len(targets)
    for chosen in combinations(rows, rank):
        matrix = fmpq_mat(rank, rank, [row[axis] for axis in range(rank) for row in chosen])
        try:
            solution = matrix.solve(right)
        except ZeroDivisionError:  # not a basis
            continue
        for place, size in enumerate(largest):
            total = sum((abs(solution[axis, place]) for axis in range(rank)), fmpq(0))
            if total > size:
                largest[place] = total
    return [fraction_of(size) for size in largest]
