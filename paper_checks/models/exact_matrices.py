"""Symmetric matrices of rational numbers: forms, determinants, inverses and random ones."""

import random
from collections.abc import Sequence
from fractions import Fraction
from flint import fmpq, fmpq_mat

Vector = tuple[Fraction | int, ...]


def matrix(rows: Sequence[Sequence[Fraction | int]]) -> fmpq_mat:
    """The exact matrix with these rows."""
    return fmpq_mat(
        [[fmpq(Fraction(x).numerator, Fraction(x).denominator) for x in r] for r in rows]
    )


def determinant(one: fmpq_mat) -> Fraction:
    """The determinant, exact.

    >>> determinant(matrix([[2, 1], [1, 3]]))
    Fraction(5, 1)
    """
    return _exact(one.det())


def form(one: fmpq_mat, x: Sequence[Fraction | int]) -> Fraction:
    """x' M x, exact.

    >>> form(matrix([[2, 1], [1, 3]]), (1, -1))
    Fraction(3, 1)
    """
    column = matrix([[entry] for entry in x])
    return _exact((column.transpose() * one * column)[0, 0])


def applied(one: fmpq_mat, x: Sequence[Fraction | int]) -> Vector:
    """M x, exact."""
    product = one * matrix([[entry] for entry in x])
    return tuple(_exact(product[i, 0]) for i in range(product.nrows()))


def gram(vectors: Sequence[Vector]) -> fmpq_mat:
    """The sum of v v' over the vectors: positive semi-definite, and definite if they span."""
    columns = matrix(vectors)
    return columns.transpose() * columns


def random_vectors(source: random.Random, dimension: int, count: int) -> list[Vector]:
    """Vectors of small whole numbers."""
    return [tuple(source.randrange(-3, 4) for _ in range(dimension)) for _ in range(count)]


def _exact(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
