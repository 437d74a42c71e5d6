"""Claims about membership games with fixed parts, and about the worst case, Section 2.3.7."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import events, mass, replaced
from banditproof.paper_checks.models.membership_game import (
    all_neighbours,
    best_advantage,
    datasets,
    joint_laws,
    mixed,
    target_laws,
)
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points, require
from banditproof.verify.evidence import Grade
from ....models.finite_laws import Data, FiniteMechanism, Law, excess, largest_ratio, random_law
from .membership_advantage import games, tight_bound

exactly = partial(require, grade=Grade.PROVED)
Game = Callable[[FiniteMechanism, Law, int, int], tuple[Law, Law]]
"""The laws of the output for b = 0 and b = 1 if the target is fixed."""


def _at_the_first_place(
    mechanism: FiniteMechanism, records: Law, size: int, target: int
) -> tuple[Law, Law]:
    """Wrong for Algorithm 5: the target always takes the first place."""
    out, _ = target_laws(mechanism, records, size, target)
    fixed = datasets(records, size).items()
    return out, mixed([(w, mechanism(replaced(d, 0, target))) for d, w in fixed])


Start = Callable[[FiniteMechanism, Law, Data], tuple[Law, Law]]
"""The laws of (output, target) for b = 0 and b = 1 of the first variant."""


def fixed_distribution(mechanism: FiniteMechanism, records: Law, data: Data) -> tuple[Law, Law]:
    """As printed: the data law is fixed, as it is in Algorithm 5, where it is an input."""
    return joint_laws(mechanism, records, len(data))


def fixed_dataset(mechanism: FiniteMechanism, records: Law, data: Data) -> tuple[Law, Law]:
    """The dataset is fixed, and the target is drawn; for b = 1 it takes a random place."""
    out, share = mechanism(data), Fraction(1, len(data))
    inside = [
        mixed([(share, mechanism(replaced(data, i, z))) for i in range(len(data))])
        for z in range(len(records))
    ]
    outs = tuple(w * p for w in records for p in out)
    return outs, tuple(w * p for w, law in zip(records, inside, strict=True) for p in law)


def _bound_of_game(mechanism: FiniteMechanism, values: int, size: int) -> Fraction:
    """The largest advantage that (eps, delta)-DP allows, at e^eps = 2."""
    pairs = [(mechanism(d), mechanism(e)) for d, e in all_neighbours(values, size)]
    return Fraction(tight_bound(Fraction(2), max(excess(p, q, Fraction(2)) for p, q in pairs)))


@checks("thesis.mi.variants.dataset")
@mutant("a fixed initial dataset", start=fixed_dataset)
def first_variant(start: Start = fixed_distribution) -> Verdict:
    """Whether the variant differs from Algorithm 5, and keeps the bound of privacy."""
    source, total, same = random.Random(237), 0, 0
    for mechanism, values, size in games(source):
        records, bound = random_law(source, values), _bound_of_game(mechanism, values, size)
        joint = joint_laws(mechanism, records, size)
        for data in product(range(values), repeat=size):
            total += 1
            same += start(mechanism, records, data) == joint
            meant = best_advantage(*fixed_dataset(mechanism, records, data))
            exactly(meant <= bound, "A fixed dataset beats the bound.", records=records, D=data)
    if same < total:
        return points()
    return misprinted(
        witness=f"With a fixed distribution all {same} games are those of Algorithm 5."
    )


@checks("thesis.mi.variants.target")
@mutant("the target takes the first place", game=_at_the_first_place)
@mutant("sharper: 0.99 of the best target", part=Fraction(99, 100))
def second_variant(game: Game = target_laws, part: Fraction = Fraction(1)) -> Verdict:
    """Enumerated games: the average over fixed targets, and the easiest of them."""
    source, sides, strict = random.Random(237), Sides(), 0
    for mechanism, values, size in games(source):
        records, bound = random_law(source, values), _bound_of_game(mechanism, values, size)
        joint = best_advantage(*joint_laws(mechanism, records, size))
        single = [best_advantage(*game(mechanism, records, size, z)) for z in range(values)]
        average = sum((w * a for w, a in zip(records, single, strict=True)), Fraction(0))
        case: dict[str, Any] = {"records": records, "n": size, "targets": single}
        finding = "The fixed-target games do not average to the random one."
        exactly(average == joint, finding, **case, random=joint)
        sides.at_most(joint, part * max(single), "No target is as easy as the average.", **case)
        exactly(max(single) <= bound, "A target beats the bound of privacy.", **case, bound=bound)
        strict += max(single) > joint
    return points(
        numbers={"games where the canary is strictly better": f"{strict} of 17"},
        sharpness=sides.sharpness,
    )


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


@checks("thesis.mi.variants.worst")
@mutant("one outcome for an event", worst=_over_single_outcomes)
@mutant("one pair of neighbours", worst=lambda pairs: over_events(pairs[:1]))
@mutant("sharper: 0.99 of it", worst=lambda pairs: over_events(pairs) * 99 / 100)
def worst_case(
    worst: Callable[[Pairs], Fraction | float] = over_events, proof: Proof = WRITTEN
) -> Verdict:
    """The largest ratio over events against the budget, exact."""
    for mechanism, values, size in games(random.Random(237)):
        pairs = [(mechanism(d), mechanism(e)) for d, e in all_neighbours(values, size)]
        budget, result = max(largest_ratio(p, q) for p, q in pairs), worst(pairs)
        finding = "The worst case over events is not the budget."
        exactly(result == budget, finding, n=size, worst=result, budget=budget)
    return proof.verdict()
