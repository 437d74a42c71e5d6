"""The experiment of Figure 5.7: instances, algorithms and budgets, and kept simulations."""

from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.algorithms import make_policy, simulate_identification
from banditproof.paper_checks.drawing.simulated_cells import Floats, StoredCell
from banditproof.theory import BernoulliBandit

DELTA = "0.01"
LONGEST = 10**7
"""The pulls at which a run is cut off."""
PRINTED = {"mu1": ("0.95", "0.9", "0.9", "0.9", "0.5"), "mu2": ("0.75", "0.7", "0.7", "0.7", "0.7")}
"""The instances of the figure, whose means are tied."""
DISTINCT = {
    "mu1, distinct": ("0.95", "0.9", "0.88", "0.86", "0.5"),
    "mu2, distinct": ("0.75", "0.7", "0.68", "0.66", "0.64"),
}
"""Instances near by with distinct means, which the theorems cover."""
GRID = ("0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.4", "1", "3", "10")
QUICK_GRID = ("0.01", "0.1", "1", "10")
RUNS, QUICK_RUNS = 1000, 24
HEURISTIC = "adap-tt, heuristic"
ALGORITHMS: dict[str, tuple[str, dict[str, Any]]] = {
    "adap-tt": ("adap-tt", {}),
    "adap-tt-star": ("adap-tt-star", {}),
    "dp-se": ("dp-se-stop", {}),
    HEURISTIC: ("adap-tt", {"threshold": "heuristic", "bonus": "time"}),
    "ttucb": ("ttucb", {}),
}
"""The policy of the catalogue and its settings, by the name of a curve."""
RIGHT, CUT, WRONG = 0.0, 0.5, 1.0
"""How a run ended."""


@dataclass(frozen=True)
class StopCell(StoredCell):
    """Runs of one algorithm on one instance until they stop.

    The columns are how a run ended, and its pulls.
    """

    policy: str
    means: tuple[str, ...]
    eps: str | None
    runs: int
    settings: tuple[tuple[str, Any], ...] = ()
    horizon: int = LONGEST
    checkpoints: tuple[int, ...] = (1, LONGEST)
    seed: int = 1

    @property
    def label(self) -> str:
        """The cell in a few words."""
        budget = "" if self.eps is None else f", eps = {self.eps}"
        return f"{self.policy}{budget}"

    def simulated(self, workers: int = 1) -> Floats:
        """How each run ended and its pulls, one row for each."""
        bandit = BernoulliBandit(self.means)
        policy = make_policy(
            self.policy, bandit.arms, eps=self.eps, delta=DELTA, **dict(self.settings)
        )
        rng = np.random.SeedSequence([self.seed, int(self.digest, 16)])
        result = simulate_identification(
            policy, bandit, self.runs, rng, longest=self.horizon, workers=workers
        )
        ends = np.where(result.answers == result.best_arm, RIGHT, WRONG)
        ends[result.answers < 0] = CUT
        return np.column_stack([ends, result.samples.astype(np.float64)])


def cell_of(
    name: str, means: tuple[str, ...], eps: str, runs: int, longest: int = LONGEST, **more: Any
) -> StopCell:
    """The cell of a curve; one without privacy is the same for all budgets.

    >>> cell_of("ttucb", PRINTED["mu1"], "1", 9) == cell_of("ttucb", PRINTED["mu1"], "10", 9)
    True
    """
    policy, settings = ALGORITHMS[name]
    chosen = tuple(sorted((settings | more).items()))
    budget = None if policy == "ttucb" else eps
    return StopCell(policy, means, budget, runs, chosen, longest, (1, longest))


def figure_cells(quick: bool) -> dict[tuple[str, str, str], StopCell]:
    """The cells of the figure, by instance, curve and budget."""
    runs = QUICK_RUNS if quick else RUNS
    return {
        (instance, name, eps): cell_of(name, means, eps, runs)
        for instance, means in (PRINTED | DISTINCT).items()
        for name in ALGORITHMS
        for eps in (QUICK_GRID if quick else GRID)
    }


def quantile(rows: Floats, share: float) -> float:
    """The pulls within which a share of the runs stop; infinite if it is that of runs cut off.

    >>> quantile(np.array([[0.0, 5.0], [0.5, 9.0], [1.0, 7.0]]), 0.5)
    7.0
    """
    times = np.sort(np.where(rows[:, 0] == CUT, np.inf, rows[:, 1]))
    return float(times[max(int(np.ceil(share * len(times))) - 1, 0)])
