"""Cells of an experiment: one algorithm on one instance, simulated once and kept in a folder.

A cell is kept under everything that decides its content, so an interrupted figure continues where
it stopped, and a changed parameter is simulated anew. It is a task of a sweep: the machinery of
`banditproof.algorithms.sweeps` runs it, in any process or on a cluster, and checks what is kept.
"""

import hashlib
import json
import warnings
import zlib
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
import numpy as np
import numpy.typing as npt
from banditproof.algorithms import make_policy, simulate
from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from banditproof.algorithms.sweeps.points import DRAWS, SEMANTICS
from banditproof.algorithms.sweeps.task import Task, key_of
from banditproof.theory import BernoulliBandit

Floats = npt.NDArray[np.float64]
Progress = Callable[[int, str], None]
"""Reports finished work: a number of cells, and what the last one was."""

Simulation = Callable[[Iterable["Cell"]], dict["Cell", Floats]]
"""The regret of each cell."""

FORMAT = 1
ROUNDING = 1e-12
"""How far the regret at a checkpoint may be off, relative to the checkpoint."""


class StoredCell(Task):
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
        """A short digest of the parameters, which decides the seed."""
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

    @property
    def key(self) -> bytes:
        """The parameters, and what else decides the content."""
        return key_of("figure", type(self).__name__, self.parameters, str(SEMANTICS), DRAWS)

    @property
    def group(self) -> str:
        """The algorithm, its horizon and its runs."""
        return f"{self.policy} {self.horizon} {self.runs}"

    def content(self) -> bytes:
        """The simulation, as it is kept."""
        return zlib.compress(np.ascontiguousarray(self.simulated(), dtype="<f8").tobytes())

    def read(self, content: bytes) -> Floats:
        """The simulation of a content; raises ValueError if it has another size."""
        numbers = np.frombuffer(zlib.decompress(content), dtype="<f8").astype(np.float64)
        return numbers.reshape(self.runs, len(self.checkpoints))


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
            keep_order=True,
        )
        return np.asarray(result.regret_at, dtype=np.float64)


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


class CellFolder:
    """The finished cells of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def regrets(
        self,
        cells: Iterable[Kind],
        workers: int = 1,
        progress: Progress | None = None,
        dask: str | None = None,
    ) -> dict[Kind, Floats]:
        """The regret of each cell: read if it is finished, simulated and kept if not."""
        tell = progress or (lambda count, label: None)
        wanted = list(dict.fromkeys(cells))
        results: dict[Kind, Floats] = {}
        with CellStore(self.folder) as store:
            for cell in wanted:
                regret = self._stored(cell, store)
                if regret is not None:
                    results[cell] = regret
                    tell(1, cell.label)
            missing = {cell.key: cell for cell in wanted if cell not in results}
            for task, item in finished(missing.values(), Workers(workers, dask), store):
                if item.content is None:
                    raise ValueError(f"The simulation {task.label} was not run: {item.error}.")
                cell = missing[task.key]
                results[cell] = cell.read(item.content)
                tell(1, task.label)
            for cell in wanted:  # what another process has finished meanwhile
                if cell not in results:
                    results[cell] = cell.read(store.content(cell.key) or b"")
        return {cell: results[cell] for cell in wanted}

    @staticmethod
    def _stored(cell: Kind, store: CellStore) -> Floats | None:
        """The finished cell; None if it is absent, or with a warning if it cannot be right."""
        content = store.content(cell.key)
        if content is None:
            return None
        try:
            regret = cell.read(content)
        except (ValueError, zlib.error):
            regret = np.zeros((0, 0))
        if is_possible(cell, regret):
            return regret
        store.forget(cell.key)
        warnings.warn(
            f"A simulation that is kept in {store.folder} is not what its name says; it is run "
            "again.",
            stacklevel=2,
        )
        return None


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
