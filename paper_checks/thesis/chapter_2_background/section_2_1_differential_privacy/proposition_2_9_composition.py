"""Claims about releases from the same data: Proposition 2.9 and the remark below it."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf, prod
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.advanced_composition import Advanced, advanced, composed_delta
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    Data,
    Law,
    delta_of,
    excess,
    joint,
    largest_ratio,
    neighbours,
    random_mechanism,
    shared_coin,
)
from banditproof.paper_checks.models.finite_pairs import leaky_pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, need, points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.law_divergences import moment

Pair = Callable[[Law, Law], Law]
Adaptive = Callable[[Law, list[Law], Data], Law]
"""The law of two outcomes on data, from the law of the first and those of the later mechanisms."""
Spent = Callable[[list[Fraction]], Fraction]
"""What is charged for the second release, from what each mechanism that may be chosen spends."""


def chosen_by_the_outcome(first: Law, later: list[Law], data: Data) -> Law:
    """The second mechanism is the one that the first outcome has chosen."""
    return tuple(p * q for p, law in zip(first, later, strict=True) for q in law)


def _chosen_by_the_data(first: Law, later: list[Law], data: Data) -> Law:
    """Wrong: the data choose the second mechanism, and its name is not paid for."""
    return tuple(p * q for p in first for q in later[data[0]])


def _require_simple(pair: Pair, adaptive: Adaptive, spent: Spent) -> None:
    """Three mechanisms on the same data, and two of which the first outcome chooses the second."""
    source = random.Random(29)
    for _ in range(40):
        first, second, third = (random_mechanism(source, 2, 2) for _ in range(3))
        r1, r2, r3 = (source.choice(RATIOS) for _ in range(3))
        total = delta_of(first, r1) + delta_of(second, r2) + delta_of(third, r3)
        late = spent([delta_of(second, r2), delta_of(third, r2)])
        for d, e in neighbours(2):
            one, other = (pair(pair(first(x), second(x)), third(x)) for x in (d, e))
            case: dict[str, Any] = {"data": (d, e), "laws": (one, other)}
            small = excess(one, other, r1 * r2 * r3) <= total
            require(small, "The deltas do not add up.", e_to_the_eps=r1 * r2 * r3, **case)
            require(largest_ratio(one, other) < inf, "An outcome is impossible for D'.", **case)
            for order in (2, 3, 5):
                parts = prod(Fraction(moment(m(d), m(e), order)) for m in (first, second, third))
                adds = moment(one, other, order) == parts
                require(adds, "Renyi divergences do not add up.", order=order, **case)
            one, other = (adaptive(first(x), [second(x), third(x)], x) for x in (d, e))
            case = {"data": (d, e), "adaptive": (one, other)}
            small = excess(one, other, r1 * r2) <= delta_of(first, r1) + late
            require(small, "The deltas do not add up.", e_to_the_eps=r1 * r2, **case)
            for order in (2, 5):
                worst = spent([Fraction(moment(m(d), m(e), order)) for m in (second, third)])
                small = moment(one, other, order) <= moment(first(d), first(e), order) * worst
                require(small, "Renyi divergences do not add up.", order=order, **case)


def square_root_rate(k: int, eps: arb, log_delta: arb) -> arb:
    """sqrt(k) eps, the rough rate that the text gives afterwards."""
    return arb(k).sqrt() * eps


ODDS, RELEASES = map(Fraction, ("1.05", "1.2", "2", "20")), (1, 2, 5, 20, 80)
PRIMES, LEAKS = map(Fraction, ("1/10", "1/1000", "1/1000000")), map(Fraction, ("0", "1/500"))
GRID = list(product(ODDS, RELEASES, PRIMES, LEAKS))


def _require_advanced(bound: Advanced) -> None:
    for odds, k, prime, leak in GRID:
        limit = bound(k, ball(odds).log(), -ball(prime).log())
        found = composed_delta(k, odds, leak, limit)
        case: dict[str, Any] = {"releases": k, "odds": odds, "leak": leak, "eps'": limit}
        enough = at_most(found, ball(prime + k * leak))
        require(enough, "eps' needs a larger delta.", delta=found, **case)


def _need_two_routes() -> None:
    """The binomial formula against the product law of three leaky pairs."""
    for ratio, leak in product((Fraction(2), Fraction(5)), (Fraction(0), Fraction(1, 7))):
        one, other = leaky_pair(ratio, leak)
        three, again = (joint(joint(x, x), x) for x in (one, other))
        for level in (Fraction(1), Fraction(3), Fraction(20)):
            exact = ball(excess(three, again, level))
            same = composed_delta(3, ratio, leak, ball(level).log()).overlaps(exact)
            need(same, "Two formulas disagree", ratio=ratio, leak=leak, level=level)


@claim(
    "thesis.prop2.9",
    r"$\mathcal G_D=\bigotimes_{i\le k}\mathcal M^i_D$ is $(\sum\epsilon_i,\sum\delta_i)$-DP if "
    r"$\mathcal M^i$ is $(\epsilon_i,\delta_i)$-DP, and $\sum\rho_i$-zCDP if it is $\rho_i$-zCDP; "
    r"also for adaptively chosen mechanisms. $k$ adaptive $(\epsilon,\delta)$-DP mechanisms are "
    r"$(\epsilon',\delta'+k\delta)$-DP for any $\delta'$, $\epsilon'=\sqrt{2k\log(1/\delta')}\,"
    r"\epsilon+k\epsilon(e^\epsilon-1)$.",
    recorded="holds",
    mutants={
        "one random number is shared": {"pair": shared_coin},
        "the data choose the second mechanism": {"adaptive": _chosen_by_the_data},
        "the smaller budget of the two": {"spent": min},
        "the average budget of the two": {"spent": lambda spent: sum(spent) / len(spent)},
        "the rough rate as a theorem": {"bound": square_root_rate},
        "half of the root": {"bound": lambda k, eps, log: advanced(k, eps, log / 4)},
    },
)
def composition(
    pair: Pair = joint,
    bound: Advanced = advanced,
    adaptive: Adaptive = chosen_by_the_outcome,
    spent: Spent = max,
) -> Verdict:
    """Exact products and adaptive pairs; the worst mechanisms against advanced composition."""
    _require_simple(pair, adaptive, spent)
    with working_precision(192):
        _need_two_routes()
        _require_advanced(bound)
        # how far the rough rate sqrt(k) eps is from the truth, and when it is no improvement
        tenth, log_delta = ball(Fraction(21, 20)).log(), 6 * arb(10).log()
        limit = square_root_rate(80, tenth, arb(0))
        rough = composed_delta(80, Fraction(21, 20), Fraction(0), limit)
        useless = sum(
            bound(k, ball(r).log(), -ball(p).log()) > k * ball(r).log() for r, k, p, _ in GRID
        )
        gain = bound(80, tenth, log_delta) / (80 * tenth)
    return points(
        "Budgets, deltas and Renyi divergences add up, and the advanced formula holds, with a gain "
        "for small eps only (for eps >= log 2 its second term alone is at least k eps); the rough "
        f"rate sqrt(k) eps is not a theorem: the delta can be {rough.str(2, radius=False)}.",
        numbers={
            "delta of 80 coins of odds 1.05 at sqrt(k) eps": rough.str(6, radius=False),
            "eps' / (k eps) there, delta' = 1e-6": gain.str(6, radius=False),
            "points of the grid where eps' > k eps": f"{useless} of {len(GRID)}",
        },
        covered="40 random triples of mechanisms on two bits and adaptive pairs, exact; advanced "
        "composition of up to 80 least private mechanisms at e^eps = 1.05 to 20, delta' = 0.1 to "
        "1e-6, delta = 0 and 1/500, in balls.",
        not_covered="Infinite output spaces; other parameters of advanced composition; the "
        "attribution (the formula is older than the paper credited, which proves the optimal one).",
    )
