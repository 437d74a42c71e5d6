"""How often an audit raises an alarm about mechanisms that keep their budget exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from .clopper_pearson import lower_limit, upper_limit

CONFIDENCE = Fraction(99, 100)


@dataclass(frozen=True)
class NullAudit:
    """An audit, a mechanism exactly at the boundary of what it claims, and the nominal level.

    `alarms(rng, runs)` performs so many independent audits; each alarm is a false one. `shipped`
    says whether the audit is one of the library's own, or a known wrong one.
    """

    name: str
    mechanism: str
    level: float
    alarms: Callable[[np.random.Generator, int], Any]
    shipped: bool = True


@dataclass(frozen=True)
class Calibration:
    """The false alarms of some runs, and what they say about the rate.

    >>> Calibration("fair", "coin", 0.05, 10_000, 510).passes
    True
    >>> Calibration("hasty", "coin", 0.05, 10_000, 600).passes
    False
    """

    name: str
    mechanism: str
    level: float
    runs: int
    alarms: int

    @property
    def rate(self) -> float:
        """The share of false alarms."""
        return self.alarms / self.runs

    @property
    def least_rate(self) -> float:
        """A lower limit of the rate at 99 % confidence."""
        return float(lower_limit(self.alarms, self.runs, 1 - CONFIDENCE).lo)

    @property
    def largest_rate(self) -> float:
        """An upper limit of the rate at 99 % confidence."""
        return float(upper_limit(self.alarms, self.runs, 1 - CONFIDENCE).hi)

    @property
    def passes(self) -> bool:
        """Whether the rate may be at most the nominal level, at 99 % confidence."""
        return self.least_rate <= self.level

    def to_json(self) -> dict[str, Any]:
        """The facts in plain JSON types."""
        return {
            "audit": self.name,
            "mechanism": self.mechanism,
            "level": self.level,
            "runs": self.runs,
            "alarms": self.alarms,
            "rate": self.rate,
            "rate_limits": [round(self.least_rate, 6), round(self.largest_rate, 6)],
            "passes": self.passes,
        }


def calibrated(audit: NullAudit, runs: int, rng: int) -> Calibration:
    """Perform an audit so many times on its mechanism, and count the alarms.

    >>> always = NullAudit("alarmist", "coin", 0.05, lambda rng, runs: np.ones(runs, bool))
    >>> calibrated(always, 200, 1).passes
    False
    """
    alarms = np.asarray(audit.alarms(np.random.default_rng(rng), runs), bool)
    if alarms.shape != (runs,):
        raise ValueError(f"{audit.name} gave {alarms.shape} alarms; give one for each of {runs}.")
    return Calibration(audit.name, audit.mechanism, audit.level, runs, int(alarms.sum()))
