"""A private policy of few lines, from which mutants of the audit derive: it follows noisy means."""

from dataclasses import dataclass
from typing import Any, NamedTuple
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.mechanisms import Laplace, Mechanism
from .altered_curators import with_entry


class Known(NamedTuple):
    """What is known of an arm: how many releases there were, their sum, and the last of them."""

    releases: int
    total: float
    last: float


Knowledge = tuple[Known, ...]
UNIT_NOISE: Mechanism = Laplace(1)
UNIT_CLAIM: Budget = PureDP(1)
FRESH = DeclaredSums(UNIT_NOISE)
"""Each reward in one sum, with noise for eps = 1."""


@dataclass(frozen=True)
class NoisyLeader(Policy[Knowledge]):
    """Plays some batches of each arm in turn, then batches of the arm of largest mean release.

    >>> from banditproof.algorithms.engines.per_step import play
    >>> from banditproof.algorithms.randomness import Silent
    >>> from banditproof.algorithms.rewards import RewardList
    >>> play(NoisyLeader(size=1), RewardList([0, 1, 1, 0]), 4, Silent()).actions
    (0, 1, 1, 1)
    """

    curator: Curator = FRESH
    arms: int = 2
    size: int = 2
    rewards: RewardSpace = UNIT
    claimed: Budget = UNIT_CLAIM
    turns: int = 1
    """How many batches of each arm are played before any arm is followed."""

    name = "noisy-leader"

    @property
    def budget(self) -> Budget:
        """What is claimed, rightly or not."""
        return self.claimed

    def start(self) -> Knowledge:
        """Nothing is known."""
        return (Known(0, 0.0, 0.0),) * self.arms

    def value(self, known: Known) -> float:
        """By which number an arm leads."""
        return known.total / known.releases

    def values(self, state: Knowledge) -> list[float]:
        """The number of each arm, of which the largest leads."""
        return [self.value(known) for known in state]

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        """The arm of the next turn, else the first of those that lead."""
        fewest = min(known.releases for known in state)
        if fewest < self.turns:
            return Pull([known.releases for known in state].index(fewest), self.size)
        values = self.values(state)
        return Pull(values.index(max(values)), self.size)

    def learn(self, state: Knowledge, pull: Pull, released: Any) -> Knowledge:
        """Add the release, or the mean of several that came at once."""
        if released is None:
            return state
        number = sum(released) / len(released) if isinstance(released, tuple) else released
        releases, total, _ = state[pull.arm]
        return with_entry(state, pull.arm, Known(releases + 1, total + number, number))


class LastAbove(NoisyLeader):
    """Follows the arm whose last release is above 1, the first arm if both or none are."""

    def value(self, known: Known) -> float:
        return float(known.last > 1)


class SecondMean(NoisyLeader):
    """Follows the second arm if its mean release is above 1/2, else the first."""

    def values(self, state: Knowledge) -> list[float]:
        return [0.5, self.value(state[1])]


@dataclass(frozen=True)
class OwnCurator(NoisyLeader):
    """The same with a curator of its own code, which names its noise here."""

    noise: Mechanism = UNIT_NOISE

    @property
    def declared_noise(self) -> Mechanism:
        """The same noise always."""
        return self.noise


class LastAboveOwn(OwnCurator, LastAbove):
    """Follows the arm whose last release is above 1, with a curator of its own code."""


class WholeNumbers(NoisyLeader):
    """Follows the arm whose last release is further from the integers."""

    def value(self, known: Known) -> float:
        return round(abs(known.last - round(known.last)), 3)
