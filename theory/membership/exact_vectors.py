"""Vectors and covariance matrices of rationals, read and checked."""

from collections.abc import Sequence
from fractions import Fraction
from flint import fmpq_mat
from banditproof.theory.exact import Number, exact, listed
from banditproof.theory.rational_matrices import is_semidefinite, rational_matrix

Vector = Sequence[Number]
Matrix = Sequence[Vector]
Exact = tuple[Fraction, ...]


def exact_vector(name: str, vector: Vector, size: int | None = None) -> Exact:
    """The entries of a vector; raises ValueError if there are none, or not as many as the size.

    >>> exact_vector("shift", ["0.5", 1])
    (Fraction(1, 2), Fraction(1, 1))
    """
    values = tuple(exact(x) for x in listed(f"The {name}", vector))
    if not values:
        raise ValueError(f"The {name} is empty; give at least one entry.")
    if size is not None and len(values) != size:
        raise ValueError(f"The {name} has {len(values)} entries; give {size}.")
    return values


def column_matrix(values: Exact) -> fmpq_mat:
    """A vector as a matrix with one column.

    >>> column_matrix((Fraction(1, 2), Fraction(1))).nrows()
    2
    """
    return rational_matrix([[x] for x in values])


def square_matrix(name: str, matrix: Matrix, size: int | None = None) -> tuple[Exact, ...]:
    """The rows of a square matrix; raises ValueError if it is none, or not of the size.

    >>> square_matrix("derivative", [[1, 2]])
    Traceback (most recent call last):
    ...
    ValueError: The derivative has 1 row, of 2 entries; give a square matrix.
    """
    rows = tuple(tuple(exact(x) for x in listed(f"A row of the {name}", row)) for row in matrix)
    wanted = len(rows) if size is None else size
    if not rows or len(rows) != wanted or any(len(row) != wanted for row in rows):
        what = "a square matrix" if size is None else f"a matrix of size {size} x {size}"
        lengths = sorted({len(row) for row in rows})
        entries = f", of {' or '.join(map(str, lengths))} entries" * bool(rows)
        said = f"{len(rows)} row{'s' * (len(rows) != 1)}{entries}"
        raise ValueError(f"The {name} has {said}; give {what}.")
    return rows


def moment_matrix(name: str, matrix: Matrix, size: int | None = None) -> tuple[Exact, ...]:
    """The rows of a covariance or of a matrix of second moments; raises ValueError otherwise.

    >>> moment_matrix("covariance", [[1, 2], [2, 1]])
    Traceback (most recent call last):
    ...
    ValueError: The covariance is not positive semidefinite, so that a score would have a negative \
variance; give the matrix of a row.
    """
    rows = square_matrix(name, matrix, size)
    if any(rows[i][j] != rows[j][i] for i in range(len(rows)) for j in range(i)):
        raise ValueError(f"The {name} is not symmetric; give a symmetric matrix.")
    if not is_semidefinite(rows):
        raise ValueError(
            f"The {name} is not positive semidefinite, so that a score would have a negative "
            "variance; give the matrix of a row."
        )
    return rows
