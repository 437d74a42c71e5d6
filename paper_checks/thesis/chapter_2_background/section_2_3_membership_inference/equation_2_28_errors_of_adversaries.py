"""The claim about the errors of any adversary under privacy: (2.28) and (2.29)."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any
from banditproof.paper_checks.models.finite_pairs import replaced
from banditproof.paper_checks.models.membership_game import all_neighbours, datasets, joint_laws
from banditproof.paper_checks.verdicts.vocabulary import require
from ....checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant
from ....models.finite_laws import RATIOS, Data, FiniteMechanism, Law, excess, random_law
from .membership_advantage import games, revealing

Right = Callable[[Fraction], Fraction]
"""The right side of both inequalities from delta."""
Factor = Callable[[Fraction], Fraction]
"""What multiplies one of the two errors, from e^eps."""


def what_is_left(delta: Fraction) -> Fraction:
    """1 - delta."""
    return 1 - delta


def itself(ratio: Fraction) -> Fraction:
    """e^eps."""
    return ratio


def played_games() -> Iterator[tuple[FiniteMechanism, Law, int]]:
    """Mechanisms with a data law and a number of records; four of them tell or avoid a record."""
    source = random.Random(228)
    for mechanism, values, size in games(source):
        yield mechanism, random_law(source, values), size
    for values in (3, 50):
        uniform = (Fraction(1, values),) * values
        yield revealing(Fraction(1, 2), values), uniform, 1
        yield avoiding(Fraction(5), values), uniform, 1


def avoiding(ratio: Fraction, values: int) -> FiniteMechanism:
    """One record: any value appears, and its own with an e^eps-th of the weight of the others."""

    def mechanism(data: Data) -> Law:
        weights = [1 / ratio if z == data[0] else Fraction(1) for z in range(values)]
        total = sum(weights)
        return tuple(w / total for w in weights)

    return mechanism


def coupled(mechanism: FiniteMechanism, records: Law, size: int) -> tuple[Law, Law]:
    """The laws of (output, target) as one mixture over dataset, place and target.

    Given these three the output for b = 0 has the law of the dataset, and for b = 1 that of the
    dataset with the target at the place, a neighbour.
    """
    outs: dict[tuple[int, int], Fraction] = {}
    ins: dict[tuple[int, int], Fraction] = {}
    for (data, w), place, target in product(
        datasets(records, size).items(), range(size), range(len(records))
    ):
        share = w * records[target] / size
        for law, data_of in ((outs, data), (ins, replaced(data, place, target))):
            for o, p in enumerate(mechanism(data_of)):
                law[target, o] = law.get((target, o), Fraction(0)) + share * p
    return tuple(outs.values()), tuple(ins[place] for place in outs)


def least_sum(one: Law, other: Law, first: Fraction, second: Fraction) -> Fraction:
    """The smallest first * alpha + second * beta over all adversaries, exact.

    Each view (output, target) is called 'in' if that is the cheaper error.
    """
    return sum((min(first * p, second * q) for p, q in zip(one, other, strict=True)), Fraction(0))


@cache
def best_adversaries(right: Right, factor: Factor) -> Sharpness | None:
    """The mixture over neighbours against Algorithm 4, and the best adversaries, exact."""
    sides = Sides()
    for mechanism, records, size in played_games():
        values = len(records)
        out, inside = joint_laws(mechanism, records, size)
        few = values <= 3
        case: dict[str, Any] = {"records": records if few else f"even on {values}", "n": size}
        if few:
            mixture = sorted(zip(*coupled(mechanism, records, size), strict=True))
            same = mixture == sorted(zip(out, inside, strict=True))
            require(same, "The game is no mixture of tests between neighbours.", **case)
        # with many values every pair of them is like every other
        near = all_neighbours(min(values, 3), size)
        pairs = [(mechanism(d), mechanism(e)) for d, e in near]
        for ratio in RATIOS:
            delta, x = max(excess(p, q, ratio) for p, q in pairs), factor(ratio)
            for first, second in ((Fraction(1), x), (x, Fraction(1))):
                least, finding = least_sum(out, inside, first, second), "The errors are smaller."
                case |= {"e_to_eps": ratio, "delta": delta}
                if delta:
                    sides.at_most(right(delta), least, finding, **case)
                else:  # a constant guess attains 1
                    require(right(delta) <= least, finding, **case)
    return sides.sharpness


@checks("thesis.eq2.28")
@mutant("sharper: 1 - 0.97 delta on the right", right=lambda d: 1 - d * 97 / 100)
@mutant("no factor", factor=lambda x: Fraction(1))
@mutant("sharper: 0.97 e^eps", factor=lambda x: x * 97 / 100)
def errors_of_adversaries(
    right: Right = what_is_left, factor: Factor = itself, proof: Proof = WRITTEN
) -> Verdict:
    """All games, and the steps."""
    sharpness = best_adversaries(right, factor)
    return proof.verdict(sharpness=sharpness)
