"""The power of linear scores of a mean: Mahalanobis distances and effective leakage.

A score w^T mean has, in the limit, the leakage score (w^T delta)^2 / (n w^T C w) with the shift
delta = z* - mu of the target and the covariance C of a row; the largest one is that of
w = C^-1 delta, which is delta^T C^-1 delta / n. This covers the scalar product, a misspecified
target, and wrong covariances. It says what thresholds on one linear score can do, and not what the
total variation is, and it needs that no rare row dominates w^T Z (`row_share`). Privacy-Utility
Trade-offs in Sequential Decision-Making, (6.4), (6.5) and Section 6.5.3.
"""

from __future__ import annotations
from fractions import Fraction
from flint import fmpq, fmpq_mat
from banditproof.theory.exact import Number, exact_count, exact_nonnegative
from banditproof.theory.rational_matrices import fraction_of, rational_matrix
from .exact_vectors import Exact, Matrix, Vector, column_matrix, exact_vector, moment_matrix

LARGEST_SHARE = Fraction(1, 4)
"""What `require_spread_rows` allows for E[y^4] / (n E[y^2]^2), where y = w^T (Z - mu)."""


def mahalanobis(shift: Vector, covariance: Matrix) -> Fraction:
    """delta^T C^-1 delta, exactly; for a singular C in its range, where that is well defined.

    >>> mahalanobis([1, 1], [["0.5", 0], [0, 1]])
    Fraction(3, 1)
    """
    delta = _column(shift)
    c = _covariance(covariance, delta.nrows())
    return fraction_of((delta.transpose() * _solved(c, delta))[0, 0])


def best_weights(shift: Vector, covariance: Matrix) -> tuple[Fraction, ...]:
    """The weights C^-1 delta of the covariance score (6.4), exactly.

    >>> best_weights([1, 1], [["0.5", 0], [0, 1]])
    (Fraction(2, 1), Fraction(1, 1))
    """
    delta = _column(shift)
    result = _solved(_covariance(covariance, delta.nrows()), delta)
    return tuple(fraction_of(result[i, 0]) for i in range(result.nrows()))


def effective_leakage(weights: Vector, shift: Vector, covariance: Matrix, rows: Number) -> Fraction:
    """The leakage score (w^T delta)^2 / (n w^T C w) of a linear score, exactly.

    It is the best threshold with the right sign; 0 if w^T delta = 0.

    >>> effective_leakage([1, 1], [1, 1], [["0.5", 0], [0, 1]], 2)
    Fraction(4, 3)
    """
    n = exact_count("rows", rows, least=1)
    delta = _column(shift)
    w = column_matrix(exact_vector("list of weights", weights, delta.nrows()))
    c = _covariance(covariance, delta.nrows())
    gain = fraction_of((w.transpose() * delta)[0, 0])
    spread = fraction_of((w.transpose() * c * w)[0, 0])
    if spread == 0:
        if gain == 0:
            return Fraction(0)
        raise ValueError(
            "The score has variance 0 and the target moves it, so that it tells the target without "
            "error; give weights with w^T C w > 0."
        )
    return gain**2 / (n * spread)


def scalar_product_leakage(
    target: Vector, reference: Vector, mean: Vector, covariance: Matrix, rows: Number
) -> Fraction:
    """The effective leakage of (z* - z_ref)^T mean with one fixed reference, exactly.

    About half of m* for a typical reference and equal variances, and all of it for z_ref = mu.

    >>> scalar_product_leakage([1, 1], [1, 0], ["0.5", "0.5"], [["0.25", 0], [0, "0.25"]], 1)
    Fraction(1, 1)
    """
    z = exact_vector("target", target)
    ref, mu = exact_vector("reference", reference, len(z)), exact_vector("mean", mean, len(z))
    return effective_leakage(_minus(z, ref), _minus(z, mu), covariance, rows)


def fresh_scalar_product_leakage(
    target: Vector, mean: Vector, covariance: Matrix, rows: Number
) -> Fraction:
    """The effective leakage of (z* - z_ref)^T mean with a new reference in each round, exactly.

    Its variance OUT is (z*-mu)^T C (z*-mu)/n + mu^T C mu + tr(C^2)/n: the reference adds
    z_ref^T mu, and columns with means far from 0 drown the score.

    >>> fresh_scalar_product_leakage([1, -1], [0, 0], [[1, 0], [0, 1]], 1)
    Fraction(1, 1)
    """
    n = exact_count("rows", rows, least=1)
    z = exact_vector("target", target)
    mu = exact_vector("mean", mean, len(z))
    c, delta, centre = (
        _covariance(covariance, len(z)),
        column_matrix(_minus(z, mu)),
        column_matrix(mu),
    )
    gain = fraction_of((delta.transpose() * delta)[0, 0]) / n
    variance = fraction_of((delta.transpose() * c * delta)[0, 0]) / n
    variance += fraction_of((centre.transpose() * c * centre)[0, 0])
    variance += sum(fraction_of((c * c)[i, i]) for i in range(len(z))) / Fraction(n)
    if variance == 0:
        raise ValueError("The columns are constant; give a covariance with a positive variance.")
    return gain**2 / variance


