"""Claims about trade-off functions of random tests: their definition, and what they bound."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.paper_checks.models.finite_pairs import events, leaky_pair, mass
from banditproof.paper_checks.verdicts.vocabulary import points, require
from .equation_2_30_trade_off_functions import Point, value, vertices

TradeOff = Callable[[Law, Law, Fraction], Fraction]
"""The smallest error of the second kind at a level, from two laws."""


def by_mixtures(first: Law, second: Law, level: Fraction) -> Fraction:
    """Over all rules phi with values in [0, 1]: mixtures of two events, one of which may be at
    most the level, the other at least."""
    results = [(mass(first, e), 1 - mass(second, e)) for e in events(len(first))]
    low = [(a, b) for a, b in results if a <= level]
    high = [(a, b) for a, b in results if a > level]
    best = min(b for _, b in low)
    for a, b in low:
        for c, d in high:
            best = min(best, b + (d - b) * (level - a) / (c - a))
    return best


def by_events(first: Law, second: Law, level: Fraction) -> Fraction:
    """Wrong: over events only, without random rules, as in (2.25)."""
    return min(1 - mass(second, e) for e in events(len(first)) if mass(first, e) <= level)


def by_thresholds(first: Law, second: Law, level: Fraction) -> Fraction:
    """By Neyman and Pearson: the outcomes in the order of their likelihood ratio, interpolated."""
    corners: list[Point] = vertices(first, second)
    return value(corners, level)


LEVELS = tuple(Fraction(k, 12) for k in range(13))


@checks("thesis.mia.def.fdp")
@mutant("events for random rules", trade_off=by_events)
@mutant("the laws exchanged", trade_off=lambda p, q, a: by_mixtures(q, p, a))
@mutant("sharper: 0.99 of the level", trade_off=lambda p, q, a: by_mixtures(p, q, 99 * a / 100))
def trade_off_functions(trade_off: TradeOff = by_mixtures) -> Verdict:
    """The infimum over all rules against the test of Neyman and Pearson; its shape."""
    source = random.Random(2330)
    pairs = [(random_law(source, 4, least=0), random_law(source, 4, least=0)) for _ in range(12)]
    pairs += [leaky_pair(Fraction(3), Fraction(1, 7)), ((Fraction(1),), (Fraction(1),))]
    for first, second in pairs:
        curve = [trade_off(first, second, a) for a in LEVELS]
        case: dict[str, Any] = {"P": first, "Q": second}
        for level, result in zip(LEVELS, curve, strict=True):
            same = result == by_thresholds(first, second, level)
            require(same, "Neyman and Pearson's test has another error.", **case, level=level)
            require(result <= 1 - level, "Blind guessing is better.", **case, level=level)
        slopes = [b - a for a, b in pairwise(curve)]
        require(max(slopes) <= 0, "T increases.", **case)
        require(sorted(slopes) == slopes, "T is not convex.", **case)
        # the roles exchanged: T(Q, P) is the inverse of T(P, Q)
        for level in LEVELS:
            back = trade_off(second, first, trade_off(first, second, level))
            require(back <= level, "T(Q, P) is not the inverse of T(P, Q).", **case, level=level)
    return points()
