"""The comparison of the three conversions: losses, budgets, horizons, and kept simulations."""

import math
from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3 as Learner
from banditproof.algorithms.adversarial.loss_families import make_losses
from banditproof.algorithms.adversarial.private_learners import make_learner
from banditproof.algorithms.engines.loss_simulation import simulate_losses
from banditproof.algorithms.policy import Policy
from banditproof.paper_checks.drawing.simulated_cells import Floats, StoredCell
from banditproof.theory.adversarial import PrivateGame
from banditproof.theory.adversarial.learner_bounds import exp3_tuned, exp3_tuned_mixing

ARMS = 10
LOSSES = ("linear", "small-gap")
"""Constant losses from 0.1 to 0.9, and 1/2 but for one arm that is better by a small gap."""
HTINF, EXP3, FTPL = "batched-htinf", "batched-exp3", "batched-ftpl"
TUNED = "batched-exp3-tuned"
FREE = "htinf"
POLICIES = (HTINF, EXP3, FTPL, TUNED, FREE)
"""The conversions with the parameters of the paper, EXP3 with ours, and HTINF without privacy."""


@dataclass(frozen=True)
class Size:
    """How large the comparison is: budgets at one horizon, horizons at one budget, and runs."""

    budgets: tuple[str, ...]
    horizon: int
    horizons: tuple[int, ...]
    budget: str
    runs: int


FULL = Size(
    ("0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"),
    10**6,
    (10**3, 3 * 10**3, 10**4, 3 * 10**4, 10**5, 3 * 10**5, 10**6, 3 * 10**6, 10**7),
    "0.1",
    20,
)
QUICK = Size(("0.01", "0.1", "1"), 10**4, (10**3, 10**4, 10**5), "0.1", 4)


@dataclass(frozen=True)
class LossCell(StoredCell):
    """Runs of one algorithm on constant losses: the regret at the horizon.

    >>> cell = LossCell(HTINF, "linear", 2, "0.5", 100, 3, (100,))
    >>> cell.label, cell.simulated().shape
    ('batched-htinf on linear, T = 100, eps = 0.5', (3, 1))
    """

    policy: str
    losses: str
    arms: int
    eps: str
    horizon: int
    runs: int
    checkpoints: tuple[int, ...]
    seed: int = 1

    @property
    def label(self) -> str:
        """The cell in a few words."""
        return f"{self.policy} on {self.losses}, T = {self.horizon}, eps = {self.eps}"

    def simulated(self, workers: int = 1) -> Floats:
        """The regret of each run beside the best arm."""
        losses = make_losses(self.losses, self.arms, self.horizon, self.eps)
        rng = np.random.SeedSequence([self.seed, int(self.digest, 16)])
        result = simulate_losses(played(self), losses, self.runs, rng)
        return np.asarray(result.regret, dtype=np.float64).reshape(-1, 1)


def played(cell: LossCell) -> Policy[Any]:
    """The policy of a cell; EXP3 tuned by us has the rates of `exp3_tuned`.

    >>> played(LossCell(TUNED, "linear", 10, "0.1", 10**6, 1, (10**6,))).learner.gamma < 0.2
    True
    """
    if cell.policy != TUNED:
        return make_learner(cell.policy, cell.arms, eps=cell.eps, horizon=cell.horizon)
    game = PrivateGame.of(cell.arms, cell.horizon, cell.eps).simulated
    gamma = float(game.value(exp3_tuned_mixing))
    # the bound is 2 log K/eta + 1 at the best eta
    eta = 2 * math.log(cell.arms) / (float(game.value(exp3_tuned)) - 1)
    return BatchedReleases(Learner(eta, min(1.0, gamma)), cell.arms, cell.eps)


def comparison_cells(size: Size) -> dict[tuple[str, str, str, str, int], LossCell]:
    """The cells by panel, losses, algorithm, budget and horizon; some are in both panels."""
    points = [("budgets", eps, size.horizon) for eps in size.budgets]
    points += [("horizons", size.budget, horizon) for horizon in size.horizons]
    return {
        (panel, losses, policy, eps, horizon): LossCell(
            policy, losses, ARMS, eps, horizon, size.runs, (horizon,)
        )
        for panel, eps, horizon in points
        for losses in LOSSES
        for policy in POLICIES
    }
