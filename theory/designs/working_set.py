"""A nearly optimal design of many points: Wolfe-Atwood steps on few of them at a time.

A pass over all points finds those whose leverage violates optimality; the compiled steps run on
the points gathered so far. Points that cannot be in the support of any optimal design (Harman and
Pronzato, 2007) are left out on the way. All of this only proposes: the certificate decides.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .action_matrix import Floats
from .newton_polish import polished

Rows = npt.NDArray[np.intp]
CHUNK = 2048
FIRST_GAP = 0.1
GATHERED = 5
"""How many violating points are gathered in a pass, for each dimension."""
NARROWING = 0.03
"""The gap on the points gathered so far, as a share of that on all points."""
STEPS_REACH = 1e-7
"""Below this gap Newton's method is quicker than first-order steps."""
MOST_ROUNDS = 120
MOST_STEPS = 50_000


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


def needed_leverage(gap: float, dimension: int) -> float:
    """The leverage below which a point is in the support of no optimal design, given the gap.

    d (1 + e/2 - sqrt(e (4 + e - 4/d)) / 2) with e the gap: Harman and Pronzato (2007). Of one
    dimension every point of less than the largest leverage is out.

    >>> needed_leverage(0.0, 7), round(needed_leverage(0.01, 7), 3)
    (7.0, 6.386)
    """
    e, d = max(gap, 0.0), dimension
    return d * (1 + e / 2 - math.sqrt(e * (4 + e - 4 / d)) / 2)


def near_optimal(points: Floats, whitening: Floats, gap: float) -> tuple[Rows, Floats]:
    """Rows and their positive weights, with a gap of about the asked one in float64.

    `points` span their space, and `whitening` makes their mean second moment the identity. The gap
    may be missed by rounding, which the caller measures.
    """
    count, dimension = points.shape
    if dimension == 1:
        return np.array([int(np.argmax(np.abs(points[:, 0])))]), np.ones(1)
    from .design_kernels import wolfe_atwood

    points = points @ whitening.T
    first = np.einsum("ij,ij->i", points, points)
    rows = _first_rows(points, first, GATHERED * dimension)
    weights = np.full(len(rows), 1 / len(rows))
    alive: Any = np.arange(count)
    living = points
    inner = FIRST_GAP
    gathered = np.zeros(count, dtype=bool)
    best: tuple[float, Rows, Floats] = (math.inf, rows, weights)
    stalled = 0
    finest = max(gap / 2, STEPS_REACH)
    factor = inverse_factor(points[rows], weights)
    for _ in range(MOST_ROUNDS):
        chosen = points[rows]
        found = leverages(chosen, factor)
        columns = np.ascontiguousarray(chosen.T)
        wolfe_atwood(columns, weights, factor.T @ factor, found, inner, MOST_STEPS)
        kept = found >= min(needed_leverage(found.max() / dimension - 1, dimension), dimension)
        rows, weights = rows[kept], weights[kept] / weights[kept].sum()
        chosen = chosen[kept]
        if inner == finest and gap / 2 < STEPS_REACH:
            weights = polished(chosen, weights, gap / 4)
        factor = inverse_factor(chosen, weights)
        found = leverages(living, factor)
        largest = float(found.max()) / dimension - 1
        if largest < best[0]:
            stalled = 0 if largest < best[0] / 2 else stalled + 1
            best = (largest, rows[weights > 0], weights[weights > 0])
        else:
            stalled += 1
        if largest <= gap or stalled > 12:
            break
        needed = needed_leverage(largest, dimension)
        stay = np.flatnonzero(found >= needed)
        if len(stay) < 0.6 * len(alive):
            alive, found, living = alive[stay], found[stay], living[stay]
        violating = np.flatnonzero(found > dimension * (1 + 0.2 * largest))
        if len(violating) > GATHERED * dimension:
            order = np.argpartition(-found[violating], GATHERED * dimension)
            violating = violating[order[: GATHERED * dimension]]
        gathered[rows] = True
        fresh = alive[violating]
        fresh = fresh[~gathered[fresh]]
        gathered[rows] = False
        rows = np.concatenate([rows, fresh])
        weights = np.concatenate([weights, np.zeros(len(fresh))])
        inner = max(min(inner, largest * NARROWING), finest)
    return best[1], best[2]


def _first_rows(points: Floats, first: Floats, number: int) -> Rows:
    """Points of the largest leverages, with others until they span."""
    while number < len(points):
        rows = np.argpartition(-first, number)[:number]
        chosen = points[rows]
        if np.linalg.eigvalsh(chosen.T @ chosen / number)[0] > 1e-6:
            return rows
        number *= 4
    return np.arange(len(points))
