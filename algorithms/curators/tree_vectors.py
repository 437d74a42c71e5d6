"""A curator of vectors released in dyadic blocks, so that the sums of all prefixes are private."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.contexts import Context, Row
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.mechanisms import Laplace, Mechanism

from .curator import Curator, Held
from .declared_vectors import shortened


class OpenBlocks(NamedTuple):
    """How often an arm was pulled, and its sum since the last block of each size."""

    pulls: int
    sums: tuple[tuple[Any, ...], ...]


def closed_levels(pulls: int, levels: int) -> list[int]:
    """The k for which a block of 2^k pulls ends with this pull.

    >>> closed_levels(12, 5), closed_levels(7, 5)
    ([0, 1, 2], [0])
    """
    return [k for k in range(levels) if pulls % (1 << k) == 0]


@dataclass(frozen=True)
class TreeVectors(Curator):
    """After each pull, the noisy sums of all dyadic blocks of its arm that end with it.

    A block of the level k has 2^k pulls of one arm, and its sum is that of the rewards times the
    vectors, which are shortened to 1. A reward is in one block of each level. A longer play than
    2^levels pulls of an arm is refused.

    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = TreeVectors(Laplace(1), levels=2)
    >>> held = curator.start(arms=1)
    >>> for reward in (1, -1):
    ...     held, left = curator.release(curator.read_in(held, 0, ((0.5,),), reward), 0,
    ...                                  curator.noise, Silent())
    >>> left
    (-0.5, 0.0)
    """

    noise: Laplace
    """The law of the noise of each coordinate of each block."""
    levels: int
    """The number of levels."""

    def start(self, arms: int) -> Held:
        """No arm was pulled."""
        return (OpenBlocks(0, ()),) * arms

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """Not without contexts."""
        raise ValueError("The vectors of the arms are not known; give contexts.")

    def read_in(self, held: Held, arm: int, context: Context, reward: Any) -> Held:
        """The reward joins the open block of each level."""
        row: Row = shortened(context[arm])
        old: OpenBlocks = held[arm]
        if old.pulls >= 1 << self.levels:
            raise ValueError(f"An arm has more than 2^{self.levels} pulls; give a longer horizon.")
        sums = old.sums or ((0.0,) * len(row),) * self.levels
        joined = tuple(tuple(x + reward * a for x, a in zip(one, row, strict=True)) for one in sums)
        return (*held[:arm], OpenBlocks(old.pulls + 1, joined), *held[arm + 1 :])

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """The noisy sums of the blocks that end now, from the smallest, which start anew."""
        mine: OpenBlocks = held[arm]
        closed = closed_levels(mine.pulls, self.levels)
        left = tuple(
            coarse(x + randomness.noise(self.noise), (self.noise,))
            for k in closed
            for x in mine.sums[k]
        )
        none = (0.0,) * len(mine.sums[0])
        sums = tuple(none if k in closed else one for k, one in enumerate(mine.sums))
        return (*held[:arm], OpenBlocks(mine.pulls, sums), *held[arm + 1 :]), left
