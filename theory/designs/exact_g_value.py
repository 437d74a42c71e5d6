"""The G-value of rational weights on rational actions, without any rounding."""

from __future__ import annotations
from collections.abc import Sequence
from fractions import Fraction
from flint import fmpq
from banditproof.theory.exact import Number, exact_law
from banditproof.theory.rational_matrices import fraction_of, pivot_columns, rational_matrix
from .action_matrix import Actions, read_matrix


def g_value(actions: Actions, weights: Sequence[Number]) -> Fraction:
    """max_a a'V(w)^-1 a on the span of the actions, exact: for sets of hundreds of rows.

    By Kiefer and Wolfowitz it is at least the rank of the set, with equality exactly for optimal
    weights. Weights that do not span what the actions span have no finite value.

    >>> g_value([[1, -1, 1], [1, 0, 0], [1, 1, 1], [1, "0.5", "0.25"]], ["1/3", "1/3", "1/3", 0])
    Fraction(3, 1)
    >>> g_value([[1, 0], [0, 1]], ["0.25", "0.75"])
    Fraction(4, 1)
    """
    matrix = read_matrix(actions)
    law = exact_law("of the design", weights)
    if len(law) != len(matrix.images):
        raise ValueError(
            f"There are {len(law)} weights and {len(matrix.images)} actions; give one weight for "
            "each action."
        )
    rows = [matrix.exact_row(i) for i in range(len(law))]
    basis, _ = pivot_columns(rational_matrix(rows))
    if not basis:
        raise ValueError("All actions are zero; give at least one action that is not.")
    points = rational_matrix([[row[j] for j in basis] for row in rows])
    carrying = [i for i, weight in enumerate(law) if weight > 0]
    support = rational_matrix([[rows[i][j] for j in basis] for i in carrying])
    heavy = rational_matrix([[rows[i][j] * law[i] for j in basis] for i in carrying])
    try:
        solved = (support.transpose() * heavy).inv() * points.transpose()
    except ZeroDivisionError:
        raise ValueError(
            "The actions of positive weight do not span what all actions span; give others weight."
        ) from None
    values = (
        sum((points[i, k] * solved[k, i] for k in range(len(basis))), fmpq(0))
        for i in range(len(law))
    )
    return fraction_of(max(values))
