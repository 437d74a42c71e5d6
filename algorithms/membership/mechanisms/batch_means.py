"""One epoch of mini-batches: the mean of each batch of a random partition of the rows."""

from collections.abc import Sequence
from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw
from banditproof.theory.exact import Number, exact_count
from .mean_mechanism import Bits, checked_rows, sums_with_targets
from .mean_privacy import MeanPrivacy, moving_sides


@dataclass(frozen=True)
class BatchMeans:
    """Releases the means of disjoint batches of equal size, in which each row is exactly once.

    It is what one epoch of mini-batch descent shows of gradients that do not change on the way.
    A release has a row for each batch. Thesis, Section 7.1.1.

    >>> rows = np.array([[1.0], [2.0], [3.0], [4.0]])
    >>> BatchMeans(2).release(rows, np.random.default_rng(0)).shape
    (2, 1)
    """

    size: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", exact_count("The size of a batch", self.size, 1))

    def batches(self, rows: int) -> int:
        """The number of batches; raises ValueError if the size does not divide the rows."""
        if rows % self.size:
            raise ValueError(
                f"The batches have {self.size} rows of {rows}; give a size that divides the number "
                "of rows."
            )
        return rows // self.size

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """The batch means of a fresh partition."""
        count = self.batches(checked_rows(rows))
        mixed = rows[rng.permutation(len(rows))]
        return np.asarray(mixed.reshape(count, self.size, -1).sum(axis=1) / self.size)

    def in_bulk(
        self, law: RowLaw, rows: int, targets: Floats, bits: Bits, rng: np.random.Generator
    ) -> Floats:
        """One epoch for each bit; the target is in one batch, each with the same probability."""
        count, games = self.batches(rows), len(bits)
        place = rng.integers(count, size=games)
        inside = bits[:, None] & (np.arange(count) == place[:, None])
        aims = np.repeat(np.broadcast_to(targets, (games, law.dimension)), count, axis=0)
        sums = sums_with_targets(law, self.size, aims, inside.ravel(), rng)
        return sums.reshape(games, count, law.dimension) / self.size

    def privacy(self, rows: int, sides: Sequence[Number]) -> MeanPrivacy:
        """An exact mean of some batch tells two neighbours apart for certain."""
        self.batches(rows)
        return MeanPrivacy(shown=1 if any(moving_sides(sides)) else 0)
