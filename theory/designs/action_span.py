"""The span of a set of actions, and coordinates on it in which float64 is accurate.

An optimal design does not change under invertible linear maps. So a set that is well conditioned
is used as it is; of any other set the rank is found exactly, from the Gram matrix of integers;
and, if columns that span are still badly conditioned, they are made nearly orthogonal by an
exact map, whose results are rounded once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb_mat, fmpq, fmpq_mat, fmpz_mat

from banditproof.theory.balls import ball, midpoint, working_precision
from banditproof.theory.rational_matrices import pivot_columns

from .action_matrix import ActionMatrix, Floats

WELL_CONDITIONED = 1e5
CALM = 2.0**150
"""Powers of two beyond which columns are scaled, so that no product over- or underflows."""
CHUNK = 4096

Rows = Sequence[int] | np.ndarray[Any, Any]
Integers = Callable[[Rows, Sequence[int]], fmpz_mat]


@dataclass(frozen=True, eq=False)
class ActionSpan:
    """Coordinates of the actions on their span, one row each, and how they were made.

    `coordinates` are the float64 images of exact ones (equal to them unless `rounded`, else off by
    a relative 2^-53 or less than 2^-1022); `exact_rows` gives those of some rows as rationals.
    `whitening` is R with R (mean of a a') R' = I, about.
    `log_volume` is what log det V in these coordinates lacks to that in orthonormal ones.
    """

    coordinates: Floats
    whitening: Floats
    rounded: bool
    exact_rows: Callable[[Rows], list[list[Fraction]]]
    log_volume: float
    columns: int

    @property
    def rank(self) -> int:
        """The dimension of the span."""
        return int(self.coordinates.shape[1])


def span_of(matrix: ActionMatrix) -> ActionSpan:
    """Coordinates of the actions on their span; its dimension is exact once V is proved invertible.

    >>> from .action_matrix import read_matrix
    >>> span_of(read_matrix([[1, 2, 3], [2, 4, 6], [1, 0, 0]])).rank
    2
    """
    images = matrix.images
    magnitude = np.maximum(images.max(axis=0), -images.min(axis=0))
    if not magnitude.any():
        raise ValueError("All actions are zero; give at least one action that is not.")
    whitening = whitening_factor(images) if calm(magnitude) else None
    if whitening is not None:
        return _as_given(matrix, list(range(images.shape[1])), whitening, 0.0)
    return _exact_span(matrix, magnitude)


def calm(magnitude: Floats) -> bool:
    """Whether the largest magnitudes of columns are far from over- and underflow."""
    return bool((magnitude > 1 / CALM).all() and (magnitude < CALM).all())


def _as_given(
    matrix: ActionMatrix, columns: list[int], whitening: Floats, log_volume: float
) -> ActionSpan:
    """Some columns as they are: those that span all others."""

    def exact_rows(rows: Rows) -> list[list[Fraction]]:
        found = (matrix.exact_row(int(i)) for i in rows)
        return [[row[j] for j in columns] for row in found]

    whole = len(columns) == matrix.images.shape[1]
    images = matrix.images if whole else np.ascontiguousarray(matrix.images[:, columns])
    return ActionSpan(
        images, whitening, matrix.rounded, exact_rows, log_volume, int(matrix.images.shape[1])
    )


def whitening_factor(points: Floats) -> Floats | None:
    """R with R (mean of a a') R' = I; None if float64 is not accurate in these coordinates."""
    gram = points.T @ points
    lengths = np.diag(gram)
    if not (lengths > 0).all():
        return None
    scale = np.sqrt(lengths)
    try:
        inverse = np.linalg.inv(np.linalg.cholesky(gram / scale / scale[:, None]))
    except np.linalg.LinAlgError:
        return None
    if not np.abs(inverse).max() <= WELL_CONDITIONED:
        return None
    return inverse * (math.sqrt(len(points)) / scale)


def _exact_span(matrix: ActionMatrix, magnitude: Floats) -> ActionSpan:
    """The span by exact arithmetic: rank and pivot columns, then well-scaled coordinates."""
    rows, columns = matrix.images.shape
    integers, powers = _integer_columns(matrix)
    gram = fmpz_mat(columns, columns)
    for start in range(0, rows, CHUNK):
        part = integers(range(start, min(start + CHUNK, rows)), range(columns))
        gram = gram + part.transpose() * part
    pivots, reduced = pivot_columns(fmpq_mat(gram))
    log_volume = _log_volume(reduced, pivots, powers)
    if len(pivots) < columns and calm(magnitude[pivots]):
        whitening = whitening_factor(matrix.images[:, pivots])
        if whitening is not None:
            return _as_given(matrix, pivots, whitening, log_volume)
    return _orthogonalised(integers, gram, pivots, powers, log_volume, matrix.images.shape)


def _integer_columns(matrix: ActionMatrix) -> tuple[Integers, list[Fraction]]:
    """For each column a positive rational whose multiple is of integers, and these integers."""
    images = matrix.images
    if not matrix.rounded:
        mantissa, exponent = np.frexp(images)
        whole = (mantissa * 2.0**53).astype(np.int64)
        low = np.frexp((whole & -whole).astype(np.float64))[1] - 54 + exponent
        least = np.where(images == 0, 2**20, low).min(axis=0)
        least[least == 2**20] = 0
        largest = exponent.max(axis=0) - least
        if (largest <= 1000).all() and (np.abs(least) <= 1000).all():
            machine = bool((largest <= 62).all())

            def from_floats(rows: Rows, places: Sequence[int]) -> fmpz_mat:
                chosen = list(places)
                part = np.ldexp(images[list(rows)][:, chosen], -least[chosen])
                if machine:
                    return fmpz_mat(part.astype(np.int64).tolist())
                return fmpz_mat([[int(entry) for entry in row] for row in part.tolist()])

            return from_floats, [1 / Fraction(2) ** int(power) for power in least]
    powers = []
    for j in range(images.shape[1]):
        denominators = (matrix.exact_entry(i, j).denominator for i in range(len(images)))
        powers.append(Fraction(math.lcm(*denominators)))

    def from_rationals(rows: Rows, places: Sequence[int]) -> fmpz_mat:
        return fmpz_mat(
            [[int(matrix.exact_entry(int(i), j) * powers[j]) for j in places] for i in rows]
        )

    return from_rationals, powers


def _log_volume(reduced: fmpq_mat, pivots: list[int], powers: list[Fraction]) -> float:
    """log det(M M') with A = A_pivots M, in the units of the given columns."""
    rank, columns = len(pivots), len(powers)
    if rank == columns:
        return 0.0
    scale = [fmpq(p.numerator, p.denominator) for p in powers]
    table = [
        [reduced[i, j] * scale[pivots[i]] / scale[j] for j in range(columns)] for i in range(rank)
    ]
    writing = fmpq_mat(table)
    determinant = (writing * writing.transpose()).det()
    with working_precision(64):
        return float(ball(Fraction(int(determinant.p), int(determinant.q))).log())


def _orthogonalised(
    integers: Integers,
    gram: fmpz_mat,
    pivots: list[int],
    powers: list[Fraction],
    log_volume: float,
    shape: tuple[int, ...],
) -> ActionSpan:
    """Coordinates A T with T unit upper triangular, dyadic, and A T nearly orthogonal.

    With the exact factors G = L D L' of the Gram matrix the columns of A L^-T are orthogonal, of
    squared length D. Any invertible T will do, so L^-T is rounded to integers over 2^bits.
    """
    rank = len(pivots)
    lower, lengths = _factors(gram, pivots)
    size = max(_half_log2(Fraction(int(gram[p, p]))) for p in pivots)
    bits = [max(0, size - _half_log2(length)) + 64 for length in lengths]
    inverse = _inverse(lower, 2 * max(bits))
    transform = fmpz_mat(rank, rank)
    for j in range(rank):
        transform[j, j] = 1 << bits[j]
        for i in range(j):
            transform[i, j] = math.floor(inverse[j][i] * (1 << bits[j]))
    shifts = [b + _half_log2(length / shape[0]) for b, length in zip(bits, lengths, strict=True)]

    def exact_coordinates(rows: Rows) -> list[list[Fraction]]:
        product = (integers(rows, pivots) * transform).tolist()
        return [
            [_shifted(int(entry), shift) for entry, shift in zip(line, shifts, strict=True)]
            for line in product
        ]

    coordinates = np.empty((shape[0], rank))
    for start in range(0, shape[0], CHUNK):
        rows = range(start, min(start + CHUNK, shape[0]))
        coordinates[rows.start : rows.stop] = [
            [float(entry) for entry in line] for line in exact_coordinates(rows)
        ]
    # A = C S^-1 with S = T scaled; the diagonal of T is 2^bits
    for j in range(rank):
        log_volume += 2 * ((shifts[j] - bits[j]) * math.log(2) - _log(powers[pivots[j]]))
    whitening = whitening_factor(coordinates)
    if whitening is None:
        raise ArithmeticError("The exact coordinates of the actions are beyond float64.")
    return ActionSpan(coordinates, whitening, True, exact_coordinates, log_volume, shape[1])


def _factors(gram: fmpz_mat, pivots: list[int]) -> tuple[fmpq_mat, list[Fraction]]:
    """The exact factors L (unit lower triangular) and D of G = L D L' on the pivot columns."""
    rank = len(pivots)
    rest = [[fmpq(gram[p, q]) for q in pivots] for p in pivots]
    lower = fmpq_mat(rank, rank)
    lengths = []
    for k in range(rank):
        length = rest[k][k]
        lengths.append(Fraction(int(length.p), int(length.q)))
        lower[k, k] = fmpq(1)
        for i in range(k + 1, rank):
            lower[i, k] = rest[i][k] / length
        for i in range(k + 1, rank):
            for j in range(k + 1, i + 1):
                rest[i][j] = rest[j][i] = rest[i][j] - lower[i, k] * rest[j][k]
    return lower, lengths


def _inverse(lower: fmpq_mat, bits: int) -> list[list[Fraction]]:
    """L^-1 of a unit lower triangular matrix, to about so many bits: a proposal, not a proof."""
    rank = lower.nrows()
    with working_precision(bits + 64):
        found = arb_mat(lower).inv()
        return [[midpoint(found[i, j]) for j in range(i)] for i in range(rank)]


def _half_log2(value: Fraction) -> int:
    """About log2(sqrt(value)) of a positive rational."""
    return (value.numerator.bit_length() - value.denominator.bit_length()) // 2


def _shifted(value: int, shift: int) -> Fraction:
    return Fraction(value, 1 << shift) if shift >= 0 else Fraction(value << -shift)


def _log(value: Fraction) -> float:
    """The logarithm of a positive rational of any size."""
    with working_precision(64):
        return float(midpoint(ball(value).log()))
