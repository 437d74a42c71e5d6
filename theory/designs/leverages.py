"""The leverages a'V^-1 a of actions under a design."""

from __future__ import annotations
from dataclasses import dataclass
import numpy as np
import numpy.typing as npt
from .action_matrix import Floats

CHUNK = 2048
"""Long products are made in pieces of so many rows, which stay in the cache."""


def inverse_factor(points: Floats, weights: Floats) -> Floats:
    """R with R'R = V^-1, V = sum weights_i points_i points_i'."""
    return np.linalg.inv(np.linalg.cholesky((points * weights[:, None]).T @ points))


def leverages(points: Floats, factor: Floats) -> Floats:
    """|R a|^2 for each row a: by construction not negative, and with small errors."""
    result = np.empty(len(points))
    for start in range(0, len(points), CHUNK):
        images = points[start : start + CHUNK] @ factor.T
        np.einsum("ij,ij->i", images, images, out=result[start : start + CHUNK])
    return result


def quadratic_forms(points: Floats | MappedRows, inverse: Floats) -> Floats:
    """a'V^-1 a for each row a, from V^-1."""
    result = np.empty(len(points))
    for start in range(0, len(points), CHUNK):
        part = points[start : start + CHUNK]
        np.einsum("ij,ij->i", part @ inverse, part, out=result[start : start + CHUNK])
    return result


@dataclass(frozen=True, eq=False)
class MappedRows:
    """The rows M a of many points a, computed where they are asked for, so that none is stored.

    >>> rows = MappedRows(np.eye(2), np.array([[2.0, 0.0], [1.0, 1.0]]))
    >>> rows[1:].tolist(), rows[np.array([0])].tolist(), len(rows)
    ([[0.0, 1.0]], [[2.0, 1.0]], 2)
    """

    points: Floats
    map: Floats

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, rows: slice | npt.NDArray[np.intp]) -> Floats:
        chosen = self.points[rows]
        if len(chosen) <= CHUNK:
            return chosen @ self.map.T
        mapped = chosen if isinstance(rows, np.ndarray) else np.empty_like(chosen)
        for start in range(0, len(chosen), CHUNK):
            part = slice(start, start + CHUNK)
            mapped[part] = chosen[part] @ self.map.T
        return mapped
