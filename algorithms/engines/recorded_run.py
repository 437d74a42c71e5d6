"""The draws of one run of a phase-level engine, with which `play` makes the same pulls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .engine import Integers


@dataclass(frozen=True)
class RecordedRun:
    """All draws of a run: the arm, reward sum and noise of each pull, and the broken ties.

    The last pull was cut by the horizon if it has no noise.
    """

    arms: tuple[int, ...]
    sums: tuple[int, ...]
    noises: tuple[float, ...]
    uniforms: tuple[float, ...]
    counts: tuple[int, ...]


class Record:
    """Room for the draws of one run."""

    def __init__(self, pulls: int) -> None:
        self.arms = np.zeros(pulls, np.int64)
        self.sums = np.zeros(pulls)
        self.noises = np.zeros(pulls)
        self.uniforms = np.zeros(pulls)

    def read(self, played: int, broken: int, counts: Integers) -> RecordedRun:
        """The draws of the pulls and of the broken ties, whose numbers are given."""
        return RecordedRun(
            tuple(self.arms[:played].tolist()),
            tuple(int(value) for value in self.sums[:played]),
            tuple(self.noises[:played].tolist()),
            tuple(self.uniforms[:broken].tolist()),
            tuple(counts.tolist()),
        )
