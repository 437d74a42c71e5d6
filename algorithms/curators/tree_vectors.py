"""A curator of sums released in dyadic blocks, so that the sums of all prefixes are private."""

from dataclasses import dataclass
from typing import Any, NamedTuple
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.contexts import Context, Row
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import exact_count
from banditproof.theory.mechanisms import Mechanism
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

    A block of the level k has 2^k pulls of one arm, and there are `levels` sizes of blocks. Where
    the rounds offer contexts of a `dimension`, its sum is that of the rewards times the vectors,
    which are shortened to 1; else it is that of the rewards. A sum starts anew when it has left,
    so a reward is in one block of each level, however long the play is. The blocks are those of
    `BinaryTree`, one tree for each arm. Thesis, Section 2.1.5 and Section 5.1.

    >>> from banditproof.algorithms.randomness import Silent
    >>> from banditproof.theory.mechanisms import Laplace
    >>> curator = TreeVectors(Laplace(1), levels=2)
    >>> held = curator.start(arms=1)
    >>> for reward in (1, 0):
    ...     held = curator.read(held, 0, reward)
    ...     held, left = curator.release(held, 0, curator.noise, Silent())
    >>> left
    (0, 1)
    """

    noise: Mechanism
    """The law of the noise of each coordinate of each block."""
    levels: int
    """The number of levels."""
    dimension: int = 0
    """The length of the vectors of the contexts; 0 for plain sums of rewards."""

    def __post_init__(self) -> None:
        exact_count("levels", self.levels, least=1)
        exact_count("dimension", self.dimension)

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The noise that is added to each coordinate of each block."""
        return (self.noise,)

    @property
    def _none(self) -> tuple[Any, ...]:
        """An empty sum; integers stay integers where there are no vectors."""
        return (0.0,) * self.dimension or (0,)

    def start(self, arms: int) -> Held:
        """No arm was pulled."""
        return (OpenBlocks(0, (self._none,) * self.levels),) * arms

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward joins the open block of each level; not where vectors are needed."""
        if self.dimension:
            raise ValueError("The vectors of the arms are not known; give contexts.")
        return self._joined(held, arm, (1,), reward)

    def read_in(self, held: Held, arm: int, context: Context, reward: Any) -> Held:
        """The reward, times its vector if the curator has a dimension, joins the open blocks."""
        if not self.dimension:
            return self.read(held, arm, reward)
        row: Row = shortened(context[arm])
        if len(row) != self.dimension:
            raise ValueError(
                f"The vector has {len(row)} coordinates and the curator the dimension "
                f"{self.dimension}; give vectors of this length."
            )
        return self._joined(held, arm, row, reward)

    @staticmethod
    def _joined(held: Held, arm: int, row: Row, reward: Any) -> Held:
        old: OpenBlocks = held[arm]
        products = [reward * a for a in row]
        joined = tuple(
            tuple([x + product for x, product in zip(item, products, strict=True)])
            for item in old.sums
        )
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
        sums = tuple(self._none if k in closed else item for k, item in enumerate(mine.sums))
        return (*held[:arm], OpenBlocks(mine.pulls, sums), *held[arm + 1 :]), left
