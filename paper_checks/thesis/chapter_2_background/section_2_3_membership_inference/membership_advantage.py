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
)
from banditproof.paper_checks.models.finite_pairs import coin, leaky_pair
from banditproof.paper_checks.models.membership_game import (
    all_neighbours,
    best_advantage,
    joint_laws,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require
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


def _require(condition: bool, finding: str, **case: Any) -> None:
    require(condition, finding, grade=Grade.PROVED, **case)


def _require_in_games(pure: Bound, approximate: Bound, tight: Bound) -> None:
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
                _require(
                    reached <= min(bounds),
                    "The best adversary beats a bound.",
                    records=records,
                    n=size,
                    e_to_eps=ratio,
                    delta=delta,
                    advantage=reached,
                    bounds=bounds,
                )


def _require_order(pure: Bound, approximate: Bound, tight: Bound) -> None:
    """Theorem 2.4 gives the third bound, and it is the smallest: identities in x = e^eps, d."""
    import sympy as sp

    x, d = sp.symbols("x d", positive=True)
    # adding (2.28) and (2.29): (1 + x) (alpha + beta) >= 2 (1 - d)
    third = tight(x, d) - (1 - 2 * (1 - d) / (1 + x))
    second = approximate(x, d) - tight(x, d) - (x - 1) * (1 - d) / (x * (x + 1))
    first = pure(x, 0) - approximate(x, 0) - (x - 1) ** 2 / x
    _require(sp.simplify(third) == 0, "The third bound is not the sum of (2.28) and (2.29).")
    _require(sp.simplify(second) == 0, "The second bound minus the third is not the stated gap.")
    _require(sp.simplify(first) == 0, "The first bound minus the second is not the stated gap.")


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
    _require_in_games(pure, approximate, tight)
    _require_order(pure, approximate, tight)
    for ratio, delta in product(RATIOS, (Fraction(0), Fraction(1, 7), Fraction(9, 10))):
        reached = best_advantage(*leaky_pair(ratio, delta)) == tight(ratio, delta)
        _require(reached, "The least private pair is not tight.", e_to_eps=ratio, delta=delta)
    fair = best_advantage(*joint_laws(lambda d: coin(Fraction(9), d[0]), (Fraction(1, 2),) * 2, 1))
    return certified(
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
