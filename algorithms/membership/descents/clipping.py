"""Clipped gradients, and their means without a gradient of a single row. Thesis, Section 7.1.1."""

import math
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .labelled_rows import finite_array


def clip(vectors: npt.ArrayLike, bound: float) -> Floats:
    """min(1, C / ||g||) g for each row g; the zero vector stays, and C = inf clips nothing.

    >>> clip([[3.0, 4.0], [0.0, 0.5], [0.0, 0.0]], 1)
    array([[0.6, 0.8],
           [0. , 0.5],
           [0. , 0. ]])
    """
    rows = finite_array("The gradients", vectors, 2)
    if not bound > 0.0:
        raise ValueError(f"bound is {bound}; give a number > 0, or inf to clip nothing.")
    if math.isinf(bound):
        return rows
    with np.errstate(over="ignore"):
        norms = np.linalg.norm(rows, axis=1)
    return np.asarray(rows * shrinking(norms, bound)[:, None])


def shrinking(norms: Floats, bound: float) -> Floats:
    """min(1, C / norm) for each norm, and 1 for the norm 0; C is finite."""
    if not np.isfinite(norms).all():
        raise ValueError(
            "The norm of a gradient overflows; give smaller features, learning rates or parameters."
        )
    with np.errstate(over="ignore"):
        return np.minimum(1.0, bound / np.maximum(norms, np.finfo(float).tiny))


def clipped_sum(design: Floats, lengths: Floats, residuals: Floats, bound: float) -> Floats:
    """The sum of the clipped gradients of the rows of a linear layer, as a vector.

    `design` has the rows (x, 1), `lengths` their norms, `residuals` the derivatives in the scores.

    >>> clipped_sum(np.array([[3.0, 4.0]]), np.array([5.0]), np.array([[2.0]]), 5.0)
    array([3., 4.])
    """
    if not math.isinf(bound):
        norms = lengths * np.sqrt(np.einsum("ij,ij->i", residuals, residuals))
        residuals = residuals * shrinking(norms, bound)[:, None]
    return np.asarray((residuals.T @ design).ravel())
