"""No noise at all: what a statistic released as it is spends."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from banditproof.theory.budgets import PureDP


@dataclass(frozen=True)
class NoNoise:
    """Adds nothing: the statistic is released as it is, with no privacy guarantee.

    >>> NoNoise().loss(1)
    PureDP(eps=inf)
    """

    def loss(self, sensitivity: float) -> PureDP:
        """Infinite, unless the statistic does not depend on the data."""
        return PureDP(math.inf if sensitivity else 0.0)

    def sample(self, rng: np.random.Generator) -> int:
        """Zero; no randomness is used."""
        return 0
