"""Policies whose noise changes after more rounds than any audit plays.

No run shows it, so they cannot be refuted; noise that is a method and no declaration must not hold.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace, Mechanism, NoNoise
from .noisy_leader import Knowledge, NoisyLeader, OwnCurator
from .whole_audit import audit_entry

CLAIM = PureDP(1)
LATE = 10_000
"""A round that no audit plays."""
BATCH = 32
"""So few releases that the long plays of an audit are short work."""


class LateClassAttribute(OwnCurator):
    """Replaces a method of its class, late."""

    def mechanism(self, state: Knowledge, pull: Pull) -> Mechanism:
        return Laplace(1)

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        if t > LATE:
            LateClassAttribute.mechanism = lambda *_: NoNoise()  # type: ignore[method-assign]
        return super().decide(state, t, randomness)


SCALE: int | Fraction = 1


class LateGlobal(OwnCurator):
    """Its noise has a scale that is a number of the module, which it changes late."""

    def mechanism(self, state: Knowledge, pull: Pull) -> Mechanism:
        return Laplace(SCALE)

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        global SCALE
        SCALE = 1 if t < LATE else Fraction(1, 10**6)
        return super().decide(state, t, randomness)


state = 0
"""A number that has the name of a parameter below."""
ENOUGH = 5000


@dataclass(frozen=True)
class Shadowed(Policy[int]):
    """Its noise ends late, and the parameter that says so has the name of a global number."""

    ends: bool = True
    arms: int = 2
    size: int = BATCH

    name = "shadowed"

    @property
    def budget(self) -> PureDP:
        """What is claimed."""
        return CLAIM

    def start(self) -> int:
        """No release."""
        return 0

    def mechanism(self, state: int, pull: Pull) -> Mechanism:
        return Laplace(1) if state < ENOUGH or not self.ends else NoNoise()

    def decide(self, state: int, t: int, randomness: Randomness) -> Pull:
        """By the last digit of the state."""
        return Pull(state % 2, self.size)

    def learn(self, state: int, pull: Pull, released: Any) -> int:
        """Count, and keep whether the release was large in the last digit."""
        return 2 * (state // 2 + 1) + int(released > 0.5)


class Open(Shadowed):
    """The same with one law of its noise."""

    mechanism = Policy.mechanism
    declared_noise = Laplace(1)


PRIVATE = NoisyLeader(size=BATCH)
_late = partial(
    audit_entry(CLAIM, horizon=3, samples=300, expected=("not refuted", "held")),
    reference=PRIVATE,
    limit="It misbehaves after 10 000 rounds only, which no run has.",
)

ENTRIES = (
    _late("a method of the class replaced, late", LateClassAttribute(Curator(), size=BATCH)),
    _late("a scale that is a number of the module, late", LateGlobal(Curator(), size=BATCH)),
    _late("a parameter with the name of a global number, late", Shadowed(), reference=Open()),
)
