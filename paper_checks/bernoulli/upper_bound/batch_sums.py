"""The sums of batch sizes in Appendix F: what the proofs print (D5, D7), and what is true.

All of it is exact arithmetic of the schedule (14), n_m = ceil(n_0 (ratio^{m+1} - 1)/(ratio - 1)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.verify.evidence import Grade

Limit = Callable[[Fraction, GeometricSchedule], Fraction]
"""A bound as a function of a level (H, or X) and the schedule."""

RATIOS = ("2", "1.1", "1.5", "2.5", "4", "1.01", "1.9")
FIRSTS = (1, 2, 3, 7)
LAST_PHASE = 25


def schedules() -> Iterator[GeometricSchedule]:
    """Ratios from 1.01 to 4 and first batches from 1 to 7."""
    for ratio in RATIOS:
        for first in FIRSTS:
            yield GeometricSchedule(ratio, first)


def _sizes(schedule: GeometricSchedule) -> list[int]:
    return [schedule.pulls(m) for m in range(LAST_PHASE + 2)]


def growth_step() -> bool:
    """n_{m+1} <= ratio n_m + n_0 + 1: before rounding up, n_{m+1} is exactly ratio n_m + n_0."""
    import sympy as sp

    first, ratio, m = sp.symbols("n_0 alpha m", positive=True)

    def unrounded(phase: sp.Expr) -> sp.Expr:
        return first * (ratio ** (phase + 1) - 1) / (ratio - 1)

    return bool(sp.simplify(unrounded(m + 1) - ratio * unrounded(m) - first) == 0)


def slack_is_positive() -> bool:
    """Both repaired bounds for all parameters, as identities whose right sides are positive sums.

    n_m = u + c and n_{m+1} = ratio u + n_0 + d with rounding 0 <= c, d < 1 (`growth_step`), and
    the level is h > 0 above its smallest value: H = n_m + h, X = n_m + 1 + h.
    """
    import sympy as sp

    ratio, first, u, c, d, h = sp.symbols("alpha n_0 u c d h", nonnegative=True)
    reached = ratio * u + first + d - first  # n_{m+1} - n_0
    threshold = ratio * (u + c + h) + 1 - reached
    below = (ratio + 1) * (u + c + 1 + h) - reached
    return growth_step() and bool(
        sp.expand(threshold - (ratio * (c + h) + (1 - d))) == 0
        and sp.expand(below - (ratio * (c + 1 + h) + (u + c + h) + (1 - d))) == 0
    )


def _first_reached(limit: Limit) -> str:
    """A level H for which n_{m*} - n_0 is above the limit, m* = min{m : n_m >= H}; '' if none."""
    for schedule in schedules():
        sizes = _sizes(schedule)
        # the worst H of a phase is just above the size of the phase before
        for before, reached in [*pairwise(sizes), (0, sizes[0])]:
            level = before + Fraction(49, 1000)
            if reached - sizes[0] > limit(level, schedule):
                return (
                    f"ratio {schedule.ratio}, n_0 = {schedule.first}, H = {float(level)}: "
                    f"n_m* - n_0 = {reached} - {sizes[0]} = {reached - sizes[0]} is above "
                    f"{float(limit(level, schedule)):.4f}."
                )
    return ""


def printed_value(level: Fraction, schedule: GeometricSchedule) -> Fraction:
    """ratio H + 1 - n_0 ratio/(ratio - 1)."""
    ratio = schedule.exact_ratio
    return ratio * level + 1 - schedule.first * ratio / (ratio - 1)


def without_constant(level: Fraction, schedule: GeometricSchedule) -> Fraction:
    """ratio H: the next printed line."""
    return schedule.exact_ratio * level


def true_value(level: Fraction, schedule: GeometricSchedule) -> Fraction:
    """ratio H + 1."""
    return schedule.exact_ratio * level + 1


def _simplified() -> str:
    """What n_0 (a((a-1)H/n_0 + 1) - 1)/(a-1) + 1 - n_0 is, symbolically, minus a H."""
    import sympy as sp

    first, ratio, level = sp.symbols("n_0 alpha H", positive=True)
    value = first * (ratio * ((ratio - 1) * level / first + 1) - 1) / (ratio - 1) + 1 - first
    return str(sp.simplify(value - ratio * level))


@claim(
    "bern.F8.B.d5",
    r"After (44): $n_{m^*}-n_0\le n_0\frac{\alpha((\alpha-1)H/n_0+1)-1}{\alpha-1}+1-n_0"
    r"=\alpha H+1-\frac{n_0\alpha}{\alpha-1}$, and in the next line $\le\alpha H$.",
    recorded="fails",
    repaired_by="bern.F8.B.d5.repaired",
    kind="proof step",
    place="F, between (44) and (45)",
    title="The pulls until phase m*",
    doubts=("D5",),
    mutants={"alpha H + 1": {"limits": (true_value, true_value)}},
)
def printed_pulls_until_threshold(
    limits: tuple[Limit, Limit] = (printed_value, without_constant),
) -> Verdict:
    """The displayed fraction is alpha H + 1 for all parameters, and both bounds are exceeded."""
    first, second = (_first_reached(limit) for limit in limits)
    if first and second:
        return fails(
            Grade.PROVED,
            "An algebra slip: the fraction equals alpha H + 1 identically, and neither "
            "alpha H + 1 - n_0 alpha/(alpha-1) nor alpha H bounds n_m* - n_0; only an additive "
            "constant of the regret is concerned.",
            witness=" ".join(dict.fromkeys((first, second)))
            + f" Symbolically the fraction is alpha H + {_simplified()}.",
        )
    return holds(Grade.PROVED, "No violation on the exact grid.")


@claim(
    "bern.F8.B.d5.repaired",
    r"$n_{m^*}-n_0\le\alpha H+1$ for $H>0$ and $m^*=\min\{m:n_m\ge H\}$.",
    recorded="holds",
    kind="proof step, repaired",
    place="F, between (44) and (45)",
    title="The pulls until phase m*",
    doubts=("D5",),
    mutants={
        "printed": {"limit": printed_value},
        "without the constant": {"limit": without_constant},
        "constant 1/2": {
            "limit": lambda level, schedule: without_constant(level, schedule) + Fraction(1, 2)
        },
    },
)
def pulls_until_threshold(limit: Limit = true_value) -> Verdict:
    """n_m* - n_0 <= ratio n_{m*-1} + 1 < ratio H + 1, by one growth step."""
    violation = _first_reached(limit)
    if violation:
        return fails(Grade.PROVED, "The bound is exceeded.", witness=violation)
    if not slack_is_positive() or _simplified() != "1":
        return fails(Grade.PROVED, "The growth step fails.", witness="n_{m+1} = a n_m + n_0")
    return holds(
        Grade.PROVED,
        "From n_{m+1} < alpha n_m + n_0 + 1 and n_{m*-1} < H; the left side is 0 if m* = 0.",
        covered="All parameters: with n_{m*-1} = u + c, n_m* = alpha u + n_0 + d (0 <= c, d < 1) "
        "and H = n_{m*-1} + h, h > 0, the bound minus the left side is alpha (c + h) + (1 - d) > "
        "0, symbolically; and exact worst levels of 28 schedules up to phase 25.",
    )


def _large_batch(share: Callable[[GeometricSchedule, int], Fraction]) -> list[str]:
    """The phases m with B_{m+1} > share(schedule, m)."""
    found = []
    for schedule in schedules():
        for m in range(LAST_PHASE):
            batch, limit = schedule.batch(m + 1), share(schedule, m)
            if batch > limit:
                found.append(
                    f"ratio {schedule.ratio}, n_0 = {schedule.first}, m = {m}: "
                    f"B_{m + 1} = {batch} > {float(limit):.4g}"
                )
    return found


def ratio_times_pulls(schedule: GeometricSchedule, m: int) -> Fraction:
    """ratio n_m, the printed bound of B_{m+1}."""
    return schedule.exact_ratio * schedule.pulls(m)


@claim(
    "bern.F10.d7",
    r"Proof F.10, sum over batches in (A): $B_{m+1}\le\alpha n_m$ for all $m\ge0$.",
    recorded="fails",
    repaired_by="bern.F10.d7.repaired",
    kind="proof step",
    place="F, Proof F.10",
    title="A batch against all pulls before it",
    doubts=("D7",),
    mutants={
        "one more than ratio n_m": {
            "share": lambda schedule, m: ratio_times_pulls(schedule, m) + 1
        },
    },
)
def printed_batch_share(
    share: Callable[[GeometricSchedule, int], Fraction] = ratio_times_pulls,
) -> Verdict:
    """B_1 = ceil(alpha n_0) is above alpha n_0 unless alpha n_0 is an integer."""
    found = _large_batch(share)
    if found:
        later = [text for text in found if "m = 0:" not in text]
        return fails(
            Grade.PROVED,
            "False at m = 0 whenever alpha n_0 is not an integer; "
            + (f"and later: {later[0]}" if later else "on the exact grid never for m >= 1."),
            witness=found[0] + ".",
            numbers={"violations": len(found), "violations at m >= 1": len(later)},
        )
    return holds(Grade.PROVED, "No violation on the exact grid.")


def _batches_below(factor: Callable[[Fraction], Fraction], margin: int) -> str:
    """A level X with sum of B_{m+1} over n_m < X - margin above factor(ratio) X; '' if none."""
    for schedule in schedules():
        sizes, ratio = _sizes(schedule), schedule.exact_ratio
        for m in range(LAST_PHASE):
            level = sizes[m] + margin + Fraction(1, 1000)  # the smallest level that counts m
            total = sizes[m + 1] - sizes[0]
            if total > factor(ratio) * level:
                return (
                    f"ratio {ratio}, n_0 = {schedule.first}, X = {float(level)}: the batches sum "
                    f"to {total} > {float(factor(ratio) * level):.4f}."
                )
    return ""


@claim(
    "bern.F10.d7.repaired",
    r"$\sum_m B_{m+1}\mathbb{1}[n_m<X-1]\le(\alpha+1)X$ for every $X>0$.",
    recorded="holds",
    kind="proof step, repaired",
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
    violation = _batches_below(factor, margin)
    if violation:
        return fails(Grade.PROVED, "The bound is exceeded.", witness=violation)
    if not slack_is_positive():
        return fails(Grade.PROVED, "The growth step fails.", witness="n_{m+1} = a n_m + n_0")
    return holds(
        Grade.PROVED,
        "The sum telescopes to n_{m+1} - n_0 <= alpha n_m + 1 < alpha (X - 1) + 1, so the "
        "conclusion of the printed step is true, even with the factor alpha.",
        covered="All parameters: with n_m = u + c, n_{m+1} = alpha u + n_0 + d (0 <= c, d < 1) and "
        "X = n_m + 1 + h, h > 0, the bound minus the sum is alpha (c + 1 + h) + (u + c + h) + "
        "(1 - d) > 0, symbolically; if no batch counts, the sum is 0. And exact smallest levels "
        "of 28 schedules up to phase 25.",
    )
