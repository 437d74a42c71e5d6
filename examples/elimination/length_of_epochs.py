"""How the lengths of the epochs grow, and what all of them add up to."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.claims import WRITTEN, Proof, Sides, Verdict, checks, mutant
from .epochs import length

Active = Callable[[int], int]


def two(arms: int) -> int:
    """All arms but two are gone."""
    return 2


def as_many(arms: int) -> int:
    """No arm is gone."""
    return arms


@checks("elim.lengths", subjects={"factor": (1, 2), "active": (two, as_many)})
@mutant("sharper: 4 times", factor=4)
@mutant("all arms but two are gone", active=two)
def lengths_grow(factor: int, active: Active, proof: Proof = WRITTEN) -> Verdict:
    """The steps; then the next length against the multiple of one, as certified whole numbers."""
    sides = Sides()
    for K, e, eps in product((2, 100_000), (1, 2, 5), (Fraction(1, 100), Fraction(1), Fraction(9))):
        now = length(K, e, Fraction(1, 100), eps)
        then = length(active(K), e + 1, Fraction(1, 100), eps)
        finding = (
            "Arms that are dropped take their share of the logarithm with them, and where the "
            "noise decides the length, the next epoch may be shorter."
        )
        case = {"K": K, "e": e, "eps": eps, "beta": Fraction(1, 100)}
        sides.at_most_or_repair(
            factor * now, then, finding, **case, active_then=active(K), R=now, R_then=then
        )
    return proof.verdict(
        "The terms of an epoch are at least twice those of the one before, and a bit more.",
        instances="18 pairs of epochs, as certified whole numbers.",
        sharpness=sides.sharpness,
    )
