"""The columns of a set of actions as integers over a common denominator, and their Gram matrix.

Floats are integers times a power of two, and decimals of at most 15 digits are integers over a
power of ten that their float images determine. Both are kept as float64 arrays, whose products
are exact when the integers are cut into pieces of 20 bits.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from flint import fmpz_mat
from .action_matrix import ActionMatrix, Floats

CHUNK = 4096
PIECE = 20
"""The bits of a piece: 4096 products of two of them add up to less than 2^53, without rounding."""
MOST_PIECES = 1000
"""The most columns of pieces in one product."""
WIDEST = 1000
"""The largest exponent of two of integers that are kept as floats."""
DECIMAL = 10.0**15
"""Below it, integers and the decimals that they stand for have different images."""
MOST_PLACES = 22
"""Powers of ten up to this one are floats."""

Rows = Sequence[int] | np.ndarray[Any, Any]


@dataclass(frozen=True)
class IntegerColumns:
    """For each column a positive rational (`powers`) whose multiple of it is of integers.

    `rows` gives the integers of some rows and columns, and `gram` the sum of a a' over all rows a.
    """

    powers: list[Fraction]
    rows: Callable[[Rows, Sequence[int]], fmpz_mat]
    gram: Callable[[], fmpz_mat]
    shape: tuple[int, ...]

    def all_rows(self) -> fmpz_mat:
        """The integers of all rows and columns."""
        return self.rows(range(self.shape[0]), range(self.shape[1]))


def integer_columns(matrix: ActionMatrix) -> IntegerColumns:
    """The integers of exact numbers of any kind; the quickest way that there is.

    >>> from .action_matrix import read_matrix
    >>> columns = integer_columns(read_matrix([["0.5", "1/3"], ["0.25", "2"]]))
    >>> columns.powers, columns.rows([0, 1], [0, 1]).tolist()
    ([Fraction(4, 1), Fraction(3, 1)], [[2, 1], [1, 6]])
    """
    if not matrix.rounded:
        result = _dyadic(matrix.images)
    else:
        result = _decimal(matrix.images) if matrix.short else None
    return result or _rational(matrix)


def _dyadic(images: Floats) -> IntegerColumns | None:
    """Floats as integers times the lowest power of two in their column, unless they reach far."""
    columns = images.shape[1]
    lowest = np.full(columns, 2**20)
    highest = np.full(columns, -(2**20))
    for part in _parts(images):
        mantissa, exponent = np.frexp(part)
        whole = (mantissa * 2.0**53).astype(np.int64)
        low = np.frexp((whole & -whole).astype(np.float64))[1] - 54 + exponent
        lowest = np.minimum(lowest, np.where(part == 0, 2**20, low).min(axis=0))
        highest = np.maximum(highest, np.where(part == 0, -(2**20), exponent).max(axis=0))
    empty = lowest == 2**20
    lowest[empty] = highest[empty] = 0
    bits = int((highest - lowest).max())
    if bits > WIDEST or (np.abs(lowest) > WIDEST).any():
        return None
    powers = [1 / Fraction(2) ** int(power) for power in lowest]
    return _kept_as_floats(images, powers, bits, lambda part: np.ldexp(part, -lowest))


def _decimal(images: Floats) -> IntegerColumns | None:
    """Decimals of at most 15 digits as integers over powers of ten, read from their images.

    If N / 10^p, for an integer N below 10^15, has the same image as the decimal, it is the decimal:
    two of them with at most 15 digits never share an image.
    """
    columns = images.shape[1]
    places = np.zeros(columns, dtype=np.int64)
    largest = np.maximum(images.max(axis=0), -images.min(axis=0))
    for part in _parts(images):
        while True:
            scale = 10.0**places
            wrong = (np.rint(part * scale) / scale != part).any(axis=0)
            if not wrong.any():
                break
            places[wrong] += 1
            if places.max() > MOST_PLACES:
                return None
    scale = 10.0**places
    if not (largest * scale < DECIMAL).all():
        return None
    bits = math.frexp(float((largest * scale).max()))[1] + 1
    powers = [Fraction(10) ** int(place) for place in places]
    return _kept_as_floats(images, powers, bits, lambda part: np.rint(part * scale))


def _kept_as_floats(
    images: Floats, powers: list[Fraction], bits: int, whole: Callable[[Floats], Floats]
) -> IntegerColumns:
    """Integers of so many bits, each of which is a float."""

    def rows(chosen: Rows, places: Sequence[int]) -> fmpz_mat:
        part = whole(images[np.asarray(chosen)])[:, list(places)]
        if bits <= 62:
            return fmpz_mat(part.astype(np.int64).tolist())
        return fmpz_mat([[int(entry) for entry in row] for row in part.tolist()])

    def gram() -> fmpz_mat:
        if bits * images.shape[1] > PIECE * MOST_PIECES:
            return _summed(rows, *images.shape)
        return _gram_in_pieces((whole(part) for part in _parts(images)), images.shape[1], bits)

    return IntegerColumns(powers, rows, gram, images.shape)


def _gram_in_pieces(parts: Any, columns: int, bits: int) -> fmpz_mat:
    """The Gram matrix of integers, by exact float64 products of their pieces of 20 bits."""
    count = -(-bits // PIECE)
    total: Any = np.zeros((count * columns, count * columns), dtype=object)
    for rest in parts:
        pieces = []
        for place in range(count - 1, 0, -1):
            unit = 2.0 ** (PIECE * place)
            piece = np.trunc(rest / unit)
            rest = rest - piece * unit
            pieces.append(piece)
        every = np.hstack([rest, *pieces[::-1]])
        total = total + (every.T @ every).astype(np.int64)
    blocks = total.reshape(count, columns, count, columns)
    answer = fmpz_mat(columns, columns)
    for i in range(columns):
        for j in range(columns):
            answer[i, j] = sum(
                int(blocks[a, i, b, j]) << (PIECE * (a + b))
                for a in range(count)
                for b in range(count)
            )
    return answer


def _rational(matrix: ActionMatrix) -> IntegerColumns:
    """Any exact numbers, one after the other."""
    count, columns = matrix.images.shape
    denominators = [1] * columns
    for i in range(count):
        row = matrix.exact_row(i)
        denominators = [
            math.lcm(old, entry.denominator) for old, entry in zip(denominators, row, strict=True)
        ]
    powers = [Fraction(denominator) for denominator in denominators]

    def rows(chosen: Rows, places: Sequence[int]) -> fmpz_mat:
        result = (matrix.exact_row(int(i)) for i in chosen)
        return fmpz_mat([[int(row[j] * powers[j]) for j in places] for row in result])

    return IntegerColumns(powers, rows, lambda: _summed(rows, count, columns), (count, columns))


def _summed(rows: Callable[[Rows, Sequence[int]], fmpz_mat], count: int, columns: int) -> fmpz_mat:
    """The Gram matrix of integers of any size."""
    gram = fmpz_mat(columns, columns)
    for start in range(0, count, CHUNK):
        part = rows(range(start, min(start + CHUNK, count)), range(columns))
        gram = gram + part.transpose() * part
    return gram


def _parts(images: Floats) -> Any:
    """The rows in pieces, so that no product is as large as all of them."""
    return (images[start : start + CHUNK] for start in range(0, len(images), CHUNK))
