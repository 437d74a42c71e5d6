"""A policy that is a table of laws: of the next arm, after each history of arms and rewards."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from banditproof.algorithms.adversarial.learner import drawn_arm
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import NoNoise

History = tuple[tuple[int, int | Fraction], ...]


@dataclass(frozen=True)
class TablePolicy(Policy[History]):
    """Draw the next arm from the law of a table, as `banditproof exact` writes one.

    It observes every reward, so nothing is private by construction; whether its actions are is
    decided by the table, which an audit enumerates (of FILE.json, or of the object). Rewards are
    0 or 1.

    >>> from banditproof.algorithms import RewardTable, Silent, play
    >>> one = (Fraction(1), Fraction(0))
    >>> policy = TablePolicy(2, 2, {(): one, ((0, 0),): one[::-1], ((0, 1),): one})
    >>> play(policy, RewardTable([(1, 0)] * 2), 2, Silent()).actions
    (0, 0)
    """

    arms: int
    rounds: int
    laws: Mapping[History, tuple[Fraction, ...]] = field(repr=False, hash=False)

    name = "table"
    declared_noise = NoNoise()

    @property
    def budget(self) -> PureDP:
        """No guarantee by construction."""
        return PureDP(math.inf)

    def start(self) -> History:
        """Nothing was played."""
        return ()

    def decide(self, state: History, t: int, randomness: Randomness) -> Pull:
        """One pull of the arm that is drawn."""
        law = [float(mass) for mass in self.laws[state]]
        certain = max(law) == 1.0
        return Pull(law.index(1.0) if certain else drawn_arm(law, randomness.uniform()), 1)

    def learn(self, state: History, pull: Pull, released: Any) -> History:
        """The history with one more round."""
        reward = int(released)
        if reward != released or reward not in (0, 1):
            raise ValueError(f"The table has no reward {released}; give rewards that are 0 or 1.")
        return (*state, (pull.arm, reward))
