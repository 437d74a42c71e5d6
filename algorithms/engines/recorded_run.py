"""The draws of one run of a phase-level engine, with which `play` makes the same pulls."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any
import numpy as np
from .engine import Chunk, Integers, KernelEngine


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


@dataclass(frozen=True)
class RecordedEngine(KernelEngine):
    """A phase-level engine, which can return the draws of a run."""

    runs_per_chunk: int = 256

    @property
    @abstractmethod
    def numbers(self) -> tuple[Any, ...]:
        """What the kernel knows of the policy."""

    @property
    @abstractmethod
    def most_pulls(self) -> int:
        """More batches than a run can have."""

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""
        return self._play(rng, runs, Record(self.most_pulls))[0]

    def recorded_run(self, rng: np.random.Generator) -> RecordedRun:
        """Play one run and return its draws."""
        record = Record(self.most_pulls)
        chunk, (played, broken) = self._play(rng, 1, record)
        return record.read(played, broken, chunk.counts[0])

    def _play(
        self, rng: np.random.Generator, runs: int, record: Record
    ) -> tuple[Chunk, tuple[int, int]]:
        """The results of some runs, and the pulls and broken ties of the last one."""
        experiment, chunk = self.experiment, self.experiment.empty_chunk(runs)
        world = (experiment.means, experiment.gaps, experiment.horizon)
        rounds = np.array(experiment.checkpoints, np.int64)
        room = (*chunk, record.arms, record.sums, record.noises, record.uniforms)
        return chunk, self.form(runs)(*self.numbers, *world, rounds, rng, *room)
