"""A claim about Algorithm 10 without noise: its pulls until it stops, in exact arithmetic."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.stopping.private_thresholds import threshold_adap_tt, threshold_adap_tt_star

Counts = tuple[int, ...]
Ends = tuple[Counts, Counts]
"""The pulls of the arms at the stop, and the samples behind their means."""
THREE = (Fraction(9, 10), Fraction(6, 10), Fraction(3, 10))
TWO = (Fraction(8, 10), Fraction(3, 10))
CASES: dict[tuple[tuple[Fraction, ...], str, str], tuple[Ends, Ends]] = {
    (THREE, "1", "0.1"): (
        ((2048, 1781, 270), (1024, 512, 128)),
        ((1938, 1686, 256), (512, 512, 128)),
    ),
    (THREE, "0.1", "0.1"): (
        ((7779, 6759, 1024), (2048, 2048, 512)),
        ((11186, 8192, 2998), (4096, 4096, 1024)),
    ),
    (TWO, "0.05", "0.05"): (((4095, 4096), (1024, 2048)), ((8192, 8192), (4096, 4096))),
}
"""What comes out for AdaP-TT and AdaP-TT*, by means, eps and delta."""
FIRST = (1, 1, 2, 1, 2, 2, 2, 1, 2, 1, 2, 1, 2, 1, 3, 3)
"""The arms after the first pulls at eps = 1, of both."""


@cache
def certified_level(
    star: bool, far: bool, first: int, second: int, arms: int, eps: str, delta: str, s: str
) -> Enclosure:
    """The threshold (5.11), or (5.14) below or from the gap 3 eps on, with k^s."""
    rest = (first, second, arms, eps, delta, s)
    if not star:
        return certify(threshold_adap_tt, *rest, digits=12)
    return certify(threshold_adap_tt_star, 4 * Fraction(eps) * far, *rest, digits=12)


def least(costs: Sequence[tuple[int, int, int]]) -> int:
    """The place of the least quotient of (above, below, place), the first of several."""
    above, below, place = costs[0]
    for other, under, where in costs[1:]:
        if other * below < above * under:
            above, below, place = other, under, where
    return place


def replayed(
    means: Sequence[Fraction],
    eps: str,
    delta: str,
    star: bool,
    beta: Fraction = Fraction(1, 2),
    s: str = "2",
    double: Callable[[int], int] = lambda pulls: 2 * pulls,
) -> tuple[Ends, tuple[int, ...], int]:
    """The pulls and samples at the stop, the arms pulled (from 1), and the answer (from 1)."""
    arms, budget = len(means), Fraction(eps)
    pulls, samples, phases, expected = [1] * arms, [1] * arms, [1] * arms, [2] * arms
    leads, led, actions = [0] * arms, [0] * arms, [0] * 0

    def price(a: int, b: int) -> Fraction:
        gap = max(means[a] - means[b], Fraction(0))
        return gap * (min(3 * budget, gap) if star else gap)

    def enough(a: int, b: int) -> bool:
        cost = 2 * price(a, b) / (Fraction(1, samples[a]) + Fraction(1, samples[b]))
        far = means[a] - means[b] >= 3 * budget
        level = certified_level(star, far, samples[a], samples[b], arms, eps, delta, s)
        need(cost < level.lo or cost >= level.hi, "The stop is not decided", pulls=pulls)
        return cost >= level.hi

    def bound(a: int) -> arb:
        n = samples[a]
        bonus = ball(Fraction(phases[a], n)).sqrt() + ball(phases[a] / (budget * n))
        return ball(means[a]) + bonus

    prices = [[price(a, b) for b in range(arms)] for a in range(arms)]
    whole = math.lcm(*(cost.denominator for row in prices for cost in row))
    units = [[int(cost * whole) for cost in row] for row in prices]
    best = max(range(arms), key=lambda a: (means[a], -a))
    while not all(enough(best, b) for b in range(arms) if b != best):
        bounds = [bound(a) for a in range(arms)]
        leader = max(range(arms), key=lambda a: (bounds[a].mid(), -a))
        clear = all(bounds[leader] > bounds[a] for a in range(arms) if means[a] != means[leader])
        need(clear, "The leader is not decided", pulls=pulls)
        rivals = [a for a in range(arms) if a != leader]
        pulled = leader
        while True:
            pulled = leader
            if led[leader] * beta.denominator > beta.numerator * (leads[leader] + 1):
                n, cost = pulls[leader], units[leader]
                pulled = least([(cost[a] * n * pulls[a], n + pulls[a], a) for a in rivals])
            leads[leader] += 1
            led[leader] += pulled == leader
            pulls[pulled] += 1
            actions.append(pulled + 1)
            if pulls[pulled] == expected[pulled]:
                break
        before = expected[pulled] // 2 if phases[pulled] > 1 else 1
        samples[pulled] = pulls[pulled] - before
        phases[pulled] += 1
        expected[pulled] = double(pulls[pulled])
    return (tuple(pulls), tuple(samples)), tuple(actions), best + 1


@checks("thesis.alg10.trace")
@mutant("the share 0.49", beta=Fraction(49, 100))
@mutant("s = 8", s="8")
@mutant("phases of three times the pulls", double=lambda pulls: 3 * pulls)
@mutant(
    "sharper: AdaP-TT* stops one pull earlier",
    cases={(TWO, "0.05", "0.05"): (((4095, 4096), (1024, 2048)), ((8192, 8191), (4096, 2048)))},
)
def play_without_noise(
    beta: Fraction = Fraction(1, 2),
    s: str = "2",
    double: Callable[[int], int] = lambda pulls: 2 * pulls,
    cases: dict[tuple[tuple[Fraction, ...], str, str], tuple[Ends, Ends]] = CASES,
) -> Verdict:
    """Six plays: challengers in rational numbers, leaders and thresholds in balls."""
    with working_precision(128):
        for (means, eps, delta), ends in cases.items():
            for star, end in enumerate(ends):
                result, actions, answer = replayed(means, eps, delta, bool(star), beta, s, double)
                case: dict[str, Any] = {
                    "means": means,
                    "eps": eps,
                    "AdaP-TT*": bool(star),
                    "found": result,
                }
                require(result == end and answer == 1, "The play differs.", **case)
                start = eps != "1" or actions[:16] == FIRST
                require(start, "The first arms are others.", first=actions[:16], **case)
    return proved()
