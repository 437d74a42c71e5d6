"""What is added to a private mean when the leader of a Top Two rule is chosen."""

import math
from dataclasses import dataclass
from typing import Literal
from banditproof.theory.exact import exact_positive
from banditproof.theory.parameter_names import accepts_epsilon

BONUSES = ("phases", "time")
Bonus = Literal["phases", "time"]


@accepts_epsilon
@dataclass(frozen=True)
class LeaderBonus:
    """An optimistic width for the private mean of n samples, with a budget eps.

    `phases`: sqrt(k/n) + k/(eps n), where k counts the private means of the arm so far. It does not
    grow with time, so nothing forces an arm that looks bad to be pulled again: with tied arms the
    algorithm may stall (claim `thesis.rem.stall`). `time`: sqrt(log t/(2n)) + log t/(eps n), which
    grows, as in public codes. Privacy-Utility Trade-offs in Sequential Decision-Making, Algorithm
    10, line 16, has the first one.

    >>> LeaderBonus(eps=1)(phases=4, samples=4, t=100)
    2.0
    """

    eps: float
    kind: Bonus = "phases"

    def __post_init__(self) -> None:
        exact_positive("eps", self.eps)
        if self.kind not in BONUSES:
            raise ValueError(f"The bonus is {self.kind!r}; give one of {', '.join(BONUSES)}.")

    def __call__(self, phases: int, samples: int, t: int) -> float:
        """The width in round t."""
        budget = self.eps
        if self.kind == "time":
            level = math.log(t)
            return math.sqrt(level / (2.0 * samples)) + level / (budget * samples)
        return math.sqrt(phases / samples) + phases / (budget * samples)
