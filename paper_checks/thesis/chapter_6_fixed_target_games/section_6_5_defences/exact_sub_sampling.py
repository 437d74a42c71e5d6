"""Claims about a random part of the rows, exactly and for each number of rows."""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any
import numpy as np
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.subsampled_mean import SubsampledMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership.finite_laws.enumeration import EnumeratedLaw
from banditproof.theory.membership.finite_laws.small_games import (
    Law,
    Mechanism,
    Row,
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
)

Share = Callable[[int, int], Fraction]
"""The chance that a row is kept, from k and n."""
Target = tuple[int, ...]
World = tuple[Mapping[Row, Fraction], Target, Mechanism, int, int]


def on_a_part(mechanism: Mechanism, kept: int) -> Mechanism:
    """A mechanism on k of the rows, drawn without replacement."""

    def release(rows: tuple[Row, ...]) -> Law:
        results: Law = {}
        for some in combinations(rows, kept):
            for output, mass in mechanism(some).items():
                share = mass / comb(len(rows), kept)
                results[output] = results.get(output, Fraction(0)) + share
        return results

    return release


def random_mechanism(seed: int) -> Mechanism:
    """Three outputs, with a law of its own for each list of rows."""

    def release(rows: tuple[Row, ...]) -> Law:
        source = random.Random(f"{seed} {rows}")
        weights = [source.randrange(4) for _ in range(2)] + [1]
        return {place: Fraction(weight, sum(weights)) for place, weight in enumerate(weights)}

    return release


@cache
def worlds() -> tuple[World, ...]:
    """Independent and dependent columns, targets in and off the support, means and others."""
    half, plain = Fraction(1, 2), bernoulli_rows(["1/2", "1/3"])
    zero, one = Fraction(0), Fraction(1)
    tied: Mapping[Row, Fraction] = {(zero, zero): half, (one, one): half / 2, (zero, one): half / 2}
    results: list[World] = [
        (plain, (1, 0), empirical_mean, 2, 4),
        (plain, (1, 1), empirical_mean, 1, 3),
        (tied, (1, 1), empirical_mean, 2, 3),
        (tied, (1, 0), empirical_mean, 2, 3),
        (bernoulli_rows(["1/5"]), (1,), empirical_mean, 3, 5),
    ]
    results += [(tied, (1, 1), random_mechanism(seed), 2, 3) for seed in range(3)]
    return tuple(results)


@cache
def game(place: int, part: bool) -> EnumeratedLaw:
    """The game of a world: n rows with a part of k released, or k rows."""
    rows, target, mechanism, kept, count = worlds()[place]
    if part:
        return fixed_target_game(rows, count, target, on_a_part(mechanism, kept))
    return fixed_target_game(rows, kept, target, mechanism)


def kept_of(kept: int, rows: int) -> Fraction:
    """k/n."""
    return Fraction(kept, rows)


@cache
def by_another_route() -> Fraction:
    """The leakage of the first world by the games of the algorithms' room."""
    law = BernoulliColumns((Fraction(1, 2), Fraction(1, 3)))
    crafter = FixedTarget(SubsampledMean(2), law, 4, np.array([1.0, 0.0]))
    return exact_game(crafter).total_variation


@checks("thesis.fix.sub.exact")
@mutant("the target counts among the others", share=lambda k, n: Fraction(k, n + 1))
def mixture_of_two_games(share: Share = kept_of, proof: Proof = WRITTEN) -> Verdict:
    """All worlds by brute force: every data set, every place of the target, every part."""
    sides = Sides()
    for place, (rows, target, _, kept, count) in enumerate(worlds()):
        rho = share(kept, count)
        whole, part = (game(place, p).exact_total_variation() for p in (True, False))
        case: dict[str, Any] = {
            "n": count,
            "k": kept,
            "target": target,
            "values_of_a_row": len(rows),
        }
        require(whole == rho * part, "The leakage is not rho times that of k rows.", **case)
        sides.at_most(whole, rho, "The leakage is above rho.", **case)
    require(by_another_route() == Fraction(7, 36), "The two routes differ.")
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.fix.sub.exact.power")
@mutant("another share", share=lambda k, n: Fraction(k, n + 1))
def power_of_a_part(share: Share = kept_of, proof: Proof = WRITTEN) -> Verdict:
    """The polygons of both games at some levels, exact."""
    levels = [Fraction(1, 50), Fraction(1, 8), Fraction(1, 2), Fraction(9, 10)]
    for place, level in product(range(len(worlds())), levels):
        rho = share(*worlds()[place][3:])
        whole, part = (game(place, p).exact_power(level) for p in (True, False))
        mixed = (1 - rho) * level + rho * part
        require(whole == mixed, "The power differs.", alpha=level, power=whole, mixed=mixed)
    return proof.verdict()
