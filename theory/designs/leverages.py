"""The leverages a'V^-1 a of actions under a design."""

from __future__ import annotations

import numpy as np

from .action_matrix import Floats

CHUNK = 2048
"""Rows of a piece of a long product, which stays in the cache."""


def inverse_factor(points: Floats, weights: Floats) -> Floats:
    """R with R'R = V^-1, V = sum weights_i points_i points_i'."""
    return np.linalg.inv(np.linalg.cholesky((points * weights[:, None]).T @ points))


def leverages(points: Floats, factor: Floats) -> Floats:
    """|R a|^2 for each row a, in pieces that stay in the cache."""
    found = np.empty(len(points))
    for start in range(0, len(points), CHUNK):
        image = points[start : start + CHUNK] @ factor.T
        np.einsum("ij,ij->i", image, image, out=found[start : start + CHUNK])
    return found
