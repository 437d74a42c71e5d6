"""The sums of batch sizes in Appendix F: what the proofs print, and what is true.

All of it is exact arithmetic of the schedule (14), n_m = ceil(n_0 (ratio^{m+1} - 1)/(ratio - 1)).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import proved, refuted, require
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.verify.evidence import Grade

Limit = Callable[[Fraction, GeometricSchedule], Fraction]
"""A bound as a function of a level (H, or X) and the schedule."""

RATIOS = ("2", "1.1", "1.5", "2.5", "4", "1.01", "1.9")
FIRSTS = (1, 2, 3, 7)
LAST_PHASE = 25


SCHEDULES = tuple(GeometricSchedule(ratio, first) for ratio in RATIOS for first in FIRSTS)
"""Ratios from 1.01 to 4 and first batches from 1 to 7."""


def require_growth() -> None:
    """n_{m+1} <= ratio n_m + n_0 + 1, and both repaired bounds, for all parameters.

    Before rounding up, n_{m+1} is exactly ratio n_m + n_0. So n_m = u + c and n_{m+1} = ratio u +
    n_0 + d with rounding 0 <= c, d < 1, and the level is h > 0 above its smallest value:
    H = n_m + h, X = n_m + 1 + h. The right sides of the identities are positive sums.
    """
    import sympy as sp

    first, ratio, m, level = sp.symbols("n_0 alpha m H", positive=True)
    u, c, d, h = sp.symbols("u c d h", nonnegative=True)

    def unrounded(phase: sp.Expr) -> sp.Expr:
        return first * (ratio ** (phase + 1) - 1) / (ratio - 1)

    fraction = first * (ratio * ((ratio - 1) * level / first + 1) - 1) / (ratio - 1)
    pulled = ratio * u + d  # n_{m+1} - n_0
    require_zero(
        growth=unrounded(m + 1) - ratio * unrounded(m) - first,
        displayed_fraction=fraction + 1 - first - (ratio * level + 1),
        until_H=ratio * (u + c + h) + 1 - pulled - (ratio * (c + h) + (1 - d)),
        below_X=(ratio + 1) * (u + c + 1 + h)
        - pulled
        - (ratio * (c + 1 + h) + (u + c + h) + (1 - d)),
    )


def printed_value(level: Fraction, schedule: GeometricSchedule) -> Fraction:
    """ratio H + 1 - n_0 ratio/(ratio - 1)."""
    ratio = schedule.exact_ratio
    return ratio * level + 1 - schedule.first * ratio / (ratio - 1)


def true_value(level: Fraction, schedule: GeometricSchedule) -> Fraction:
    """ratio H + 1."""
    return schedule.exact_ratio * level + 1


@pair(
    "bern.F8.B.d5",
    r"After (44): $n_{m^*}-n_0\le n_0\frac{\alpha((\alpha-1)H/n_0+1)-1}{\alpha-1}+1-n_0"
    r"=\alpha H+1-\frac{n_0\alpha}{\alpha-1}$, and in the next line $\le\alpha H$.",
    r"$n_{m^*}-n_0\le\alpha H+1$ for $H>0$ and $m^*=\min\{m:n_m\ge H\}$.",
    recorded="fails",
    kind="proof step",
    place="F, between (44) and (45)",
    title="The pulls until phase m*",
    repaired_title="The pulls until phase m*, with alpha H + 1",
    doubts=("D5",),
    subjects={"limit": (printed_value, true_value)},
    mutants={
        "without the constant": {"limit": lambda level, schedule: schedule.exact_ratio * level},
        "constant 1/2": {
            "limit": lambda level, schedule: true_value(level, schedule) - Fraction(1, 2)
        },
    },
)
def pulls_until_threshold(limit: Limit) -> Verdict:
    """n_m* - n_0 <= ratio n_{m*-1} + 1 < ratio H + 1, by one growth step.

    The print has an algebra slip: its fraction is alpha H + 1 identically. Only an additive
    constant of the regret is concerned.
    """
    for schedule in SCHEDULES:
        sizes = [schedule.pulls(m) for m in range(LAST_PHASE + 2)]
        # the worst H of a phase is just above the size of the phase before
        for before, reached in [*pairwise(sizes), (0, sizes[0])]:
            level = before + Fraction(49, 1000)
            pulls, most = reached - sizes[0], limit(level, schedule)
            case = {"schedule": str(schedule), "H": level, "pulls": pulls, "bound": most}
            require(pulls <= most, "n_m* - n_0 exceeds the bound.", Grade.PROVED, **case)
    require_growth()
    return proved(
        "From n_{m+1} < alpha n_m + n_0 + 1 and n_{m*-1} < H; the left side is 0 if m* = 0.",
        covered="All parameters, symbolically: the bound minus the left side is a sum of positive "
        "terms; and exact worst levels of 28 schedules up to phase 25.",
    )


Share = Callable[[GeometricSchedule, int], Fraction]
"""A bound of B_{m+1} as a function of the schedule and m."""


def ratio_times_pulls(schedule: GeometricSchedule, m: int) -> Fraction:
    """ratio n_m, the printed bound of B_{m+1}."""
    return schedule.exact_ratio * schedule.pulls(m)


def with_one_more(schedule: GeometricSchedule, m: int) -> Fraction:
    """ratio n_m + 1."""
    return ratio_times_pulls(schedule, m) + 1


@claim(
    "bern.F10.d7",
    r"Proof F.10, sum over batches in (A): $B_{m+1}\le\alpha n_m$ for all $m\ge0$.",
    recorded="fails",
    repaired_by="bern.F10.d7.repaired",
    kind="proof step",
    place="F, Proof F.10",
    title="A batch against all pulls before it",
    doubts=("D7",),
    mutants={"one more than ratio n_m": {"share": with_one_more}},
)
def printed_batch_share(share: Share = ratio_times_pulls) -> Verdict:
    """B_1 = ceil(alpha n_0) is above alpha n_0 unless alpha n_0 is an integer."""
    found = [
        (schedule, m)
        for schedule in SCHEDULES
        for m in range(LAST_PHASE)
        if schedule.batch(m + 1) > share(schedule, m)
    ]
    if not found:
        return proved("No violation on the exact grid.")
    schedule, m = found[0]
    later = [str(case) for case in found if case[1] > 0]
    return refuted(
        "False at m = 0 whenever alpha n_0 is not an integer; "
        + (f"and later: {later[0]}." if later else "on the exact grid never for m >= 1."),
        f"ratio {schedule.ratio}, n_0 = {schedule.first}, m = {m}: B_{m + 1} = "
        f"{schedule.batch(m + 1)} > {float(share(schedule, m)):.4g}.",
        grade=Grade.PROVED,
    )


@claim(
    "bern.F10.d7.repaired",
    r"$\sum_m B_{m+1}\mathbb{1}[n_m<X-1]\le(\alpha+1)X$ for every $X>0$.",
    recorded="holds",
    kind="proof step",
    place="F, Proof F.10",
    title="The batches that start below a level",
    doubts=("D7",),
    mutants={
        "X for X - 1 and factor ratio": {"factor": lambda ratio: ratio, "margin": 0},
        "factor ratio - 1/2": {"factor": lambda ratio: ratio - Fraction(1, 2)},
    },
)
def batches_below_a_level(
    factor: Callable[[Fraction], Fraction] = lambda ratio: ratio + 1, margin: int = 1
) -> Verdict:
    """With m the last counted phase the sum is n_{m+1} - n_0 <= ratio n_m + 1 < (ratio + 1) X."""
    for schedule in SCHEDULES:
        for m in range(LAST_PHASE):
            level = schedule.pulls(m) + margin + Fraction(1, 1000)  # the smallest that counts m
            total, most = (
                schedule.pulls(m + 1) - schedule.first,
                factor(schedule.exact_ratio) * level,
            )
            case = {"schedule": str(schedule), "X": level, "sum": total, "bound": most}
            require(total <= most, "The batches exceed the bound.", Grade.PROVED, **case)
    require_growth()
    return proved(
        "The sum telescopes to n_{m+1} - n_0 <= alpha n_m + 1 < alpha (X - 1) + 1, so the "
        "conclusion of the printed step is true, even with the factor alpha.",
        covered="All parameters, symbolically: the bound minus the sum is a sum of positive terms; "
        "if no batch counts, the sum is 0. And exact smallest levels of 28 schedules up to phase "
        "25.",
    )
