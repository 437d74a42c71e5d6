"""The leakage score of a released mean for one target: that of the theory, exactly."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.exponential_columns import ExponentialColumns
from banditproof.algorithms.membership.row_laws.finite_rows import FiniteRows
from banditproof.algorithms.membership.row_laws.lattice_columns import LatticeColumns
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw, checked_target
from banditproof.theory.exact import exact
from banditproof.theory.membership import Column, ColumnData, mahalanobis, noisy_mean

Moments = tuple[list[Fraction], list[Fraction]]


def leakage_score(
    law: RowLaw, rows: int, target: Sequence[float] | Floats, gammas: Sequence[Fraction]
) -> Fraction:
    """(1/n) ||z - mu||^2 in the metric of (C + diag(gamma^2))^-1, exactly.

    Laws of rationals have exact moments; those of other laws are the floats that they give. Noise
    of deviation gamma_j/sqrt(n) is added to column j, and 0 stands for none.

    >>> law = BernoulliColumns(("1/2",) * 500)
    >>> leakage_score(law, 100, [1.0] * 500, [Fraction(0)] * 500)
    Fraction(5, 1)
    """
    aims = [exact(x) for x in checked_target(law, target).tolist()]
    if isinstance(law, FiniteRows) or law.covariance.ndim == 2:
        mean, covariance = _joint_moments(law)
        for j, gamma in enumerate(gammas):
            covariance[j][j] += gamma**2
        return mahalanobis([z - m for z, m in zip(aims, mean, strict=True)], covariance) / rows
    equal = Counter(zip(*_column_moments(law), aims, gammas, strict=True))
    columns = [Column(m, v, z, count) for (m, v, z, _), count in equal.items()]
    return noisy_mean(ColumnData.of(rows, columns), [gamma for *_, gamma in equal]).value


def _column_moments(law: RowLaw) -> Moments:
    """The means and the variances of independent columns."""
    if isinstance(law, BernoulliColumns):
        return list(law.exact_means), [p * (1 - p) for p in law.exact_means]
    if isinstance(law, LatticeColumns):
        pairs = [_moments_of(values, masses) for values, masses in law.exact_columns]
        return [mean for mean, _ in pairs], [variance for _, variance in pairs]
    means = [exact(x) for x in law.mean.tolist()]
    if isinstance(law, ExponentialColumns):
        return means, [m**2 for m in means]
    return means, [exact(x) for x in law.covariance.tolist()]


def _moments_of(
    values: Sequence[Fraction], masses: Sequence[Fraction]
) -> tuple[Fraction, Fraction]:
    pairs = list(zip(values, masses, strict=True))
    mean = sum((x * p for x, p in pairs), Fraction(0))
    return mean, sum(((x - mean) ** 2 * p for x, p in pairs), Fraction(0))


def _joint_moments(law: RowLaw) -> tuple[list[Fraction], list[list[Fraction]]]:
    """The mean and the covariance matrix of any law."""
    if not isinstance(law, FiniteRows):
        matrix = [[exact(x) for x in row] for row in law.covariance.tolist()]
        size = range(len(matrix))
        # the two halves of a float covariance may differ by roundings
        even = [[(matrix[i][j] + matrix[j][i]) / 2 for j in size] for i in size]
        return [exact(x) for x in law.mean.tolist()], even
    points = list(law.exact_points())
    size = range(law.dimension)
    mean = [sum((p * x[j] for x, p in points), Fraction(0)) for j in size]
    apart = [([a - m for a, m in zip(x, mean, strict=True)], p) for x, p in points]

    def product(i: int, j: int) -> Fraction:
        return sum((p * x[i] * x[j] for x, p in apart), Fraction(0))

    return mean, [[product(i, j) for j in size] for i in size]
