"""What a law of rows offers to mechanisms, scores and games."""

from typing import Protocol
import numpy as np
import numpy.typing as npt
from banditproof.theory.domains import Float, reals

Floats = npt.NDArray[np.float64]


class RowLaw(Protocol):
    """The law of one row of a data set; the rows are independent and have this law."""

    @property
    def dimension(self) -> int:
        """The number of columns."""

    @property
    def mean(self) -> Floats:
        """The mean of a row."""

    @property
    def covariance(self) -> Floats:
        """The variances of the columns if these are independent, the covariance matrix if not."""

    def draw(self, rows: int, rng: np.random.Generator) -> Floats:
        """Independent rows, one below the other."""

    def draw_sums(self, rows: int, sums: int, rng: np.random.Generator) -> Floats:
        """Independent sums of so many rows each, one below the other."""


class RatioLaw(RowLaw, Protocol):
    """A law of rows for which the exact log-likelihood ratio of a mean is known."""

    def log_ratio_terms(self, mean: Floats, target: Floats, rows: int) -> Floats:
        """log p_in/p_out of a mean of so many rows: terms that add up along the last axis."""


def checked_target(law: RowLaw, target: Float) -> Floats:
    """A target as floats; raises ValueError if it has not one number for each column.

    >>> from .bernoulli_columns import BernoulliColumns
    >>> checked_target(BernoulliColumns(("1/2", "1/3")), [1, 0])
    array([1., 0.])
    """
    result = reals("The target", target)
    if result.shape != (law.dimension,):
        raise ValueError(
            f"The target has the shape {result.shape}; give one number for each of the "
            f"{law.dimension} columns."
        )
    return result
