"""Claims about the games with fixed parts, which audits use: the variants of Section 2.3.7."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import (
    Data,
    FiniteMechanism,
    Law,
    excess,
    largest_ratio,
    random_law,
)
from banditproof.paper_checks.models.finite_pairs import events, mass, replaced
from banditproof.paper_checks.models.membership_game import (
    all_neighbours,
    best_advantage,
    datasets,
    joint_laws,
    mixed,
    target_laws,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require
from banditproof.verify.evidence import Grade

from .membership_advantage import games, tight_bound

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
    size = len(data)
    single = [
        (
            mechanism(data),
            mixed([(Fraction(1, size), mechanism(replaced(data, i, z))) for i in range(size)]),
        )
        for z in range(len(records))
    ]
    outs = tuple(w * p for w, (out, _) in zip(records, single, strict=True) for p in out)
    ins = tuple(w * p for w, (_, inside) in zip(records, single, strict=True) for p in inside)
    return (outs, ins), single


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
        case = {"records": records, "n": size}
        _require(
            average == joint <= max(single) <= bound,
            "The fixed-target games do not average to the random one, or beat the bound.",
            **case,
            targets=single,
            random=joint,
            bound=bound,
        )
        strict += max(single) > joint
        for data in product(range(values), repeat=size):
            both, separate = fixed_dataset(mechanism, records, data)
            most = max(best_advantage(*laws) for laws in separate)
            within = best_advantage(*both) <= most <= bound
            _require(within, "A fixed dataset beats the bound.", **case, D=data)
        ratio = max(largest_ratio(p, q) for p, q in pairs)
        found = worst(pairs)
        finding = "The worst case over events is not the budget."
        _require(found == ratio, finding, **case, worst=found, budget=ratio)
        # with dataset, target and place all fixed the game is the test of one pair
        reached = max(reached, max(single))
        whole = max(whole, max(best_advantage(p, q) for p, q in pairs))
    return certified(
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


def _require(condition: bool, finding: str, **case: Any) -> None:
    require(condition, finding, grade=Grade.PROVED, **case)
