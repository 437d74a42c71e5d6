"""What an estimator with an influence function leaks about a row, to first order.

A Z-estimator solves sum psi_theta(X_i) = 0. With V the derivative of E psi_theta at theta_0, its
influence function is IF = -V^-1 psi, and theta_hat - theta_0 is nearly the mean of IF(X_i), whose
covariance is S = V^-1 E[psi psi^T] V^-T. So the score and the canaries of the mean carry over with
IF for z* - mu and S for C. This is a formal rule: it is that of the mean for the mean, and it does
not change with the parametrisation, but no limit theorem is proved for it, and for the median it
fails (`median_leakage`). Privacy-Utility Trade-offs in Sequential Decision-Making, Chapter 9, whose
printed score has V^-1 psi for IF, subtracts theta_0 from it, and takes V^-1 for S^-1.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, cast
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.theory.rational_matrices import fraction_of, rational_matrix
from .exact_vectors import Exact, Vector, column_matrix, exact_vector, moment_matrix, square_matrix
from .linear_scores import mahalanobis

Matrix: TypeAlias = tuple[Exact, ...]


@dataclass(frozen=True)
class ZEstimator:
    """An estimator at theta_0: V and E[psi psi^T], exactly.

    >>> mean = ZEstimator.of_mean([["0.25", 0], [0, "0.5"]])
    >>> mean.influence(["0.5", 1])
    (Fraction(1, 2), Fraction(1, 1))
    >>> mean.score(["0.5", 1], ["0.1", 0], rows=10)
    Fraction(1, 20)
    >>> mean.canary(["0.5", 1])
    Fraction(3, 1)
    """

    derivative: Matrix
    second_moment: Matrix

    def __post_init__(self) -> None:
        v = square_matrix("derivative", self.derivative)
        b = moment_matrix("second moment", self.second_moment, len(v))
        if rational_matrix(v).det() == 0:
            raise ValueError(
                "The derivative V is singular, and the estimator has no influence function; give "
                "an invertible matrix."
            )
        object.__setattr__(self, "derivative", v)
        object.__setattr__(self, "second_moment", b)

    @classmethod
    def of(cls, derivative: Sequence[Vector], second_moment: Sequence[Vector]) -> ZEstimator:
        """The estimator of some matrices; raises ValueError if V is singular or sizes differ."""
        return cls(cast(Matrix, derivative), cast(Matrix, second_moment))

    @classmethod
    def of_mean(cls, covariance: Sequence[Vector]) -> ZEstimator:
        """The mean: psi = x - theta, V = -I and E[psi psi^T] = C."""
        c = square_matrix("covariance", covariance)
        size = range(len(c))
        return cls.of([[-1 if i == j else 0 for j in size] for i in size], c)

    @classmethod
    def of_median(cls, density: Number) -> ZEstimator:
        """The median: psi = sign(x - theta), V = -2 f(theta_0) with the density f, E[psi^2] = 1.

        >>> ZEstimator.of_median(1).influence([1]), ZEstimator.of_median(1).spread
        ((Fraction(1, 2),), ((Fraction(1, 4),),))
        """
        f = exact(density)
        if f <= 0:
            raise ValueError(f"The density at the median is {density}; give a number > 0.")
        return cls.of([[-2 * f]], [[1]])

    @classmethod
    def of_least_squares(cls, design: Sequence[Vector], noise: Number) -> ZEstimator:
        """Least squares: psi = x (y - x^T theta), V = -E[x x^T], E[psi psi^T] = noise E[x x^T].

        The noise is the variance of y - x^T theta_0, the same for all x.

        >>> ZEstimator.of_least_squares([[2, 0], [0, 1]], 1).spread[0]
        (Fraction(1, 2), Fraction(0, 1))
        """
        q = square_matrix("design", design)
        variance = exact(noise)
        if variance <= 0:
            raise ValueError(f"The variance of the noise is {noise}; give a number > 0.")
        return cls.of([[-x for x in row] for row in q], [[variance * x for x in row] for row in q])

    @property
    def size(self) -> int:
        """The number of parameters."""
        return len(self.derivative)

    @property
    def spread(self) -> tuple[Exact, ...]:
        """S = V^-1 E[psi psi^T] V^-T, the covariance of the influence function."""
        inverse = rational_matrix(self.derivative).inv()
        result = inverse * rational_matrix(self.second_moment) * inverse.transpose()
        size = range(self.size)
        return tuple(tuple(fraction_of(result[i, j]) for j in size) for i in size)

    def influence(self, psi: Vector) -> Exact:
        """IF = -V^-1 psi of a row with this psi."""
        result = rational_matrix(self.derivative).inv() * column_matrix(
            exact_vector("psi", psi, self.size)
        )
        return tuple(-fraction_of(result[i, 0]) for i in range(self.size))

    def canary(self, psi: Vector) -> Fraction:
        """IF^T S^-1 IF = psi^T E[psi psi^T]^-1 psi; divided by n it is the leakage score.

        Raises ValueError if the second moment is singular and psi leaves its range.
        """
        return mahalanobis(exact_vector("psi", psi, self.size), self.second_moment)

    def score(self, psi: Vector, deviation: Vector, rows: Number) -> Fraction:
        """IF^T S^-1 (theta_hat - theta_0) - IF^T S^-1 IF/(2n), the covariance score."""
        n = exact_count("rows", rows, least=1)
        moved = column_matrix(exact_vector("deviation", deviation, self.size))
        # S^-1 IF = -V^T E[psi psi^T]^-1 psi
        moment = rational_matrix(self.second_moment)
        if moment.det() == 0:
            raise ValueError(
                "E[psi psi^T] is singular; drop parameters that the estimator never moves."
            )
        weights = moment.inv() * column_matrix(exact_vector("psi", psi, self.size))
        linear = (weights.transpose() * rational_matrix(self.derivative) * moved)[0, 0]
        return -fraction_of(linear) - self.canary(psi) / (2 * n)

    def printed_score(
        self, psi: Vector, deviation: Vector, theta: Vector, rows: Number
    ) -> Fraction:
        """The score as printed in Chapter 9: I = V^-1 psi, I - theta_0, and V^-1 as the metric.

        It is not (6.4) for the mean: it changes with the origin, has the wrong sign, and knows no
        covariance.

        >>> ZEstimator.of_mean([[4]]).printed_score([1], ["0.5"], [0], rows=1)
        Fraction(1, 1)
        """
        n = exact_count("rows", rows, least=1)
        origin = exact_vector("theta", theta, self.size)
        moved = column_matrix(exact_vector("deviation", deviation, self.size))
        base = [-x - t for x, t in zip(self.influence(psi), origin, strict=True)]
        inverse = rational_matrix(self.derivative).inv()
        place = column_matrix(tuple(base))
        linear = fraction_of((place.transpose() * inverse * moved)[0, 0])
        return linear - fraction_of((place.transpose() * inverse * place)[0, 0]) / (2 * n)

    def reparametrised(self, jacobian: Sequence[Vector]) -> ZEstimator:
        """The estimator of A theta, which has the same psi and the derivative V A^-1."""
        a = square_matrix("jacobian", jacobian)
        matrix = rational_matrix(a)
        if len(a) != self.size or matrix.det() == 0:
            raise ValueError(
                f"The jacobian is singular or not of size {self.size}; give an invertible matrix."
            )
        result = rational_matrix(self.derivative) * matrix.inv()
        size = range(self.size)
        rows = [[fraction_of(result[i, j]) for j in size] for i in size]
        return ZEstimator.of(rows, self.second_moment)
