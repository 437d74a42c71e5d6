"""Claims about det V_t: the number of updates, and the elliptical potential (22)."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.design_updates import LINE, SEQUENCES, determinants, starts
from banditproof.paper_checks.verdicts.vocabulary import at_most, require_or_repair
from banditproof.theory.balls import ball, working_precision

Bound = Callable[[int, Fraction, arb, int], arb]
SCALES = (Fraction(1), Fraction(1, 10), Fraction(3))
DOUBLINGS = (Fraction(999, 1000), Fraction(1), Fraction(1, 10))


def printed_number(d: int, doubling: Fraction, growth: arb, t: int) -> arb:
    """d / log(1+C) log(1 + t/(lambda d)), where the last logarithm is given."""
    return d / ball(1 + doubling).log() * growth


@checks("zcdp.nepisodes")
@mutant(
    "sharper: one dimension less",
    bound=lambda d, doubling, growth, t: printed_number(max(d - 1, 1), doubling, growth, t),
)
@mutant("sharper: 99 % of it", bound=lambda *case: printed_number(*case) * 99 / 100)
@mutant("an update at equality", strict=False)
def number_of_updates(
    bound: Bound = printed_number, strict: bool = True, proof: Proof = WRITTEN
) -> Verdict:
    """Updates in rational numbers, for five sequences of vectors; C = 0.999 is tight."""
    sides = Sides()
    with working_precision(96):
        for rows in (*SEQUENCES, LINE[:31]):
            d = len(rows[0])
            for scale in SCALES:
                dets = determinants(rows, scale)
                growth = (1 + ball(Fraction(len(rows)) / (scale * d))).log()
                for doubling in DOUBLINGS:
                    least = doubling if strict else doubling - Fraction(1, 2)
                    updates = len(starts(dets, least)) - 1
                    right = bound(d, doubling, growth, len(rows))
                    case: dict[str, Any] = {"d": d, "lambda": scale, "C": doubling, "t": len(rows)}
                    sides.at_most(updates, right, "There are more updates.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.elliptic.minimum", subjects={"factor": (1, 2)})
@mutant("sharper: 1.44 log(1+x)", factor=Fraction(144, 100))
def minimum_and_logarithm(factor: Fraction | int = 2, proof: Proof = WRITTEN) -> Verdict:
    """x = 1, where 1/log 2 = 1.4427 is the least factor."""
    with working_precision(96):
        require_or_repair(
            at_most(ball(1), ball(Fraction(factor)) * ball(2).log()),
            "At x = 1 the minimum is 1 and the logarithm log 2; the next line has the factor 2.",
            x=1,
            factor=factor,
        )
        sides = Sides()
        sides.at_most(ball(1), ball(2) * ball(2).log(), "The factor 2 is too small.", x=1)
    return proof.verdict(sharpness=sides.sharpness)


def printed_potential(d: int, growth: arb) -> arb:
    """2 d log(1 + T/(lambda d)), where the logarithm is given."""
    return 2 * d * growth


@checks("zcdp.elliptic.sum")
@mutant("without the minimum, for lambda < 1", least=lambda q: q)
@mutant("sharper: 0.7 of it", bound=lambda d, growth: printed_potential(d, growth) * 7 / 10)
def elliptical_potential(
    least: Callable[[Fraction], Fraction] = lambda q: min(Fraction(1), q),
    bound: Callable[[int, arb], arb] = printed_potential,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact sums for four sequences and the first steps of a line; lambda = 1/10 has q = 10."""
    sides = Sides()
    with working_precision(96):
        for rows in (*SEQUENCES, LINE[:1], LINE[:2]):
            d = len(rows[0])
            for scale in SCALES:
                dets = determinants(rows, scale)
                total = sum(least(b / a - 1) for a, b in pairwise(dets))
                growth = (1 + ball(Fraction(len(rows)) / (scale * d))).log()
                case: dict[str, Any] = {"d": d, "lambda": scale, "T": len(rows)}
                right = bound(d, growth)
                sides.at_most(ball(total), right, "The sum is larger.", **case)
    return proof.verdict(sharpness=sides.sharpness)
