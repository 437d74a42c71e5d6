"""A nearly optimal design of many points: Wolfe-Atwood steps on few of them at a time.

A pass over all points finds those whose leverage violates optimality; the kernels step on
the points gathered so far. Points that cannot be in the support of any optimal design (Harman and
Pronzato, 2007) are left out on the way. This only proposes a design: the certificate decides.
"""

import math
from typing import Any
import numpy as np
import numpy.typing as npt
from .action_matrix import Floats
from .design_kernels import STEPS, information_inverse, wolfe_atwood
from .leverages import MappedRows, leverages, quadratic_forms
from .newton_polish import polished

Rows = npt.NDArray[np.intp]
FIRST_GAP = 0.1
GATHERED = 5
"""How many violating points are gathered in a pass, for each dimension."""
NARROWING = 0.03
"""The gap on the points gathered so far, as a share of that on all points."""
STEPS_REACH = 1e-7
"""Below this gap Newton's method is quicker than first-order steps."""
COPIED = 0.3
"""Points that may be needed are copied, for quicker passes, if they are less than this share."""
SMALL = 1_000_000
"""Arrays of so many numbers are copied in any case."""
MOST_ROUNDS = 120
ROUNDS = 4
"""How many rounds there are, about: the work of all of them decides how the steps run."""
MOST_STEPS = 2000
MOST_POLISHED = 4000
FEW_STEPS = 500
"""After more of them V^-1 is computed afresh, because updates add up rounding."""
SPANNING = 1e-3
"""The least eigenvalue of the mean moment of the first points, beside 1 of all points."""
VARIED_FROM = 8
"""After so many rounds there are clusters of points, of which one is gathered at a time."""
PARALLEL = 0.999
MOST_PRODUCTS = 50_000_000


def needed_leverage(gap: float, dimension: int) -> float:
    """The leverage below which a point is in the support of no optimal design, given the gap.

    With e = gap d, what the largest leverage exceeds d by, it is d (1 + e/2 - sqrt(e (4 + e - 4/d))
    / 2): Harman and Pronzato (2007). In one dimension every point of less than the largest leverage
    is out. A gap below the rounding of leverages counts as 1e-13.

    >>> round(needed_leverage(0.0, 7), 5), round(needed_leverage(0.01, 7), 3)
    (6.99999, 5.513)
    """
    d = dimension
    e = d * max(gap, 1e-13)
    return d * (1 + e / 2 - math.sqrt(e * (4 + e - 4 / d)) / 2)


def near_optimal(points: Floats, whitening: Floats, gap: float) -> tuple[Rows, Floats]:
    """Rows and their positive weights, with a gap of about the asked one in float64.

    `points` span their space, and `whitening` makes their mean second moment the identity. The gap
    may be missed by rounding, which the caller measures.
    """
    count, dimension = points.shape
    if dimension == 1:
        return np.array([int(np.argmax(np.abs(points[:, 0])))]), np.ones(1)
    white = MappedRows(points, whitening)
    rows = _first_rows(white, leverages(points, whitening), GATHERED * dimension)
    weights = np.full(len(rows), 1 / len(rows))
    alive: Any = np.arange(count)
    living: Floats | MappedRows = white if points.size > SMALL else white[:]
    inner = FIRST_GAP
    gathered = np.zeros(count, dtype=bool)
    best: tuple[float, Rows, Floats] = (math.inf, rows, weights)
    stalled = 0
    finest = max(gap / 2, STEPS_REACH)
    for turn in range(MOST_ROUNDS):
        chosen = white[rows]
        limit = MOST_STEPS + 4 * len(rows)
        work = len(rows) * dimension**2
        move = wolfe_atwood.for_work(ROUNDS * STEPS * work, ROUNDS)
        result, inverse, steps = move(chosen, weights, inner, limit)
        inside = float(result.max()) / dimension - 1
        if not math.isfinite(inside):
            break
        kept = result >= needed_leverage(inside, dimension)
        renewed = not kept.all()
        if renewed:
            rows, weights, chosen = rows[kept], weights[kept], chosen[kept]
            weights /= weights.sum()
        fine = inner == finest and gap / 2 < STEPS_REACH
        if fine or (steps == limit and len(rows) <= MOST_POLISHED):
            weights = polished(chosen, weights, min(gap / 4, inner))
            renewed = True
        if fine:
            finest = max(gap / 2, finest / 10)  # if Newton stalls, steps go on
        if renewed or steps > FEW_STEPS:
            inverse = information_inverse.for_work(len(rows) * dimension**2)(chosen, weights)
        result = quadratic_forms(living, inverse)
        largest = float(result.max()) / dimension - 1
        if largest < best[0]:
            stalled = 0 if largest < best[0] / 2 else stalled + 1
            best = (largest, rows[weights > 0], weights[weights > 0])
        else:
            stalled += 1
        if largest <= gap or stalled > 12:
            break
        needed = needed_leverage(largest, dimension)
        stay = np.flatnonzero(result >= needed)
        if len(stay) < COPIED * len(alive):
            alive, result, living = alive[stay], result[stay], living[stay]
        gathered[rows] = True
        fresh = alive[_violators(living, result, inverse, largest, turn >= VARIED_FROM)]
        fresh = fresh[~gathered[fresh]]
        gathered[rows] = False
        rows = np.concatenate([rows, fresh])
        weights = np.concatenate([weights, np.zeros(len(fresh))])
        inner = max(min(inner, largest * NARROWING), finest)
    return best[1], best[2]


def _first_rows(white: MappedRows, first: Floats, number: int) -> Rows:
    """The points of the largest leverages, or if they do not span well, points that do."""
    count, dimension = white.points.shape
    if number >= count:
        return np.arange(count)
    rows = np.argpartition(-first, number)[:number]
    chosen = white[rows]
    if np.linalg.eigvalsh(chosen.T @ chosen / number)[0] > SPANNING:
        return rows
    # Gram and Schmidt: each point is the farthest one from the span of those before it
    left = first.copy()
    frame = np.zeros((dimension, dimension))
    spanning = []
    for k in range(dimension):
        farthest = int(np.argmax(left))
        spanning.append(farthest)
        far = white[farthest : farthest + 1][0]
        direction = far - frame[:k].T @ (frame[:k] @ far)
        frame[k] = direction / np.linalg.norm(direction)
        left -= (white.points @ (white.map.T @ frame[k])) ** 2
    return np.unique(np.concatenate([spanning, rows[: number // 2]]))


def _violators(
    points: Floats | MappedRows, found: Floats, inverse: Floats, gap: float, varied: bool
) -> Rows:
    """Points of large leverage to gather; if `varied`, no two that are almost parallel."""
    dimension = len(inverse)
    number = GATHERED * dimension
    if not varied:
        rows = np.flatnonzero(found > dimension * (1 + 0.2 * gap))
        if len(rows) > number:
            rows = rows[np.argpartition(-found[rows], number)[:number]]
        return rows
    rows = np.flatnonzero(found > dimension * (1 + 0.01 * gap))
    most = MOST_PRODUCTS // (number * dimension)
    if len(rows) > most:
        rows = rows[np.argpartition(-found[rows], most)[:most]]
    images = points[rows]
    heights = np.sqrt(found[rows])
    left = heights.copy()
    peaks: list[int] = []
    while len(peaks) < number and left.max(initial=0.0) > 0:
        peak = int(np.argmax(left))
        peaks.append(peak)
        left[np.abs(images @ (inverse @ images[peak])) > PARALLEL * heights * heights[peak]] = 0.0
    return rows[peaks]
