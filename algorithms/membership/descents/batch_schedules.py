"""Which rows are averaged at which step of a descent. Thesis, Section 7.1.1, (a) to (c)."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
import numpy as np
from .labelled_rows import Indices
from .model import check_count


class Schedule(ABC):
    """A law of batches: which places, counted from 0, are averaged at each step."""

    @abstractmethod
    def batch_size(self, rows: int) -> int:
        """The number of rows in each batch; ValueError if so many rows cannot be divided."""

    @abstractmethod
    def draw(self, rows: int, steps: int, rng: np.random.Generator) -> list[Indices]:
        """The batch of each step, drawn without looking at the rows."""

    @abstractmethod
    def most_visits(self, rows: int, steps: int) -> int:
        """The largest number of steps that can have one given row in their batch."""


@dataclass(frozen=True)
class FullBatch(Schedule):
    """All rows at each step: (a).

    >>> [batch.tolist() for batch in FullBatch().draw(3, 2, np.random.default_rng(0))]
    [[0, 1, 2], [0, 1, 2]]
    """

    def batch_size(self, rows: int) -> int:
        """All of them."""
        return rows

    def draw(self, rows: int, steps: int, rng: np.random.Generator) -> list[Indices]:
        """The same batch at each step."""
        return [np.arange(rows)] * steps

    def most_visits(self, rows: int, steps: int) -> int:
        """Every step."""
        return steps


@dataclass(frozen=True)
class EqualBatches(Schedule):
    """The rows are divided into batches of one size."""

    size: int

    def __post_init__(self) -> None:
        check_count("size", self.size, 1)

    def batch_size(self, rows: int) -> int:
        """The size, which divides the number of rows."""
        if rows % self.size:
            words = f"Batches of {self.size} do not divide {rows} rows"
            raise ValueError(f"{words}; give a size that divides {rows}.")
        return self.size


@dataclass(frozen=True)
class Epochs(EqualBatches):
    """Each epoch divides the rows anew at random into equal batches, and uses each batch once.

    This is what the experiment of Section 7.4 runs, for one epoch.

    >>> batches = Epochs(2).draw(4, 2, np.random.default_rng(0))
    >>> sorted(np.concatenate(batches).tolist())
    [0, 1, 2, 3]
    """

    def draw(self, rows: int, steps: int, rng: np.random.Generator) -> list[Indices]:
        """The batches of as many epochs as are needed."""
        batches: list[Indices] = []
        while len(batches) < steps:
            batches += _partition(rows, self.batch_size(rows), rng)
        return batches[:steps]

    def most_visits(self, rows: int, steps: int) -> int:
        """One in each epoch that is begun."""
        return -(-steps * self.batch_size(rows) // rows)


@dataclass(frozen=True)
class DrawnBatches(EqualBatches):
    """The rows are divided once; each step draws one of the batches uniformly: (b).

    >>> law = DrawnBatches(2)
    >>> len({tuple(batch) for batch in law.draw(4, 50, np.random.default_rng(0))})
    2
    """

    def draw(self, rows: int, steps: int, rng: np.random.Generator) -> list[Indices]:
        """A uniform batch of one partition at each step."""
        parts = _partition(rows, self.batch_size(rows), rng)
        return [parts[k] for k in rng.integers(len(parts), size=steps)]

    def most_visits(self, rows: int, steps: int) -> int:
        """Every step: the draws are independent."""
        return steps


@dataclass(frozen=True)
class DrawnRows(Schedule):
    """Each step draws so many different rows uniformly: (d), and (c) with the size 1.

    >>> [len(set(batch.tolist())) for batch in DrawnRows(3).draw(5, 2, np.random.default_rng(0))]
    [3, 3]
    """

    size: int

    def __post_init__(self) -> None:
        check_count("size", self.size, 1)

    def batch_size(self, rows: int) -> int:
        """The given size, at most the number of rows."""
        if self.size > rows:
            raise ValueError(
                f"A batch has {self.size} rows and the data have {rows}; give a size of at most "
                f"{rows}."
            )
        return self.size

    def draw(self, rows: int, steps: int, rng: np.random.Generator) -> list[Indices]:
        """Independent uniform subsets."""
        size = self.batch_size(rows)
        return [rng.choice(rows, size=size, replace=False) for _ in range(steps)]

    def most_visits(self, rows: int, steps: int) -> int:
        """Every step: the draws are independent."""
        return steps


def _partition(rows: int, size: int, rng: np.random.Generator) -> list[Indices]:
    return list(rng.permutation(rows).reshape(-1, size))
