"""UCB: optimism with the width of Hoeffding's inequality; not private."""

from __future__ import annotations

import math
from dataclasses import dataclass

from banditproof.theory import Number
from banditproof.theory.exact import exact, exact_positive

from .phased_index import OpenIndexPolicy, Records


@dataclass(frozen=True)
class UCB(OpenIndexPolicy):
    """Pull the arm with the largest mean + sqrt( exploration log(t) / n ).

    t is the round of the pull; exploration = 2 is the classical choice, UCB1.

    >>> from .per_step import play
    >>> from .randomness import Silent
    >>> from .rewards import RewardCycles
    >>> play(UCB(arms=2, ties="first"), RewardCycles([(1,), (0,)]), 8, Silent()).actions
    (0, 1, 0, 0, 0, 0, 1, 0)
    """

    exploration: Number = 2

    name = "ucb"

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("exploration", self.exploration)

    def scores(self, records: Records, t: int) -> list[float]:
        """The upper confidence bound of each arm."""
        width = float(exact(self.exploration)) * math.log(t)
        return [r.mean + math.sqrt(width / r.pulls) for r in records]
