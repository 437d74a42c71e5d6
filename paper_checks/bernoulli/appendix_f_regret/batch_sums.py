"""The sums of batch sizes in Appendix F: what the proofs print, and what is true.

All of it is exact arithmetic of the schedule (14), n_m = ceil(n_0 (ratio^{m+1} - 1)/(ratio - 1)).
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import needs_repair, points, proved, require
from banditproof.theory.batch_schedule import GeometricSchedule

RATIOS = ("2", "1.1", "1.5", "2.5", "4", "1.01", "1.9")
FIRSTS = (1, 2, 3, 7)
LAST_PHASE = 25


SCHEDULES = tuple(GeometricSchedule(ratio, first) for ratio in RATIOS for first in FIRSTS)
"""Ratios from 1.01 to 4 and first batches from 1 to 7."""


def _require_bounds(**steps: tuple[Any, Any, Any]) -> None:
    """Each step is (larger, smaller, their difference), where the signs show the difference >= 0.

    The signs are those that the symbols of the difference are declared with.
    """
    require_zero(**{name: large - small - rest for name, (large, small, rest) in steps.items()})
    for name, (_, _, rest) in steps.items():
        require(rest.is_nonnegative is True, "A sign of the proof is not clear.", step=name)


def require_growth() -> None:
    """n_{m+1} <= ratio n_m + n_0 + 1, and the repaired bounds, for all parameters.

    Before rounding up, n_{m+1} is exactly ratio n_m + n_0. So n_m = u + c and n_{m+1} = ratio u +
    n_0 + 1 - r with u = n_0 + v and rounding c >= 0 and 1 - r < 1, and the level is h > 0 above its
    smallest value: H = n_m + h, X = n_m + 1 + h.
    """
    import sympy as sp

    first, g, m, level, r = sp.symbols("n_0 g m H r", positive=True)
    v, c, h = sp.symbols("v c h", nonnegative=True)
    ratio, u = 1 + g, first + v

    def unrounded(phase: sp.Expr) -> sp.Expr:
        return first * (ratio ** (phase + 1) - 1) / (ratio - 1)

    fraction = first * (ratio * ((ratio - 1) * level / first + 1) - 1) / (ratio - 1)
    pulled = ratio * u + 1 - r  # n_{m+1} - n_0
    require_zero(
        growth=unrounded(m + 1) - ratio * unrounded(m) - first,
        displayed_fraction=fraction + 1 - first - (ratio * level + 1),
    )
    batch = pulled + first - u - c  # B_{m+1}
    _require_bounds(
        until_H=(ratio * (u + c + h) + 1, pulled, ratio * (c + h) + r),
        below_X=(ratio * (u + c + 1 + h), pulled, ratio * (c + h) + g + r),
        one_batch=(ratio * (u + c) + 1, batch, ratio * c + v + c + r),
    )


def require_batch_bounds() -> None:
    """(35), (36), (38) and (44) for all parameters, rounding included.

    The sizes before and after a batch are rounded up by c in [0, 1) and by 1 - r < 1; the ratio is
    1 + g, the power ratio^m is 1 + j and n_0 = 1 + i. In (38) the power ratio^M is s below its
    largest value, and in (44) the threshold H is h above n_{m*-1}.
    """
    import sympy as sp

    g, r = sp.symbols("g r", positive=True)
    c, h, i, j, s, level = sp.symbols("c h i j s X", nonnegative=True)
    ratio, first, power = 1 + g, 1 + i, 1 + j

    def unrounded(grown: sp.Expr) -> sp.Expr:
        return first * (grown - 1) / g

    batch = unrounded(ratio * power) + (1 - r) - unrounded(power) - c  # B_m
    highest = g * level / first + 1  # the largest power with unrounded(power) <= X
    total = unrounded(ratio**2 * (highest - s)) + 1 - r - first  # n_{M+1} - n_0
    threshold = unrounded(power) + c + h  # H, with n_{m*-1} = H - h
    require_zero(largest_power=unrounded(highest) - level)
    _require_bounds(
        rounding=(unrounded(power) + 1, unrounded(power) + 1 - r, r),
        one_batch=(first * power + 1, batch, r + c),
        twice=(2 * first * power, batch, i + j + i * j + r + c),
        sum_below=(ratio**2 * level + ratio * first + 1, total, ratio**2 * first * s / g + r),
        first_phase=(g * threshold / first + 1, power, g * (c + h) / first),
    )


@checks("bern.F8.batches")
@mutant("sharper: 99/50 for 2", factor=Fraction(99, 50))
@mutant("sharper: without the constant", rounding=Fraction(0))
def sizes_of_batches(factor: Fraction = Fraction(2), rounding: Fraction = Fraction(1)) -> Verdict:
    """Rounding up adds less than 1; the batch before rounding is n_0 alpha^m >= 1."""
    sides = Sides()
    for schedule, m in product((*SCHEDULES, GeometricSchedule("1.001")), range(LAST_PHASE)):
        ratio, first = schedule.exact_ratio, schedule.first
        smooth, batch = first * (ratio ** (m + 1) - 1) / (ratio - 1), first * ratio**m
        finding = "A size is above its bound."
        case: dict[str, Any] = {"schedule": str(schedule), "m": m}
        sides.at_most(schedule.pulls(m), smooth + rounding, finding, **case)
        sides.at_most(schedule.batch(m), batch + rounding, finding, **case)
        sides.at_most(schedule.batch(m), factor * batch, finding, **case)
    require_batch_bounds()
    return proved(
        covered="All parameters, symbolically: the differences of the sides, with the roundings, "
        f"are sums of positive terms; and exact sizes of 29 schedules in {LAST_PHASE} phases.",
        sharpness=sides.sharpness,
    )


@checks("bern.F8.A.batches")
@mutant("factor alpha", factor=lambda ratio: ratio)
@mutant("sharper: 99/100 alpha^2", factor=lambda ratio: ratio**2 * Fraction(99, 100))
def batches_until_a_level(
    factor: Callable[[Fraction], Fraction] = lambda ratio: ratio**2,
) -> Verdict:
    """alpha^M <= (alpha - 1) X / n_0 + 1, and one rounding."""
    sides = Sides()
    for schedule, m in product(SCHEDULES, range(LAST_PHASE)):
        ratio, first = schedule.exact_ratio, schedule.first
        reached = first * (ratio**m - 1) / (ratio - 1)  # the smallest X with M = m
        if reached >= 1:
            total, bound = (
                schedule.pulls(m + 1) - first,
                factor(ratio) * reached + ratio * first + 1,
            )
            case: dict[str, Any] = {"schedule": str(schedule), "X": reached}
            sides.at_most(total, bound, "The batches exceed their bound.", **case)
            finding = "A batch that begins at most at the level is not counted."
            require(schedule.pulls(m) >= reached, finding, **case)
    require_batch_bounds()
    return proved(
        covered="All parameters, symbolically; and exact smallest levels of 28 schedules up to "
        f"phase {LAST_PHASE}.",
        sharpness=sides.sharpness,
    )


@checks("bern.F8.B.mstar")
@mutant("sharper: 99/100 H", share=Fraction(99, 100))
def first_phase_above(share: Fraction = Fraction(1)) -> Verdict:
    """As alpha^m*, exactly; the worst H is just above the size of the phase before."""
    sides = Sides()
    for schedule in SCHEDULES:
        ratio, sizes = schedule.exact_ratio, [schedule.pulls(m) for m in range(LAST_PHASE)]
        for m, before in enumerate((0, *sizes)):
            level = before + Fraction(1, 10**6)
            most = (ratio - 1) * share * level / schedule.first + 1
            case: dict[str, Any] = {"schedule": str(schedule), "H": level}
            sides.at_most(ratio**m, most, "m* is above the logarithm.", **case)
    require_batch_bounds()
    return proved(
        covered="All parameters, symbolically; and exact worst levels of 28 schedules up to phase "
        f"{LAST_PHASE}.",
        sharpness=sides.sharpness,
    )


Share = Callable[[GeometricSchedule, int], Fraction]
"""A bound of B_{m+1} as a function of the schedule and m."""


def ratio_times_pulls(schedule: GeometricSchedule, m: int) -> Fraction:
    """ratio n_m, the printed bound of B_{m+1}."""
    return schedule.exact_ratio * schedule.pulls(m)


def with_one_more(schedule: GeometricSchedule, m: int) -> Fraction:
    """ratio n_m + 1."""
    return ratio_times_pulls(schedule, m) + 1


@checks("bern.F10.d7")
@mutant("one more than ratio n_m", share=with_one_more)
def printed_batch_share(share: Share = ratio_times_pulls) -> Verdict:
    """B_1 = ceil(alpha n_0) is above alpha n_0 unless alpha n_0 is an integer."""
    results = [
        (schedule, m)
        for schedule in SCHEDULES
        for m in range(LAST_PHASE)
        if schedule.batch(m + 1) > share(schedule, m)
    ]
    if not results:
        return points()
    schedule, m = results[0]
    later = [str(case) for case in results if case[1] > 0]
    return needs_repair(
        "False at m = 0 whenever alpha n_0 is not an integer, and true with alpha n_m + 1; "
        + (f"and later: {later[0]}." if later else "on the exact grid never for m >= 1."),
        alpha=schedule.ratio,
        n_0=schedule.first,
        m=m,
        batch=schedule.batch(m + 1),
        printed_bound=share(schedule, m),
    )


@checks("bern.F10.d7.repaired")
@mutant("X for X - 1", margin=0)
@mutant("sharper: 99/100 of the factor alpha", factor=Fraction(99, 100))
@mutant("sharper: half a round more", share=lambda s, m: with_one_more(s, m) - Fraction(1, 2))
def batches_below_a_level(
    factor: Fraction = Fraction(1), margin: int = 1, share: Share = with_one_more
) -> Verdict:
    """With m the last counted phase the sum is n_{m+1} - n_0 <= ratio n_m + 1 < ratio X."""
    sides = Sides()
    for schedule, m in product(SCHEDULES, range(LAST_PHASE)):
        level = schedule.pulls(m) + margin + Fraction(1, 1000)  # the smallest that counts m
        total, most = schedule.pulls(m + 1) - schedule.first, factor * schedule.exact_ratio * level
        case: dict[str, Any] = {"schedule": str(schedule), "X": level}
        sides.at_most(total, most, "The batches exceed the bound.", **case)
        sides.at_most(schedule.batch(m + 1), share(schedule, m), "A batch exceeds it.", **case)
    require_growth()
    return proved(sharpness=sides.sharpness)
