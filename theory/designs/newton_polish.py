"""Newton's method for the weights of a design that is nearly optimal already."""

import numpy as np
from .action_matrix import Floats

DAMPING = 1e-14
MOST_STEPS = 60
MOST_CHANGES = 200
FEW = 250
JOINS = 1e-14
LIGHT = 1e-4


def polished(points: Floats, weights: Floats, gap: float) -> Floats:
    """Weights whose largest leverage is closer to d, by Newton's method on log det V(w) - d sum w.

    With leverages l and H = (c_i'V^-1 c_j)^2, H w = l, the next weights u solve H u = 2 l - d.
    These equations hold on the points of positive u, and u is 0 on the others.
    """
    dimension = points.shape[1]
    best = weights
    least, products, result = _state(points, weights)
    for _ in range(MOST_STEPS):
        if least <= gap:
            break
        trial = _newton_weights(products, result, best, dimension)
        if trial is None:
            break
        improved = False
        for length in (1.0, 0.5, 0.1):
            between = best + length * (trial - best)
            between /= between.sum()
            try:
                reached, next_products, next_found = _state(points, between)
            except np.linalg.LinAlgError:
                continue
            if reached < least:
                best, least, products, result = between, reached, next_products, next_found
                improved = True
                break
        if not improved:
            break
    return best


def _newton_weights(
    products: Floats, found: Floats, weights: Floats, dimension: int
) -> Floats | None:
    """Nearly the nonnegative weights that maximise the quadratic model, or None.

    For few points by active sets: one at a time leaves where its weight reaches zero, or joins
    where the model grows most. For many points all negative ones leave at once, and no point joins.
    """
    # in the unknowns (u_i - w_i) / sqrt(w_i) a little damping picks, among the solutions of a
    # singular system, one that hardly moves small weights
    root = np.sqrt(np.maximum(weights, LIGHT * weights.max()))
    active = weights > 0
    few = int(active.sum()) <= FEW
    solution = weights.copy()
    for _ in range(MOST_CHANGES):
        inside = np.flatnonzero(active)
        if len(inside) < dimension:
            return None
        system = products[np.ix_(inside, inside)] ** 2
        scale, now = root[inside], solution[inside]
        wanted = 2 * found[inside] - dimension - system @ now
        system *= scale * scale[:, None]
        system[np.diag_indices_from(system)] += DAMPING * dimension * dimension
        try:
            moved = now + scale * np.linalg.solve(system, scale * wanted)
        except np.linalg.LinAlgError:
            return None
        negative = moved < 0
        if negative.any():
            if few:
                shares = now[negative] / (now[negative] - moved[negative])
                share = shares.min()
                moved = now + share * (moved - now)
                moved[np.flatnonzero(negative)[shares == share]] = 0.0
            solution[inside] = np.maximum(moved, 0.0)
            active[inside[moved <= 0]] = False
            continue
        solution[inside] = moved
        if not few:
            break
        slope = 2 * found - dimension - products[:, inside] ** 2 @ moved
        slope[inside] = 0.0
        joining = int(np.argmax(slope))
        if slope[joining] <= JOINS * dimension:
            break
        active[joining] = True
    return solution


def _state(points: Floats, weights: Floats) -> tuple[float, Floats, Floats]:
    """The gap on the given points, the products c_i'V^-1 c_j and the leverages."""
    factor = np.linalg.inv(np.linalg.cholesky((points * weights[:, None]).T @ points))
    image = points @ factor.T
    products = image @ image.T
    result = np.diag(products).copy()
    return float(result.max()) / points.shape[1] - 1, products, result
