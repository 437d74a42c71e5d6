"""Claims about Theorem C.4: the pulls of an arm by one level of its index, or by all."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.fooled_index import fooled_pulls
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.balls import ball, working_precision

HALVES = Fraction(7, 2)
Tail = Callable[[Fraction], Fraction]
"""What is added besides the levels, a function of beta."""


def printed_tail(beta: Fraction) -> Fraction:
    """beta/(beta - 3)."""
    return beta / (beta - 3)


def at_the_fooled_index(levels: Callable[[int], arb], tail: Tail) -> Sides:
    """The exact pulls of arm 2 where the index of arm 1 is low as often as (C.9) allows."""
    sides = Sides()
    with working_precision(80):
        for horizon in (100, 10_000, 100_000):
            pulls, bound = fooled_pulls(horizon, HALVES), levels(horizon) + ball(tail(HALVES))
            sides.at_most(pulls, bound, "The arm has more pulls.", T=horizon, beta=HALVES)
    return sides


@checks("thesis.thmC.4", subjects={"one_level": (True, False)})
@mutant("an index that no level fools", "print", chance=0)
@mutant("sharper: no level fails", levels=lambda horizon: arb(2))
def generic_pulls(
    one_level: bool,
    chance: int = 1,
    levels: Callable[[int], arb] = lambda horizon: arb(2 + horizon),
    tail: Tail = printed_tail,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Arm 2 has a small index after one reward and a large one after more; level 0 never fails."""
    with working_precision(80):
        for horizon in (10_000, 100_000) if one_level else ():
            least = chance * ball(Fraction(3, 2)) * ball(4) ** -ball(HALVES) * (horizon - 1)
            require(
                at_most(least, ball(2 + tail(HALVES))),
                "I_1 = -10 if V <= 1.5 t^-beta, else 10, with V uniform for each episode; I_2 = "
                "1/2 of one reward, 20 of more. With l = 0 the bound is 2 + beta/(beta-3), but "
                "V <= 1.5*4^-beta at the first pull gives arm 2 all rounds from t = 3 on.",
                mu="3/5, 2/5",
                T=horizon,
                beta=HALVES,
                pulls_at_least=least,
                bound=2 + tail(HALVES),
            )
    return proof.verdict(sharpness=at_the_fooled_index(levels, tail).sharpness)


@checks("thesis.thmC.4peel")
@mutant("sharper: a quarter of the levels", levels=lambda horizon: arb(2 + horizon) / 1000)
def pulls_by_levels(
    levels: Callable[[int], arb] = lambda horizon: arb(2 ** horizon.bit_length()),
    proof: Proof = WRITTEN,
) -> Verdict:
    """At the index that refutes Theorem C.4, of which all levels but the first fail."""
    return proof.verdict(
        sharpness=at_the_fooled_index(levels, lambda beta: Fraction(3, 2) / (beta - 3)).sharpness
    )


@checks("thesis.thmC.4peel.uniform")
@mutant("sharper: a tenth of T", levels=lambda horizon: arb(horizon) / 1000)
def pulls_by_a_uniform_level(
    levels: Callable[[int], arb] = lambda horizon: arb(2 + 2 * horizon), proof: Proof = WRITTEN
) -> Verdict:
    """The powers of 2 up to T sum to less than 2 T."""
    return proof.verdict(
        sharpness=at_the_fooled_index(levels, lambda beta: Fraction(3, 2) / (beta - 3)).sharpness
    )
