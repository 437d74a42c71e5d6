"""The exact numbers of a table, and their moments."""

from __future__ import annotations
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from banditproof.theory.designs.action_matrix import ActionMatrix

Floats = npt.NDArray[np.float64]
Fractions = npt.NDArray[np.object_]


def shortest_decimals(floats: Floats) -> list[Fraction]:
    """The shortest decimals that name some floats.

    >>> shortest_decimals(np.array([0.1, 1e23]))
    [Fraction(1, 10), Fraction(100000000000000000000000, 1)]
    """
    known = {x: Fraction(Decimal(repr(x))) for x in set(floats.tolist())}
    return [known[x] for x in floats.tolist()]


def exact_entries(matrix: ActionMatrix) -> Fractions | None:
    """The exact entries of a file; None if all are the shortest decimals of their floats.

    >>> from banditproof.theory.designs.action_matrix import read_matrix
    >>> exact_entries(read_matrix([["1/3", "0.1"]])).tolist()
    [[Fraction(1, 3), Fraction(1, 10)]]
    """
    images = np.asarray(matrix.images)
    rows = [matrix.exact_row(row) for row in range(len(images))]
    if all(row == shortest_decimals(image) for row, image in zip(rows, images, strict=True)):
        return None
    return np.array(rows, dtype=object)


def whole_multiples(numbers: Sequence[Fraction]) -> tuple[list[int], int]:
    """Integers, and the number that divides them, which gives some rationals.

    >>> whole_multiples([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    below = lcm(*{x.denominator for x in numbers})
    return [x.numerator * (below // x.denominator) for x in numbers], below


class Moments(NamedTuple):
    """The mean of some numbers, and the means of the powers of their distances from it."""

    mean: Fraction
    second: Fraction
    third: Fraction
    fourth: Fraction


def exact_moments(numbers: Sequence[Fraction]) -> Moments:
    """The moments of the law that draws one of these numbers.

    >>> exact_moments([Fraction(0), Fraction(0), Fraction(3)])
    Moments(mean=Fraction(1, 1), second=Fraction(2, 1), third=Fraction(2, 1), fourth=Fraction(6, 1))
    """
    counted = Counter(numbers)
    values, below = whole_multiples(list(counted))
    size, counts = len(numbers), list(counted.values())
    total = sum(x * many for x, many in zip(values, counts, strict=True))
    apart = [size * x - total for x in values]  # size * below times the distance from the mean
    powers = (sum(x**k * many for x, many in zip(apart, counts, strict=True)) for k in (2, 3, 4))
    unit = size * below
    return Moments(
        Fraction(total, unit), *(Fraction(s, size * unit**k) for k, s in enumerate(powers, 2))
    )
