"""Vectors of exact numbers, and the gradients of a linear regression on few exact rows."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

Vector = tuple[Fraction, ...]
Row = tuple[Vector, Fraction]
"""Features and label."""


def vector(*entries: int | str | Fraction) -> Vector:
    """The entries as exact numbers.

    >>> vector(1, "1/2")
    (Fraction(1, 1), Fraction(1, 2))
    """
    return tuple(Fraction(x) for x in entries)


def dot(u: Vector, v: Vector) -> Fraction:
    """<u, v>."""
    return sum((a * b for a, b in zip(u, v, strict=True)), Fraction(0))


def added(u: Vector, v: Vector, times: Fraction | int = 1) -> Vector:
    """u + times v."""
    return tuple(a + times * b for a, b in zip(u, v, strict=True))


def mean(vectors: Iterable[Vector]) -> Vector:
    """The average of at least one vector.

    >>> mean([vector(1, 0), vector(0, 3)])
    (Fraction(1, 2), Fraction(3, 2))
    """
    listed = list(vectors)
    return tuple(sum(column, Fraction(0)) / len(listed) for column in zip(*listed, strict=True))


def covariance(vectors: Sequence[Vector]) -> tuple[Vector, ...]:
    """The centred covariance of vectors of equal weights.

    >>> covariance([vector(1, 0), vector(-1, 0)])[0]
    (Fraction(1, 1), Fraction(0, 1))
    """
    centre = mean(vectors)
    around, size = [added(v, centre, -1) for v in vectors], range(len(centre))
    return tuple(mean([tuple(u[i] * u[j] for j in size) for u in around]) for i in size)


def gradient(theta: Vector, row: Row) -> Vector:
    """The gradient of (x^T theta - y)^2 / 2."""
    x, y = row
    residual = dot(x, theta) - y
    return tuple(residual * a for a in x)


def gradients(theta: Vector, rows: Sequence[Row]) -> list[Vector]:
    """One gradient for each row."""
    return [gradient(theta, row) for row in rows]
