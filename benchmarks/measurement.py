"""One measured number, beside what was demanded of it and what it is compared with."""

from __future__ import annotations
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

PEAK_MIB = """
import re
# of this program alone: that of getrusage includes its parent's
print(int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) / 1024)
"""
"""The end of a program that says what memory it needed at most."""
COMMAND = """
import sys
from banditproof.cli import main
sys.argv = ["banditproof", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    assert not end.code
"""
"""A program that runs the command line with the words that it gets."""


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

    def beside(self, baseline: str, value: float | None) -> Measurement:
        """The same, with what it is compared with."""
        return replace(self, baseline=baseline, baseline_value=value)

    @property
    def met(self) -> bool:
        """Whether the demand is met; true without a demand."""
        if self.demand is None:
            return True
        return self.value <= self.demand if self.at_most else self.value >= self.demand


def time_of(
    name: str,
    work: Callable[[], object],
    unit: str = "s",
    demand: float | None = None,
    repeats: int = 5,
) -> Measurement:
    """The least processor time of some work, in s, ms or us, and at most how long it may take."""
    value = best_seconds(work, repeats) * {"s": 1, "ms": 1e3, "us": 1e6}[unit]
    return Measurement(name, value, unit, demand, at_most=True)


def printed(program: str, *words: str) -> str:
    """What a Python program prints in a separate process."""
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


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
