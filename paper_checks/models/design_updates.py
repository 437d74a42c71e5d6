"""The episodes of rarely switching OFUL on given vectors, in rational numbers."""

from collections.abc import Sequence
from fractions import Fraction
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

Vector = tuple[Fraction, ...]
AXES = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
SLANTED = (Fraction(3, 5), Fraction(4, 5))
LINE = ((Fraction(1),),) * 40
ORACLE = (AXES[0],) * 12 + (AXES[1],) * 3 + (AXES[0],) * 20 + (AXES[1],) * 5
"""With lambda = C = 1 line 6 fires at 3, 7, 14, 17, 32 and 40."""
SEQUENCES: tuple[tuple[Vector, ...], ...] = (
    ORACLE,
    LINE,
    (AXES[0], AXES[1]) * 20,
    (SLANTED, AXES[0], AXES[0], AXES[1], SLANTED) * 8,
)


def determinants(rows: Sequence[Vector], scale: Fraction) -> list[Fraction]:
    """det V_0, ..., det V_T with V_t = scale I + sum of a a^T over the first t vectors.

    >>> [int(x) for x in determinants(ORACLE[:3], Fraction(1))]
    [1, 2, 3, 4]
    """
    places = range(len(rows[0]))
    gram = [[scale * (i == j) for j in places] for i in places]
    results = [fraction_of(rational_matrix(gram).det())]
    for row in rows:
        gram = [[gram[i][j] + row[i] * row[j] for j in places] for i in places]
        results.append(fraction_of(rational_matrix(gram).det()))
    return results


def starts(dets: Sequence[Fraction], doubling: Fraction) -> list[int]:
    """The first round of each episode: 1, and each t with det V_{t-1} > (1 + C) det V_tau.

    >>> starts(determinants(ORACLE, Fraction(1)), Fraction(1))
    [1, 3, 7, 14, 17, 32, 40]
    """
    results = [1]
    for t in range(2, len(dets) + 1):
        if dets[t - 1] > (1 + doubling) * dets[results[-1] - 1]:
            results.append(t)
    return results
