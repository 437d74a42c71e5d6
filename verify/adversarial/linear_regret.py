"""Whether regret grows as the horizon does, judged from independent runs.

If the regret after t rounds grows like t^a, that of the second half of the rounds is 2^a - 1 times
that of the first half. A learner has a = 1/2 or less on fixed losses; one that does not learn has
a = 1. The line between the two is drawn at a = 3/4.
"""

import math
from dataclasses import dataclass
from typing import Literal
from banditproof.algorithms.adversarial.loss_files import RecordedLosses
from banditproof.algorithms.adversarial.loss_sequences import Floats, LossSequence
from banditproof.theory.exact import exact_count
from .regret_oracles import Player, regrets

Growth = Literal["linear", "sublinear", "undecided"]

BETWEEN = 0.75
"""The exponent between sublinear and linear growth."""
DEVIATIONS = 6.0
"""The distance in standard errors that decides: by the normal approximation, 1e-9 of all means are
as far on one side."""
LEAST_RUNS = 10
"""The fewest runs whose standard error is used."""


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


def regret_growth(first: Floats, whole: Floats, horizon: int) -> RegretGrowth:
    """The growth of the regret of independent runs, after half of the rounds and after all.

    >>> import numpy as np
    >>> half = np.linspace(9.0, 11.0, 40)
    >>> regret_growth(half, 2 * half, 100).verdict, regret_growth(half, 1.4 * half, 100).verdict
    ('linear', 'sublinear')
    """
    number = len(whole)
    if number < LEAST_RUNS or len(first) != number:
        raise ValueError(
            f"There are {len(first)} runs of half of the rounds and {number} of all; give the same "
            f"runs, at least {LEAST_RUNS}."
        )
    second = whole - first
    above = second - (2**BETWEEN - 1) * first
    error = float(above.std(ddof=1)) / math.sqrt(number)
    mean = float(above.mean())
    deviations = mean / error if error > 0.0 else math.copysign(math.inf, mean) if mean else 0.0
    return RegretGrowth(horizon, float(first.mean()), float(second.mean()), deviations)


def growth_on(player: Player, losses: LossSequence, runs: int = 40, rng: int = 0) -> RegretGrowth:
    """The growth of the regret of a learner or a policy on losses that are the same in all runs.

    A run draws from the same stream in both horizons, so the shorter one is the beginning of the
    longer one.

    >>> from banditproof.algorithms.adversarial.exp3 import EXP3
    >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
    >>> losses = constant_losses((0, 1), 400)
    >>> growth_on(EXP3(eta="0.2", gamma=0), losses, rng=1).verdict
    'sublinear'
    >>> found = growth_on(EXP3(eta=0, gamma=1), losses, rng=1)
    >>> found.verdict, round(found.per_round, 1)
    ('linear', 0.5)
    """
    half = exact_count("The horizon", losses.horizon, least=2) // 2
    begun = RecordedLosses(losses.block(0, half))
    first, whole = (regrets(player, some, runs, rng) for some in (begun, losses))
    return regret_growth(first, whole, losses.horizon)
