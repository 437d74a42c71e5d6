"""The G-value of a design, max over all actions of a'V^-1 a, enclosed by proved bounds.

For any matrix R let B = R V R'. If |B - I| <= eta < 1 in the spectral norm, then V is invertible
and |R a|^2 / (1 + eta) <= a'V^-1 a <= |R a|^2 / (1 - eta). The products are computed in float64,
and their rounding is bounded beforehand: any order of a sum of n products has an error of at most
gamma_n = n u / (1 - n u) times the sum of their magnitudes, u = 2^-53 (Higham, Accuracy and
Stability, Section 3.1). Where this is too wide, the actions in question are evaluated in balls.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
import numpy as np
from flint import arb, arb_mat
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import float_above
from .action_matrix import Floats
from .action_span import ActionSpan
from .integer_columns import Rows
from .leverages import CHUNK, inverse_factor, leverages

ROUNDING = 2.0**-53
UNDERFLOW = 1e-200
TAME = 1e100
"""Products that underflow add up to less than the first, while all factors are below the second."""
BLOCK = 32
MOST_BALL_ROWS = 20_000
BITS = (160, 640, 2560)


def certified_g_value(
    span: ActionSpan, rows: Rows, weights: Floats, wanted: Fraction
) -> tuple[Enclosure, float]:
    """Enclose the G-value of positive weights (summing to 1) on some rows; also log det V.

    A quick float64 bound comes first. If it exceeds d (1 + wanted), eta is computed in balls and
    the rounding is bounded action by action; and the actions that may still exceed it are
    evaluated in balls. log det V, in the coordinates of the span, is a float without a proof.
    """
    points = span.coordinates
    chosen = points[rows]
    try:
        factor = inverse_factor(chosen, weights)
    except np.linalg.LinAlgError:
        raise ArithmeticError(
            "The design is singular in float64; give a larger tolerance."
        ) from None
    log_determinant = -2 * float(np.linalg.slogdet(factor)[1])
    result = leverages(points, factor)
    largest = float(result.max())
    if not (math.isfinite(largest) and np.abs(factor).max() < TAME):
        raise ArithmeticError("A leverage is beyond all floats; give actions of less extreme size.")
    eta = _distance_from_identity(chosen, weights, factor, span.rounded)
    bounds = _float_bounds(largest, eta, _image_error(points, factor, span.rounded), span.rank)
    if bounds is not None and bounds.hi <= span.rank * (1 + wanted):
        return bounds, log_determinant
    return _ball_bounds(span, rows, weights, factor, result, wanted), log_determinant


def gamma(count: int) -> float:
    """A float of at least n u / (1 - n u).

    >>> gamma(1) > 2.0**-53
    True
    """
    return count * ROUNDING * (1 + 1e-9)


def _distance_from_identity(
    chosen: Floats, weights: Floats, factor: Floats, rounded: bool
) -> float:
    """At least the spectral norm of R V R' - I, for the exact weights and actions.

    The images Y = A R' are off by E entry by entry, so Y'WY by at most 2 |sqrt(W) Y| |sqrt(W) E|
    + |sqrt(W) E|^2; the sum over points is made in blocks, so that few additions follow another.
    """
    count, dimension = chosen.shape
    images = chosen @ factor.T
    spread = np.abs(chosen) @ np.abs(factor.T)
    error = gamma(dimension + 3 + rounded) * spread + UNDERFLOW
    blocks = -(-count // BLOCK)
    padded = np.zeros((blocks * BLOCK, dimension))
    padded[:count] = images
    heavy = np.zeros_like(padded)
    heavy[:count] = images * weights[:, None]
    parts = np.matmul(
        padded.reshape(blocks, BLOCK, dimension).transpose(0, 2, 1),
        heavy.reshape(blocks, BLOCK, dimension),
    )
    total = parts.sum(axis=0)
    total[np.diag_indices(dimension)] -= 1.0
    # |y|'w|y| has the norm of its trace at most
    trace = float(weights @ np.einsum("ij,ij->i", images, images)) * (1 + 1e-9)
    summed = gamma(BLOCK + blocks + 4) * trace
    moved = math.sqrt(float(weights @ np.einsum("ij,ij->i", error, error)))
    size = math.sqrt(trace)
    distance = float(np.linalg.norm(total)) + ROUNDING * dimension
    return float(distance + summed + moved * (2 * size + moved)) * (1 + 1e-9) + UNDERFLOW


def _image_error(points: Floats, factor: Floats, rounded: bool) -> float:
    """At least |fl(R a) - R a| for every action a, by the largest magnitude of each column."""
    largest = np.maximum(points.max(axis=0), -points.min(axis=0))
    spread = np.abs(factor) @ largest
    error = gamma(points.shape[1] + 3 + rounded) * float(np.linalg.norm(spread))
    return error * (1 + 1e-9) + UNDERFLOW


def _row_errors(points: Floats, factor: Floats, rounded: bool) -> Floats:
    """At least |fl(R a) - R a| for each action a, by the magnitudes of its entries."""
    spread = np.empty(len(points))
    for start in range(0, len(points), CHUNK):
        part = np.abs(points[start : start + CHUNK]) @ np.abs(factor.T)
        spread[start : start + CHUNK] = np.sqrt(np.einsum("ij,ij->i", part, part))
    return gamma(points.shape[1] + 3 + rounded) * (1 + 1e-9) * spread + UNDERFLOW


def _float_bounds(largest: float, eta: float, error: float, dimension: int) -> Enclosure | None:
    """Bounds of a G-value whose largest computed |R a|^2 is given; it is at least d in any case."""
    if not eta < 1:
        return None
    relative = 1 + Fraction(gamma(dimension + 2))
    root = Fraction(math.nextafter(math.sqrt(largest), math.inf))
    off = Fraction(error)
    high = (Fraction(largest) * relative + 2 * off * root * relative + off * off) / (
        1 - Fraction(eta)
    )
    low = (Fraction(largest) / relative - 2 * off * root * relative) / (1 + Fraction(eta))
    # The largest leverage is never below d: the mean of the leverages under the design is d.
    return Enclosure(max(Fraction(dimension), low), max(Fraction(dimension), high))


def _ball_bounds(
    span: ActionSpan, rows: Rows, weights: Floats, factor: Floats, found: Floats, wanted: Fraction
) -> Enclosure:
    """The G-value, with balls wherever the float64 bound does not settle an action."""
    dimension, points = span.rank, span.coordinates
    support = span.exact_rows(rows)
    eta, information = _information(support, weights, factor)
    rest, doubtful = Fraction(0), np.arange(len(found))
    if eta < 0.5:
        error = _row_errors(points, factor, span.rounded)
        height = found * (1 + 2 * gamma(dimension + 2)) + error * (2 * np.sqrt(found) + error)
        height = height / (1 - eta) * (1 + 16 * ROUNDING) + UNDERFLOW
        # one ulp does not matter here: what is not above is bounded by `rest`
        over = height > float(dimension * (1 + wanted))
        over[np.argmax(found)] = True
        doubtful = np.flatnonzero(over)
        rest = Fraction(float(height[~over].max(initial=0.0)))
    if len(doubtful) > MOST_BALL_ROWS:
        raise ArithmeticError(
            f"The tolerance {float(wanted):.3g} is too fine for float64 on {len(doubtful)} of the "
            "actions; give a larger tolerance."
        )
    candidates = span.exact_rows(doubtful)
    for bits in BITS:
        with working_precision(bits):
            enclosure = _evaluated(information(), candidates)
        if enclosure is not None:
            low = max(Fraction(dimension), enclosure.lower)
            return Enclosure(low, max(low, enclosure.upper, rest))
    raise ArithmeticError(f"{BITS[-1]} bits do not prove that the chosen actions span.")


def _information(
    support: Sequence[Sequence[Fraction]], weights: Floats, factor: Floats
) -> tuple[float, Callable[[], arb_mat]]:
    """At least the norm of R V R' - I, by balls; and V in balls of the working precision."""

    def information() -> arb_mat:
        points = arb_mat([[ball(entry) for entry in row] for row in support])
        heavy = arb_mat(
            [
                [ball(entry) * arb(float(weight)) for entry in row]
                for row, weight in zip(support, weights, strict=True)
            ]
        )
        return points.transpose() * heavy

    with working_precision(BITS[0]):
        images = arb_mat([[arb(entry) for entry in row] for row in factor.tolist()])
        distance = images * information() * images.transpose()
        square = arb(0)
        for i in range(distance.nrows()):
            for j in range(distance.ncols()):
                square += (distance[i, j] - (i == j)) ** 2
        bound = upper(square.sqrt()) if square.is_finite() else Fraction(1)
    return float_above(bound), information


def _evaluated(information: arb_mat, candidates: Sequence[Sequence[Fraction]]) -> Enclosure | None:
    """The largest a'V^-1 a of some actions in balls; None where the precision is too low."""
    actions = arb_mat([[ball(entry) for entry in row] for row in candidates])
    try:
        solved = information.solve(actions.transpose())
    except ZeroDivisionError:
        return None
    low, high = Fraction(0), Fraction(0)
    for i in range(actions.nrows()):
        value = sum((actions[i, k] * solved[k, i] for k in range(actions.ncols())), arb(0))
        if not value.is_finite() or value.rad() > arb(2) ** -60 * (1 + value.abs_upper()):
            return None
        low, high = max(low, lower(value)), max(high, upper(value))
    return Enclosure(low, high)
