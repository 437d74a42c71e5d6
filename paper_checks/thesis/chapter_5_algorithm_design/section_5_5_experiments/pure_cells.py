"""Section 5.5.1: the instances, budgets and algorithms under pure DP, as cells to simulate."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
import numpy as np
from banditproof.algorithms import make_policy, simulate
from banditproof.algorithms.sweeps.checkpoints import log_spaced
from banditproof.paper_checks.drawing.simulated_cells import Floats, StoredCell
from banditproof.paper_checks.models.mean_estimates import Estimate
from banditproof.theory import BernoulliBandit, certify
from banditproof.theory.lower_bounds import older_regret_coefficient

TIMED = ("0.75", "0.625", "0.5", "0.375", "0.25")
"""The means of Figure 5.2."""
SWEPT = ("0.8", "0.1", "0.1", "0.1", "0.1")
"""The means of Figure 5.3: all suboptimal arms are alike."""
DISTINCT = ("0.8", "0.16", "0.12", "0.08", "0.04")
"""Distinct means beside them, with the same mean of the gaps."""
HORIZON = 10**7
RUNS_OF_THE_THESIS = 20

Settings = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Player:
    """An algorithm of the catalogue with its settings, and what a figure calls it."""

    policy: str
    settings: Settings = ()

    @property
    def decides_in_each_round(self) -> bool:
        """Whether a run costs O(T)."""
        return self.policy.startswith("dp-ucb")


KLUCB = Player("adap-klucb", (("beta", "3.1"),))
UCB = Player("adap-ucb", (("beta", "3.1"),))
SE = Player("dp-se")
INDEX = Player("dp-ucb-printed", (("delta", "0.1"),))
"""gamma = 0.1 as the delta of the index of Section 5.1, with ln T for the levels."""
OLDER = Player("dp-ucb-mt15-printed", (("gamma", "0.1"),))
"""gamma = 0.1 as the failure probability of the older index, with ln T for the levels."""
COVERED = (KLUCB, UCB, SE, Player("dp-ucb"), Player("dp-ucb-mt15", (("gamma", "0.1"),)))
"""With the true number of levels, so that DP-UCB is private; delta = 1/T^2."""
AS_DESCRIBED = (KLUCB, UCB, SE, INDEX, OLDER)


@dataclass(frozen=True)
class PureCell(StoredCell):
    """A private algorithm on a Bernoulli instance; numbers are decimal strings, read exactly.

    >>> PureCell("dp-ucb", TIMED, "1", 1000, 2, (1000,), (("delta", "0.1"),)).label
    'dp-ucb, delta = 0.1, eps = 1'
    """

    policy: str
    means: tuple[str, ...]
    eps: str
    horizon: int
    runs: int
    checkpoints: tuple[int, ...]
    settings: Settings = ()
    seed: int = 1

    @property
    def label(self) -> str:
        """The cell in a few words."""
        given = "".join(f", {name} = {value}" for name, value in self.settings)
        return f"{self.policy}{given}, eps = {self.eps}"

    @property
    def steepest(self) -> float:
        """The largest gap."""
        exact = [Fraction(mean) for mean in self.means]
        return float(max(exact) - min(exact))

    def simulated(self, workers: int = 1) -> Floats:
        """The pseudo-regret, one row for each run and one column for each checkpoint."""
        policy = make_policy(
            self.policy, len(self.means), eps=self.eps, horizon=self.horizon, **dict(self.settings)
        )
        rng = np.random.SeedSequence([self.seed, int(self.digest, 16)])
        bandit = BernoulliBandit(self.means)
        result = simulate(
            policy, bandit, self.horizon, self.runs, rng, self.checkpoints, workers, keep_order=True
        )
        return np.asarray(result.regret_at, dtype=np.float64)


def said_horizon(horizon: int) -> str:
    """The horizon for a caption, beside that of the thesis if they differ."""
    other = "" if horizon == HORIZON else f" ({HORIZON:.0e} in the thesis)"
    return f"T = {horizon:.0e}{other}"


@dataclass(frozen=True)
class Size:
    """How much is simulated: rounds, runs, and runs of what decides in each round."""

    horizon: int
    runs: int
    slow_runs: int

    def cell(self, player: Player, means: tuple[str, ...], eps: str, curve: bool) -> PureCell:
        """The cell of an algorithm, over time or at the horizon alone."""
        runs = self.slow_runs if player.decides_in_each_round else self.runs
        at = log_spaced(10, self.horizon, 12) if curve else (self.horizon,)
        return PureCell(player.policy, means, eps, self.horizon, runs, at, player.settings)


FULL = Size(HORIZON, 2000, RUNS_OF_THE_THESIS)
QUICK = Size(10**5, 60, 2)


@cache
def bound(means: tuple[str, ...], eps: str, factor: int = 1) -> float:
    """The coefficient of log T of Theorem 4.16; of the older bound, if the factor is 6."""
    return float(certify(older_regret_coefficient, means, eps, factor))


def bound_at(means: tuple[str, ...], eps: str, t: int, factor: int = 1) -> float:
    """The lower bound without its limit: the coefficient times log t."""
    return bound(means, eps, factor) * math.log(t)


@cache
def estimate(cell: PureCell) -> Estimate:
    """The mean regret at the horizon."""
    return Estimate.of(cell.simulated()[:, -1])
