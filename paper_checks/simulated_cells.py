"""Cells of an experiment: one algorithm on one instance, simulated once and kept in a file.

A cell's file is named after everything that decides its content, so an interrupted figure
continues where it stopped, and a changed parameter is simulated anew. A file is used if it carries
the digest of its content; another one is simulated again.
"""

from __future__ import annotations

import hashlib
import json
import math
import stat
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from banditproof.theory.atomic_files import write_atomically

Floats = npt.NDArray[np.float64]
Progress = Callable[[int, str], None]
"""Reports finished work: a number of cells, and what the last one was."""

Simulation = Callable[[Iterable["Cell"]], dict["Cell", Floats]]
"""The regret of each cell."""

FORMAT = 1
ROUNDING = 1e-12
"""How far the regret at a checkpoint may be off, relative to the checkpoint."""


class StoredCell(ABC):
    """What a kept simulation is of: a frozen dataclass with fields whose values JSON can say."""

    policy: str
    horizon: int
    runs: int
    checkpoints: tuple[int, ...]

    @property
    def parameters(self) -> str:
        """Everything that decides the content, as canonical JSON."""
        return json.dumps({"format": FORMAT, **vars(self)}, sort_keys=True)

    @property
    def digest(self) -> str:
        """The name of the cell's file."""
        return hashlib.sha256(self.parameters.encode()).hexdigest()[:20]

    @property
    @abstractmethod
    def label(self) -> str:
        """The cell in a few words."""

    @property
    def steepest(self) -> float:
        """No round costs more regret than this."""
        return 1.0

    @abstractmethod
    def simulated(self, workers: int = 1) -> Floats:
        """The pseudo-regret, one row for each run and one column for each checkpoint."""


Kind = TypeVar("Kind", bound=StoredCell)


@dataclass(frozen=True)
class Cell(StoredCell):
    """One algorithm of the catalogue on one Bernoulli instance, at every checkpoint of time.

    Numbers are decimal strings, read exactly; `eps` is None for an algorithm without
    privacy, and `ratio` counts for DP-KLUCB and DP-IMED only.

    >>> cell = Cell("dp-imed", ("0.75", "0.7"), "0.25", 1000, 20, (10, 100, 1000))
    >>> cell.digest == Cell("dp-imed", ("0.75", "0.7"), "0.5", 1000, 20, (10, 100, 1000)).digest
    False
    """

    policy: str
    means: tuple[str, ...]
    eps: str | None
    horizon: int
    runs: int
    checkpoints: tuple[int, ...]
    ratio: str = "2"
    seed: int = 1

    @property
    def label(self) -> str:
        """The cell in a few words."""
        budget = "" if self.eps is None else f", eps = {self.eps}"
        return f"{self.policy}{budget}"

    def simulated(self, workers: int = 1) -> Floats:
        """The pseudo-regret, one row for each run and one column for each checkpoint."""
        from banditproof.algorithms import make_policy, simulate
        from banditproof.theory import BernoulliBandit

        bandit = BernoulliBandit(self.means)
        policy = make_policy(
            self.policy, bandit.arms, eps=self.eps, horizon=self.horizon, batch_ratio=self.ratio
        )
        rng = np.random.SeedSequence([self.seed, int(self.digest, 16)])
        result = simulate(
            policy,
            bandit,
            self.horizon,
            self.runs,
            rng,
            checkpoints=self.checkpoints,
            workers=workers,
        )
        return np.asarray(result.regret_at, dtype=np.float64)


def mark_of(cell: StoredCell, regret: Floats) -> str:
    """A digest of the parameters of a cell and of its content, kept beside the content."""
    content = np.ascontiguousarray(regret, dtype="<f8")
    return hashlib.sha256(f"{cell.parameters}{content.shape}".encode() + content.data).hexdigest()


def is_possible(cell: StoredCell, regret: Floats) -> bool:
    """Whether numbers may be the regret of a cell: from 0 on, never falling, at most T times the
    most that a round costs.

    Rounding aside: a sum over the arms may fall by some last digits.

    >>> cell = Cell("dp-imed", ("0.75", "0.7"), "0.25", 100, 2, (10, 100))
    >>> is_possible(cell, np.array([[0.1, 0.2], [0.1, 0.3]])), is_possible(cell, np.ones((1, 2)))
    (True, False)
    """
    if regret.shape != (cell.runs, len(cell.checkpoints)):
        return False
    rounds = np.array(cell.checkpoints, dtype=np.float64)
    steps = np.diff(regret, axis=1, prepend=0.0)
    most = (1 + ROUNDING) * cell.steepest * rounds
    return bool((steps >= -ROUNDING * rounds).all() and (regret <= most).all())


