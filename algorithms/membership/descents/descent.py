"""Gradient descents with visible iterates: full batches, mini-batches, and DP-SGD.

theta_t = theta_{t-1} - eta_t g_t for t = 1, ..., T. Thesis, Section 7.1.1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.randomness import Seed, generator
from .batch_schedules import FullBatch, Schedule
from .clipping import clip
from .labelled_rows import Indices, LabelledRows, finite_array
from .model import Model, check_count


@dataclass(frozen=True, kw_only=True)
class ClippedNoise:
    """What makes a descent DP-SGD: gradients clipped to the norm C, and normal noise.

    The thesis adds N(0, gamma^2 C^2 I) to the mean of the clipped gradients (`on="mean"`). The
    usual definition adds it to their sum, so that the mean has noise of deviation gamma C / |B|
    (`on="sum"`). With gamma = 0 the gradients are clipped only.

    >>> ClippedNoise(bound=2, multiplier=3).deviation(10)
    6.0
    >>> ClippedNoise(bound=2, multiplier=3, on="sum").deviation(10)
    0.6
    """

    bound: float
    multiplier: float
    on: Literal["mean", "sum"] = "mean"

    def __post_init__(self) -> None:
        if not 0.0 < self.bound < math.inf:
            raise ValueError(f"bound is {self.bound}; give a finite number > 0.")
        if not 0.0 <= self.multiplier < math.inf:
            raise ValueError(f"multiplier is {self.multiplier}; give a finite number >= 0.")
        if self.on not in ("mean", "sum"):
            raise ValueError(f"on is {self.on!r}; give 'mean' or 'sum'.")

    def deviation(self, batch_size: int) -> float:
        """The standard deviation of the noise on each coordinate of the mean."""
        scale = float(self.multiplier) * float(self.bound)
        return scale if self.on == "mean" else scale / batch_size


@dataclass(frozen=True, eq=False)
class Trajectory:
    """What the adversary sees: theta_0 to theta_T, eta_1 to eta_T, and the batch size.

    The batches themselves are not in it.

    >>> seen = Trajectory(np.array([[0.0], [-1.0]]), np.array([0.5]), 4)
    >>> seen.steps, seen.gradients()
    (1, array([[2.]]))
    """

    iterates: Floats
    rates: Floats
    batch_size: int

    @property
    def steps(self) -> int:
        """T."""
        return len(self.rates)

    def gradients(self) -> Floats:
        """g_1 to g_T: (theta_{t-1} - theta_t) / eta_t, the mean of the batch of step t."""
        return np.asarray((self.iterates[:-1] - self.iterates[1:]) / self.rates[:, None])


@dataclass(frozen=True, kw_only=True)
class Descent:
    """A descent of a model: its learning rates, one for each step, its batches, and its noise.

    Without `noise` the gradients are not clipped, and the released iterates are no private release
    of the rows: whatever an attack on them measures, they satisfy no differential privacy.

    >>> from .linear_layers import LinearRegression
    >>> model = LinearRegression(columns=1, intercept=False)
    >>> descent = Descent(model=model, rates=(1.0, 0.5))
    >>> descent.run(LabelledRows([[1.0], [1.0]], [2.0, 4.0]), rng=0).iterates[:, 0].tolist()
    [0.0, 3.0, 3.0]
    """

    model: Model
    rates: Sequence[float]
    batches: Schedule = field(default_factory=FullBatch)
    noise: ClippedNoise | None = None

    def __post_init__(self) -> None:
        rates = finite_array("The learning rates", self.rates, 1)
        if (rates <= 0).any():
            raise ValueError(f"A learning rate is {rates.min()}; give finite numbers > 0.")
        object.__setattr__(self, "rates", tuple(rates.tolist()))

    @property
    def steps(self) -> int:
        """T."""
        return len(self.rates)

    def run(
        self,
        rows: LabelledRows,
        *,
        start: npt.ArrayLike | None = None,
        rng: Seed,
        first_gradient: npt.ArrayLike | None = None,
        first_sends: bool = True,
    ) -> Trajectory:
        """The trajectory on these rows, from `start` (default 0).

        The first row can be a client who sends the vector `first_gradient` in place of a gradient,
        clipped as the others are, or, with `first_sends=False`, nothing: its batch is averaged
        over the other rows, and a batch without any row gives the gradient 0.
        """
        self.model.check_rows(rows)
        source = generator(rng)
        size = self.batches.batch_size(len(rows))
        chosen = self.batches.draw(len(rows), self.steps, source)
        theta = self.model.vector(self.model.start if start is None else start)
        step = _Step(self.model, rows, self.noise)
        sent = None if first_gradient is None else step.sent(first_gradient)
        spread = None if self.noise is None else self.noise.deviation(size)
        iterates = np.empty((self.steps + 1, len(theta)))
        iterates[0] = theta
        for t, (rate, batch) in enumerate(zip(self.rates, chosen, strict=True)):
            with np.errstate(over="ignore", invalid="ignore"):
                gradient = step.mean(iterates[t], batch, sent, first_sends)
                if spread:
                    gradient = gradient + spread * source.standard_normal(len(theta))
                iterates[t + 1] = iterates[t] - rate * gradient
            if not np.isfinite(iterates[t + 1]).all():
                raise ValueError(
                    f"The iterates overflow at step {t + 1} of the descent; give smaller learning "
                    "rates or features."
                )
        return Trajectory(iterates, np.array(self.rates), size)


class _Step:
    """The mean of the (clipped) gradients of a batch at any parameters."""

    def __init__(self, model: Model, rows: LabelledRows, noise: ClippedNoise | None) -> None:
        self.summed = model.gradient_sums(rows)
        self.parameters = model.parameters
        self.bound = math.inf if noise is None else float(noise.bound)

    def sent(self, gradient: npt.ArrayLike) -> Floats:
        """A gradient that a client has chosen, clipped."""
        (row,) = clip(np.atleast_2d(np.asarray(gradient, np.float64)), self.bound)
        if len(row) != self.parameters:
            raise ValueError(
                f"The gradient has {len(row)} coordinates; the model has {self.parameters} "
                "parameters."
            )
        return np.asarray(row)

    def mean(self, theta: Floats, batch: Indices, sent: Floats | None, sends: bool) -> Floats:
        """The mean over the rows of the batch that send something; 0 if none does."""
        if sends and sent is None:
            return self.summed(theta, batch, self.bound) / len(batch)
        others = batch[batch != 0]
        total = self.summed(theta, others, self.bound) if len(others) else np.zeros(len(theta))
        if sends and sent is not None and len(others) < len(batch):
            return np.asarray((total + sent) / len(batch))
        return np.asarray(total / max(len(others), 1))


def constant_rates(rate: float, steps: int) -> tuple[float, ...]:
    """The same learning rate at each of so many steps.

    >>> constant_rates(0.5, 3)
    (0.5, 0.5, 0.5)
    """
    check_count("steps", steps, 1)
    return (rate,) * steps
