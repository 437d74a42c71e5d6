"""Sequences of actions as a tree, up to the names of the arms where these do not matter."""

from dataclasses import dataclass
from math import perm
import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]


@dataclass(frozen=True)
class ActionTree:
    """The sequences of 1, 2, .. actions; of relabelled ones, that which numbers arms in order.

    `sequences[t - 1]` has a row for each sequence of t actions, in lexicographic order, `parents`
    the row of its first t - 1 actions, and `sizes` how many sequences it stands for.

    >>> tree = ActionTree.of(arms=3, length=3, symmetric=True)
    >>> tree.sequences[2].tolist(), tree.sizes[2].tolist()
    ([[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]], [3, 6, 6, 6, 6])
    """

    arms: int
    sequences: tuple[Indices, ...]
    parents: tuple[Indices, ...]
    sizes: tuple[Indices, ...]

    @staticmethod
    def of(arms: int, length: int, symmetric: bool) -> "ActionTree":
        """The tree of all sequences, or of those up to names."""
        rows: list[tuple[int, ...]] = [()]
        levels, parents, sizes = [], [], []
        for _ in range(length):
            new = [
                (place, (*row, arm))
                for place, row in enumerate(rows)
                for arm in range(min(arms, max(row, default=-1) + 2) if symmetric else arms)
            ]
            rows = [row for _, row in new]
            levels.append(np.array(rows, dtype=np.int64))
            parents.append(np.array([place for place, _ in new], dtype=np.int64))
            kinds = [perm(arms, len(set(row))) if symmetric else 1 for row in rows]
            sizes.append(np.array(kinds, dtype=np.int64))
        return ActionTree(arms, tuple(levels), tuple(parents), tuple(sizes))

    @property
    def leaves(self) -> Indices:
        """The whole sequences."""
        return self.sequences[-1]

    def starts(self, t: int) -> Indices:
        """Where the continuations of each sequence of t - 1 actions begin among those of t."""
        return np.flatnonzero(np.diff(self.parents[t - 1], prepend=-1))


def reward_lists(length: int) -> Indices:
    """All lists of 0 and 1, one a row; the last reward is the lowest bit of the row's number.

    >>> reward_lists(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    numbers = np.arange(2**length)[:, None]
    return (numbers >> np.arange(length - 1, -1, -1)) & 1
