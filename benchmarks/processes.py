"""What a fresh process costs: the import, and the memory of one million runs."""

from collections.abc import Iterator
from .measurement import Measurement, best_seconds, printed

MILLION = """
import resource
from banditproof.algorithms import make_policy, simulate
from banditproof.theory import BernoulliBandit
bandit = BernoulliBandit((0.75, 0.625, 0.5, 0.375, 0.25))
simulate(make_policy("dp-imed", 5, eps=1), bandit, 10**7, 10**6, 1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def imports() -> Iterator[Measurement]:
    """`import banditproof.theory`, less the start of the interpreter."""

    def seconds(code: str) -> float:
        return best_seconds(lambda: printed(code), repeats=12)

    empty = seconds("pass")
    for room, demand in (("theory", 0.3), ("algorithms", None)):
        value = seconds(f"import banditproof.{room}") - empty
        yield Measurement(f"import banditproof.{room}", value, "s", demand, at_most=True)


def memory() -> Iterator[Measurement]:
    """The peak of a process that simulates one million runs."""
    peak = float(printed(MILLION))
    yield Measurement("one million runs, peak memory", peak, "MiB", 1024, at_most=True)
