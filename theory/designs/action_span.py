"""The span of a set of actions, and coordinates on it in which float64 is accurate.

An optimal design does not change under invertible linear maps. So a set that is well conditioned
is used as it is; of any other set the rank is found exactly, from the Gram matrix of integers;
and, if columns that span are still badly conditioned, they are made nearly orthogonal by an
exact map, whose results are rounded once.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat, fmpz_mat
from banditproof.theory.balls import (
    MoreBits,
    at_growing_precision,
    ball,
    midpoint,
    working_precision,
)
from banditproof.theory.rational_matrices import pivot_columns
from .action_matrix import ActionMatrix, Floats
from .integer_columns import CHUNK, IntegerColumns, Rows, integer_columns

WELL_CONDITIONED = 1e5
CALM = 2.0**150
"""Powers of two beyond which columns are scaled, so that no product over- or underflows."""


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
        return _as_given(matrix, images, list(range(images.shape[1])), whitening, 0.0)
    return _scaled(matrix, magnitude) or _exact_span(matrix, magnitude)


def calm(magnitude: Floats) -> bool:
    """Whether the largest magnitudes of columns are far from over- and underflow."""
    return bool((magnitude > 1 / CALM).all() and (magnitude < CALM).all())


def _as_given(
    matrix: ActionMatrix, images: Floats, columns: list[int], whitening: Floats, log_volume: float
) -> ActionSpan:
    """Some columns as they are, with their images: those that span all others."""

    def exact_rows(rows: Rows) -> list[list[Fraction]]:
        result = (matrix.exact_row(int(i)) for i in rows)
        return [[row[j] for j in columns] for row in result]

    return ActionSpan(
        images, whitening, matrix.rounded, exact_rows, log_volume, int(matrix.images.shape[1])
    )


def _scaled(matrix: ActionMatrix, magnitude: Floats) -> ActionSpan | None:
    """Columns divided by powers of two, if they are well conditioned then.

    The scaled images are as near to exact numbers as the given ones, unless numbers below the
    normal floats were rounded: such columns are not scaled up.
    """
    if calm(magnitude) or not (magnitude > 0).all() or not np.isfinite(magnitude).all():
        return None
    powers = np.frexp(magnitude)[1]
    if matrix.rounded and not matrix.short and (powers < -50).any():
        return None
    images = np.ldexp(matrix.images, -powers)
    whitening = whitening_factor(images)
    if whitening is None:
        return None
    factors = [1 / Fraction(2) ** int(power) for power in powers]

    def exact_rows(rows: Rows) -> list[list[Fraction]]:
        result = (matrix.exact_row(int(i)) for i in rows)
        return [[x * factor for x, factor in zip(row, factors, strict=True)] for row in result]

    log_volume = 2 * math.log(2) * float(powers.sum())
    return ActionSpan(images, whitening, True, exact_rows, log_volume, len(powers))


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
    integers = integer_columns(matrix)
    few = len(matrix.images) <= len(magnitude)  # then the rows are smaller than their Gram matrix
    every = integers.all_rows() if few else integers.gram()
    pivots, reduced = pivot_columns(fmpq_mat(every))
    log_volume = _log_volume(reduced, pivots, integers.powers)
    if len(pivots) < len(magnitude) and calm(magnitude[pivots]):
        images = np.take(matrix.images, pivots, axis=1)
        whitening = whitening_factor(images)
        if whitening is not None:
            return _as_given(matrix, images, pivots, whitening, log_volume)
    if few:
        chosen = integers.rows(range(len(matrix.images)), pivots)
        gram = chosen.transpose() * chosen
    else:
        gram = fmpz_mat([[every[p, q] for q in pivots] for p in pivots])
    return _orthogonalised(integers, gram, pivots, log_volume, matrix.images.shape)


def _log_volume(reduced: fmpq_mat, pivots: list[int], powers: list[Fraction]) -> float:
    """log det(M M') with A = A_pivots M, in the units of the given columns."""
    rank, columns = len(pivots), len(powers)
    if rank == columns:
        return 0.0

    def evaluated(_: int) -> float:
        scale = [ball(power) for power in powers]
        writing = arb_mat(
            [
                [arb(reduced[i, j]) * scale[pivots[i]] / scale[j] for j in range(columns)]
                for i in range(rank)
            ]
        )
        logarithm = (writing * writing.transpose()).det().log()
        if not logarithm.is_finite() or logarithm.rad() > 1e-9:
            raise MoreBits
        return float(logarithm)

    return at_growing_precision(evaluated, digits=15, bits=256)


def _orthogonalised(
    integers: IntegerColumns,
    gram: fmpz_mat,
    pivots: list[int],
    log_volume: float,
    shape: tuple[int, ...],
) -> ActionSpan:
    """Coordinates A T with T unit upper triangular, dyadic, and A T nearly orthogonal.

    With the exact factors G = L D L' of the Gram matrix the columns of A L^-T are orthogonal, of
    squared length D. Any invertible T will do, so L^-T is rounded to integers over 2^bits.
    """
    rank = len(pivots)
    lower, lengths = _factors(gram)
    size = max(_half_log2(Fraction(int(gram[k, k]))) for k in range(rank))
    bits = [max(0, size - _half_log2(length)) + 64 for length in lengths]
    inverse = _inverse(lower, 2 * max(bits))
    transform = fmpz_mat(rank, rank)
    for j in range(rank):
        transform[j, j] = 1 << bits[j]
        for i in range(j):
            transform[i, j] = math.floor(inverse[j][i] * (1 << bits[j]))
    shifts = [b + _half_log2(length / shape[0]) for b, length in zip(bits, lengths, strict=True)]

    def exact_coordinates(rows: Rows) -> list[list[Fraction]]:
        product = (integers.rows(rows, pivots) * transform).tolist()
        return [
            [_shifted(int(entry), shift) for entry, shift in zip(line, shifts, strict=True)]
            for line in product
        ]

    coordinates = np.empty((shape[0], rank))
    for start in range(0, shape[0], CHUNK):
        rows = range(start, min(start + CHUNK, shape[0]))
        product = (integers.rows(rows, pivots) * transform).tolist()
        coordinates[rows.start : rows.stop] = [
            [_nearest(int(entry), shift) for entry, shift in zip(line, shifts, strict=True)]
            for line in product
        ]
    # A = C S^-1 with S = T scaled; the diagonal of T is 2^bits
    for j in range(rank):
        log_volume += 2 * ((shifts[j] - bits[j]) * math.log(2) - _log(integers.powers[pivots[j]]))
    whitening = whitening_factor(coordinates)
    if whitening is None:
        raise ArithmeticError("The exact coordinates of the actions are beyond float64.")
    return ActionSpan(coordinates, whitening, True, exact_coordinates, log_volume, shape[1])


def _factors(gram: fmpz_mat) -> tuple[fmpq_mat, list[Fraction]]:
    """The exact factors L (unit lower triangular) and D of G = L D L'."""
    rank = gram.nrows()
    rest = [[fmpq(entry) for entry in row] for row in gram.tolist()]
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
        result = arb_mat(lower).inv()
        return [[midpoint(result[i, j]) for j in range(i)] for i in range(rank)]


def _half_log2(value: Fraction) -> int:
    """About log2(sqrt(value)) of a positive rational."""
    return (value.numerator.bit_length() - value.denominator.bit_length()) // 2


def _shifted(value: int, shift: int) -> Fraction:
    return Fraction(value, 1 << shift) if shift >= 0 else Fraction(value << -shift)


def _nearest(value: int, shift: int) -> float:
    """The nearest float of value / 2^shift; below the normal floats, one of the two nearest."""
    if value.bit_length() > 1000 or shift > 1000:
        return float(_shifted(value, shift))
    return math.ldexp(value, -shift)


def _log(value: Fraction) -> float:
    """The logarithm of a positive rational of any size."""
    with working_precision(64):
        return float(midpoint(ball(value).log()))
