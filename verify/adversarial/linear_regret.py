"""Whether regret grows as the horizon does, judged from independent runs.

If the regret after t rounds grows like t^a, that of the second half of the rounds is 2^a - 1 times
that of the first half. A learner has a = 1/2 or less on fixed losses; one that does not learn has
a = 1. The line between the two is drawn at a = 3/4.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from banditproof.algorithms.adversarial.loss_sequences import LossSequence
from banditproof.algorithms.engines.adversarial_engine import (
    LearnerRuns,
    WithKernel,
    simulate_learner,
)
from banditproof.algorithms.randomness import Seed
from banditproof.theory.exact import exact_count

Growth = Literal["linear", "sublinear", "undecided"]
Play = Callable[[tuple[int, ...]], LearnerRuns]
"""Plays runs with the given checkpoints."""

BETWEEN = 0.75
"""The exponent between sublinear and linear growth."""
DEVIATIONS = 6.0
"""The distance in standard errors that decides: by the normal approximation, 1e-9 of all means are
as far on one side."""


@dataclass(frozen=True)
class RegretGrowth:
    """The mean regret of the first and of the second half, and how far from the line.

    `deviations` is the distance of the second half from 2^(3/4) - 1 times the first, in standard
    errors.
    """

    horizon: int
    first: float
    second: float
    deviations: float

    @property
    def verdict(self) -> Growth:
        """Linear or sublinear where the runs decide it.

        >>> RegretGrowth(1000, 50.0, 50.0, 20.0).verdict, RegretGrowth(9, 1.0, 0.6, -1.0).verdict
        ('linear', 'undecided')
        """
        if abs(self.deviations) <= DEVIATIONS:
            return "undecided"
        return "linear" if self.deviations > 0 else "sublinear"

    @property
    def per_round(self) -> float:
        """The mean regret of a round of the second half.

        >>> RegretGrowth(1000, 50.0, 50.0, 20.0).per_round
        0.1
        """
        return self.second / (self.horizon - self.horizon // 2)


def regret_growth(play: Play, horizon: int) -> RegretGrowth:
    """The growth of the regret of at least ten independent runs, by their checkpoints.

    >>> from banditproof.algorithms.adversarial.exp3 import EXP3
    >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
    >>> losses, uniform = constant_losses((0, 1), 400), EXP3(eta=0, gamma=1)
    >>> found = regret_growth(lambda marks: simulate_learner(uniform, losses, 40, 1, marks), 400)
    >>> found.verdict, round(found.per_round, 1)
    ('linear', 0.5)
    """
    rounds = exact_count("The horizon", horizon, least=2)
    marks = (rounds // 2, rounds)
    runs = play(marks)
    number = len(runs.regret)
    if runs.checkpoints != marks or number < 10:
        raise ValueError(
            f"There are {number} runs with the checkpoints {runs.checkpoints}; give at least 10 "
            f"runs with the checkpoints {marks}."
        )
    first = runs.regret_at[:, 0]
    second = runs.regret_at[:, 1] - first
    above = second - (2**BETWEEN - 1) * first
    error = float(above.std(ddof=1)) / math.sqrt(number)
    mean = float(above.mean())
    deviations = mean / error if error > 0.0 else math.copysign(math.inf, mean) if mean else 0.0
    return RegretGrowth(rounds, float(first.mean()), float(second.mean()), deviations)


def growth_on(
    learner: WithKernel, losses: LossSequence, runs: int = 40, rng: Seed = 0
) -> RegretGrowth:
    """The growth of the regret of a learner on losses that are the same in all runs.

    >>> from banditproof.algorithms.adversarial.exp3 import EXP3
    >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
    >>> growth_on(EXP3(eta="0.2", gamma=0), constant_losses((0, 1), 400), rng=1).verdict
    'sublinear'
    """
    return regret_growth(
        lambda marks: simulate_learner(learner, losses, runs, rng, marks), losses.horizon
    )
