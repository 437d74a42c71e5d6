"""The arms of a linear bandit modulo its best arm, in exact coordinates.

The best arm can be pulled for free, so a lower bound depends only on the rest: the arms in
the quotient of their span by the line of the best arm.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import cast
import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray
from banditproof.theory.exact import exact
from banditproof.theory.instances import LinearBandit
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

Floats = NDArray[np.float64]
Vector = tuple[Fraction, ...]
FEW = 24
"""Up to this number of arms the programs are solved and proved with all of them at once."""
ROUNDING = 1e-8
"""How far the solvers' floats may be from an optimum with short coordinates."""
MOST_ARMS = 400
"""The private program has n + n^2 variables for n suboptimal arms; exact proofs take as long."""
NEAR_ONE = 30
"""Floats take numbers up to two to this power as they are."""


def dot(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    """The exact inner product of two vectors.

    >>> dot((Fraction(1, 2), Fraction(1)), (Fraction(2), Fraction(3)))
    Fraction(4, 1)
    """
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def scale_of(values: Sequence[Fraction]) -> Fraction:
    """A power of two that brings the largest of positive numbers near 1; 1 if it is near enough.

    >>> scale_of([Fraction(3), Fraction(1, 9)])
    Fraction(1, 1)
    >>> scale_of([Fraction(3), Fraction(3) * 2**100]) == 2**101
    True
    """
    top = max(values)
    bits = top.numerator.bit_length() - top.denominator.bit_length()
    return Fraction(1) if abs(bits) <= NEAR_ONE else Fraction(2) ** bits


def coordinates(
    vectors: Sequence[Sequence[Fraction]],
) -> tuple[tuple[int, ...], list[list[Fraction]]]:
    """A basis among the vectors, by place, and the exact coordinates of all vectors in it.

    Vectors are exchanged into the basis until no coordinate exceeds 1 in absolute value, so the
    basis spans the largest volume that single exchanges reach, and is well conditioned in floats.
    The coordinates do not change when an invertible map is applied to all vectors.

    >>> basis, table = coordinates([(Fraction(1), Fraction(0)), (Fraction(4), Fraction(0))])
    >>> basis, table
    ((1,), [[Fraction(1, 4)], [Fraction(1, 1)]])
    """
    table = [[fmpq(x.numerator, x.denominator) for x in vector] for vector in vectors]
    columns: list[int] = []
    basis: list[int] = []

    def pivot(row: int, column: int) -> None:
        """Column operations that make the row a unit vector."""
        scale = table[row][column]
        factors = [entry / scale for entry in table[row]]
        for entries in table:
            head = entries[column]
            if head == 0:
                continue
            for place, factor in enumerate(factors):
                if place != column and factor != 0:
                    entries[place] -= head * factor
            entries[column] = head / scale

    for column in range(len(table[0]) if table else 0):
        row = max(range(len(table)), key=lambda place: abs(table[place][column]))
        if table[row][column] != 0:
            pivot(row, column)
            columns.append(column)
            basis.append(row)
    while columns:
        row, place = max(
            ((r, p) for r in range(len(table)) for p in range(len(columns))),
            key=lambda entry: abs(table[entry[0]][columns[entry[1]]]),
        )
        # An exchange multiplies the volume of the basis by this entry, which is above 1 in size: no
        # basis comes twice, and the loop ends.
        if abs(table[row][columns[place]]) <= 1:
            break
        pivot(row, columns[place])
        basis[place] = row
    return tuple(basis), [[fraction_of(entries[column]) for column in columns] for entries in table]


@dataclass(frozen=True)
class Structure:
    """The suboptimal arms of a linear bandit, modulo the unique best arm, in exact coordinates.

    `arms` are the suboptimal arms that are not multiples of the best one; row i of `vectors` holds
    the coordinates of arm `arms[i]` in the basis `basis` (places in `arms`), and `gaps[i]` its gap.
    A multiple of the best arm is void: no change of the parameter that the best arm does not see
    changes its mean.

    >>> bandit = LinearBandit(((1, 0), (1, "0.1"), (2, 0)), ("-0.5", "-5"))
    >>> structure = Structure.of(bandit)
    >>> structure.best_arm, structure.arms, structure.void, structure.vectors
    (0, (1,), (2,), ((Fraction(1, 1),),))
    """

    best_arm: int
    arms: tuple[int, ...]
    void: tuple[int, ...]
    vectors: tuple[Vector, ...]
    basis: tuple[int, ...]
    gaps: tuple[Fraction, ...]
    sigma: Fraction
    number_of_arms: int

    @classmethod
    def of(cls, bandit: LinearBandit) -> Structure:
        """The structure of a bandit; raises ValueError for a tied best arm or too many arms."""
        best_arm = the_best_arm(bandit)
        if len(bandit.suboptimal_arms) > MOST_ARMS:
            raise ValueError(
                f"There are {len(bandit.suboptimal_arms)} suboptimal actions; the structural "
                f"programs take at most {MOST_ARMS}."
            )
        actions = exact_actions(bandit)
        star = actions[best_arm]
        reduced = [_modulo(action, star) for action in actions]
        suboptimal = bandit.suboptimal_arms
        arms = tuple(arm for arm in suboptimal if any(reduced[arm]))
        basis, table = coordinates([reduced[arm] for arm in arms])
        return cls(
            best_arm=best_arm,
            arms=arms,
            void=tuple(arm for arm in suboptimal if not any(reduced[arm])),
            vectors=tuple(tuple(row) for row in table),
            basis=basis,
            gaps=tuple(bandit.gaps[arm] for arm in arms),
            sigma=exact(bandit.sigma),
            number_of_arms=bandit.arms,
        )

    @cached_property
    def matrix(self) -> fmpq_mat:
        """The vectors as a matrix of exact rationals."""
        return rational_matrix(self.vectors)

    @property
    def rank(self) -> int:
        """The dimension of the quotient."""
        return len(self.basis)


def nonzero_products(
    structure: Structure, directions: Sequence[Sequence[Fraction]]
) -> tuple[list[int], fmpq_mat]:
    """The places of the directions that are not 0, and their products with all vectors, exact."""
    places = [place for place, row in enumerate(directions) if any(row)]
    if not places:
        return [], fmpq_mat(0, len(structure.arms))
    rows = rational_matrix([directions[place] for place in places])
    return places, rows * structure.matrix.transpose()


def short_tables(table: Floats, denominators: Sequence[int]) -> list[list[list[Fraction]]]:
    """A table of floats rounded to ratios with denominators of at most the given sizes.

    Many arms have an optimum with short coordinates only if rounding hardly changes it.
    """
    zero, tables = Fraction(0), []
    for most in denominators:
        rounded = [
            [Fraction(x).limit_denominator(most) if x else zero for x in row]
            for row in table.tolist()
        ]
        if max(table.shape) > FEW:
            apart = np.abs(np.array([[float(x) for x in row] for row in rounded]) - table).max()
            if apart > ROUNDING * np.abs(table).max():
                continue
        tables.append(rounded)
    return tables


def the_best_arm(bandit: LinearBandit) -> int:
    """The only best arm; raises ValueError if there are several."""
    if len(bandit.best_arms) > 1:
        places = ", ".join(str(arm + 1) for arm in bandit.best_arms)
        raise ValueError(
            f"Actions {places} are all best; the structural bounds need a unique best action."
        )
    return bandit.best_arms[0]


def exact_actions(bandit: LinearBandit) -> tuple[Vector, ...]:
    """The actions as exact rational vectors."""
    return tuple(
        tuple(exact(entry) for entry in action)
        for action in cast("Sequence[Sequence[Fraction]]", bandit.actions)
    )


def _modulo(action: Vector, star: Vector) -> Vector:
    """The image of an action under a linear map whose kernel is the line of `star`."""
    # Subtracting the multiple of `star` that clears one coordinate, and leaving that coordinate
    # out, is linear and has the line of `star` as its kernel.
    pivot = next((place for place, entry in enumerate(star) if entry != 0), None)
    if pivot is None:
        return action
    factor = action[pivot] / star[pivot]
    return tuple(
        entry - factor * star[place] for place, entry in enumerate(action) if place != pivot
    )
