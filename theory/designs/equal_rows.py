"""Equal and opposite actions: the first of them represents all."""

import numpy as np
import numpy.typing as npt
from .action_matrix import Floats

CLOSE = 1e-9
CHUNK = 2048
"""Copies are compared in pieces of so many rows."""


def first_equal_rows(points: Floats, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """For each of some rows, the first row of the matrix that equals it or its negative.

    Candidates have nearly the same product with one fixed vector; they are compared entry by entry.

    >>> first_equal_rows(np.array([[1.0, 2.0], [3.0, 1.0], [-1.0, -2.0]]), np.array([1, 2]))
    array([1, 0])
    """
    dimension = points.shape[1]
    direction = np.sin(np.arange(1, dimension + 1) ** 2 + 0.5)  # any vector without symmetries
    keys = np.abs(points @ direction)
    order = np.argsort(keys)
    ordered = keys[order]
    wide = CLOSE * (ordered[-1] + 1e-300)
    low = np.searchsorted(ordered, keys[rows] - wide, side="left")
    high = np.searchsorted(ordered, keys[rows] + wide, side="right")
    result = rows.copy()
    for place in np.flatnonzero(high - low > 1):
        row = points[rows[place]]
        candidates = np.sort(order[low[place] : high[place]])
        for start in range(0, len(candidates), CHUNK):
            images = points[candidates[start : start + CHUNK]]
            same = (images == row).all(axis=1) | (images == -row).all(axis=1)
            if same.any():
                result[place] = candidates[start + int(np.argmax(same))]
                break
    return result
