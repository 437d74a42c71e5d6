"""Rows of features with a label each, and laws that such rows are drawn from."""

from __future__ import annotations
from dataclasses import dataclass
from typing import Protocol
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.randomness import Seed, generator

Indices = npt.NDArray[np.intp]


def finite_array(name: str, values: npt.ArrayLike, dimensions: int) -> Floats:
    """A read-only float64 array of finite numbers with so many dimensions and no empty one.

    >>> finite_array("The labels", [1, 0], 1)
    array([1., 0.])
    """
    form = {1: "one number for each row", 2: "rows x columns"}[dimensions]
    try:
        if np.iscomplexobj(values):
            raise TypeError
        array = np.array(values, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} cannot be read as numbers; give {form}.") from None
    if array.ndim != dimensions or 0 in array.shape:
        raise ValueError(f"{name} have the shape {array.shape}; give {form}, at least one each.")
    finite = np.isfinite(array)
    if not finite.all():
        bad = np.argwhere(~finite)[0]
        axes = ("row", "column")[:dimensions]
        place = ", ".join(f"{axis} {i + 1}" for axis, i in zip(axes, bad, strict=True))
        raise ValueError(f"{name} have {array[tuple(bad)]} in {place}; give finite numbers.")
    array.setflags(write=False)
    return array


@dataclass(frozen=True, eq=False)
class LabelledRows:
    """Features of n rows (n x k), and a label for each of them; both finite and read-only.

    >>> rows = LabelledRows([[0.0, 1.0], [2.0, 0.5]], [1, 0])
    >>> len(rows), rows.columns
    (2, 2)
    """

    features: npt.ArrayLike
    labels: npt.ArrayLike

    def __post_init__(self) -> None:
        features = finite_array("The features", self.features, 2)
        labels = finite_array("The labels", self.labels, 1)
        if len(features) != len(labels):
            raise ValueError(
                f"There are {len(features)} rows of features and {len(labels)} labels; give one "
                "label for each row."
            )
        object.__setattr__(self, "features", features)
        object.__setattr__(self, "labels", labels)

    def __len__(self) -> int:
        return len(self.x)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LabelledRows):
            return NotImplemented
        return np.array_equal(self.x, other.x) and np.array_equal(self.y, other.y)

    def __hash__(self) -> int:
        return hash((self.x.shape, self.x.tobytes(), self.y.tobytes()))

    @property
    def x(self) -> Floats:
        """The features."""
        return self.features  # type: ignore[return-value]

    @property
    def y(self) -> Floats:
        """The labels."""
        return self.labels  # type: ignore[return-value]

    @property
    def columns(self) -> int:
        """The number of features."""
        return int(self.x.shape[1])

    def take(self, places: npt.ArrayLike) -> LabelledRows:
        """The rows at the given places, which count from 0.

        >>> LabelledRows([[0.0], [2.0]], [1, 0]).take([1]).x
        array([[2.]])
        """
        chosen = np.atleast_1d(np.asarray(places))
        return LabelledRows(self.x[chosen], self.y[chosen])

    def with_first(self, row: LabelledRows) -> LabelledRows:
        """The same rows, but the first one is replaced by the given row.

        >>> LabelledRows([[0.0], [2.0]], [1, 0]).with_first(LabelledRows([[7.0]], [1])).x.tolist()
        [[7.0], [2.0]]
        """
        check_target(row, self.columns)
        features, labels = self.x.copy(), self.y.copy()
        features[0], labels[0] = row.x[0], row.y[0]
        return LabelledRows(features, labels)


def check_target(row: LabelledRows, columns: int) -> None:
    """Raise ValueError unless this is a single row with so many features."""
    if len(row) != 1 or row.columns != columns:
        raise ValueError(
            f"The target has {len(row)} rows and {row.columns} features; give 1 row and {columns} "
            "features."
        )


class LabelledLaw(Protocol):
    """A law from which labelled rows are drawn independently."""

    @property
    def columns(self) -> int:
        """The number of features."""

    def draw(self, count: int, rng: Seed) -> LabelledRows:
        """So many independent rows."""


@dataclass(frozen=True)
class PoolOfRows:
    """The law that draws each row uniformly from given ones, with replacement.

    This is how rows of a file take part in a game; the same row can be drawn twice.

    >>> law = PoolOfRows(LabelledRows([[0.0], [2.0]], [1, 0]))
    >>> set(law.draw(20, 1).x[:, 0].tolist()) == {0.0, 2.0}
    True
    """

    pool: LabelledRows

    @property
    def columns(self) -> int:
        """The number of features."""
        return self.pool.columns

    def draw(self, count: int, rng: Seed) -> LabelledRows:
        """So many rows, each one uniform."""
        return self.pool.take(generator(rng).integers(len(self.pool), size=count))
