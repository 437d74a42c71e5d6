"""Canaries for an audit: Algorithm 14 (the largest Mahalanobis score), and the heuristics.

Thesis, Sections 7.1.2 and 7.3.
"""

import math
from dataclasses import dataclass
from typing import Literal
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .labelled_rows import LabelledRows, check_target, finite_array
from .linear_layers import LinearLayer, LogisticRegression, SoftmaxRegression
from .model import Model
from .reference_gradients import GradientGeometry, gradient_geometry

Reading = Literal["corrected", "uncentred", "as printed"]
"""Algorithm 14 as it is meant; with the second moment for the covariance; and to the letter."""


@dataclass(frozen=True, eq=False)
class Canary:
    """The chosen candidate: its index, its score, and how far it points out of the references.

    A positive distance `outside` means that the candidate has a part in directions in which the
    references do not vary at all. The score ignores this part, and says too little.
    """

    index: int
    score: float
    outside: float
    scores: Floats

    @property
    def is_outside(self) -> bool:
        """Whether `outside` is more than a rounding error."""
        return self.outside > 1e-6 * (1.0 + math.sqrt(self.score))


def best_candidate(
    geometry: GradientGeometry,
    candidates: npt.ArrayLike,
    *,
    between: tuple[float, float] = (0.0, math.inf),
    screen: bool = False,
) -> Canary:
    """The candidate gradient with the largest Mahalanobis score; the first one of equals.

    `between` restricts the choice to scores in an interval, for a canary that leaks but does not
    disturb the model. With `screen` the scores are computed in single precision, and those that
    may decide, by a bound on their errors, again in double precision: the same choice, sooner.

    >>> geometry = gradient_geometry([[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0], [0.0, -2.0]])
    >>> found = best_candidate(geometry, [[1.0, 1.0], [3.0, 0.0], [0.0, 3.0]])
    >>> found.index, round(found.score, 12)
    (1, 18.0)
    >>> best_candidate(geometry, [[1.0, 1.0], [3.0, 0.0], [0.0, 3.0]], between=(0, 10)).index
    2
    """
    low, high = between
    if not low <= high:
        raise ValueError(f"The scores are to lie between {low} and {high}; give low <= high.")
    rows = np.asarray(candidates, np.float64)
    if not screen:
        scores = geometry.squares(candidates)
    else:
        scores, errors = geometry.screened_squares(candidates)
        below, above = scores - errors, scores + errors
        surely = (below >= low) & (above <= high)
        best = below[surely].max() if surely.any() else -math.inf
        undecided = (above >= max(low, best)) & (below <= high)
        if undecided.any():
            scores[undecided] = geometry.squares(rows[undecided])
    allowed = (scores >= low) & (scores <= high)
    if not allowed.any():
        raise ValueError(
            f"No candidate has a score between {low:g} and {high:g} (they lie between "
            f"{scores.min():g} and {scores.max():g}); give another interval."
        )
    index = int(np.argmax(np.where(allowed, scores, -math.inf)))
    (outside,) = geometry.outside(rows[[index]])
    return Canary(index, float(scores[index]), float(outside), scores)


def input_canary(
    model: Model,
    references: LabelledRows,
    candidates: LabelledRows,
    *,
    theta: npt.ArrayLike | None = None,
    reading: Reading = "corrected",
    between: tuple[float, float] = (0.0, math.inf),
) -> Canary:
    """Algorithm 14 for input canaries: the row whose gradient at theta_0 has the largest score.

    Printed are the second moment in place of the covariance (`reading="uncentred"`), and, besides,
    the gradients of the reference points in place of those of the candidates ("as printed").

    >>> from .linear_layers import LinearRegression
    >>> model = LinearRegression(columns=1)
    >>> references = LabelledRows([[1.0], [-1.0], [1.0], [-1.0]], [1.0, 1.0, -1.0, -1.0])
    >>> input_canary(model, references, LabelledRows([[1.0], [1.0]], [2.0, 3.0])).index
    1
    """
    if reading not in ("corrected", "uncentred", "as printed"):
        raise ValueError(f"reading is {reading!r}; give 'corrected', 'uncentred' or 'as printed'.")
    at = model.start if theta is None else theta
    gradients = model.gradients(at, references)
    geometry = gradient_geometry(gradients, centred=reading == "corrected")
    if reading != "as printed":
        return best_candidate(geometry, model.gradients(at, candidates), between=between)
    if len(candidates) > len(references):
        raise ValueError(
            f"There are {len(candidates)} candidates and {len(references)} references; Algorithm "
            "14 as printed takes the gradient of a reference for each candidate, so give no more "
            "candidates than references."
        )
    return best_candidate(geometry, gradients[: len(candidates)], between=between)


