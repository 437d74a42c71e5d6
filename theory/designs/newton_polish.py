"""Newton's method for the weights of a design that is nearly optimal already."""

from __future__ import annotations

import numpy as np

from .action_matrix import Floats

DAMPING = 1e-14
MOST_STEPS = 60


def polished(points: Floats, weights: Floats, gap: float) -> Floats:
    """Weights whose largest leverage is closer to d, by Newton's method on log det V(w) - d sum w.

    With leverages l and H = (c_i'V^-1 c_j)^2 the step solves H x = l - d. In the unknowns
    x_i / sqrt(w_i) a little damping picks, among the solutions of a singular system, one that
    hardly moves small weights; weights that would become negative become zero.
    """
    dimension = points.shape[1]
    best = weights
    least, inner, found = _state(points, weights)
    for _ in range(MOST_STEPS):
        if least <= gap:
            break
        active = np.flatnonzero(best > 0)
        root = np.sqrt(best[active])
        system = inner[np.ix_(active, active)] ** 2 * root * root[:, None]
        system[np.diag_indices_from(system)] += DAMPING * dimension * dimension
        try:
            step = np.linalg.solve(system, root * (found[active] - dimension)) * root
        except np.linalg.LinAlgError:
            break
        improved = False
        for length in (1.0, 0.5, 0.1, 0.01):
            trial = best.copy()
            trial[active] = np.maximum(best[active] + length * step, 0.0)
            trial /= trial.sum()
            try:
                reached, products, heights = _state(points, trial)
            except np.linalg.LinAlgError:
                continue
            if reached < least:
                best, least, inner, found = trial, reached, products, heights
                improved = True
                break
        if not improved:
            break
    return best


def _state(points: Floats, weights: Floats) -> tuple[float, Floats, Floats]:
    """The gap on the given points, the products c_i'V^-1 c_j and the leverages."""
    factor = np.linalg.inv(np.linalg.cholesky((points * weights[:, None]).T @ points))
    image = points @ factor.T
    products = image @ image.T
    found = np.diag(products).copy()
    return float(found.max()) / points.shape[1] - 1, products, found
