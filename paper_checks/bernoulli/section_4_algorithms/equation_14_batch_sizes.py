"""Claims about the batch schedule: (14), (35) and (36).

Each sum of batches is a geometric sum that is rounded up: by c in [0, 1).
The steps hold for all such roundings; the schedules of the library are compared with them exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    Instance,
    Parts,
    Proof,
    sharpest,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.batch_schedule import GeometricSchedule

BATCH_RATIOS = tuple(
    map(Fraction, ("1.0001", "1.01", "1.1", "1.2", "1.5", "1.75", "2", "2.5", "3", "7"))
)
FIRSTS = (1, 3)
PHASES = 8
COMPARED = (
    f"{len(BATCH_RATIOS) * len(FIRSTS)} schedules of the library with {PHASES} phases each, exact."
)
WHERE = (
    "a in (1,inf), n0 in [1,inf), p in [1,inf), c in [0,1), e in [0,1), "
    "n in [0,inf), k in [0,inf), b in (-inf,inf)"
)
"""The ratio a, the power p = a^m, the roundings c of n_m = n and e of n_{m-1} = k, and B_m = b."""


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


AFTER = Given(1, "All pulls after phase m, rounded up by c.", "n == n0*(a*p-1)/(a-1) + c")
BEFORE = Given(
    2, "All pulls before it, rounded up by e; none for m = 0.", "k == n0*(p-1)/(a-1) + e"
)
BATCH = Given(3, "The batch is their difference.", "b == n - k")

SIZES = Proof(
    "bern.eq14.sizes",
    where=WHERE,
    steps=(
        AFTER,
        BEFORE,
        BATCH,
        Inequality(4, "The batch is less than n_0 a^m + 1.", "b < n0*p + 1", uses=(1, 2, 3)),
        Inequality(5, "It is more than n_0 a^m - 1.", "b > n0*p - 1", uses=(1, 2, 3)),
        Inequality(6, "So it is above 0, and as a whole number at least 1.", "b > 0", uses=(5,)),
        Identity(
            7, "A batch added to the pulls before it gives those after it.", "k + b == n", uses=(3,)
        ),
        Parts(8, "The batches are near n_0 a^m, at least 1, and add up to n_m.", uses=(4, 6, 7)),
    ),
    instances=schedules,
)


@checks(
    "bern.eq14.sizes",
    mutants={
        "rounded down": {"proof": SIZES.changed(1, formula="n == n0*(a*p-1)/(a-1) - c")},
        "one phase late": {"proof": SIZES.changed(1, formula="n == n0*(a**2*p-1)/(a-1) + c")},
        "sharper: within 0.95": {"proof": SIZES.changed(4, formula="b < n0*p + 0.95")},
        "sharper: within 0.95 below": {"proof": SIZES.changed(5, formula="b > n0*p - 0.95")},
        "two batches": {"proof": SIZES.changed(7, formula="k + 2*b == n")},
    },
)
def batch_sizes(proof: Proof = SIZES) -> Verdict:
    """The differences of ceilings telescope; each is a positive whole number near n_0 a^m."""
    return proof.verdict(
        "The sums telescope, and each batch is a positive number within 1 of n_0 a^m.",
        instances=COMPARED,
    )


INTEGER = Proof(
    "bern.eq14.integer",
    where="a in [2,inf), n0 in [1,inf), m in [0,inf), g in [0,inf), n in [0,inf), k in [0,inf)",
    steps=(
        Induction(
            1,
            "The numbers g_0 = 0, g_{m+1} = a g_m + 1, which are whole for a whole ratio, are the "
            "geometric sums: n_0 g_m need not be rounded.",
            "g == (a**m - 1)/(a - 1)",
            variable="m",
            start="0",
            sequence="g",
            first="0",
            following="a*g + 1",
        ),
        Given(2, "All pulls before phase m.", "k == n0*g"),
        Given(3, "All pulls after it.", "n == n0*(a*g + 1)"),
        Identity(4, "Their difference is n_0 a^m.", "n - k == n0*a**m", uses=(1, 2, 3)),
    ),
)


@checks(
    "bern.eq14.integer",
    mutants={
        "one more in each step": {"proof": INTEGER.changed(1, following="a*g + 2")},
        "one phase late": {"proof": INTEGER.changed(4, formula="n - k == n0*a**(m+1)")},
    },
)
def integer_ratios(proof: Proof = INTEGER) -> Verdict:
    """A geometric sum of whole numbers is whole, so that the ceilings do nothing."""
    return proof.verdict(
        "The difference of the two sums is n_0 a^m, and both are whole.",
    )


TOTAL = Proof(
    "bern.eq14.total",
    where=WHERE,
    steps=(
        AFTER,
        Inequality(
            2,
            "A rounding is less than 1.",
            "n <= n0*(a*p-1)/(a-1) + 1",
            uses=(1,),
        ),
        Inequality(3, "It is not negative.", "n >= n0*(a*p-1)/(a-1)", uses=(1,)),
        Parts(4, "Both bounds of the rounded number.", uses=(2, 3)),
    ),
    instances=schedules,
)


@checks(
    "bern.eq14.total",
    mutants={
        "one phase late": {"proof": TOTAL.changed(1, formula="n == n0*(a**2*p-1)/(a-1) + c")},
        "sharper: 0.95 for 1": {"proof": TOTAL.changed(2, formula="n <= n0*(a*p-1)/(a-1) + 0.95")},
    },
)
def pulls_after_a_phase(proof: Proof = TOTAL) -> Verdict:
    """A ceiling is less than 1 above its argument."""
    return proof.verdict(
        "A ceiling is less than 1 above its argument.",
        instances=COMPARED,
        sharpness=sharpest(
            "n <= n0*(a*p-1)/(a-1) + 1", {"n": 3, "n0": 1, "a": "1.0001", "p": "1.0001"}
        ),
    )


BATCH_SIZE = Proof(
    "bern.eq14.batch",
    where=WHERE,
    steps=(
        AFTER,
        BEFORE,
        BATCH,
        Inequality(
            4,
            "The first bound, as e >= 0 and c < 1.",
            "b <= n0*(a*p-1)/(a-1) - n0*(p-1)/(a-1) + 1",
            uses=(1, 2, 3),
        ),
        Inequality(
            5,
            "The second bound, as n_0 a^m >= 1.",
            "n0*(a*p-1)/(a-1) - n0*(p-1)/(a-1) + 1 <= 2*n0*p",
        ),
        Parts(6, "Both bounds.", uses=(4, 5)),
    ),
    instances=schedules,
)


@checks(
    "bern.eq14.batch",
    mutants={
        "one phase late": {"proof": BATCH_SIZE.changed(1, formula="n == n0*(a**2*p-1)/(a-1) + c")},
        "sharper: 0.95 for 1": {
            "proof": BATCH_SIZE.changed(4, formula="b <= n0*(a*p-1)/(a-1) - n0*(p-1)/(a-1) + 0.95")
        },
        "sharper: 1.95 for 2": {
            "proof": BATCH_SIZE.changed(
                5, formula="n0*(a*p-1)/(a-1) - n0*(p-1)/(a-1) + 1 <= 1.95*n0*p"
            )
        },
    },
)
def size_of_a_batch(proof: Proof = BATCH_SIZE) -> Verdict:
    """Two ceilings differ by less than 1 more than their arguments, and n_0 a^m >= 1."""
    return proof.verdict(
        "Both bounds hold; the second is an equality at m = 0, n_0 = 1, and nearly attained by "
        "B_1 = 2 for ratios near 1.",
        instances=COMPARED,
        sharpness=sharpest("b <= 2*n0*p", {"b": 2, "n0": 1, "p": "1.0001"}),
    )


NEXT = Proof(
    "bern.derived.next_batch",
    where=WHERE + ", r in [0,1), t in [0,inf)",
    steps=(
        AFTER,
        Given(
            2,
            "All pulls after the next phase, rounded up by r.",
            "t == n0*(a**2*p-1)/(a-1) + r",
        ),
        Inequality(
            3,
            "Before rounding the next sum is a times this one plus n_0.",
            "t <= a*n + n0 + 1",
            uses=(1, 2),
        ),
    ),
    instances=schedules,
)


@checks(
    "bern.derived.next_batch",
    mutants={
        "sharper: 0.95 for 1": {"proof": NEXT.changed(3, formula="t <= a*n + n0 + 0.95")},
        "two phases later": {"proof": NEXT.changed(2, formula="t == n0*(a**3*p-1)/(a-1) + r")},
    },
)
def next_batch(proof: Proof = NEXT) -> Verdict:
    """The next sum is the ceiling of a times the sum whose ceiling is n_m, plus n_0."""
    return proof.verdict(
        "It holds; B_(m+1) <= a n_m, used in Proof F.10, fails at m = 0 when a n_0 is not whole "
        "(bern.F10.d7).",
        instances=COMPARED,
        sharpness=sharpest("t <= a*n + n0 + 1", {"t": 3, "a": "1.0001", "n": 1, "n0": 1}),
    )
