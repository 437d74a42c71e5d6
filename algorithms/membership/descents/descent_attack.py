"""Algorithm 13, the covariance attack on a descent with visible iterates, and its misprints.

At each step the mean g_t of the batch is recovered from two iterates, and scored against the
gradient g* of the target at the same parameters:
(g* - mu)^T S^-1 (g_t - mu) - ||g* - mu||^2 / (2 |B|), with the norm of S^-1. Thesis, Section 7.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.membership.scores.batch_scores import Rule, put_together
from banditproof.algorithms.membership.scores.noncentral_chi_square import (
    log_noncentral_chi_square_cdf,
)
from .clipping import clip
from .descent import ClippedNoise, Trajectory
from .labelled_rows import LabelledRows, check_target, finite_array
from .model import Model
from .reference_gradients import GradientGeometry, gradient_geometry

Scoring = Literal["covariance", "scalar product", "glir"]


@dataclass(frozen=True, kw_only=True)
class Recovery:
    """How the mean of a batch is recovered from two iterates: sign, learning rate, first step.

    >>> seen = Trajectory(np.array([[0.0], [-1.0], [-3.0]]), np.array([0.5, 1.0]), 4)
    >>> CORRECTED.means(seen).tolist(), AS_PRINTED.means(seen).tolist()
    ([[2.0], [2.0]], [[-4.0]])
    """

    sign: Literal[-1, 1]
    """-1: theta_{t-1} - theta_t, the descent direction; 1: theta_t - theta_{t-1}, as printed."""
    rate_of_step_before: bool
    """Whether theta_{t+1} - theta_t is divided by eta_t, as printed, and not by eta_{t+1}."""
    from_step: int
    """The first step that is scored: 1, or 2 as printed (the loop begins with theta_1)."""

    def steps(self, seen: Trajectory) -> range:
        """The steps that are scored; step t leads from theta_{t-1} to theta_t."""
        return range(self.from_step, seen.steps + 1)

    def means(self, seen: Trajectory) -> Floats:
        """The recovered mean of each scored step."""
        first = self.from_step - 1
        moved = np.diff(seen.iterates, axis=0)[first:]
        shift = int(self.rate_of_step_before)
        rates = seen.rates[first - shift : seen.steps - shift]
        return np.asarray(self.sign * moved / rates[:, None])


CORRECTED = Recovery(sign=-1, rate_of_step_before=False, from_step=1)
"""What the update rule of Section 7.1.1 says."""
AS_PRINTED = Recovery(sign=1, rate_of_step_before=True, from_step=2)
"""Algorithm 13 to the letter: wrong sign, eta_t for eta_{t+1}, and the first step left out."""
WRONG_SIGN = Recovery(sign=1, rate_of_step_before=False, from_step=1)
"""Only the sign as printed: the ROC curve of a single step is reflected, that of a sum need not."""
WRONG_RATE = Recovery(sign=-1, rate_of_step_before=True, from_step=2)
"""Only the index of the learning rate (and the step that has none before it) as printed."""


class Target(Protocol):
    """The record that the attack looks for."""

    def gradients(self, iterates: Floats) -> Floats:
        """The gradient that it would send at each of the given parameters."""


@dataclass(frozen=True)
class TargetRow:
    """An input target: a row (x*, y*), whose gradients are those of the model.

    >>> from .linear_layers import LinearRegression
    >>> target = TargetRow(LinearRegression(columns=1), LabelledRows([[2.0]], [3.0]))
    >>> target.gradients(np.zeros((1, 2)))
    array([[-6., -3.]])
    """

    model: Model
    row: LabelledRows

    def __post_init__(self) -> None:
        check_target(self.row, self.model.columns)
        self.model.check_rows(self.row)

    def gradients(self, iterates: Floats) -> Floats:
        """The gradient of the loss of the row at each of the parameters."""
        return self.model.gradients_along(iterates, self.row)


@dataclass(frozen=True, eq=False)
class TargetGradient:
    """A gradient canary: the same vector at every step, whatever the parameters.

    >>> TargetGradient([0.0, 1.0]).gradients(np.zeros((2, 2)))
    array([[0., 1.],
           [0., 1.]])
    """

    vector: npt.ArrayLike

    def gradients(self, iterates: Floats) -> Floats:
        """The vector, once for each of the parameters."""
        row = finite_array("The gradient", self.vector, 1)
        if len(row) != iterates.shape[1]:
            raise ValueError(
                f"The gradient has {len(row)} coordinates; the parameters have {iterates.shape[1]}."
            )
        return np.tile(row, (len(iterates), 1))


class References(Protocol):
    """Where the mean and the covariance of each step come from."""

    def geometries(self, iterates: Floats) -> Sequence[tuple[slice, GradientGeometry]]:
        """The geometries, each with the steps at whose parameters it is used."""


@dataclass(frozen=True)
class FrozenReferences:
    """One geometry for all steps, as Algorithm 13 has it: estimated once, at theta_0."""

    geometry: GradientGeometry

    def geometries(self, iterates: Floats) -> Sequence[tuple[slice, GradientGeometry]]:
        """The same at each step."""
        return [(slice(None), self.geometry)]


@dataclass(frozen=True)
class RecomputedReferences:
    """Mean and covariance of the gradients of reference rows, computed anew at each step."""

    model: Model
    rows: LabelledRows
    noise: ClippedNoise | None = None
    centred: bool = True

    def geometries(self, iterates: Floats) -> Sequence[tuple[slice, GradientGeometry]]:
        """The geometry at each of the parameters."""
        return [(slice(t, t + 1), self.at(theta)) for t, theta in enumerate(iterates)]

    def at(self, theta: npt.ArrayLike) -> GradientGeometry:
        """The geometry at given parameters, of the clipped gradients if the descent clips."""
        gradients = self.model.gradients(theta, self.rows)
        if self.noise is not None:
            gradients = clip(gradients, self.noise.bound)
        return gradient_geometry(gradients, centred=self.centred)


@dataclass(frozen=True, kw_only=True)
class DescentAttack:
    """Scores for the membership of a target from a trajectory; a high score says that it is in.

    `noise` is the noise of the descent: the target's gradient is clipped, and S = C + |B| s^2 I
    with s the deviation of the noise on the mean. Without it Algorithm 13 is applied as it stands.
    The steps are combined by their sum, or, for a target in one unknown batch of an epoch, by
    log-mean-exp, which is then the exact log-likelihood ratio if the scores of the steps are.

    `score="scalar product"` is g*^T g_t, which needs no references. "glir" is minus the log p-value
    of |B| ||g_t - g*||^2, which is non-central chi-square if the target is out and gradients are
    normal; its degrees of freedom are the rank of S (Section 7.1.2).
    """

    target: Target
    references: References | None = None
    score: Scoring = "covariance"
    combination: Rule = "sum"
    recovery: Recovery = CORRECTED
    noise: ClippedNoise | None = None

    def __post_init__(self) -> None:
        if self.score not in ("covariance", "scalar product", "glir"):
            raise ValueError(
                f"score is {self.score!r}; give 'covariance', 'scalar product' or 'glir'."
            )
        put_together(np.zeros((1, 1)), self.combination)
        if self.score != "scalar product" and self.references is None:
            raise ValueError(f"The {self.score} attack has no references; give some.")

    def step_scores(self, seen: Trajectory) -> Floats:
        """The score of each step that the recovery scores."""
        return np.asarray(self.scores_of_steps((seen,))[0])

    def scores_of_steps(self, runs: Sequence[Trajectory]) -> Floats:
        """The scores of the steps of several runs of one descent, a row for each run."""
        seen, first = runs[0], self.recovery.from_step - 1
        if not len(self.recovery.steps(seen)):
            raise ValueError(
                f"The trajectory has {seen.steps} steps, and this attack begins with step "
                f"{self.recovery.from_step}; give more steps."
            )
        at = np.concatenate([run.iterates[first:-1] for run in runs])
        means = np.concatenate([self.recovery.means(run) for run in runs])
        own = self.target.gradients(at)
        if self.noise is not None:
            own = clip(own, self.noise.bound)
        if self.score == "scalar product" or self.references is None:
            return np.asarray(np.einsum("ij,ij->i", own, means)).reshape(len(runs), -1)
        score = covariance_scores if self.score == "covariance" else glir_scores
        spread = 0.0 if self.noise is None else self.noise.deviation(seen.batch_size)
        result = np.empty(len(own))
        for steps, geometry in self.references.geometries(at):
            metric = geometry.with_noise(seen.batch_size * spread**2) if spread else geometry
            result[steps] = score(metric, own[steps], means[steps], seen.batch_size)
        return result.reshape(len(runs), -1)

    def __call__(self, seen: Trajectory) -> float:
        """The score of the trajectory."""
        return float(put_together(self.step_scores(seen), self.combination))


def covariance_scores(metric: GradientGeometry, own: Floats, means: Floats, size: int) -> Floats:
    """(g* - mu)^T S^-1 (g - mu) - ||g* - mu||^2 / (2 |B|) for each pair of rows g*, g.

    >>> metric = GradientGeometry(np.zeros(1), np.eye(1), np.array([4.0]))
    >>> covariance_scores(metric, np.array([[2.0]]), np.array([[3.0]]), 5)
    array([1.4])
    """
    return metric.products(own, means - (own - metric.mean) / (2 * size))


def glir_scores(metric: GradientGeometry, own: Floats, means: Floats, size: int) -> Floats:
    """-log F(|B| ||g - g*||^2), F with the non-centrality |B| ||g* - mu||^2, in the norm of S^-1.

    >>> metric = GradientGeometry(np.zeros(1), np.eye(1), np.array([1.0]))
    >>> glir_scores(metric, np.array([[0.0]]), np.array([[1.959964]]), 1).round(6)
    array([0.051293])
    """
    apart = means - own + metric.mean
    distance, away = metric.products(apart, apart), metric.products(own, own)
    freedom = metric.dimension if metric.noise else metric.rank
    return -log_noncentral_chi_square_cdf(size * distance, freedom, size * away)
