"""Claims about the batch schedule: (14), (35) and (36).

Each sum of batches is a geometric sum that is rounded up: by c in [0, 1).
The steps hold for all such roundings; the schedules of the library are compared with them exactly.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Instance, Proof, Verdict, checks, sharpest
from banditproof.theory.batch_schedule import GeometricSchedule

BATCH_RATIOS = tuple(
    map(Fraction, ("1.0001", "1.01", "1.1", "1.2", "1.5", "1.75", "2", "2.5", "3", "7"))
)
FIRSTS = (1, 3)
PHASES = 8
COMPARED = (
    f"{len(BATCH_RATIOS) * len(FIRSTS)} schedules of the library with {PHASES} phases each, exact."
)


def schedules() -> Iterator[Instance]:
    """The phases of some schedules of the library, with their roundings."""
    for ratio, first, m in product(BATCH_RATIOS, FIRSTS, range(PHASES)):
        schedule, power = GeometricSchedule(ratio, first), ratio**m
        n, k = schedule.pulls(m), schedule.pulls(m - 1) if m else 0
        yield {
            "a": ratio,
            "n0": Fraction(first),
            "p": power,
            "n": Fraction(n),
            "k": Fraction(k),
            "b": Fraction(schedule.batch(m)),
            "c": n - first * (ratio * power - 1) / (ratio - 1),
            "e": k - first * (power - 1) / (ratio - 1),
            "t": Fraction(schedule.pulls(m + 1)),
            "r": schedule.pulls(m + 1) - first * (ratio**2 * power - 1) / (ratio - 1),
        }


@checks("bern.eq14.sizes")
def batch_sizes(proof: Proof = WRITTEN) -> Verdict:
    """The differences of ceilings telescope; each is a positive whole number near n_0 a^m."""
    return proof.verdict(instances=COMPARED)


@checks("bern.eq14.total")
def pulls_after_a_phase(proof: Proof = WRITTEN) -> Verdict:
    """A ceiling is less than 1 above its argument."""
    return proof.verdict(
        instances=COMPARED,
        sharpness=sharpest(
            "n <= n0*(a*p-1)/(a-1) + 1", {"n": 3, "n0": 1, "a": "1.0001", "p": "1.0001"}
        ),
    )


@checks("bern.eq14.batch")
def size_of_a_batch(proof: Proof = WRITTEN) -> Verdict:
    """Two ceilings differ by less than 1 more than their arguments, and n_0 a^m >= 1."""
    return proof.verdict(
        instances=COMPARED, sharpness=sharpest("b <= 2*n0*p", {"b": 2, "n0": 1, "p": "1.0001"})
    )


@checks("bern.derived.next_batch")
def next_batch(proof: Proof = WRITTEN) -> Verdict:
    """The next sum is the ceiling of a times the sum whose ceiling is n_m, plus n_0."""
    return proof.verdict(
        instances=COMPARED,
        sharpness=sharpest("t <= a*n + n0 + 1", {"t": 3, "a": "1.0001", "n": 1, "n0": 1}),
    )
