"""How many runs per second, and how little the horizon matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from banditproof.algorithms import POLICIES, Policy, make_policy, simulate
from banditproof.theory import BernoulliBandit

from .measurement import Measurement, best_seconds
from .per_step_loop_kernels import regret_of_a_run

INSTANCES = {
    "mu1": BernoulliBandit(("0.75", "0.70", "0.70", "0.70", "0.70")),
    "mu2": BernoulliBandit(("0.75", "0.625", "0.5", "0.375", "0.25")),
}
BUDGETS = ("0.25", "1")


def _policy(name: str, eps: str, horizon: int) -> Policy[Any]:
    return make_policy(name, 5, eps=eps, horizon=horizon)


def runs_per_second(name: str, bandit: BernoulliBandit, eps: str, horizon: int, runs: int) -> float:
    """One process, one thread; ratio 2 and random ties."""
    policy = _policy(name, eps, horizon)
    return runs / best_seconds(lambda: simulate(policy, bandit, horizon, runs, 1), repeats=12)


def loops_per_second(name: str, bandit: BernoulliBandit, eps: str, horizon: int) -> float:
    """The plain compiled loop over the rounds."""
    means = np.array([float(mean) for mean in bandit.exact_means])
    rng = np.random.default_rng(1)
    return 1 / best_seconds(
        lambda: regret_of_a_run(name == "dp-imed", float(eps), means, horizon, rng), repeats=3
    )


def phase_level() -> Iterator[Measurement]:
    """DP-KLUCB and DP-IMED to T = 1e7, against the loop; then the other policies."""
    horizon = 10**7
    for name in ("dp-klucb", "dp-imed"):
        for label, bandit in INSTANCES.items():
            for eps in BUDGETS:
                yield Measurement(
                    f"{name}, {label}, eps {eps}, T 1e7",
                    runs_per_second(name, bandit, eps, horizon, 2_560),
                    "runs/s",
                    demand=20_000,
                    baseline="plain compiled per-step loop",
                    baseline_value=loops_per_second(name, bandit, eps, horizon),
                )
    for name in ("dp-klucb-at-one", "adap-klucb", "dp-se"):
        speed = runs_per_second(name, INSTANCES["mu2"], "0.25", horizon, 2_560)
        yield Measurement(f"{name}, mu2, eps 0.25, T 1e7", speed, "runs/s")


def long_horizons() -> Iterator[Measurement]:
    """The time of a run to T = 1e12, in units of a run to T = 1e6."""
    for name in ("dp-klucb", "dp-imed"):
        short, far = (
            runs_per_second(name, INSTANCES["mu1"], "0.25", horizon, 5_120)
            for horizon in (10**6, 10**12)
        )
        yield Measurement(
            f"{name}, mu1, eps 0.25, T 1e12 : T 1e6", short / far, "times", demand=3, at_most=True
        )


def per_round() -> Iterator[Measurement]:
    """The policies that decide before every pull."""
    for name in sorted(POLICIES):
        if name in ("ucb", "kl-ucb", "imed", "lazy-dp-ts"):
            speed = runs_per_second(name, INSTANCES["mu2"], "0.25", 20_000, 5) * 20_000
            yield Measurement(f"{name}, mu2", speed, "rounds/s")
