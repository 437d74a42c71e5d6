"""Claims about membership games: the advantage of an adversary, and games with fixed parts."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    Data,
    FiniteMechanism,
    Law,
    excess,
    largest_ratio,
    random_law,
)
from banditproof.paper_checks.models.finite_pairs import coin, events, leaky_pair, mass, replaced
from banditproof.paper_checks.models.membership_game import (
    all_neighbours,
    best_advantage,
    datasets,
    joint_laws,
    mixed,
    target_laws,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import points, require
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


exactly = partial(require, grade=Grade.PROVED)


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
                case: dict[str, Any] = {"records": records, "n": size, "bounds": bounds}
                case |= {"e_to_eps": ratio, "delta": delta, "advantage": reached}
                exactly(reached <= min(bounds), "The best adversary beats a bound.", **case)


def _require_order(pure: Bound, approximate: Bound, tight: Bound) -> None:
    """Theorem 2.4 gives the third bound, and it is the smallest: identities in x = e^eps, d."""
    import sympy as sp

    x, d = sp.symbols("x d", positive=True)
    # adding (2.28) and (2.29): (1 + x) (alpha + beta) >= 2 (1 - d)
    third = tight(x, d) - (1 - 2 * (1 - d) / (1 + x))
    second = approximate(x, d) - tight(x, d) - (x - 1) * (1 - d) / (x * (x + 1))
    first = pure(x, 0) - approximate(x, 0) - (x - 1) ** 2 / x
    exactly(sp.simplify(third) == 0, "The third bound is not the sum of (2.28) and (2.29).")
    exactly(sp.simplify(second) == 0, "The second bound minus the third is not the stated gap.")
    exactly(sp.simplify(first) == 0, "The first bound minus the second is not the stated gap.")


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
        exactly(reached, "The least private pair is not tight.", e_to_eps=ratio, delta=delta)
    fair = best_advantage(*joint_laws(lambda d: coin(Fraction(9), d[0]), (Fraction(1, 2),) * 2, 1))
    exactly(2 * fair == tight(Fraction(9), Fraction(0)), "The game on a bit has not half of it.")
    return points(
        "The third bound is the sum of (2.28) and (2.29); the second exceeds it by (x - 1)(1 - "
        "delta)/(x (x + 1)), x = e^eps. A test between two datasets attains the third; the "
        "random-target game on a fair bit reaches half of it: half of the targets change nothing.",
        covered="17 mechanisms on up to three records of two or three values, two data laws each, "
        "up to five levels, exact; the order of the bounds for all eps and delta, symbolically.",
        not_covered="Infinite data: the game mixes neighbours, and mixtures keep (2.28) and "
        "(2.29).",
    )


Game = Callable[[FiniteMechanism, Law, int, int], tuple[Law, Law]]
"""The laws of the output for b = 0 and b = 1 if the target is fixed."""


def _at_the_first_place(
    mechanism: FiniteMechanism, records: Law, size: int, target: int
) -> tuple[Law, Law]:
    """Wrong for Algorithm 5: the target always takes the first place."""
    out, _ = target_laws(mechanism, records, size, target)
    fixed = datasets(records, size).items()
    return out, mixed([(w, mechanism(replaced(d, 0, target))) for d, w in fixed])


def fixed_dataset(
    mechanism: FiniteMechanism, records: Law, data: Data
) -> tuple[tuple[Law, Law], list[tuple[Law, Law]]]:
    """The game with a fixed dataset: laws of (output, target), and of the output by target."""
    out, share = mechanism(data), Fraction(1, len(data))
    inside = [
        mixed([(share, mechanism(replaced(data, i, z))) for i in range(len(data))])
        for z in range(len(records))
    ]
    outs = tuple(w * p for w in records for p in out)
    ins = tuple(w * p for w, law in zip(records, inside, strict=True) for p in law)
    return (outs, ins), [(out, law) for law in inside]


Pairs = list[tuple[Law, Law]]


def over_events(pairs: Pairs) -> Fraction | float:
    """The largest M_D(E)/M_D'(E) over neighbours and events."""
    return max(
        (mass(p, e) / mass(q, e) if mass(q, e) else inf)
        for p, q in pairs
        for e in events(len(p))
        if mass(p, e)
    )


def _over_single_outcomes(pairs: Pairs) -> Fraction | float:
    return max(p[0] / q[0] if q[0] else inf for p, q in pairs)


@claim(
    "thesis.mi.variants",
    r"Algorithm 5 draws the dataset and the target $z^\star$ at random; either may be fixed. A "
    r"tight audit needs the worst case $\max_{D\sim D',E}\log\frac{\mathcal M_D(E)}"
    r"{\mathcal M_{D'}(E)}$, and with a fixed target one may choose the target "
    r"that is easiest to attack, the canary.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "the target takes the first place": {"game": _at_the_first_place},
        "one outcome for an event": {"worst": _over_single_outcomes},
    },
)
def variants_of_the_game(
    game: Game = target_laws, worst: Callable[[Pairs], Fraction | float] = over_events
) -> Verdict:
    """Enumerated games: random and fixed targets and datasets, the bound, and the worst case."""
    source = random.Random(237)
    strict, reached, whole = 0, Fraction(0), Fraction(0)
    for mechanism, values, size in games(source):
        records = random_law(source, values)
        pairs = [(mechanism(d), mechanism(e)) for d, e in all_neighbours(values, size)]
        joint = best_advantage(*joint_laws(mechanism, records, size))
        single = [best_advantage(*game(mechanism, records, size, z)) for z in range(values)]
        average = sum((w * a for w, a in zip(records, single, strict=True)), Fraction(0))
        delta = max(excess(p, q, Fraction(2)) for p, q in pairs)
        bound = tight_bound(Fraction(2), delta)
        case: dict[str, Any] = {"records": records, "n": size}
        finding = "The fixed-target games do not average to the random one, or beat the bound."
        averaged = average == joint <= max(single) <= bound
        exactly(averaged, finding, **case, targets=single, random=joint, bound=bound)
        strict += max(single) > joint
        for data in product(range(values), repeat=size):
            both, separate = fixed_dataset(mechanism, records, data)
            most = max(best_advantage(*laws) for laws in separate)
            within = best_advantage(*both) <= most <= bound
            exactly(within, "A fixed dataset beats the bound.", **case, D=data)
        ratio = max(largest_ratio(p, q) for p, q in pairs)
        found = worst(pairs)
        finding = "The worst case over events is not the budget."
        exactly(found == ratio, finding, **case, worst=found, budget=ratio)
        # with dataset, target and place all fixed the game is the test of one pair
        reached = max(reached, max(single))
        whole = max(whole, max(best_advantage(p, q) for p, q in pairs))
    return points(
        "The game shows the target, so its advantage is the average over targets of the fixed-"
        "target games, and the easiest target is at least as good. All variants keep the bound of "
        "(eps, delta)-DP; the worst case over neighbours and events is the smallest eps. 'A fixed "
        "initial distribution' must be a fixed initial dataset.",
        numbers={
            "games where the canary is strictly better": f"{strict} of 17",
            "largest advantage with a fixed target": reached,
            "largest advantage with everything fixed": whole,
        },
        covered="17 mechanisms on up to three records of two or three values, one data law each, "
        "all targets and datasets, exact.",
        not_covered="Infinite data.",
    )
