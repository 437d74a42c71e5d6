"""How small the transform is far from the real axis: bounds on whole intervals, in floats.

With the weights w of a column divided by their sum, phi(t) = sum w e^(itx) has |phi| <= 1 and
| |phi(t)| - |phi(u)| | <= |t - u| min(A, V max(|t|, |u|)), where A and V are the mean absolute
and the mean squared distance of x from a centre: |phi'| is at most A after a shift of x, and at
most t V. So the value at the centre of an interval bounds |phi| on all of it. A product of many
columns is bounded by the product; columns that are left out count as 1.

The sum over the nodes of an interval is at most its bound times one more than its length in steps.
A discrete law returns near to 1 at some far places. They are rare, so the nodes of intervals with a
large bound are looked at one by one, and a piece holds the sum over many intervals.

Sines and cosines of angles below 1e9 are right to 1e-7 and sums of at most 1e6 weights to 1e-9;
MARGIN covers both.
"""

import math
from dataclasses import dataclass
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MARGIN = 1e-6
"""Added to each modulus."""
GROWTH = 0.1
"""The length of an interval near 0, relative to where it lies."""
SWAY = 0.3
"""The most that |phi| may change on an interval far from 0."""
ROW = 512
"""How many intervals far from 0 make one piece."""
WORK = 250_000_000
"""The most products of an interval and an atom far from 0: about half a second."""
OVERHEAD = 16
"""What an interval costs besides its atoms, in atoms."""
BLOCK = 1 << 20
"""The products of a node and an atom that are held at once."""


@dataclass(frozen=True)
class FloatAtoms:
    """The atoms of `count` equal columns: centred places, normalised weights, and what is left."""

    places: Floats
    weights: Floats
    dropped: float
    count: int

    @property
    def absolute(self) -> float:
        """The mean absolute place."""
        return float(self.weights @ np.abs(self.places))

    @property
    def square(self) -> float:
        """The mean squared place."""
        return float(self.weights @ self.places**2)

    def log_bound(self, centres: Floats, halves: Floats | float) -> Floats:
        """The logarithm of a bound of |phi|^count on intervals."""
        values = np.abs(np.exp(1j * np.outer(centres, self.places)) @ self.weights)
        sway = halves * np.minimum(self.absolute, self.square * (centres + halves))
        # near 0 the margin of a sum of cosines is that of their rounding
        bound = values + sway * (1 + MARGIN) + self.dropped
        bound += np.minimum(MARGIN, 1e-12 * (1 + centres))
        logs: Floats = self.count * np.log(np.minimum(bound, 1.0))
        return logs


@dataclass(frozen=True)
class Decay:
    """Bounds of sums of |M(c+it)| / M(c) over nodes, on neighbouring pieces of the line t > 0."""

    starts: Floats
    stops: Floats
    sums: Floats
    """At least the sum over the nodes t = k step that lie in the piece."""

    @property
    def end(self) -> float:
        """Where the last piece ends."""
        return float(self.stops[-1])


def decay(groups: list[FloatAtoms], step: float, start: float, end: float, goal: float) -> Decay:
    """Bounds on pieces from `start` to about `end`, or less if that is too much work.

    `goal` is the logarithm that is small enough: columns are left out beyond it.
    """
    cap = SWAY / max(max(group.absolute for group in groups), 1e-12)
    edges = [start]
    while edges[-1] < end and GROWTH * edges[-1] < cap:
        edges.append(edges[-1] * (1 + GROWTH))
    corners = np.array(edges)
    centres, halves = (corners[1:] + corners[:-1]) / 2, np.diff(corners) / 2
    logs = sum((g.log_bound(centres, halves) for g in groups), np.zeros(len(centres)))
    # An interval of length l has at most l / step + 1 nodes, and each is at most the bound.
    near = Decay(corners[:-1], corners[1:], np.exp(logs) * (2 * halves / step + 1))
    if edges[-1] >= end:
        return near
    far = _far(groups, step, edges[-1], end, cap, goal)
    return Decay(
        np.concatenate([near.starts, far.starts]),
        np.concatenate([near.stops, far.stops]),
        np.concatenate([near.sums, far.sums]),
    )


def _far(
    groups: list[FloatAtoms], step: float, begin: float, end: float, cap: float, goal: float
) -> Decay:
    # the columns that decay most for the work that they cost come first
    order = sorted(groups, key=lambda g: _typical(g, begin) / (len(g.places) + OVERHEAD))
    points = min((end - begin) / cap, WORK / (len(order[0].places) + OVERHEAD))
    rows = max(1, math.ceil(points / ROW))
    logs = np.zeros((rows, ROW))
    work = 0.0
    for group in order:
        work += rows * ROW * (len(group.places) + OVERHEAD)
        if work > 2 * WORK or logs.max() <= goal:
            break
        logs += _row_logs(group, begin, cap, rows)
    sums = np.exp(logs) * (cap / step + 1)
    _look_at_nodes(groups, sums.reshape(-1), step, begin, cap, math.exp(goal))
    starts: Floats = begin + cap * ROW * np.arange(rows, dtype=np.float64)
    return Decay(starts, starts + cap * ROW, sums.sum(axis=1))


def _typical(group: FloatAtoms, begin: float) -> float:
    """About the logarithm of the modulus of a group at a few places."""
    t = begin * np.array([1.0, 1.7, 3.1, 7.3, 19.9])
    return float(group.log_bound(t, 0.0).max())


def _row_logs(group: FloatAtoms, begin: float, cap: float, rows: int) -> Floats:
    """The bounds on rows of intervals of length cap."""
    inner = np.exp(1j * np.outer(group.places, cap * (np.arange(ROW) + 0.5)))
    inner *= group.weights[:, None]
    sway = cap / 2 * group.absolute * (1 + MARGIN) + group.dropped + MARGIN
    result = np.empty((rows, ROW))
    for first in range(0, rows, ROW):
        some = np.arange(first, min(first + ROW, rows))
        outer = np.exp(1j * np.outer(begin + cap * ROW * some, group.places))
        values = outer @ inner
        result[some] = values.real**2 + values.imag**2
    return group.count * np.log(np.minimum(np.sqrt(result) + sway, 1.0))


def _look_at_nodes(
    groups: list[FloatAtoms], sums: Floats, step: float, begin: float, cap: float, enough: float
) -> None:
    """Replace the large sums by those over the nodes in the interval, with all columns."""
    atoms = sum(len(group.places) for group in groups)
    nodes = math.ceil(cap / step) + 3  # one more at each end, whatever is rounded
    most = int(WORK / (24.0 * nodes * (atoms + OVERHEAD)))
    bad = np.flatnonzero(sums > enough * (cap / step + 1))
    if not bad.size or not most:
        return
    if len(bad) > most:  # the largest, of which the nearest count most
        weight = sums[bad] / (begin + cap * bad) ** 2
        bad = bad[np.argpartition(weight, len(bad) - most)[-most:]]
    block = max(1, BLOCK // (nodes * atoms))
    for first in range(0, len(bad), block):
        some = bad[first : first + block]
        low = begin + cap * some[:, None]
        places = step * (np.floor(low / step) - 1 + np.arange(nodes + 1))
        within = (places >= low * (1 - 1e-9)) & (places <= (low + cap) * (1 + 1e-9))
        logs = sum((g.log_bound(places.reshape(-1), 0.0) for g in groups), np.zeros(places.size))
        result = (np.exp(logs).reshape(places.shape) * within).sum(axis=1)
        sums[some] = np.minimum(sums[some], result)
