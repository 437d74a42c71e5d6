"""Means with their standard errors, and limits that are wrong once in 10^10 times.

This level is that of normal means: the means of hundreds of runs are taken as normal.
"""

from __future__ import annotations
import math
from dataclasses import dataclass
from typing import Any

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

    @staticmethod
    def of(sample: Any) -> Estimate:
        """The mean of independent runs.

        >>> import numpy as np
        >>> Estimate.of(np.array([1.0, 3.0]))
        Estimate(mean=2.0, error=1.0)
        """
        return Estimate(float(sample.mean()), float(sample.std(ddof=1)) / math.sqrt(len(sample)))

    def __sub__(self, other: Estimate) -> Estimate:
        return Estimate(self.mean - other.mean, math.hypot(self.error, other.error))

    def times(self, factor: float) -> Estimate:
        """The multiple."""
        return Estimate(factor * self.mean, factor * self.error)

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
