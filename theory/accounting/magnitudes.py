"""Upper bounds of |M(c + it)| / M(c): which nodes of a vertical line matter.

Floats with margins: each factor's modulus is at most 1 and is computed from sines, cosines and
exponentials with an absolute error of a few 1e-16 (1 + t l), l the size of the loss. All margins
are named below, and each exceeds the error that it covers.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any
import numpy as np
import numpy.typing as npt
from .saddle_point import FloatMoments, is_nearly_normal
from .tilted_atoms import Floats, tilted_atoms

FLOAT_WORK = 4_000_000
"""The most factors of the transform that are bounded in floats: about half a second."""
CHUNK = 1 << 17
"""How many numbers of a block of nodes and factors are held in memory at a time."""
MARGIN = 1e-12
"""Times 1 + t l, added to a modulus: 1000 times its absolute error."""
ANGLE_ERROR = 1e-14
"""Times 1 + t l, the largest absolute error of an angle t l and of its sine."""
RATIO_ERROR = 1e-15
"""The largest absolute error of a quotient that is at most 1."""
SUM_SLACK = 1e-9
"""The relative margin of a logarithm, and of a sum of at most `FLOAT_WORK` terms of one sign."""
EXP_SLACK = 1e-6
"""The relative margin of an exponential, whose exponent is right to 745 units of rounding."""
LARGEST_SQUARE = 1 - 1e-12
"""Where a square sin^2 / cosh^2 <= 1 is cut, so that the logarithm of 1 minus it is finite."""
LARGEST_COSH = 300.0
"""Where the argument of cosh is cut: 1 / cosh^2 is below 1e-259 there, far below all margins."""
VANISHED = 1e-300
"""More than all terms together that are so small that a float calls them 0."""
FEW = 64
"""How many factors of each kind are used far from the real axis: each is at most 1."""
Chosen = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Selection:
    """The nodes k >= 0 that are kept, in runs, and bounds for the others.

    The bounds are twice the sums over all nodes left out, relative to M(c): of |M| / |s(s+1)|
    for the curve and of |M| for the density.
    """

    runs: tuple[tuple[int, int], ...]
    missing: float
    missing_density: float

    @property
    def kept(self) -> int:
        """How many nodes are kept."""
        return sum(stop - start for start, stop in self.runs)


class Magnitudes:
    """Bounds on the line Re s = c at the nodes t = k h, k = 0, 1, .., last - 1."""

    def __init__(
        self, moments: FloatMoments, c: float, h: float, tolerance: float, last: int | None = None
    ) -> None:
        self.moments, self.c, self.h, self.tolerance = moments, c, h, tolerance
        self.sigma = abs(c + 0.5)
        # near the real axis all factors count; farther out a few of them already prove enough
        self.few = moments.thinned(FEW)
        self.near = max(256, FLOAT_WORK // 2 // moments.width)
        self.most_nodes = self.near + FLOAT_WORK // 2 // self.few.width
        self.last = self._last_node() if last is None else last
        self.t: Floats = h * np.arange(self.last, dtype=np.float64)
        near, far = self.t[: self.near], self.t[self.near :]
        self.logs = np.concatenate((self._bounds_at(near, moments), self._bounds_at(far, self.few)))

    def work(self, selection: Selection) -> int:
        """The factors bounded, and those to be evaluated at 20 times the price."""
        near = min(self.last, self.near)
        bounded = near * self.moments.width + (self.last - near) * self.few.width
        return bounded + 20 * selection.kept * (self.moments.width + 10)

    def _bounds_at(self, nodes: Floats, m: FloatMoments) -> Floats:
        """Upper bounds of log(|M(c + it)| / M(c)) at some t, by the factors given."""
        sigma, rows = self.sigma, max(1, CHUNK // m.width)
        total = -m.variance * nodes * nodes / 2
        tanh_laplace = np.tanh(sigma * m.laplace)
        rough = [(n, law) for n, law in m.discrete if not is_nearly_normal(law)]
        atoms = [(n, *tilted_atoms(law, self.c)[:2]) for n, law in rough]
        for start in range(0, len(nodes), rows):
            t = nodes[start : start + rows, None]
            part = total[start : start + rows]
            if len(m.laplace):
                angle = t * m.laplace
                cos, sin = np.cos(angle), np.sin(angle)
                u = 2 * (sigma + 1j * t)
                ratio = cos + 1j * tanh_laplace * sin + (tanh_laplace * cos + 1j * sin) / u
                modulus = np.abs(ratio) / (1 + tanh_laplace / (2 * sigma))
                part += _log(modulus, angle) @ m.laplace_counts
            if len(m.response):
                part += _log_response(t * m.response, sigma * m.response) @ m.response_counts
            for count, law in m.discrete:
                if is_nearly_normal(law):
                    spread, step = float(law.sigma_squared), float(law.lattice_step)
                    part += count * _log_discrete_gaussian(t[:, 0] * step, spread)
            for count, values, weights in atoms:
                # shifted so that the phases stay small
                angle = t * (values - values.mean())
                modulus = np.abs(np.exp(1j * angle) @ weights)
                part += count * _log(modulus, np.abs(angle).max(axis=1))
        return np.minimum(total + SUM_SLACK * np.abs(total), 0.0)

    def log_bound_beyond(self, t: float) -> float:
        """An upper bound of log(|M(c + iw)| / M(c)) for all w >= t."""
        m, total = self.moments, -self.moments.variance * t * t / 2
        if len(m.laplace):
            tanh = np.tanh(self.sigma * m.laplace)
            uniform = tanh / (2 * self.sigma + tanh)
            decay = np.minimum(1.0, self.sigma / (tanh * t))
            # log(1 - p (1 - decay)), from above; the decay is right to a few units of rounding
            lost = np.maximum(1 - decay - RATIO_ERROR, 0.0) * (1 - SUM_SLACK)
            total += float(m.laplace_counts @ np.log1p(-uniform * lost))
        return total * (1 - SUM_SLACK)

    def _last_node(self) -> int:
        """The first node beyond which everything is below the tolerance, at most `most_nodes`."""
        goal = math.log(self.tolerance) + math.log(self.kernel(0.0))
        k = 16
        while k < self.most_nodes:
            t = k * self.h
            if self.log_bound_beyond(t) - math.log(t * self.h) < goal:
                return k
            k = int(k * 1.1) + 1
        return self.most_nodes

    @property
    def decays(self) -> bool:
        """Whether the bound for all large t gets below the tolerance within the nodes allowed."""
        return self.last < self.most_nodes

    def kernel(self, t: float) -> float:
        """1 / |s(s+1)| at s = c + it."""
        return 1 / (math.hypot(self.c, t) * math.hypot(1 + self.c, t))

    @cached_property
    def _poles(self) -> Floats:
        """|s(s+1)| at the nodes, for each variance that is tried."""
        poles: Floats = np.hypot(self.c, self.t) * np.hypot(1 + self.c, self.t)
        return poles

    def _beyond(self, variance: float) -> tuple[float, float]:
        """Bounds of the sums over k >= last: of |M| / (M(c) |s(s+1)|) and of |M| / M(c)."""
        t = self.last * self.h
        before = t - self.h
        level = math.exp(
            min(0.0, self.log_bound_beyond(t) - variance * t * t / 2 * (1 - SUM_SLACK))
        )
        level = max(level, VANISHED)
        # the terms decrease, so h times the sum is at most the integral from one step before
        total = variance + self.moments.variance
        normal = (
            max(math.exp(-total * before * before / 2 * (1 - SUM_SLACK)), VANISHED)
            / (self.h * total * before)
            if total
            else math.inf
        )
        return level / (self.h * before) * (1 + EXP_SLACK), normal * (1 + EXP_SLACK)

    def select(self, budget: int, variance: float = 0.0) -> Selection:
        """Keep the largest terms, at most `budget` nodes, with a variance added to the loss."""
        bounds = np.exp(self.logs - variance * self.t * self.t / 2) * (1 + EXP_SLACK)
        weighted = bounds / self._poles * (1 + SUM_SLACK)
        # the density enters the curve's error with the factor v
        chosen = self._largest(weighted + variance * bounds, budget)
        beyond, density_beyond = self._beyond(variance)
        missing = _twice_sum(weighted[~chosen], beyond)
        return Selection(_runs(chosen), missing, _twice_sum(bounds[~chosen], density_beyond))

    def select_period(self, budget: int) -> Selection:
        """Keep the largest terms when there are no other nodes."""
        bounds = np.exp(self.logs) * (1 + EXP_SLACK)
        chosen = self._largest(bounds, budget)
        missing = _twice_sum(bounds[~chosen], 0.0)
        return Selection(_runs(chosen), missing, missing)

    def _largest(self, terms: Floats, budget: int) -> Chosen:
        """The largest terms, until the others are below the tolerance; the first one always."""
        chosen: Chosen = terms > self.tolerance * terms[0] / max(64, self.last)
        if chosen.sum() > budget:
            chosen[:] = False
            chosen[np.argpartition(-terms, budget)[:budget]] = True
        chosen[0] = True
        return chosen


def _twice_sum(terms: Floats, beyond: float) -> float:
    """The sum over the nodes left out on both sides of the real axis."""
    vanished = VANISHED if len(terms) else 0.0
    return 2 * (float(terms.sum()) * (1 + SUM_SLACK) + beyond + vanished)


def _log(modulus: Floats, angle: Floats) -> Floats:
    """The logarithm of an upper bound of a computed modulus."""
    margin = MARGIN * (1 + np.abs(angle))
    return np.asarray(np.log(np.minimum(modulus + margin, 1.0)), dtype=np.float64)


def _log_response(angle: Floats, x: Floats) -> Floats:
    """An upper bound of log |cosh(x + i angle) / cosh(x)| = log(1 - sin^2(angle) / cosh^2(x)) / 2.

    Its relative error is small near angle = 0, so it stays useful for large counts.
    """
    sine = np.maximum(np.abs(np.sin(angle)) - ANGLE_ERROR * (1 + angle), 0.0)
    square = np.minimum((sine / np.cosh(np.minimum(np.abs(x), LARGEST_COSH))) ** 2, LARGEST_SQUARE)
    return np.asarray(np.log1p(-square * (1 - SUM_SLACK)) / 2, dtype=np.float64)


def _log_discrete_gaussian(angle: npt.NDArray[Any], variance: float) -> Floats:
    """An upper bound of the log of |sum_y w_y e^(iy angle)| / sum_y w_y, w any shifted Gaussian.

    Poisson summation turns the sums over the integers y into sums over k of
    e^(-variance (angle + 2 pi k)^2 / 2), up to phases; r is the distance of the angle from 2 pi k.
    """
    turns = angle / (2 * math.pi)
    distance = 2 * math.pi * np.abs(turns - np.round(turns))
    slack = ANGLE_ERROR * (1 + angle)
    r, far = np.maximum(distance - slack, 0.0), 2 * math.pi - distance - slack
    rest = math.exp(-2 * math.pi**2 * variance)
    others = np.exp(np.minimum(-variance * (far * far - r * r) / 2, 1.0))
    others += 3 * np.exp(-variance * (4 * math.pi**2 - r * r) / 2)
    # the denominator is at least 1 - 2.1 rest
    bound = -variance * r * r / 2 * (1 - SUM_SLACK) + np.log1p(others * (1 + SUM_SLACK)) + 3 * rest
    return np.asarray(np.minimum(bound, 0.0), dtype=np.float64)


def _runs(chosen: Chosen) -> tuple[tuple[int, int], ...]:
    """The runs of true values, as pairs of the first index and the one behind the last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], chosen.astype(np.int8), [0]))))
    return tuple((int(start), int(stop)) for start, stop in edges.reshape(-1, 2))
