"""Curators that read a reward, or release a sum, in another way than they should."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.mechanisms import Mechanism


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

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        kept, value = super().release(held, arm, mechanism, randomness)
        return kept, self.released(held[arm], value)
