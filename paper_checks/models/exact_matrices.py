"""Symmetric matrices of rational numbers: forms, determinants, inverses and random ones."""

import random
from collections.abc import Sequence
from fractions import Fraction
from flint import fmpq_mat
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

Vector = tuple[Fraction | int, ...]


def determinant(matrix: fmpq_mat) -> Fraction:
    """The determinant, exact.

    >>> determinant(rational_matrix([[2, 1], [1, 3]]))
    Fraction(5, 1)
    """
    return fraction_of(matrix.det())


def form(matrix: fmpq_mat, x: Sequence[Fraction | int]) -> Fraction:
    """x' M x, exact.

    >>> form(rational_matrix([[2, 1], [1, 3]]), (1, -1))
    Fraction(3, 1)
    """
    column = rational_matrix([[entry] for entry in x])
    return fraction_of((column.transpose() * matrix * column)[0, 0])


def applied(matrix: fmpq_mat, x: Sequence[Fraction | int]) -> tuple[Fraction, ...]:
    """M x, exact."""
    product = matrix * rational_matrix([[entry] for entry in x])
    return tuple(fraction_of(entry) for entry in product.entries())


def gram(vectors: Sequence[Vector]) -> fmpq_mat:
    """The sum of v v' over the vectors: positive semi-definite, and definite if they span."""
    columns = rational_matrix(vectors)
    return columns.transpose() * columns


def random_vectors(source: random.Random, dimension: int, count: int) -> list[Vector]:
    """Vectors of small whole numbers."""
    return [tuple(source.randrange(-3, 4) for _ in range(dimension)) for _ in range(count)]