def simulated(cell: StoredCell, workers: int = 1) -> Floats:
    """The pseudo-regret of a cell, one row for each run and one column for each checkpoint."""
    return cell.simulated(workers)


class CellFolder:
    """The finished cells of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, cell: StoredCell) -> Path:
        """Where the cell is kept."""
        return self.folder / f"{cell.digest}.npz"

    def stored(self, cell: StoredCell) -> Floats | None:
        """The finished cell; None if it is absent, or with a warning if it is not this cell."""
        path = self.path(cell)
        try:
            if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for
                raise ValueError(f"{path} is not a file.")
            # opened here, because np.load leaves a damaged file open
            with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
                regret = np.asarray(kept["regret"], dtype=np.float64)
                mark = str(kept["mark"])
        except FileNotFoundError:
            return None
        except Exception:  # the content of a damaged file may raise anything
            regret, mark = np.zeros((0, 0)), ""
        if mark == mark_of(cell, regret) and is_possible(cell, regret):
            return regret
        warnings.warn(
            f"The stored simulation {path} is damaged, or not what its name says; it is run again.",
            stacklevel=2,
        )
        return None

    def keep(self, cell: StoredCell, regret: Floats) -> None:
        """Write a finished cell."""
        self.folder.mkdir(parents=True, exist_ok=True)

        def write(part: Path) -> None:
            with part.open("wb") as file:
                np.savez_compressed(file, regret=regret, mark=np.array(mark_of(cell, regret)))

        write_atomically(self.path(cell), write)

    def regrets(
        self,
        cells: Iterable[Kind],
        workers: int = 1,
        progress: Progress | None = None,
        simulate_cell: Callable[[Kind, int], Floats] = simulated,
    ) -> dict[Kind, Floats]:
        """The regret of each cell: read if it is finished, simulated and kept if not."""
        found: dict[Kind, Floats] = {}
        for cell in cells:
            regret = self.stored(cell)
            if regret is None:
                regret = simulate_cell(cell, workers)
                self.keep(cell, regret)
            found[cell] = regret
            if progress is not None:
                progress(1, cell.label)
        return found


def log_spaced(first: int, last: int, per_decade: int) -> tuple[int, ...]:
    """Rounds from first to last, evenly spaced in their logarithm, both included.

    >>> log_spaced(10, 1000, 2)
    (10, 32, 100, 316, 1000)
    """
    steps = max(1, round(per_decade * math.log10(last / first)))
    rounds = (first * (last / first) ** (k / steps) for k in range(steps + 1))
    return tuple(sorted({round(t) for t in rounds} | {first, last}))


@dataclass(frozen=True)
class Summary:
    """What a figure shows of a cell, one number for each checkpoint."""

    mean: Floats
    mean_low: Floats
    mean_high: Floats
    median: Floats
    q05: Floats
    q95: Floats
    sd: Floats

    def at(self, place: int) -> dict[str, float]:
        """The numbers of one checkpoint, by name."""
        return {name: float(values[place]) for name, values in vars(self).items()}


BOOTSTRAPS = 1000


@cache
def _resampling(runs: int) -> Floats:
    """The share of each run in each resample, one row for each resample."""
    counts = np.random.default_rng(0).multinomial(runs, np.full(runs, 1 / runs), size=BOOTSTRAPS)
    return np.asarray(counts / runs)


def summarised(regret: Floats) -> Summary:
    """Mean with its 95% bootstrap band (percentiles of 1000 resamples), median, 5% and 95%.

    >>> summary = summarised(np.array([[0.0], [1.0], [2.0], [7.0]]))
    >>> summary.at(0)["mean"], summary.at(0)["median"]
    (2.5, 1.5)
    """
    runs = regret.shape[0]
    low, high = np.quantile(_resampling(runs) @ regret, [0.025, 0.975], axis=0)
    q05, median, q95 = np.quantile(regret, [0.05, 0.5, 0.95], axis=0)
    mean = regret.mean(axis=0)
    spread: Any = regret.std(axis=0, ddof=1) if runs > 1 else np.zeros(regret.shape[1])
    # equal runs leave the band to rounding, which must not push it off the mean
    return Summary(mean, np.minimum(low, mean), np.maximum(high, mean), median, q05, q95, spread)
