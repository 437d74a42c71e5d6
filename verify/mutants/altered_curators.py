"""Curators that read a reward, or release a sum, in another way than they should."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import add
from typing import Any
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.mechanisms import Mechanism

Result = tuple[Held, Any]
"""What stays held after a release, and what is released."""
Draw = Callable[[], Any]
"""Draws the noise of a release."""


def with_entry(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The values with another one at a place."""
    return (*values[:place], value, *values[place + 1 :])


@dataclass(frozen=True)
class Reads(Curator):
    """Makes the next sum of an arm from its sum and a reward."""

    summed: Callable[[Any, Any], Any]

    def read(self, held: Held, arm: int, reward: float) -> Held:
        return with_entry(held, arm, self.summed(held[arm], reward))


@dataclass(frozen=True)
class Releases(Curator):
    """Makes what is released from the raw sum and the noisy one."""

    released: Callable[[Any, Any], Any]

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        kept, value = super().release(held, arm, mechanism, randomness)
        return kept, self.released(held[arm], value)


@dataclass(frozen=True)
class ByArm(Curator):
    """Keeps an entry for each arm, which rewards change, and which a release reads and changes."""

    released: Callable[[Any, Draw], Result]
    summed: Callable[[Any, Any], Any] = add
    empty: Any = 0

    def start(self, arms: int) -> Held:
        return (self.empty,) * arms

    def read(self, held: Held, arm: int, reward: float) -> Held:
        return with_entry(held, arm, self.summed(held[arm], reward))

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        entry, value = self.released(held[arm], lambda: randomness.noise(mechanism))
        return with_entry(held, arm, entry), value


class SharedNoise(ByArm):
    """Gives the noise of the arm that is released to all arms."""

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        kept, value = super().release(held, arm, mechanism, randomness)
        return tuple((total, kept[arm][1]) for total, _ in kept), value


def _with_kept_noise(entry: tuple[Any, Any], draw: Draw) -> Result:
    total, noise = entry
    noise = draw() if noise is None else noise
    return (0, noise), total + noise


def _beside_noise(entry: tuple[Any, Any], reward: Any) -> tuple[Any, Any]:
    return entry[0] + reward, entry[1]


NEVER_FORGETS = ByArm(lambda total, draw: (total, total + draw()))
"""Never closes a batch: each release is the sum of all rewards of the arm so far."""
KEPT_NOISE = ByArm(_with_kept_noise, _beside_noise, (0, None))
"""Keeps the first noise of each arm, and adds it to every later sum of that arm."""
SHARED_NOISE = SharedNoise(_with_kept_noise, _beside_noise, (0, None))
"""Keeps the first noise that is drawn, and adds it to all sums of all arms."""
LAST_REWARD_AGAIN = ByArm(
    lambda entry, draw: ((entry[1], entry[1]), entry[0] + draw()),
    lambda entry, reward: (entry[0] + reward, reward),
    (0, 0),
)
"""Keeps the last reward of an episode for the next sum of the arm."""
