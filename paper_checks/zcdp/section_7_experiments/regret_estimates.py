"""Mean regrets of the three settings with their standard errors, and prices made of them."""

import math
from dataclasses import replace
from functools import cache
from typing import Any
from banditproof.paper_checks.models.mean_estimates import ERRORS, MISS, MISS_EITHER, Estimate
from .three_settings import BY_NAME, SettingCell, cell_of

__all__ = ["ERRORS", "MISS", "MISS_EITHER", "Estimate", "estimates", "price_at", "sampled_cell"]


@cache
def estimates(cell: SettingCell) -> dict[int, Estimate]:
    """The mean regret of a cell at each checkpoint; instances are fixed, runs are not."""
    regret = cell.simulated()
    parts = regret.reshape(cell.instances, -1, regret.shape[1])
    variance = parts.var(axis=1, ddof=1).mean(axis=0) / regret.shape[0]
    rows = zip(cell.checkpoints, regret.mean(axis=0), variance, strict=True)
    return {t: Estimate(float(mean), math.sqrt(v)) for t, mean, v in rows}


def sampled_cell(
    name: str, policy: str, rho: str | None, at: tuple[int, ...], runs: int, **more: Any
) -> SettingCell:
    """A cell of a setting with the parameters of the paper, at some rounds alone."""
    setting = replace(BY_NAME[name], horizon=at[-1], runs=runs)
    return replace(cell_of(setting, False, policy, rho), checkpoints=at, **more)


def price_at(private: SettingCell, bare: SettingCell) -> dict[int, Estimate]:
    """The price of privacy at each checkpoint."""
    first, second = estimates(private), estimates(bare)
    return {t: (first[t] - second[t]).over(second[t]) for t in first}
