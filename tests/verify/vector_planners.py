"""Policies that release vectors: plans over arms, and wanderers among contexts."""

from dataclasses import dataclass, field
from typing import ClassVar
from banditproof.algorithms import Curator, DeclaredVectors, Policy, Pull, RewardSpace
from banditproof.theory import ZCDP
from banditproof.theory.mechanisms import Gaussian

SIGNS = RewardSpace.of((-1, 1))
TRIANGLE = ((1, 0), (0, 1), ("0.6", "0.8"))
UNIT = Gaussian(sigma_squared=1)
WHITENED = DeclaredVectors(UNIT, TRIANGLE, whitened=True)
PLAIN = DeclaredVectors(UNIT)


@dataclass(frozen=True)
class Planner(Policy[tuple[tuple[float, ...], ...]]):
    """Plays one plan again and again, and starts with another arm if the last release is > 0."""

    parts: tuple[tuple[int, int], ...] = ((0, 2), (2, 3))
    curator: Curator = WHITENED
    arms: int = 3
    claimed: ZCDP = field(default_factory=lambda: ZCDP(2))
    name = "planner"
    rewards: ClassVar[RewardSpace] = SIGNS

    @property
    def budget(self):
        return self.claimed

    def start(self):
        return ()

    def mechanism(self, state, pull):
        return UNIT

    def decide(self, state, t, randomness):
        turned = bool(state) and state[-1][0] > 0
        return Pull.plan(self.parts[::-1] if turned else self.parts)

    def learn(self, state, pull, released):
        return (*state, released)


@dataclass(frozen=True)
class Wanderer(Planner):
    """Plays the longest vector of a round, and releases every third of them."""

    curator: Curator = PLAIN
    dimension: int = 2
    name = "wanderer"

    def decide_in(self, state, t, context, randomness):
        lengths = [sum(x * x for x in row) for row in context]
        return Pull(lengths.index(max(lengths)), 1, releases=t % 3 == 0)

    def learn_in(self, state, pull, context, released):
        return (*state, released)[-4:]
