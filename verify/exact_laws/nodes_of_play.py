"""The places of a play at which releases with continuous noise are known."""

from dataclasses import dataclass
from typing import NamedTuple
import numpy as np
from .box_measures import BoxMeasures
from .list_law import Floats

INSIDE_SLACK = 1e-12
"""More than the rounding of a probability inside a box."""
MOST_PLACES = 4096
"""The largest lattice, in places of one total: its square is held in memory three times."""


class Batch(NamedTuple):
    """A closed batch: its arm, its first round from 0, and its size."""

    arm: int
    first: int
    size: int


@dataclass(frozen=True)
class Node:
    """A prefix of actions with one choice of all batch sums."""

    actions: tuple[int, ...]
    batches: tuple[Batch, ...]
    sums: tuple[int, ...]
    measures: BoxMeasures

    @property
    def phases(self) -> tuple[int, int]:
        """The closed batches of both arms."""
        second = sum(batch.arm for batch in self.batches)
        return len(self.batches) - second, second

    def records(self, forgets: bool) -> tuple[tuple[int, int], tuple[int, int]]:
        """The pulls behind the totals of both arms, and how many noises are in them."""
        pulls, noises = [0, 0], [0, 0]
        for batch in self.batches:
            keep = 0 if forgets else 1
            pulls[batch.arm] = keep * pulls[batch.arm] + batch.size
            noises[batch.arm] = keep * noises[batch.arm] + 1
        return (pulls[0], pulls[1]), (noises[0], noises[1])


def code_of(batches: tuple[Batch, ...], sums: tuple[int, ...]) -> int:
    """The sums of batches as one number, in mixed radix."""
    code = 0
    for batch, value in zip(batches, sums, strict=True):
        code = code * (batch.size + 1) + value
    return code


def tails(masses: Floats) -> Floats:
    """Pr[place >= k] for k = 0, 1, ..."""
    return np.ascontiguousarray(masses[::-1].cumsum()[::-1])
