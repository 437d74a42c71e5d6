"""Proof F.8, between (44) and (45): the pulls of a suboptimal arm until the phase m*."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require_or_repair
from banditproof.theory import Enclosure, certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.concentration.uniform_chernoff import uniform_log_constant
from .batch_sums import LAST_PHASE, SCHEDULES, require_growth
from .indexed_paths import logarithm

Limit = Callable[[Fraction, GeometricSchedule], Fraction]
"""A bound as a function of H and the schedule."""
WITNESS_PHASE = 40


def log_of_late_batches(phase: int) -> Enclosure:
    """An upper bound of the log of the sum over m >= phase of (45), at alpha = 2 and n_0 = 1.

    Mean 1/2, eps = 1, and the overshoot delta'/eps = 1/20. With n_m >= 2^m and terms 2^(m+2) A
    e^(-n_m v), each one is at most half of the one before, so the sum is at most twice the first.
    """
    rate = certify(d_eps, "11/20", "1/2", 1, digits=12)
    a = rate.lower / 2
    constant = certify(uniform_log_constant, a, "1/2", 1, GeometricSchedule(2), digits=12)
    total: Enclosure = constant + (phase + 3) * logarithm(2) - 2**phase * (rate - a)
    return total


def printed_value(level: Fraction, schedule: GeometricSchedule) -> Fraction:
    """ratio H + 1 - n_0 ratio/(ratio - 1)."""
    ratio = schedule.exact_ratio
    return ratio * level + 1 - schedule.first * ratio / (ratio - 1)


def true_value(level: Fraction, schedule: GeometricSchedule) -> Fraction:
    """ratio H + 1."""
    return schedule.exact_ratio * level + 1


@checks("bern.F8.B.d5", subjects={"limit": (printed_value, true_value)})
@mutant("without the constant", limit=lambda level, schedule: schedule.exact_ratio * level)
@mutant("constant 1/2", limit=lambda level, schedule: true_value(level, schedule) - Fraction(1, 2))
@mutant(
    "sharper: 99/100 alpha H",
    limit=lambda level, schedule: schedule.exact_ratio * level * Fraction(99, 100) + 1,
)
def pulls_until_threshold(limit: Limit) -> Verdict:
    """n_m* - n_0 <= ratio n_{m*-1} + 1 < ratio H + 1, by one growth step.

    The print has an algebra slip: its fraction is alpha H + 1 identically, so its first line needs
    a sum S' that is n_0 alpha/(alpha - 1) above S. At the witness both sums are below e^-1000.
    """
    tail = log_of_late_batches(WITNESS_PHASE)
    need(tail < -1000, "The sums of the witness do not vanish", log_of_the_sum=tail)
    small = Fraction(1, 1000)  # far above e^-1000
    level = GeometricSchedule(2).pulls(WITNESS_PHASE - 1) + Fraction(1)
    first_line = true_value(level, GeometricSchedule(2))
    excess = limit(level, GeometricSchedule(2)) + small - first_line
    finding = "The fraction of the first line is alpha H + 1, more than the second with its sum."
    case: dict[str, Any] = {"alpha": 2, "n_0": 1, "H": level, "second minus first": excess}
    case |= {"mu_i": "1/2", "eps": 1, "overshoot": "1/20", "log of the sums at most": tail}
    require_or_repair(excess >= 0, finding, **case)
    sides = Sides()
    for schedule in SCHEDULES:
        sizes = [schedule.pulls(m) for m in range(LAST_PHASE + 2)]
        # the worst H of a phase is just above the size of the phase before
        for before, reached in [*pairwise(sizes), (0, sizes[0])]:
            level = before + Fraction(1, 1000)
            pulls, most = reached - sizes[0], limit(level, schedule)
            case = {"schedule": str(schedule), "H": level}
            sides.at_most_or_repair(pulls, most, "n_m* - n_0 exceeds the bound.", **case)
    require_growth()
    return proved(
        covered="All parameters, symbolically: the bound minus the left side is a sum of positive "
        f"terms; and exact worst levels of 28 schedules up to phase {LAST_PHASE}.",
        sharpness=sides.sharpness,
    )
