"""Claims about the advantage of an adversary in the membership game, Section 2.3.6."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import coin, leaky_pair
from banditproof.paper_checks.models.membership_game import best_advantage, joint_laws
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.verify.evidence import Grade
from ....models.finite_laws import RATIOS, Data, FiniteMechanism, Law, random_law

Bound = Callable[[Any, Any], Any]
"""A bound of the advantage from e^eps and delta."""


def approximate_bound(ratio: Any, delta: Any) -> Any:
    """1 - e^-eps (1 - delta)."""
    return 1 - (1 - delta) / ratio


def tight_bound(ratio: Any, delta: Any) -> Any:
    """(e^eps - 1 + 2 delta) / (e^eps + 1)."""
    return (ratio - 1 + 2 * delta) / (ratio + 1)


def games(source: random.Random) -> list[tuple[FiniteMechanism, int, int]]:
    """Mechanisms on two or three values, with the number of values and of records."""
    need_own_divergences()
    results: list[tuple[FiniteMechanism, int, int]] = []
    for ratio in (Fraction(6, 5), Fraction(9)):
        results.append((lambda d, r=ratio: coin(r, d[0]), 2, 1))  # type: ignore[misc]
        results.append((lambda d, r=ratio: coin(r, sum(d) % 2), 2, 3))  # type: ignore[misc]
    results.append((lambda d: leaky_pair(Fraction(2), Fraction(1, 5))[d[0]], 2, 1))
    for values, size in ((2, 2), (3, 2), (3, 1)):
        for _ in range(4):
            table = {d: random_law(source, 3) for d in product(range(values), repeat=size)}
            results.append((table.__getitem__, values, size))
    return results


exactly = partial(require, grade=Grade.PROVED)


def revealing(delta: Fraction, values: int) -> FiniteMechanism:
    """One record: with probability delta it is released, otherwise the answer is empty.

    The adversary who guesses 'in' unless another record is released has the advantage
    delta (1 - 1/values) for uniform records.
    """

    def mechanism(data: Data) -> Law:
        return (1 - delta, *(delta * (data[0] == z) for z in range(values)))

    return mechanism


def randomising(ratio: Fraction, values: int) -> FiniteMechanism:
    """One record, released by randomised response on all values.

    For uniform records the best adversary guesses 'in' if the target is the answer, with
    advantage e^eps / (e^eps + m - 1) - 1/m.
    """

    def mechanism(data: Data) -> Law:
        return tuple((ratio if z == data[0] else 1) / (ratio + values - 1) for z in range(values))

    return mechanism


def _sharp_games() -> list[tuple[Fraction, Fraction, Fraction]]:
    """e^eps, delta and the best advantage of two kinds of games with uniform records, exact.

    The advantages are closed forms, which enumeration confirms for few values.
    """
    results = []
    for values in (2, 5, 1000):
        for delta in (Fraction(1, 100), Fraction(1, 2)):
            reached = delta * (1 - Fraction(1, values))
            results.append((Fraction(1), delta, reached))
            if values <= 5:
                laws = joint_laws(revealing(delta, values), (Fraction(1, values),) * values, 1)
                need(best_advantage(*laws) == reached, "Two advantages", delta=delta)
        ratio = Fraction((values - 1) ** 2)
        reached = ratio / (ratio + values - 1) - Fraction(1, values)
        results.append((ratio, Fraction(0), reached))
        if values <= 5:
            laws = joint_laws(randomising(ratio, values), (Fraction(1, values),) * values, 1)
            need(best_advantage(*laws) == reached, "Two advantages", e_to_eps=ratio)
    return results


@checks("thesis.adv.bounds")
@mutant(
    "sharper: 0.99 of the second in games",
    approximate=lambda x, d: approximate_bound(x, d) * 99 / 100,
)
@mutant("sharper: 0.99 of the third in games", tight=lambda x, d: tight_bound(x, d) * 99 / 100)
def advantage_bounds(
    proof: Proof = WRITTEN, approximate: Bound = approximate_bound, tight: Bound = tight_bound
) -> Verdict:
    """The bounds from (2.28) and (2.29); two kinds of games nearly meet them."""
    sides, finding = Sides(), "The best adversary beats a bound."
    for ratio, delta, reached in _sharp_games():
        case: dict[str, Any] = {"records": "uniform", "n": 1, "e_to_eps": ratio, "delta": delta}
        sides.at_most(reached, approximate(ratio, delta), finding, **case)
        sides.at_most(reached, tight(ratio, delta), finding, **case)
    for ratio, delta in product(RATIOS, (Fraction(0), Fraction(1, 7), Fraction(9, 10))):
        attained = best_advantage(*leaky_pair(ratio, delta)) == tight(ratio, delta)
        exactly(attained, "The least private pair is not tight.", e_to_eps=ratio, delta=delta)
    fair = best_advantage(*joint_laws(lambda d: coin(Fraction(9), d[0]), (Fraction(1, 2),) * 2, 1))
    exactly(2 * fair == tight(Fraction(9), Fraction(0)), "The game on a bit has not half of it.")
    return proof.verdict(sharpness=sides.sharpness)
