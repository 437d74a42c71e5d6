"""The instances, budgets and algorithms of Section 5 and Appendix G, as cells to simulate."""

from dataclasses import dataclass
from functools import cache
from banditproof.algorithms.sweeps.checkpoints import log_spaced
from banditproof.paper_checks.drawing.simulated_cells import Cell
from banditproof.theory import certify, regret_coefficient

INSTANCES = {
    "mu1": ("0.75", "0.70", "0.70", "0.70", "0.70"),
    "mu2": ("0.75", "0.625", "0.5", "0.375", "0.25"),
    "mu3": ("0.75", "0.53125", "0.375", "0.28125", "0.25"),
    "mu4": ("0.75", "0.71875", "0.625", "0.46875", "0.25"),
}
"""The four environments of Appendix G."""

SWEPT = ("0.8", "0.1", "0.1", "0.1", "0.1")
"""The environment of Figure 8."""

NEW = ("dp-klucb", "dp-imed")
COMPETITORS = ("adap-klucb", "lazy-dp-ts", "dp-se")
BENCHMARK = "imed"
BUDGETS = ("0.01", "0.1", "0.5", "1")
"""The four budgets of Appendix G; Section 5 has 0.25, on the first two environments."""

ALGORITHMS = (*NEW, *COMPETITORS, BENCHMARK)
ROUND_BY_ROUND = ("lazy-dp-ts", "imed")
"""Algorithms that decide in every round: a run costs O(T), so they get the runs of the paper."""

PANELS: dict[str, tuple[tuple[str, str], ...]] = {
    "bern.fig1": (("mu1", "0.25"), ("mu2", "0.25")),
    **{
        f"bern.fig{number}": tuple((instance, eps) for eps in BUDGETS)
        for number, instance in zip((4, 5, 6, 7), INSTANCES, strict=True)
    },
}
"""The (instance, eps) of each panel of the regret figures."""

PRINTED_GRID = tuple(f"{k / 100:g}" for k in range(1, 101))
"""100 budgets of (0, 1]; at 0 the noise and the lower bound are infinite."""

WIDE_GRID = ("1.25", "1.5", "2", "2.5", "3", "3.25", "3.5", "3.75", "4", "4.5", "5", "6")
"""Budgets beyond the printed range, on both sides of the privacy threshold log 36."""


@cache
def coefficient(means: tuple[str, ...], eps: str) -> float:
    """The coefficient of log T of Theorem 3.1."""
    return float(certify(regret_coefficient, means, eps))


@dataclass(frozen=True)
class Size:
    """How much is simulated: rounds, runs, and runs of the round-by-round algorithms."""

    horizon: int
    runs: int
    slow_runs: int
    points_per_decade: int = 12

    def runs_of(self, policy: str) -> int:
        """How often an algorithm is run."""
        return self.slow_runs if policy in ROUND_BY_ROUND else self.runs

    @property
    def checkpoints(self) -> tuple[int, ...]:
        """The rounds at which the regret is noted."""
        return log_spaced(10, self.horizon, self.points_per_decade)


FULL = Size(10**6, 2000, 20)
QUICK = Size(10**4, 100, 4)
SWEEP = Size(10**7, 1000, 20)
QUICK_SWEEP = Size(10**5, 60, 4)


def cell(policy: str, instance: str, eps: str, size: Size) -> Cell:
    """The cell of an algorithm on one of the four environments; IMED has no budget."""
    return Cell(
        policy=policy,
        means=INSTANCES[instance],
        eps=None if policy == BENCHMARK else eps,
        horizon=size.horizon,
        runs=size.runs_of(policy),
        checkpoints=size.checkpoints,
    )


def figure_cells(figure_id: str, size: Size) -> dict[tuple[str, str, str], Cell]:
    """The cells of a regret figure, by (instance, eps, algorithm), the fast ones first."""
    return {
        (instance, eps, policy): cell(policy, instance, eps, size)
        for policy in sorted(ALGORITHMS, key=ROUND_BY_ROUND.__contains__)
        for instance, eps in PANELS[figure_id]
    }


def sweep_cells(grid: tuple[str, ...], size: Size) -> dict[str, Cell]:
    """The cells of Figure 8: DP-IMED with batch ratio 1.1, by budget, at the horizon alone."""
    return {
        eps: Cell("dp-imed", SWEPT, eps, size.horizon, size.runs, (size.horizon,), ratio="1.1")
        for eps in grid
    }
