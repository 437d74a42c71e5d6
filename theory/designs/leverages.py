"""The leverages a'V^-1 a of actions under a design."""

from __future__ import annotations

import numpy as np

from .action_matrix import Floats

CHUNK = 2048
"""Long products are made in pieces of so many rows, which stay in the cache."""


def inverse_factor(points: Floats, weights: Floats) -> Floats:
    """R with R'R = V^-1, V = sum weights_i points_i points_i'."""
    return np.linalg.inv(np.linalg.cholesky((points * weights[:, None]).T @ points))


def leverages(points: Floats, factor: Floats) -> Floats:
    """|R a|^2 for each row a: by construction not negative, and with small errors."""
    found = np.empty(len(points))
    for start in range(0, len(points), CHUNK):
        images = points[start : start + CHUNK] @ factor.T
        np.einsum("ij,ij->i", images, images, out=found[start : start + CHUNK])
    return found


def quadratic_forms(points: Floats, inverse: Floats) -> Floats:
    """a'V^-1 a for each row a, from V^-1."""
    found = np.empty(len(points))
    for start in range(0, len(points), CHUNK):
        part = points[start : start + CHUNK]
        np.einsum("ij,ij->i", part @ inverse, part, out=found[start : start + CHUNK])
    return found
