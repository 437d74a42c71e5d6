"""Gaussian noise on a vector, with any covariance: what a shift of the vector spends."""

from __future__ import annotations
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
import numpy.typing as npt
from banditproof.theory.budgets import ZCDP, exact_order
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact, listed
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.rational_matrices import fraction_of, rational_matrix
from .gaussian import Gaussian

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class VectorGaussian:
    """Adds a vector of law N(0, covariance), the covariance a rational positive definite matrix.

    A shift s of the statistic costs s^T covariance^-1 s / 2 in zCDP, exactly; along the
    shift it is Gaussian noise of variance 1 / (s^T covariance^-1 s).

    >>> noise = VectorGaussian((("2", "1"), ("1", "2")))
    >>> noise.rho((1, 0)), noise.rho((1, 1))
    (Fraction(1, 3), Fraction(1, 3))
    """

    covariance: tuple[tuple[Number, ...], ...]

    def __post_init__(self) -> None:
        rows = matrix("covariance", self.covariance)
        if not is_positive_definite(rows):
            raise ValueError("The covariance is not positive definite; give one that is.")

    @property
    def dimension(self) -> int:
        """The length of the vector."""
        return len(self.covariance)

    def square(self, shift: Sequence[Number]) -> Fraction:
        """mu^2 = s^T covariance^-1 s, exact."""
        moved = vector(shift, self.dimension)
        solution = solved(matrix("covariance", self.covariance), moved)
        return sum((a * b for a, b in zip(moved, solution, strict=True)), Fraction(0))

    def rho(self, shift: Sequence[Number]) -> Fraction:
        """The exact zCDP constant of one shift."""
        return self.square(shift) / 2

    def loss(self, shifts: Iterable[Sequence[Number]]) -> ZCDP:
        """The budget of a statistic that moves by one of finitely many shifts, exactly.

        >>> VectorGaussian(((1, 0), (0, 4))).loss([(1, 0), (0, 1)])
        ZCDP(rho=Fraction(1, 2))
        """
        return ZCDP(max((self.rho(shift) for shift in shifts), default=Fraction(0)))

    def renyi(self, alpha: Number, shift: Sequence[Number], digits: int = 30) -> Enclosure:
        """The Renyi divergence of order alpha of one shift: alpha rho(shift)."""
        return self._along(shift).renyi(alpha, 1, digits) if any(shift) else _zero(alpha)

    @accepts_epsilon
    def delta(self, eps: Number, shift: Sequence[Number], digits: int = 30) -> Enclosure:
        """The smallest delta for which the release is (eps, delta)-DP against one shift.

        >>> noise = VectorGaussian(((1, 0), (0, 4)))
        >>> noise.delta(1, (0, 2)) == Gaussian(sigma_squared=1).delta(1)
        True
        """
        return self._along(shift).delta(eps, 1, digits) if any(shift) else _zero(1)

    def _along(self, shift: Sequence[Number]) -> Gaussian:
        return Gaussian(sigma_squared=1 / self.square(shift))

    def sample(self, rng: np.random.Generator) -> npt.NDArray[np.float64]:
        """One draw, in float64: right in law up to rounding, not safe against float attacks."""
        rows = matrix("covariance", self.covariance)
        root = np.linalg.cholesky(np.array([[float(x) for x in row] for row in rows]))
        return np.asarray(root @ rng.normal(size=self.dimension))


def _zero(alpha: Number) -> Enclosure:
    exact_order(alpha)
    return ZERO


def vector(values: Sequence[Number], length: int) -> Row:
    """An exact vector of a given length; raises ValueError otherwise."""
    if len(values) != length:
        raise ValueError(f"The shift has {len(values)} coordinates; give {length}.")
    return tuple(exact(value) for value in values)


def matrix(name: str, rows: Sequence[Sequence[Number]]) -> list[Row]:
    """An exact symmetric matrix; raises ValueError otherwise."""
    every = [listed(f"A row of the {name}", row) for row in listed(f"The {name}", rows)]
    results = [tuple(exact(value) for value in row) for row in every]
    size = len(results)
    if size == 0 or any(len(row) != size for row in results):
        raise ValueError(f"The {name} is not a square matrix; give as many rows as columns.")
    if any(results[i][j] != results[j][i] for i in range(size) for j in range(i)):
        raise ValueError(f"The {name} is not symmetric; give a symmetric matrix.")
    return results


def identity(size: int) -> list[Row]:
    """The unit vectors.

    >>> identity(2)
    [(Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1))]
    """
    return [tuple(Fraction(int(i == j)) for j in range(size)) for i in range(size)]


def is_positive_definite(rows: Sequence[Row]) -> bool:
    """Whether a symmetric rational matrix is positive definite: all pivots are positive.

    >>> is_positive_definite([(Fraction(1), Fraction(2)), (Fraction(2), Fraction(4))])
    False
    """
    work = [list(row) for row in rows]
    for k in range(len(work)):
        if work[k][k] <= 0:
            return False
        for i in range(k + 1, len(work)):
            share = work[i][k] / work[k][k]
            work[i] = [a - share * b for a, b in zip(work[i], work[k], strict=True)]
    return True


def solved(rows: Sequence[Row], right: Sequence[Fraction]) -> Row:
    """The solution x of rows x = right, for a positive definite matrix, exact.

    >>> solved([(Fraction(2), Fraction(0)), (Fraction(0), Fraction(4))], [Fraction(1), Fraction(1)])
    (Fraction(1, 2), Fraction(1, 4))
    """
    solution = rational_matrix(rows).solve(rational_matrix([[value] for value in right]))
    return tuple(fraction_of(solution[i, 0]) for i in range(len(right)))
