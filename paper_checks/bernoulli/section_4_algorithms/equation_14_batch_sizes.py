"""Claims about the batch schedule: (14), (35) and (36)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, require
from banditproof.theory.batch_schedule import GeometricSchedule

Pulls = Callable[[Fraction, int, int], int]
"""n_m as a function of the batch ratio, the first batch and m."""

BATCH_RATIOS = tuple(
    map(Fraction, ("1.0001", "1.01", "1.1", "1.2", "1.5", "1.75", "2", "2.5", "3", "7"))
)


def scheduled(ratio: Fraction, first: int, m: int) -> int:
    """n_m of the library."""
    return GeometricSchedule(ratio, first).pulls(m)


def _batches(
    pulls: Pulls, ratios: tuple[Fraction, ...] = BATCH_RATIOS
) -> Iterator[tuple[int, int, Fraction, Fraction, dict[str, Any]]]:
    """(n_m, B_m, n_0 (a^(m+1) - 1)/(a - 1), n_0 a^m) and the case, in exact arithmetic."""
    for ratio, first in product(ratios, (1, 2, 3, 4, 5)):
        # long schedules for the ratios with short fractions, where floats go wrong late
        phases = 400 if first == 4 and ratio.denominator <= 2 else 60
        power, total, before = Fraction(first), Fraction(first), 0
        for m in range(phases):
            n = pulls(ratio, first, m)
            yield n, n - before, total, power, {"a": ratio, "n_0": first, "m": m}
            power *= ratio
            total += power
            before = n


WRONG_SCHEDULES: dict[str, dict[str, Pulls]] = {
    "each batch rounded": {
        "pulls": lambda a, first, m: sum(math.ceil(first * a**j) for j in range(m + 1))
    },
    "one phase late": {"pulls": lambda ratio, first, m: scheduled(ratio, first, m + 1)},
}
SCHEDULE = (
    r"Let $\alpha>1$, $n_0\in\mathbb N$ and $B_m=\lceil n_0\frac{\alpha^{m+1}-1}{\alpha-1}\rceil-"
    r"\lceil n_0\frac{\alpha^m-1}{\alpha-1}\rceil$"
)


@claim(
    "bern.eq14.sizes",
    SCHEDULE + r": the batch sizes, about $n_0\alpha^m$, with $n_m=B_0+\dots+B_m="
    r"\lceil n_0\frac{\alpha^{m+1}-1}{\alpha-1}\rceil$ pulls after phase $m$.",
    recorded="holds",
    stated=True,
    place="4 (14)",
    title="batch sizes and their sums",
    rests_on=("textbook.calculus",),
    mutants={
        "ceilings of floats": {
            "pulls": lambda a, first, m: math.ceil(
                first * (float(a) ** (m + 1) - 1) / (float(a) - 1)
            )
        },
        "floor": {"pulls": lambda a, first, m: math.floor(first * (a ** (m + 1) - 1) / (a - 1))},
        **WRONG_SCHEDULES,
    },
)
def batch_sizes(pulls: Pulls = scheduled) -> Verdict:
    """The differences of ceilings telescope; each is a positive whole number near n_0 a^m."""
    cases = 0
    for n, batch, total, power, case in _batches(pulls):
        require(n == math.ceil(total), "n_m is not the ceiling.", **case, n_m=n)
        near = batch >= 1 and abs(batch - power) < 1
        require(near, "A batch is not about n_0 a^m.", **case, batch=batch)
        cases += 1
    return derived(
        "The sums telescope, and each batch is a positive number within 1 of n_0 a^m.",
        covered=f"All ratios: two ceilings differ by less than 1 from their difference n_0 a^m, "
        f"which is at least 1. {cases} phases of 50 schedules, up to m = 400, in rationals.",
    )


@claim(
    "bern.eq14.integer",
    SCHEDULE + r". For integer $\alpha$: $B_m=n_0\alpha^m$.",
    recorded="holds",
    stated=True,
    place="4 (14)",
    title="batch sizes of integer ratios",
    rests_on=("textbook.calculus",),
    mutants={"one phase late": WRONG_SCHEDULES["one phase late"]},
)
def integer_ratios(pulls: Pulls = scheduled) -> Verdict:
    """A geometric sum of integers is whole, so that the ceilings do nothing."""
    import sympy as sp

    a, m, first = sp.symbols("a m n_0", positive=True)

    def total(k: Any) -> Any:
        return first * (a**k - 1) / (a - 1)

    require_zero(difference=sp.simplify(total(m + 1) - total(m)) - first * a**m)
    for _, batch, _, power, case in _batches(pulls, tuple(map(Fraction, (2, 3, 7)))):
        require(batch == power, "B_m is not n_0 a^m.", **case, batch=batch)
    return derived(
        "The difference of the two sums is n_0 a^m, and both are whole.",
        covered="All integer ratios, symbolically; 1240 phases of 15 schedules.",
    )


@claim(
    "bern.eq14.total",
    r"(35): $n_m=\lceil n_0\frac{\alpha^{m+1}-1}{\alpha-1}\rceil\le "
    r"n_0\frac{\alpha^{m+1}-1}{\alpha-1}+1$.",
    recorded="holds",
    stated=True,
    place="F (35)",
    title="pulls after a phase",
    rests_on=("textbook.calculus",),
    mutants={
        **WRONG_SCHEDULES,
        "sharper: 0.95 for 1": {"slack": Fraction(19, 20)},
    },
)
def pulls_after_a_phase(pulls: Pulls = scheduled, slack: Fraction = Fraction(1)) -> Verdict:
    """A ceiling is less than 1 above its argument."""
    sides = Sides()
    for n, _, total, _, case in _batches(pulls):
        sides.at_most(n, total + slack, "n_m is above its bound.", **case)
    return derived(
        "A ceiling is less than 1 above its argument.",
        covered=f"All ratios; {sides.cases} phases of 50 schedules in rationals.",
        sharpness=sides.sharpness,
    )


@claim(
    "bern.eq14.batch",
    r"(36): $B_m=n_m-n_{m-1}\le n_0\frac{\alpha^{m+1}-1}{\alpha-1}-n_0\frac{\alpha^m-1}{\alpha-1}+1"
    r"\le2n_0\alpha^m$.",
    recorded="holds",
    stated=True,
    place="F (36)",
    title="the size of a batch",
    rests_on=("textbook.calculus",),
    mutants={
        "one phase late": WRONG_SCHEDULES["one phase late"],
        "sharper: 0.95 for 1": {"slack": Fraction(19, 20)},
        "sharper: 1.95 for 2": {"factor": Fraction(39, 20)},
    },
)
def size_of_a_batch(
    pulls: Pulls = scheduled, slack: Fraction = Fraction(1), factor: Fraction = Fraction(2)
) -> Verdict:
    """Two ceilings differ by less than 1 more than their arguments, and n_0 a^m >= 1."""
    sides = Sides()
    for _, batch, _, power, case in _batches(pulls):
        sides.at_most(batch, power + slack, "B_m is above its first bound.", **case)
        sides.at_most(power + slack, factor * power, "The second bound is below it.", **case)
    return derived(
        "Both bounds hold; the second is an equality at m = 0, n_0 = 1, and nearly attained by "
        "B_1 = 2 for ratios near 1.",
        covered=f"All ratios; {sides.cases // 2} phases of 50 schedules in rationals.",
        sharpness=sides.sharpness,
    )


@claim(
    "bern.derived.next_batch",
    r"For the schedule (14): $n_{m+1}\le\alpha n_m+n_0+1$.",
    recorded="holds",
    kind="derived",
    place="F Proof F.10",
    title="the next sum of batches against this one",
    doubts=("D7",),
    rests_on=("textbook.calculus",),
    mutants={"sharper: 0.95 for 1": {"slack": Fraction(19, 20)}},
)
def next_batch(slack: Fraction = Fraction(1)) -> Verdict:
    """The next sum is the ceiling of a times the sum whose ceiling is n_m, plus n_0."""
    sides, ratios = Sides(), (*BATCH_RATIOS, Fraction(3001, 3000))
    for ratio, first, m in product(ratios, (1, 2, 3, 4, 5), range(60)):
        n, grown = scheduled(ratio, first, m), scheduled(ratio, first, m + 1)
        finding = "The next sum is too large."
        sides.at_most(grown, ratio * n + first + slack, finding, a=ratio, n_0=first, m=m)
    return derived(
        "It holds; B_(m+1) <= a n_m, used in Proof F.10, fails at m = 0 when a n_0 is not whole "
        "(bern.F10.d7).",
        covered="All ratios by the ceilings; 60 phases of 55 schedules in rationals.",
        sharpness=sides.sharpness,
    )


whole(
    "bern.eq14",
    SCHEDULE
    + r", which is $n_0\alpha^m$ for integer $\alpha$; then $n_m\le n_0\frac{\alpha^{m+1}-1}"
    r"{\alpha-1}+1$ (35) and $B_m\le 2n_0\alpha^m$ (36).",
    parts=("bern.eq14.sizes", "bern.eq14.integer", "bern.eq14.total", "bern.eq14.batch"),
    doubts=("D7",),
)
