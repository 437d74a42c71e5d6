"""Rows drawn from a table of the user, with replacement."""

from dataclasses import dataclass, field
import numpy as np
from banditproof.theory.domains import Float, reals
from .row_law import Floats


@dataclass(frozen=True, eq=False)
class TableRows:
    """Rows of a table, each drawn with the same probability, with replacement.

    The mean and the covariance are those of the table itself, which is the whole population here.

    >>> TableRows([[0, 1], [2, 1], [1, 4]]).mean
    array([1., 2.])
    """

    table: Floats
    mean: Floats = field(init=False, repr=False)
    covariance: Floats = field(init=False, repr=False)

    def __init__(self, table: Float) -> None:
        result = reals("The table", table)
        if result.ndim != 2 or len(result) < 2 or not result.shape[1]:
            raise ValueError(
                f"The table has the shape {result.shape}; give at least two rows of numbers, one "
                "below the other."
            )
        mean = result.mean(axis=0)
        object.__setattr__(self, "table", result)
        object.__setattr__(self, "mean", mean)
        object.__setattr__(self, "covariance", (result - mean).T @ (result - mean) / len(result))

    @property
    def dimension(self) -> int:
        """The number of columns."""
        return int(self.table.shape[1])

    def draw(self, rows: int, rng: np.random.Generator) -> Floats:
        """Independent rows."""
        return np.asarray(self.table[rng.integers(len(self.table), size=rows)])

    def draw_sums(self, rows: int, sums: int, rng: np.random.Generator) -> Floats:
        """Sums of rows, from how often each row of the table is drawn."""
        shares = np.full(len(self.table), 1 / len(self.table))
        return np.asarray(rng.multinomial(rows, shares, size=sums) @ self.table)
