"""The loss ||theta - x||^2 / 2, whose descent releases nothing but means of the rows.

The gradient theta - x has the law of a row, shifted: normal rows have normal gradients, and the
covariance score of a step is then the log-likelihood ratio up to terms of order 1/n.
"""

from dataclasses import dataclass
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .clipping import clip
from .labelled_rows import Indices, LabelledRows
from .model import GradientSums, Model, check_count


@dataclass(frozen=True, kw_only=True)
class QuadraticLoss(Model):
    """The model whose best parameters are the mean of the features; labels play no part.

    >>> QuadraticLoss(columns=2).gradients([1.0, 1.0], LabelledRows([[0.0, 3.0]], [0]))
    array([[ 1., -2.]])
    """

    columns: int

    def __post_init__(self) -> None:
        check_count("columns", self.columns, 1)

    @property
    def parameters(self) -> int:
        """One for each feature."""
        return self.columns

    def check_labels(self, labels: Floats) -> None:
        """Every finite label will do."""

    def losses(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """||theta - x||^2 / 2."""
        return np.asarray((self.gradients(theta, rows) ** 2).sum(axis=1) / 2)

    def gradients(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """theta - x."""
        self.check_rows(rows)
        return np.asarray(self.vector(theta) - rows.x)

    def gradient_sums(self, rows: LabelledRows) -> GradientSums:
        """What adds up clipped gradients of these rows."""
        self.check_rows(rows)
        every = rows.x

        def summed(theta: Floats, batch: Indices, bound: float) -> Floats:
            return np.asarray(clip(theta - every[batch], bound).sum(axis=0))

        return summed
