"""A curator that reads plain numbers in place of traced ones, for what is no sum of rewards.

A ledger follows sums of multiples of rewards. What a curator squares or sorts is none; but two
worlds are compared by the numbers that leave, and so it is enough to follow the noises. Which
rewards stand behind a number is then only guessed, for searches: those that were read since the
arm's last release.
"""

from collections.abc import Sequence
from typing import Any
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.ledger import Traced, depending
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.mechanisms import Mechanism


class PlainRewards(Curator):
    """The same curator, which gets plain rewards; released numbers keep their noises."""

    def __init__(self, curator: Curator) -> None:
        self.curator = curator
        self.read_since: dict[int, list[Traced]] = {}

    def start(self, arms: int) -> Held:
        """What the curator starts with."""
        return self.curator.start(arms)

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """A reward without its trace."""
        return self.curator.read(held, arm, self._noted(arm, reward))

    def read_in(self, held: Held, arm: int, context: Any, reward: Any) -> Held:
        """A reward without its trace, in a context."""
        return self.curator.read_in(held, arm, context, self._noted(arm, reward))

    def _noted(self, arm: int, reward: Any) -> Any:
        self.read_since.setdefault(arm, []).append(reward)
        return reward.value

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, Any]:
        """What leaves, with its noises, and with the rewards that may stand behind it."""
        held, left = self.curator.release(held, arm, mechanism, randomness)
        behind = self.read_since.pop(arm, [])
        if isinstance(left, tuple):
            return held, tuple(_with(number, behind) for number in left)
        return held, _with(left, behind)

    def finish(self, held: Held, randomness: Randomness) -> Sequence[tuple[int, Any]]:
        """What leaves at the end."""
        left = self.curator.finish(held, randomness)
        return [(arm, _with(number, self.read_since.get(arm, []))) for arm, number in left]


def _with(number: Any, behind: Sequence[Traced]) -> Any:
    """A number with its own noises that depends on some rewards."""
    value = number.value if isinstance(number, Traced) else number
    return depending(value, behind, number) if behind else number
