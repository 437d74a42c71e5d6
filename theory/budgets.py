"""Privacy budgets: frozen values that say which guarantee is meant."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class PureDP:
    """Pure differential privacy: M_D(E) <= e^eps M_D'(E) for all neighbours and all events.

    eps = inf means no guarantee. Optimal Regret of Bernoulli Bandits, Definition 2.2, (4).

    >>> PureDP(0.5)
    PureDP(eps=0.5)
    """

    eps: float

    def __post_init__(self) -> None:
        if math.isnan(self.eps) or self.eps < 0:
            raise ValueError(f"eps is {self.eps}; give a number >= 0 (inf for no guarantee).")