def dirac_canary(parameters: int, coordinate: int, size: float) -> Floats:
    """A gradient that is 0 but at one coordinate, which counts from 0.

    Its score is at most size^2 / C_jj for centred references and independent coordinates: low, and
    not high, where the coordinate varies much.

    >>> dirac_canary(3, 1, 2.0)
    array([0., 2., 0.])
    """
    if not 0 <= coordinate < parameters:
        raise ValueError(f"The coordinate is {coordinate}; give one of 0 to {parameters - 1}.")
    if not math.isfinite(size):
        raise ValueError(f"size is {size}; give a finite number.")
    canary = np.zeros(parameters)
    canary[coordinate] = size
    return canary


def blank_canary(columns: int, label: float) -> LabelledRows:
    """A row without any feature, with a label.

    >>> blank_canary(2, 1).x
    array([[0., 0.]])
    """
    return LabelledRows(np.zeros((1, columns)), [label])


def mislabelled_canary(
    model: LinearLayer, row: LabelledRows, theta: npt.ArrayLike | None = None
) -> LabelledRows:
    """The row with the wrong label that loses most: the other one, or the least likely class.

    In linear regression the wrong label is the true one mirrored at the prediction of the model;
    it loses as much as the true one.

    >>> model = SoftmaxRegression(columns=1, classes=3, intercept=False)
    >>> mislabelled_canary(model, LabelledRows([[1.0]], [0]), [0.0, 2.0, 1.0]).y
    array([2.])
    """
    check_target(row, model.columns)
    at = model.start if theta is None else theta
    scores = model.scores(at, row)
    if isinstance(model, LogisticRegression):
        return LabelledRows(row.x, 1.0 - row.y)
    if isinstance(model, SoftmaxRegression):
        likely = model.probabilities(scores)[0].copy()
        likely[int(row.y[0])] = math.inf
        return LabelledRows(row.x, [float(np.argmin(likely))])
    return LabelledRows(row.x, 2.0 * scores[:, 0] - row.y)


def adversarial_canary(
    model: LinearLayer, row: LabelledRows, radius: float, theta: npt.ArrayLike
) -> LabelledRows:
    """The row whose features moved by `radius` each, against the model, to lose more.

    This is one step along the signs of the derivatives of the loss in the features; in models of
    one score it is the worst row in the cube of this radius.

    >>> model = LogisticRegression(columns=2, intercept=False)
    >>> adversarial_canary(model, LabelledRows([[1.0, 1.0]], [1]), 0.5, [2.0, -1.0]).x
    array([[0.5, 1.5]])
    """
    if not 0.0 <= radius < math.inf:
        raise ValueError(f"radius is {radius}; give a finite number >= 0.")
    check_target(row, model.columns)
    residuals = model.residuals(model.scores(theta, row), row.y)
    slopes = (residuals @ model.weights(theta))[:, : model.columns]
    return LabelledRows(row.x + radius * np.sign(slopes), row.y)


def moved_candidates(rows: npt.ArrayLike, matrix: npt.ArrayLike, shift: npt.ArrayLike) -> Floats:
    """A g + b for each gradient g: a change of parameters, which leaves true scores as they are.

    >>> moved_candidates([[1.0, 2.0]], [[0.0, 1.0], [1.0, 0.0]], [10.0, 0.0])
    array([[12.,  1.]])
    """
    vectors = finite_array("The gradients", rows, 2)
    linear, moved = finite_array("The matrix", matrix, 2), finite_array("The shift", shift, 1)
    if linear.shape != (len(moved), vectors.shape[1]):
        raise ValueError(
            f"The matrix has the shape {linear.shape}; give one of the shape "
            f"{(len(moved), vectors.shape[1])}, for gradients of {vectors.shape[1]} coordinates "
            f"and a shift of {len(moved)}."
        )
    return np.asarray(vectors @ linear.T + moved)
