"""Claims about the advantage of membership inference against private mechanisms, Section 2.3.6."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    FiniteMechanism,
    excess,
    largest_ratio,
    random_law,
    shown,
)
from banditproof.paper_checks.models.finite_pairs import coin, leaky_pair
from banditproof.paper_checks.models.membership_game import (
    all_neighbours,
    best_advantage,
    joint_laws,
)
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.evidence import Grade

Bound = Callable[[Any, Any], Any]
"""A bound of the advantage from e^eps and delta."""


def pure_bound(ratio: Any, delta: Any) -> Any:
    """e^eps - 1, for delta = 0 only."""
    return ratio - 1


def approximate_bound(ratio: Any, delta: Any) -> Any:
    """1 - e^-eps (1 - delta)."""
    return 1 - (1 - delta) / ratio


def tight_bound(ratio: Any, delta: Any) -> Any:
    """(e^eps - 1 + 2 delta) / (e^eps + 1)."""
    return (ratio - 1 + 2 * delta) / (ratio + 1)


def games(source: random.Random) -> list[tuple[FiniteMechanism, int, int]]:
    """Mechanisms on two or three values, with the number of values and of records."""
    found: list[tuple[FiniteMechanism, int, int]] = []
    for ratio in (Fraction(6, 5), Fraction(9)):
        found.append((lambda d, r=ratio: coin(r, d[0]), 2, 1))  # type: ignore[misc]
        found.append((lambda d, r=ratio: coin(r, sum(d) % 2), 2, 3))  # type: ignore[misc]
    found.append((lambda d: leaky_pair(Fraction(2), Fraction(1, 5))[d[0]], 2, 1))
    for values, size in ((2, 2), (3, 2), (3, 1)):
        for _ in range(4):
            table = {d: random_law(source, 3) for d in product(range(values), repeat=size)}
            found.append((table.__getitem__, values, size))
    return found


def _game_fault(pure: Bound, approximate: Bound, tight: Bound) -> str | None:
    """The best adversary of the random-target game against each bound, exact."""
    source = random.Random(236)
    for mechanism, values, size in games(source):
        pairs = [(mechanism(d), mechanism(e)) for d, e in all_neighbours(values, size)]
        for records in (random_law(source, values), (Fraction(1, values),) * values):
            reached = best_advantage(*joint_laws(mechanism, records, size))
            top = max(largest_ratio(p, q) for p, q in pairs)
            for ratio in (*RATIOS, *([Fraction(top)] if top != float("inf") else [])):
                delta = max(excess(p, q, ratio) for p, q in pairs)
                bounds = [approximate(ratio, delta), tight(ratio, delta)]
                bounds += [pure(ratio, delta)] if delta == 0 else []
                if any(reached > bound for bound in bounds):
                    return (
                        f"Records with law {shown(records)}, n = {size}: the best adversary has "
                        f"advantage {reached} at e^eps = {ratio}, delta = {delta}; the bounds are "
                        f"{', '.join(map(str, bounds))}."
                    )
    return None


def _order_fault(pure: Bound, approximate: Bound, tight: Bound) -> str | None:
    """Theorem 2.4 gives the third bound, and it is the smallest, as identities.

    x = e^eps = 1 + y and delta = z / (1 + z); a polynomial without a minus sign is >= 0.
    """
    import sympy as sp

    x, d = sp.symbols("x d", positive=True)
    # adding (2.28) and (2.29): (1 + x) (alpha + beta) >= 2 (1 - d)
    if sp.simplify(tight(x, d) - (1 - 2 * (1 - d) / (1 + x))) != 0:
        return "The third bound is not the sum of (2.28) and (2.29)."
    gap = sp.simplify(approximate(x, d) - tight(x, d) - (x - 1) * (1 - d) / (x * (x + 1)))
    if gap != 0:
        return f"The second bound minus the third is off by {gap}."
    first = sp.simplify(pure(x, 0) - approximate(x, 0) - (x - 1) ** 2 / x)
    return f"The first bound minus the second is off by {first}." if first != 0 else None


@claim(
    "thesis.adv.bounds",
    r"For any adversary, $n$ and data law: $\epsilon$-DP implies $\mathrm{Adv}\le e^\epsilon-1$; "
    r"$(\epsilon,\delta)$-DP implies $\mathrm{Adv}\le1-e^{-\epsilon}(1-\delta)$, always below 1, "
    r"and $\mathrm{Adv}\le\frac{e^\epsilon-1+2\delta}{e^\epsilon+1}$, which is tighter for any "
    r"$\epsilon\ge0$, $\delta\in[0,1]$.",
    recorded="holds",
    mutants={
        "a third bound without 2 delta": {"tight": lambda x, d: (x - 1) / (x + 1)},
        "delta once": {"tight": lambda x, d: (x - 1 + d) / (x + 1)},
        "a second bound without delta": {"approximate": lambda x, d: 1 - 1 / x},
        "a quarter of the first": {"pure": lambda x, d: (x - 1) / 4},
    },
)
def advantage_bounds(
    pure: Bound = pure_bound, approximate: Bound = approximate_bound, tight: Bound = tight_bound
) -> Verdict:
    """Games by enumeration, the order of the bounds as identities, and the tight pair."""
    fault = _game_fault(pure, approximate, tight) or _order_fault(pure, approximate, tight)
    for ratio, delta in product(RATIOS, (Fraction(0), Fraction(1, 7), Fraction(9, 10))):
        reached = best_advantage(*leaky_pair(ratio, delta))
        if reached != tight(ratio, delta):
            fault = fault or f"A test of the least private pair reaches {reached}."
    if fault:
        return fails(Grade.PROVED, "A bound is not right.", witness=fault)
    fair = best_advantage(*joint_laws(lambda d: coin(Fraction(9), d[0]), (Fraction(1, 2),) * 2, 1))
    return holds(
        Grade.CERTIFIED,
        "The third bound is the sum of (2.28) and (2.29); the second exceeds it by (x - 1)(1 - "
        "delta)/(x (x + 1)), x = e^eps, so the two agree at eps = 0 and at delta = 1, where both "
        "are 1. A test between two datasets attains the third; the random-target game on a fair "
        "bit reaches half of it, because half of the targets change nothing.",
        numbers={
            "advantage of the game, odds 9": fair,
            "third bound, odds 9": tight(Fraction(9), Fraction(0)),
        },
        covered="17 mechanisms on up to three records of two or three values, two data laws each, "
        "up to five levels, exact; the order of the bounds for all eps and delta, symbolically.",
        not_covered="Infinite data: the game mixes neighbours, and mixtures keep (2.28) and "
        "(2.29).",
    )
