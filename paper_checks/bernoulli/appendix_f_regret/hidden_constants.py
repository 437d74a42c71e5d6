"""How large the hidden O(1) of the regret theorem is: comment (a), alpha arbitrarily close to 1."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved
from banditproof.theory import certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.concentration.binomial_laplace import private_sum_lower_tail
from .indexed_paths import exponential, logarithm

MU_STAR, LEVEL, EPS = Fraction(3, 4), Fraction(7, 10), Fraction(1)


FLOORS = (("2", (5, 6, 7), 10**6), ("1.5", (10, 11, 12), 10**9), ("1.1", (40,), 10**28))
"""Batch ratios, the phases that are summed, and what the sum is claimed to exceed."""


def least_sum(
    ratio: str, phases: tuple[int, ...], noises: Callable[[int], int], cells: int = 12
) -> Fraction:
    """A certified lower bound of ratio^2 sum_m E[1{mean < y} n_m e^{n_m d_eps([mean], y)}].

    With P(x) = Pr[distance >= x] and x_k the distances of a grid of means down to 0, one term is
    at least n times the sum of P(x_{k+1}) (e^{n x_{k+1}} - e^{n x_k}).
    """
    schedule, total = GeometricSchedule(ratio), Fraction(0)
    for phase in phases:
        n = schedule.pulls(phase)
        grid = [LEVEL * (cells - k) / cells for k in range(cells + 1)]
        powers = [exponential(n * certify(d_eps, c, LEVEL, EPS, digits=12)) for c in grid]
        for c, (before, after) in zip(grid[1:], pairwise(powers), strict=True):
            tail = certify(private_sum_lower_tail, n * c, n, MU_STAR, noises(phase), EPS, digits=8)
            total += n * tail.lower * max((after - before).lower, Fraction(0))
    return schedule.exact_ratio**2 * total


@checks("bern.thm4.3.d17")
@mutant("without noise", noises=lambda phase: 0)
@mutant(
    "sharper: a hundred times more",
    floors=tuple((ratio, phases, 100 * floor) for ratio, phases, floor in FLOORS),
)
def hidden_constant(
    floors: tuple[tuple[str, tuple[int, ...], int], ...] = FLOORS,
    noises: Callable[[int], int] = lambda phase: phase + 1,
) -> Verdict:
    """A few phases already exceed the floors, by the exact law of the released means."""
    distance, sides = certify(d_eps, "1/2", "3/4", 1, digits=12), Sides()
    for ratio, phases, floor in floors:
        lead = Fraction(ratio) * logarithm(10**15) / distance
        need(lead < 500, "The leading term is not below 500", alpha=ratio, lead=lead)
        value = least_sum(ratio, phases, noises)
        need(value > floor, "The phases tried do not suffice", alpha=ratio, sum=float(value))
        sides.below(floor, value, "The sum is smaller.", alpha=ratio)
    return proved(universal=None, sharpness=sides.sharpness)
