"""Claims about the three bounds of the advantage one by one, and about a fixed target, 2.3.6."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import RATIOS, excess, random_law
from banditproof.paper_checks.models.finite_pairs import leaky_pair
from banditproof.paper_checks.verdicts.vocabulary import require
from ....models.membership_game import all_neighbours, best_advantage, joint_laws, target_laws
from .equation_2_28_errors_of_adversaries import least_sum
from .membership_advantage import approximate_bound, games, randomising, revealing, tight_bound

Bound = Callable[[Fraction, Fraction], Fraction]
"""A bound of the advantage from e^eps and delta, exact."""
POINT = (Fraction(1), Fraction(0))
"""All rows are 0."""
NO_DELTA = (Fraction(0),)
DELTAS = (Fraction(0), Fraction(1, 7), Fraction(9, 10))
CLOSE = (Fraction(1001, 1000), *RATIOS)


def exponential_bound(ratio: Fraction, delta: Fraction) -> Fraction:
    """e^eps - 1, for delta = 0."""
    return ratio - 1


def on_one_bit(ratio: Fraction, delta: Fraction) -> Fraction:
    """The best advantage for the target 1 among rows that are all 0: one row, the least private
    pair of laws for its two values."""
    pair = leaky_pair(ratio, delta)
    return best_advantage(*target_laws(lambda d: pair[d[0]], POINT, 1, 1))


def require_bound(bound: Bound, deltas: tuple[Fraction, ...]) -> Sides:
    """The best adversaries of games with a random and with a fixed target, exact."""
    sides, finding = Sides(), "The best adversary beats the bound."
    for ratio, delta in product(CLOSE, deltas):
        case: dict[str, Any] = {"e_to_eps": ratio, "delta": delta}
        reached = on_one_bit(ratio, delta)
        sides.at_most(reached, bound(ratio, delta), finding, game="all rows 0, target 1", **case)
    for values, ratio in product((2, 12), RATIOS):
        uniform = (Fraction(1, values),) * values
        for delta in deltas:
            mechanism = randomising(ratio, values) if not delta else revealing(delta, values)
            reached = best_advantage(*joint_laws(mechanism, uniform, 1))
            case = {"e_to_eps": ratio, "delta": delta, "game": f"{values} values, random target"}
            sides.at_most(reached, bound(ratio, delta), finding, **case)
    return sides


@checks("thesis.mia.dp.adv-e1")
@mutant("delta too", deltas=DELTAS)
@mutant("sharper: 0.49 (e^eps - 1)", bound=lambda x, d: (x - 1) * 49 / 100)
def first_bound(
    bound: Bound = exponential_bound,
    deltas: tuple[Fraction, ...] = NO_DELTA,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The bound from thesis.adv.bounds, and games."""
    return proof.verdict(sharpness=require_bound(bound, deltas).sharpness)


@checks("thesis.mia.dp.adv-e1.half")
@mutant("sharper: 0.49 (e^eps - 1)", bound=lambda x, d: (x - 1) * 49 / 100)
def half_of_the_first_bound(
    bound: Bound = lambda x, d: (x - 1) / 2, proof: Proof = WRITTEN
) -> Verdict:
    """The third bound with delta = 0; at small eps one bit attains almost half of the first."""
    return proof.verdict(sharpness=require_bound(bound, NO_DELTA).sharpness)


@checks("thesis.mia.dp.adv-e2")
@mutant("no delta", bound=lambda x, d: approximate_bound(x, 0))
@mutant("sharper: 0.99 of it", bound=lambda x, d: approximate_bound(x, d) * 99 / 100)
def second_bound(bound: Bound = approximate_bound, proof: Proof = WRITTEN) -> Verdict:
    """The bound from thesis.adv.bounds, and games."""
    return proof.verdict(sharpness=require_bound(bound, DELTAS).sharpness)


@checks("thesis.mia.dp.adv-e3")
@mutant("delta once", bound=lambda x, d: (x - 1 + d) / (x + 1))
@mutant("no delta", bound=lambda x, d: (x - 1) / (x + 1))
@mutant("sharper: 0.999 of it", bound=lambda x, d: tight_bound(x, d) * 999 / 1000)
def third_bound(bound: Bound = tight_bound, proof: Proof = WRITTEN) -> Verdict:
    """The bound from thesis.adv.bounds, and games."""
    return proof.verdict(sharpness=require_bound(bound, DELTAS).sharpness)


def _each_target() -> Sides:
    """The best adversary of each fixed target in enumerated games, exact."""
    source, sides = random.Random(2281), Sides()
    chosen = [(m, v, n, random_law(source, v)) for m, v, n in games(source)]
    for ratio, delta in product(RATIOS, DELTAS):
        pair = leaky_pair(ratio, delta)
        chosen.append((lambda d, p=pair: p[d[0]], 2, 1, POINT))  # type: ignore[misc]
    for mechanism, values, size, records in chosen:
        pairs = [(mechanism(d), mechanism(e)) for d, e in all_neighbours(values, size)]
        for ratio, target in product(RATIOS, range(values)):
            delta = max(excess(p, q, ratio) for p, q in pairs)
            out, inside = target_laws(mechanism, records, size, target)
            for first, second in ((Fraction(1), ratio), (ratio, Fraction(1))):
                least, finding = least_sum(out, inside, first, second), "The errors are smaller."
                case: dict[str, Any] = {"n": size, "target": target, "e_to_eps": ratio}
                sides.at_most(1 - delta, least, finding, **case, delta=delta)
    return sides


@checks("thesis.mia.dp.errors.fixed")
def errors_for_a_fixed_target(proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the best adversaries for each target in enumerated games."""
    attained = all(on_one_bit(x, d) == tight_bound(x, d) for x, d in product(CLOSE, DELTAS))
    require(attained, "One bit does not attain the largest advantage.")
    return proof.verdict(sharpness=_each_target().sharpness)
