"""Models with one linear layer: linear, logistic and softmax regression, row by row.

The scores of a row are W (x, 1), the parameters theta the rows of W one after the other. The
gradient of the loss of one row is the outer product of a residual, which is the derivative of the
loss in the scores, and of (x, 1); so its norm is the product of two norms, and clipped means need
no gradient of a single row. Thesis, Section 7.1.1.
"""

from abc import abstractmethod
from dataclasses import dataclass
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .clipping import clipped_sum
from .labelled_rows import Indices, LabelledRows
from .model import GradientSums, Model, check_count


@dataclass(frozen=True, kw_only=True)
class LinearLayer(Model):
    """A model with one linear layer: the number of features, and whether there is an intercept."""

    columns: int
    intercept: bool = True

    def __post_init__(self) -> None:
        check_count("columns", self.columns, 1)

    @property
    @abstractmethod
    def outputs(self) -> int:
        """The number of scores."""

    @property
    def parameters(self) -> int:
        """The length of theta."""
        return self.outputs * (self.columns + self.intercept)

    @abstractmethod
    def losses_of_scores(self, scores: Floats, labels: Floats) -> Floats:
        """The loss of each row, from its scores (n x outputs)."""

    @abstractmethod
    def residuals(self, scores: Floats, labels: Floats) -> Floats:
        """The derivatives of the losses in the scores (n x outputs)."""

    @abstractmethod
    def curvatures(self, scores: Floats) -> Floats:
        """The second derivatives of the losses in the scores (n x outputs x outputs)."""

    def design(self, features: Floats) -> Floats:
        """(x, 1) for each row, or x without an intercept."""
        if not self.intercept:
            return features
        return np.hstack([features, np.ones((len(features), 1))])

    def weights(self, theta: npt.ArrayLike) -> Floats:
        """W, outputs x (features, and 1 for the intercept)."""
        return self.vector(theta).reshape(self.outputs, -1)

    def scores(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """W (x, 1) for each row."""
        self.check_rows(rows)
        return np.asarray(self.design(rows.x) @ self.weights(theta).T)

    def losses(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """The loss of each row."""
        return self.losses_of_scores(self.scores(theta, rows), rows.y)

    def gradients(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """The gradient of the loss of each row (n x parameters).

        >>> model = LinearRegression(columns=1)
        >>> model.gradients([2.0, 1.0], LabelledRows([[3.0], [0.0]], [6.0, 0.0]))
        array([[3., 1.],
               [0., 1.]])
        """
        residuals = self.residuals(self.scores(theta, rows), rows.y)
        outer = residuals[:, :, None] * self.design(rows.x)[:, None, :]
        return np.asarray(outer.reshape(len(rows), -1))

    def gradients_along(self, iterates: Floats, row: LabelledRows) -> Floats:
        """The gradient of one row at each of several parameters."""
        self.check_rows(row)
        design = self.design(row.x)[0]
        weights = iterates.reshape(len(iterates), self.outputs, -1)
        residuals = self.residuals(weights @ design, np.repeat(row.y, len(iterates)))
        return np.asarray((residuals[:, :, None] * design).reshape(len(iterates), -1))

    def gradient_sums(self, rows: LabelledRows) -> GradientSums:
        """What adds up clipped gradients of these rows, without a gradient of a single row."""
        self.check_rows(rows)
        every, labels = self.design(rows.x), rows.y
        norms, places = np.linalg.norm(every, axis=1), np.arange(len(every))

        def summed(theta: Floats, batch: Indices, bound: float) -> Floats:
            whole = len(batch) == len(places) and np.array_equal(batch, places)
            design = every if whole else every[batch]
            own, lengths = (labels, norms) if whole else (labels[batch], norms[batch])
            scores = design @ theta.reshape(self.outputs, -1).T
            return clipped_sum(design, lengths, self.residuals(scores, own), bound)

        return summed


@dataclass(frozen=True, kw_only=True)
class LinearRegression(LinearLayer):
    """Least squares: the loss (score - y)^2 / 2, with any finite label.

    >>> LinearRegression(columns=2).parameters
    3
    """

    @property
    def outputs(self) -> int:
        """One score."""
        return 1

    def check_labels(self, labels: Floats) -> None:
        """Every finite label will do."""

    def losses_of_scores(self, scores: Floats, labels: Floats) -> Floats:
        """(score - y)^2 / 2."""
        return np.asarray((scores[:, 0] - labels) ** 2 / 2)

    def residuals(self, scores: Floats, labels: Floats) -> Floats:
        """score - y."""
        return np.asarray(scores - labels[:, None])

    def curvatures(self, scores: Floats) -> Floats:
        """1."""
        return np.ones((len(scores), 1, 1))


@dataclass(frozen=True, kw_only=True)
class LogisticRegression(LinearLayer):
    """Two classes, 0 and 1: the loss log(1 + e^score) - y score.

    >>> model = LogisticRegression(columns=1)
    >>> model.losses(model.start, LabelledRows([[3.0]], [1])).round(12)
    array([0.69314718])
    """

    @property
    def outputs(self) -> int:
        """One score."""
        return 1

    def check_labels(self, labels: Floats) -> None:
        """The labels are 0 and 1."""
        check_classes(labels, 2)

    def losses_of_scores(self, scores: Floats, labels: Floats) -> Floats:
        """log(1 + e^score) - y score."""
        return np.asarray(np.logaddexp(0.0, scores[:, 0]) - labels * scores[:, 0])

    def residuals(self, scores: Floats, labels: Floats) -> Floats:
        """1 / (1 + e^-score) - y."""
        return np.asarray(_sigmoid(scores) - labels[:, None])

    def curvatures(self, scores: Floats) -> Floats:
        """p (1 - p)."""
        return np.asarray(_sigmoid(scores) * _sigmoid(-scores))[:, :, None]


@dataclass(frozen=True, kw_only=True)
class SoftmaxRegression(LinearLayer):
    """Several classes, 0 to classes - 1: cross-entropy of the softmax of one score for each.

    The residuals of a row add up to 0, so the covariance of the gradients is exactly singular.
    With `last_score=False` the score of the last class is 0 and has no parameters: the same laws
    of the labels, and nothing is redundant.

    >>> SoftmaxRegression(columns=2, classes=3).parameters
    9
    >>> SoftmaxRegression(columns=2, classes=3, last_score=False).parameters
    6
    """

    classes: int
    last_score: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count("classes", self.classes, 2)

    @property
    def outputs(self) -> int:
        """One score for each class, but for the last one where it is left out."""
        return self.classes - (not self.last_score)

    def check_labels(self, labels: Floats) -> None:
        """The labels are 0 to classes - 1."""
        check_classes(labels, self.classes)

    def losses_of_scores(self, scores: Floats, labels: Floats) -> Floats:
        """log(sum of e^score) - score of the label."""
        every = self._every(scores)
        own = np.take_along_axis(every, labels.astype(np.intp)[:, None], axis=1)[:, 0]
        top = every.max(axis=1)
        return np.asarray(np.log(np.exp(every - top[:, None]).sum(axis=1)) + (top - own))

    def residuals(self, scores: Floats, labels: Floats) -> Floats:
        """p - (1 for the label, 0 for the others)."""
        residuals = self.probabilities(scores)
        residuals[np.arange(len(labels)), labels.astype(np.intp)] -= 1.0
        return residuals[:, : self.outputs]

    def curvatures(self, scores: Floats) -> Floats:
        """diag(p) - p p^T."""
        p = self.probabilities(scores)[:, : self.outputs]
        return np.asarray(p[:, :, None] * np.eye(self.outputs) - p[:, :, None] * p[:, None, :])

    def probabilities(self, scores: Floats) -> Floats:
        """The probability of each class."""
        every = self._every(scores)
        powers = np.exp(every - every.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))

    def _every(self, scores: Floats) -> Floats:
        return scores if self.last_score else np.hstack([scores, np.zeros((len(scores), 1))])


def check_classes(labels: Floats, classes: int) -> None:
    """Raise ValueError unless the labels are integers from 0 to classes - 1."""
    bad = labels[(labels != np.floor(labels)) | (labels < 0) | (labels >= classes)]
    if len(bad):
        raise ValueError(
            f"There is a label {bad[0]:g}; give integers from 0 to {classes - 1}, one for each "
            "class."
        )


def _sigmoid(scores: Floats) -> Floats:
    """1 / (1 + e^-score), to full relative precision in both tails."""
    return np.asarray(np.exp(-np.logaddexp(0.0, -scores)))
