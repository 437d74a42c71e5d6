"""A model with a loss for each row, as descents and attacks see it."""

from abc import ABC, abstractmethod
from typing import Protocol
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .clipping import clip
from .labelled_rows import Indices, LabelledRows, finite_array


class GradientSums(Protocol):
    """The sum of the clipped gradients of chosen rows at any parameters."""

    def __call__(self, theta: Floats, batch: Indices, bound: float) -> Floats:
        """The sum over the rows at the places of the batch, clipped to the norm `bound`."""


class Model(ABC):
    """A model: the loss of each row at given parameters, and the gradients of these losses."""

    columns: int
    """The number of features of a row."""

    @property
    @abstractmethod
    def parameters(self) -> int:
        """The length of theta."""

    @abstractmethod
    def check_labels(self, labels: Floats) -> None:
        """Raise ValueError for a label that the model does not know."""

    @abstractmethod
    def losses(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """The loss of each row."""

    @abstractmethod
    def gradients(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """The gradient of the loss of each row (n x parameters)."""

    @property
    def start(self) -> Floats:
        """theta = 0."""
        return np.zeros(self.parameters)

    def check_rows(self, rows: LabelledRows) -> None:
        """Raise ValueError for rows with other features or labels than those of the model."""
        if rows.columns != self.columns:
            raise ValueError(
                f"The rows have {rows.columns} features; give {self.columns}, as the model has."
            )
        self.check_labels(rows.y)

    def vector(self, theta: npt.ArrayLike) -> Floats:
        """The parameters as an array; ValueError for a wrong number of them."""
        result = finite_array("The parameters", theta, 1)
        if len(result) != self.parameters:
            raise ValueError(
                f"There are {len(result)} parameters; the model has {self.parameters}."
            )
        return result

    def gradient_sums(self, rows: LabelledRows) -> GradientSums:
        """What adds up clipped gradients of these rows; here from the gradient of each row."""
        return lambda theta, batch, bound: clip(self.gradients(theta, rows.take(batch)), bound).sum(
            axis=0
        )

    def gradients_along(self, iterates: Floats, row: LabelledRows) -> Floats:
        """The gradient of one row at each of several parameters."""
        return np.vstack([self.gradients(theta, row) for theta in iterates])


def check_count(name: str, value: object, least: int) -> None:
    """Raise ValueError unless this is an integer that is large enough.

    >>> check_count("classes", 1, 2)
    Traceback (most recent call last):
    ...
    ValueError: classes is 1; give an integer >= 2.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} is {value!r}; give an integer >= {least}.")
