"""Claims about Lemma 18: the hazard rate of the Laplace law."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision

Hazard = Callable[[arb, arb], arb]


def hazard(z: arb, scale: arb) -> arb:
    """f/(1 - F) of the Laplace law."""
    density = (-abs(z) / scale).exp() / (2 * scale)
    above = (-z / scale).exp() / 2 if z >= 0 else 1 - (z / scale).exp() / 2
    return density / above


@checks("adv.lem18")
@mutant("f/F", rate=lambda z, b: hazard(-z, b))
@mutant("sharper: 0.99/lambda", share=Fraction(99, 100))
def hazard_rate(
    rate: Hazard = hazard, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """A row of places for three scales."""
    sides = Sides()
    with working_precision(96):
        for scale in (Fraction(1, 3), Fraction(1), Fraction(7)):
            b, before = ball(scale), arb(0)
            for k in range(-6, 5):
                result = rate(b * ball(Fraction(k, 2)), b)
                slack = 1 + ball(Fraction(1, 10**20))
                case: dict[str, Any] = {"lambda": scale, "z over lambda": Fraction(k, 2)}
                sides.at_most(result, share.numerator / b / share.denominator * slack, "h.", **case)
                sides.at_most(before, result * slack, "It decreases.", **case)
                before = result
    return proof.verdict(sharpness=sides.sharpness)
