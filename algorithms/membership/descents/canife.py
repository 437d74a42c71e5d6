"""The CANIFE loss of a canary, its slope, and the canaries that minimise it.

For references u_i, a gradient g and a norm C: sum of <u_i, g>^2 + max(C - ||g||, 0)^2. Thesis,
(7.1). As a ranking of canaries it differs from the Mahalanobis score in three dimensions or more.
"""

import math
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .labelled_rows import LabelledRows, check_target, finite_array
from .linear_layers import LinearLayer


def canife_losses(references: npt.ArrayLike, candidates: npt.ArrayLike, bound: float) -> Floats:
    """The loss of each candidate gradient; small is said to be good.

    >>> canife_losses([[1.0, 0.0]], [[3.0, 0.0], [0.0, 1.0], [0.0, 2.0]], 2)
    array([9., 1., 0.])
    """
    u, g = _pair(references, candidates, bound)
    missing = np.maximum(bound - np.linalg.norm(g, axis=1), 0.0)
    return np.asarray(((g @ u.T) ** 2).sum(axis=1) + missing**2)


def canife_slope(references: npt.ArrayLike, gradient: npt.ArrayLike, bound: float) -> Floats:
    """The derivative of the loss in the gradient: 2 U^T U g - 2 max(C - ||g||, 0) g / ||g||.

    At g = 0 the second part is taken as 0.

    >>> canife_slope([[1.0, 0.0]], [0.0, 1.0], 2)
    array([ 0., -2.])
    """
    u, rows = _pair(references, np.atleast_2d(np.asarray(gradient, np.float64)), bound)
    g = rows[0]
    norm = float(np.linalg.norm(g))
    pull = max(bound - norm, 0.0) / norm if norm else 0.0
    return np.asarray(2.0 * (u.T @ (u @ g)) - 2.0 * pull * g)


def canife_gradient(references: npt.ArrayLike, bound: float) -> Floats:
    """A gradient with the smallest loss: C / (1 + v) times a direction of the least sum v.

    v is the least eigenvalue of U^T U, and the smallest loss is C^2 v / (1 + v). The sign is free:
    the first coordinate that is not 0 is positive.

    >>> canife_gradient([[1.0, 0.0], [0.0, 2.0]], 4)
    array([2., 0.])
    """
    u, _ = _pair(references, references, bound)
    values, vectors = np.linalg.eigh(u.T @ u)
    least, direction = max(float(values[0]), 0.0), vectors[:, 0]
    clear = np.flatnonzero(np.abs(direction) > 1e-9)
    direction = direction * math.copysign(1.0, direction[clear[0]])
    return np.asarray(direction * bound / (1.0 + least) + 0.0)


def canife_row(
    model: LinearLayer,
    theta: npt.ArrayLike,
    references: npt.ArrayLike,
    row: LabelledRows,
    bound: float,
    *,
    iterations: int = 200,
) -> LabelledRows:
    """The row that a descent of the loss in the features reaches from a given row (L-BFGS).

    The loss is not convex in the features, so this is a local minimum; it is never worse than the
    row that it begins with.
    """
    from scipy.optimize import minimize

    check_target(row, model.columns)
    label = row.y

    def loss_and_slope(features: Floats) -> tuple[float, Floats]:
        moved = LabelledRows(features[None, :], label)
        (gradient,) = model.gradients(theta, moved)
        (loss,) = canife_losses(references, gradient[None, :], bound)
        slope = canife_slope(references, gradient, bound)
        return float(loss), _in_features(model, theta, moved, slope)

    settings: Any = {"maxiter": iterations}
    result = minimize(loss_and_slope, row.x[0], jac=True, method="L-BFGS-B", options=settings)
    better = result.fun <= loss_and_slope(row.x[0])[0]
    return LabelledRows(result.x[None, :], label) if better else row


def _in_features(
    model: LinearLayer, theta: npt.ArrayLike, row: LabelledRows, slope: Floats
) -> Floats:
    """The derivative in the features of a function of the row's gradient r (x, 1)^T."""
    scores, weights = model.scores(theta, row), model.weights(theta)
    residual = model.residuals(scores, row.y)[0]
    outer = slope.reshape(model.outputs, -1)
    through_scores = model.curvatures(scores)[0] @ (outer @ model.design(row.x)[0])
    every = outer.T @ residual + weights.T @ through_scores
    return np.asarray(every[: model.columns])


def _pair(
    references: npt.ArrayLike, candidates: npt.ArrayLike, bound: float
) -> tuple[Floats, Floats]:
    if not 0.0 < bound < math.inf:
        raise ValueError(f"bound is {bound}; give a finite number > 0.")
    u = finite_array("The reference gradients", references, 2)
    g = finite_array("The gradients", candidates, 2)
    if u.shape[1] != g.shape[1]:
        raise ValueError(
            f"The references have {u.shape[1]} coordinates and the gradients {g.shape[1]}; give "
            "as many of both."
        )
    return u, g
