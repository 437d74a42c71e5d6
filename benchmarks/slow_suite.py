"""What the slow tests of this project cost in processor time, beside the fixed work of `suite`."""

from collections.abc import Iterator
from .measurement import Measurement, best_seconds, processor_seconds_of
from .suite import fixed_work, run_tests


def slow_tests() -> Iterator[Measurement]:
    """`make test-slow`: 800 seconds of two cores."""
    unit = best_seconds(fixed_work, repeats=3)
    seconds = processor_seconds_of(lambda: run_tests("-n", "2", tier="slow"))
    yield Measurement("make test-slow", seconds, "s", 1600, True, "fixed work", unit)