def uncentred_leakage(shift: Vector, mean: Vector, covariance: Matrix, rows: Number) -> Fraction:
    """The effective leakage of (6.5) as printed, with E[Z Z^T] = C + mu mu^T for the covariance.

    It is m* if the shift is parallel or C^-1-orthogonal to the mean, and may be much less.

    >>> round(float(uncentred_leakage([1, 1], [100, 0], [[1, 0], [0, 1]], 1)), 3)
    1.0
    """
    mu = exact_vector("mean", mean)
    second = second_moment(mu, covariance)
    return effective_leakage(best_weights(shift, second), shift, covariance, rows)


def second_moment(mean: Vector, covariance: Matrix) -> tuple[tuple[Fraction, ...], ...]:
    """E[Z Z^T] = C + mu mu^T, what (6.5) and Algorithms 13 and 14 call the covariance.

    >>> second_moment([1, 2], [[1, 0], [0, 1]])[0]
    (Fraction(2, 1), Fraction(2, 1))
    """
    mu = exact_vector("mean", mean)
    c = _covariance(covariance, len(mu))
    size = range(len(mu))
    return tuple(tuple(fraction_of(c[i, j]) + mu[i] * mu[j] for j in size) for i in size)


def least_scalar_share(smallest: Number, largest: Number) -> Fraction:
    """The least share of m* that w = z* - mu keeps: 4 a b / (a + b)^2 for eigenvalues in [a, b].

    The inequality of Kantorovich; equality is attained.

    >>> least_scalar_share(1, 3)
    Fraction(3, 4)
    """
    a, b = exact_nonnegative("smallest", smallest), exact_nonnegative("largest", largest)
    if not 0 < a <= b:
        raise ValueError(f"The eigenvalues are in [{a}, {b}]; give 0 < smallest <= largest.")
    return 4 * a * b / (a + b) ** 2


def row_share(weights: Vector, variances: Vector, fourth_moments: Vector, rows: Number) -> Fraction:
    """E[y^4] / (n E[y^2]^2) of y = w^T (Z - mu) for independent columns, exactly.

    The ratio of Lyapunov of the n rows. `effective_leakage` is a limit in which it vanishes. The
    fourth moments are central.

    >>> row_share([1], ["0.25"], ["0.0625"], 10)
    Fraction(1, 10)
    """
    n = exact_count("rows", rows, least=1)
    w = exact_vector("list of weights", weights)
    v = exact_vector("list of variances", variances, len(w))
    q = exact_vector("list of fourth moments", fourth_moments, len(w))
    parts = [a * a * b for a, b in zip(w, v, strict=True)]
    total = sum(parts, Fraction(0))
    if total == 0:
        raise ValueError("The score has variance 0; give weights on columns that are not constant.")
    # For independent centred terms E[y^4] is 3 E[y^2]^2 plus the sum of their fourth cumulants.
    fourth = sum(
        (a**4 * b - 3 * part**2 for a, b, part in zip(w, q, parts, strict=True)), Fraction(0)
    )
    return (fourth + 3 * total**2) / (n * total**2)


def require_spread_rows(
    weights: Vector, variances: Vector, fourth_moments: Vector, rows: Number
) -> Fraction:
    """`row_share`, refused with a ValueError if it is so large that rare rows may dominate.

    >>> require_spread_rows([1], ["0.25"], ["0.0625"], 10)
    Fraction(1, 10)
    """
    share = row_share(weights, variances, fourth_moments, rows)
    if share > LARGEST_SHARE:
        raise ValueError(
            f"E[y^4] / (n E[y^2]^2) of the score y of a row is {float(share):.4g}, above "
            f"{LARGEST_SHARE}: rare rows may dominate the score, and the effective leakage says "
            "nothing; take the exact law, or a score that spreads over more columns."
        )
    return share


def _column(shift: Vector) -> fmpq_mat:
    return column_matrix(exact_vector("shift", shift))


def _minus(a: Exact, b: Exact) -> Exact:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _covariance(matrix: Matrix, size: int) -> fmpq_mat:
    return rational_matrix(moment_matrix("covariance", matrix, size))


def _solved(c: fmpq_mat, right: fmpq_mat) -> fmpq_mat:
    """A solution of C x = right; raises ValueError if there is none."""
    try:
        return c.solve(right)
    except ZeroDivisionError:  # singular: the reduced rows say whether there is a solution
        size = c.nrows()
    joined = fmpq_mat(size, size + 1)
    for i in range(size):
        for j in range(size):
            joined[i, j] = c[i, j]
        joined[i, size] = right[i, 0]
    reduced, rank = joined.rref()
    result = fmpq_mat(size, 1)
    # The free unknowns stay 0. Solutions differ by null vectors of C, which are orthogonal to a
    # right side in its range, so the distance is the same for all.
    for i in range(rank):
        pivot = next(j for j in range(size + 1) if reduced[i, j] != 0)
        if pivot == size:
            raise ValueError(
                "The covariance is singular and the shift of the target leaves its range: the data "
                "never vary in that direction, and the mean tells the target without error; drop "
                "constant columns, or move the target into the support."
            )
        result[pivot, 0] = fmpq(reduced[i, size])
    return result
