"""LUCB1: the best empirical arm against its strongest rival, until their intervals part.

Kalyanakrishnan, Tewari, Auer and Stone, "PAC Subset Selection in Stochastic Multi-armed Bandits"
(2012), for one arm (m = 1) and no tolerance (epsilon = 0).
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.exploration import log_inverse
from banditproof.theory import Number
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact, exact_count
from banditproof.theory.mechanisms import NoNoise
from .sampled_arms import SampledArms

EXPLORATION = 1.25
"""k_1 of the paper: sum over t of 1 / t^3 = 1.202... is below it."""


class DuelState(NamedTuple):
    """The arms so far, and the rival that is still to be pulled in this round, if there is one."""

    arms: SampledArms
    rival: int | None = None


class Duel(NamedTuple):
    """The two arms of a round, the lower end of the best one, and the upper end of its rival."""

    best: int
    rival: int
    lower: float
    upper: float


@dataclass(frozen=True)
class LUCB(Policy[DuelState]):
    """LUCB1 for rewards in [0, 1]: each round pulls the best empirical arm and its rival.

    The arms are pulled once each; then, in round t = 1, 2, ..., the interval of an arm with u pulls
    is its mean +- sqrt(log(5 K t^4 / (4 delta)) / (2 u)). The rival is the other arm with the
    largest upper end. The answer is the best empirical arm, once its lower end is not below the
    upper end of the rival. Ties go to the first arm.

    A wrong answer needs an end of an interval on the wrong side of a mean: by Hoeffding each of K
    arms has one in round t with probability at most t times 4 delta / (5 K t^4), for it has at most
    t pulls by then. The sum over all rounds is below 0.97 delta.

    >>> policy = LUCB(arms=2, delta="0.1")
    >>> state = policy.start()
    >>> for arm, reward in ((0, 1.0), (1, 0.0)):
    ...     state = policy.learn(state, policy.decide(state, 1, None), reward)
    >>> state.arms.means, policy.round(state), round(policy.width(1, 1), 6)
    ((1.0, 0.0), 1, 1.268636)
    """

    arms: int
    delta: Number = Fraction(1, 100)

    name = "lucb"
    declared_noise = NoNoise()

    def __post_init__(self) -> None:
        if exact_count("arms", self.arms) < 2:
            raise ValueError(f"There is no rival among {self.arms} arm(s); give at least two.")
        if not 0 < exact(self.delta) < 1:
            raise ValueError(
                f"delta is {self.delta}; give a probability of error strictly between 0 and 1."
            )

    @property
    def budget(self) -> PureDP:
        """No guarantee."""
        return PureDP(math.inf)

    def start(self) -> DuelState:
        """Nothing pulled."""
        return DuelState(SampledArms.unseen(self.arms))

    def round(self, state: DuelState) -> int:
        """t, counted from 1: two pulls a round, after the first pull of each arm."""
        return (state.arms.samples - self.arms) // 2 + 1

    def width(self, pulls: int, t: int) -> float:
        """Half the length of the interval of an arm in round t."""
        return math.sqrt(self.level(t) / (2 * pulls))

    def level(self, t: int) -> float:
        """log(5 K t^4 / (4 delta)), for each delta however small."""
        return math.log(EXPLORATION * self.arms) + 4 * math.log(t) + log_inverse(exact(self.delta))

    def duel(self, state: DuelState) -> Duel:
        """The best empirical arm, and the other one with the largest upper end."""
        level, means = self.level(self.round(state)), state.arms.means
        widths = [math.sqrt(level / (2 * pulls)) for pulls in state.arms.pulls]
        best = state.arms.best
        others = (arm for arm in range(self.arms) if arm != best)
        rival = max(others, key=lambda arm: means[arm] + widths[arm])
        return Duel(best, rival, means[best] - widths[best], means[rival] + widths[rival])

    def decide(self, state: DuelState, t: int, randomness: Randomness) -> Pull:
        """The first pulls in turn; then the best empirical arm, and after it the rival."""
        if 0 in state.arms.pulls:
            return Pull(state.arms.pulls.index(0), 1)
        if state.rival is not None:
            return Pull(state.rival, 1)
        duel = self.duel(state)
        return Pull(duel.best, 1, note=duel.rival)

    def learn(self, state: DuelState, pull: Pull, released: float) -> DuelState:
        """The state after a pull: the rival of the pull of the best arm is still to come."""
        rival = pull.note if isinstance(pull.note, int) else None
        return DuelState(state.arms.after(pull.arm, released), rival)

    def recommendation(self, state: DuelState) -> int | None:
        """The best empirical arm, between two rounds, if no interval reaches into its own."""
        if 0 in state.arms.pulls or state.rival is not None:
            return None
        duel = self.duel(state)
        return duel.best if duel.lower >= duel.upper else None
