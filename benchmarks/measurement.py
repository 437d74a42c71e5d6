"""One measured number, beside what was demanded of it and what it is compared with."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """A value with its unit; `ratio` is how many times better than the baseline it is.

    The demand is met by a value of at least (or, with `at_most`, of at most) `demand`.
    """

    name: str
    value: float
    unit: str
    demand: float | None = None
    at_most: bool = False
    baseline: str = ""
    baseline_value: float | None = None

    @property
    def ratio(self) -> float | None:
        """The factor between the value and the baseline, above 1 when the value is better."""
        if self.baseline_value is None:
            return None
        factor = self.value / self.baseline_value
        return 1 / factor if self.at_most else factor

    @property
    def met(self) -> bool:
        """Whether the demand is met; true without a demand."""
        if self.demand is None:
            return True
        return self.value <= self.demand if self.at_most else self.value >= self.demand


def best_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """The least processor time of some work, after one call that is not counted.

    Processor time, and the least of several, because whatever else the computer does should not
    count. The work must run in one thread of this process or in processes that it waits for.
    """
    work()
    times = []
    for _ in range(repeats):
        start = _processor_seconds()
        work()
        times.append(_processor_seconds() - start)
    return min(times)


def processor_seconds_of(work: Callable[[], object]) -> float:
    """The processor time of some work that is done once, and of the processes that it ends."""
    start = _processor_seconds()
    work()
    return _processor_seconds() - start


def _processor_seconds() -> float:
    """The time of this process and of its finished children."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
