"""Optimal designs of a finite set of actions, with the Kiefer-Wolfowitz gap as a certificate.

A design w on actions a has V(w) = sum_a w_a a a'. It is D-optimal if it maximises log det V(w),
and G-optimal if it minimises g(w) = max_a a'V(w)^-1 a. Kiefer and Wolfowitz (1960): the two are the
same, and g = d exactly there. Thesis, Definition 5.8 and Theorem 5.9 (there without the square).
"""

from __future__ import annotations
from dataclasses import dataclass, field
from fractions import Fraction
import numpy as np
import numpy.typing as npt
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_positive, float_above
from .action_matrix import Actions, Floats, read_matrix
from .action_span import ActionSpan, span_of
from .certificate import certified_g_value
from .support_reduction import most_support, reduced_support
from .working_set import Rows, near_optimal

CLOSE = 1e-9
CHUNK = 2048
"""Copies are compared in pieces of so many rows."""
GRID = 2**53
"""Weights are multiples of 2^-53 that sum to 1 exactly, in any order of the sum."""
TRIES = (0.9, 0.1, 0.0)
"""The gap that is aimed at, as a share of the tolerance; more exactly if the proof needs it."""


@dataclass(frozen=True, eq=False)
class OptimalDesign:
    """A design whose G-value is proved to be within the tolerance of the least possible.

    `weights` has one entry for each given row; they are floats that sum to 1 exactly. `support` are
    the rows (from 0) of positive weight. `lower` <= max_a a'V^-1 a <= `upper`, and the least value
    over all designs is `dimension`, the rank of the set; so `gap` >= upper / dimension - 1 bounds
    what is lost. log det V of the best design is at most `log_determinant` + dimension * log(1 +
    gap); it is taken in orthonormal coordinates of the span, as a float64 number without proof.

    >>> best = optimal_design([[1, 0], [0, 1], [0.5, 0.5]])
    >>> best.weights.tolist(), best.support, best.dimension, best.gap < 1e-12
    ([0.5, 0.5, 0.0], (0, 1), 2, True)
    """

    weights: Floats = field(repr=False)
    support: tuple[int, ...]
    gap: float
    lower: Fraction = field(repr=False)
    upper: Fraction = field(repr=False)
    dimension: int
    log_determinant: float
    columns: int = field(repr=False)

    @property
    def enclosure(self) -> Enclosure:
        """The G-value of the design, max_a a'V^-1 a, as an enclosure."""
        return Enclosure(self.lower, self.upper)

    @property
    def spans(self) -> bool:
        """Whether the actions span the whole space."""
        return self.dimension == self.columns


def optimal_design(actions: Actions, tolerance: Number = 1e-6) -> OptimalDesign:
    """The G- and D-optimal design of the rows of a matrix, up to a relative gap <= tolerance.

    max_a a'V(w)^-1 a <= (1 + gap) d, with at most d (d + 1) / 2 rows in the support; both the gap
    and the rank d are proved. Rows are floats (their exact binary values), integers, Fractions or
    decimal strings. A set that does not span the space is treated on its span, where d is its rank.
    Zero rows get no weight; of rows that are equal up to sign only the first gets weight.

    >>> best = optimal_design([[1, -1, 1], [1, 0, 0], [1, 1, 1], [1, "1/2", "1/4"]], 1e-12)
    >>> best.support, best.weights.round(12).tolist()[:1], best.gap <= 1e-12
    ((0, 1, 2), [0.333333333333], True)
    """
    wanted = exact_positive("tolerance", tolerance)
    span = span_of(read_matrix(actions))
    best: Fraction | None = None
    for share in TRIES:
        try:
            rows, weights = _proposal(span, float(min(wanted, Fraction(1))) * share)
            enclosure, log_determinant = certified_g_value(span, rows, weights, wanted)
        except np.linalg.LinAlgError:
            raise ArithmeticError(
                "The information matrix is too badly conditioned for float64; give actions of less "
                "extreme shape."
            ) from None
        lower, upper = _shortened(enclosure)
        gap = upper / span.rank - 1
        if gap <= wanted:
            every = np.zeros(len(span.coordinates))
            every[rows] = weights
            every.flags.writeable = False
            return OptimalDesign(
                weights=every,
                support=tuple(rows.tolist()),
                gap=float_above(gap),
                lower=lower,
                upper=upper,
                dimension=span.rank,
                log_determinant=log_determinant + span.log_volume,
                columns=span.columns,
            )
        best = gap if best is None else min(best, gap)
    raise ArithmeticError(
        f"The gap could not be proved below {float(best or 0):.3g} with float64 weights, and the "
        f"tolerance is {tolerance}; give a larger tolerance."
    )


def _proposal(span: ActionSpan, gap: float) -> tuple[Rows, Floats]:
    """Rows in ascending order and weights on the grid, with about the asked gap."""
    rows, weights = near_optimal(span.coordinates, span.whitening, gap)
    firsts = first_equal_rows(span.coordinates, rows)
    rows, places = np.unique(firsts, return_inverse=True)
    weights = np.asarray(np.bincount(places, weights, len(rows)), dtype=np.float64)
    if len(rows) > most_support(span.rank):
        kept, weights = reduced_support(span.coordinates[rows], weights, gap / 20)
        rows = rows[kept]
    units = _units(weights)
    positive = units > 0
    return np.asarray(rows)[positive], units[positive] / GRID


def _units(weights: Floats) -> npt.NDArray[np.int64]:
    """Weights in units of 2^-53 that sum to 2^53: rounded down, and up where most was cut off.

    >>> _units(np.array([1.0, 1.0, 1.0])) - 2**53 // 3
    array([1, 1, 0])
    """
    scaled = weights / weights.sum() * GRID
    units: npt.NDArray[np.int64] = np.floor(scaled).astype(np.int64)
    missing = min(max(GRID - int(units.sum()), 0), len(units))
    units[np.argsort(units - scaled)[:missing]] += 1
    units[np.argmax(units)] += GRID - int(units.sum())  # by the rounding of the sum
    return units


def _shortened(enclosure: Enclosure) -> tuple[Fraction, Fraction]:
    """The two ends, rounded outwards to multiples of 2^-240."""
    unit = Fraction(1, 1 << 240)
    return (enclosure.lower // unit) * unit, -((-enclosure.upper) // unit) * unit


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
