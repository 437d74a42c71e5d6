"""Mean regrets with their standard errors, and comparisons that are wrong once in 10^10 times.

This level is that of normal means: the means of hundreds of runs are taken as normal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from .three_settings import BY_NAME, SettingCell, cell_of

ERRORS = 6.5
"""The standard errors of a limit."""
MISS = 4.1e-11
"""A normal variable is above its mean by that many errors with this probability."""
MISS_EITHER = 2 * MISS
"""It is above or below its mean by that many."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error.

    >>> (Estimate(5.0, 0.3) - Estimate(1.0, 0.4)).error
    0.5
    """

    mean: float
    error: float

    def __sub__(self, other: Estimate) -> Estimate:
        return Estimate(self.mean - other.mean, math.hypot(self.error, other.error))

    def over(self, other: Estimate) -> Estimate:
        """The quotient, with its error to first order."""
        ratio = self.mean / other.mean
        return Estimate(ratio, math.hypot(self.error, ratio * other.error) / other.mean)

    @property
    def low(self) -> float:
        """A lower limit."""
        return self.mean - ERRORS * self.error

    @property
    def high(self) -> float:
        """An upper limit."""
        return self.mean + ERRORS * self.error

    def facts(self) -> tuple[float, float]:
        """The mean and its error, for the evidence."""
        return round(self.mean, 6), round(self.error, 6)


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
    one, two = estimates(private), estimates(bare)
    return {t: (one[t] - two[t]).over(two[t]) for t in one}
