"""What the tests of this project cost in processor time, beside a fixed piece of work.

The baseline is exact arithmetic in Python, so that the ratio says how much the tests do, on any
computer: the more of the fixed work fits into the time, the lower the ratio.
"""

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from .measurement import Measurement, best_seconds, processor_seconds_of

ROOT = Path(__file__).resolve().parent.parent
FAST = "not slow and not browser"
PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests")


def fixed_work() -> None:
    """The 2,000th harmonic number, ten times: less than a tenth of a second."""
    for _ in range(10):
        sum((Fraction(1, n) for n in range(1, 2001)), Fraction(0))


def run_tests(*words: str, tier: str = FAST) -> None:
    """Run pytest at the top of the repository."""
    command = (*PYTEST, "-m", tier, *words)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)


def collection() -> Iterator[Measurement]:
    """What each process of a run does before its first test: it collects all tests."""
    unit = best_seconds(fixed_work, repeats=3)
    seconds = best_seconds(lambda: run_tests("--collect-only", "-n", "0"), repeats=1)
    yield Measurement("collection of the fast tests", seconds, "s", 5, True, "fixed work", unit)


def fast_tests() -> Iterator[Measurement]:
    """`make test`: three minutes of two cores."""
    unit = best_seconds(fixed_work, repeats=3)
    seconds = processor_seconds_of(lambda: run_tests("-n", "2"))
    yield Measurement("make test", seconds, "s", 360, True, "fixed work", unit)
