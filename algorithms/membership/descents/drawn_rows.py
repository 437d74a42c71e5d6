"""Synthetic rows: normal features, and labels that a model draws."""

from dataclasses import dataclass
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.randomness import Seed, generator
from .labelled_rows import LabelledRows, finite_array
from .linear_layers import LinearLayer, LinearRegression, LogisticRegression, SoftmaxRegression
from .model import Model
from .quadratic_loss import QuadraticLoss


@dataclass(frozen=True, eq=False, kw_only=True)
class NormalFeatures:
    """Rows with independent normal features, and a label from a model with given parameters.

    `scales` are the standard deviations of the features, `centres` their means (default 0). The
    label is normal around the score with deviation `label_noise` in linear regression, and drawn
    with the probabilities of the model in logistic and softmax regression. For the quadratic loss,
    which has none, the label is 0.

    >>> law = NormalFeatures(model=LogisticRegression(columns=2), theta=[1, 0, 0], scales=[1, 10])
    >>> rows = law.draw(1000, rng=1)
    >>> rows.x.std(axis=0).round(), set(rows.y.tolist()) == {0.0, 1.0}
    (array([ 1., 10.]), True)
    """

    model: Model
    theta: npt.ArrayLike
    scales: npt.ArrayLike
    centres: npt.ArrayLike = 0.0
    label_noise: float = 1.0

    def __post_init__(self) -> None:
        self.model.vector(self.theta)
        for name in ("scales", "centres"):
            given = np.asarray(getattr(self, name), np.float64)
            full = np.full(self.columns, given) if given.ndim == 0 else given
            array = finite_array(f"The {name}", full, 1)
            if len(array) != self.columns:
                raise ValueError(
                    f"There are {len(array)} {name}; give one for each of the {self.columns} "
                    "features, or one for all."
                )
            object.__setattr__(self, name, array)
        if (self._scales < 0).any() or not 0.0 <= self.label_noise < np.inf:
            raise ValueError("A standard deviation is negative or infinite; give numbers >= 0.")

    @property
    def columns(self) -> int:
        """The number of features."""
        return self.model.columns

    @property
    def _scales(self) -> Floats:
        return self.scales  # type: ignore[return-value]

    @property
    def _centres(self) -> Floats:
        return self.centres  # type: ignore[return-value]

    def draw(self, count: int, rng: Seed) -> LabelledRows:
        """So many independent rows."""
        source = generator(rng)
        x = source.standard_normal((count, self.columns)) * self._scales + self._centres
        return LabelledRows(x, self._labels(x, source))

    def _labels(self, x: Floats, source: np.random.Generator) -> Floats:
        model = self.model
        if isinstance(model, QuadraticLoss):
            return np.zeros(len(x))
        if not isinstance(model, LinearLayer):
            raise ValueError(f"There is no law of labels for {type(model).__name__}.")
        scores = model.design(x) @ model.weights(self.theta).T
        if isinstance(model, LinearRegression):
            return np.asarray(scores[:, 0] + self.label_noise * source.standard_normal(len(scores)))
        if isinstance(model, LogisticRegression):
            zeros = np.zeros(len(scores))
            one = model.residuals(scores, zeros)[:, 0]
            return np.asarray(source.random(len(scores)) < one, np.float64)
        if isinstance(model, SoftmaxRegression):
            upto = np.cumsum(model.probabilities(scores), axis=1)[:, :-1]
            return np.asarray((source.random((len(scores), 1)) >= upto).sum(axis=1), np.float64)
        raise ValueError(f"There is no law of labels for {type(model).__name__}.")
