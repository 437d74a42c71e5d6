"""Claims about the steps of Appendix C.4.2: (C.23) to (C.27), and the bounds around them."""

from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision


@checks("thesis.pf5.17.instant")
@mutant("sharper: half of it", factor=Fraction(1, 2))
def regret_of_a_round(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """d = 1, V = 1, A = {1, -1}: the estimate is off by the radius, and -1 has the larger index."""
    sides = Sides()
    for theta, grown in ((Fraction(1, 2), 1), (Fraction(1), 1), (Fraction(1), 2)):
        # estimate 0 and radius theta at V_tau = 1; later V = grown <= 1 + C = 2, and -1 is played
        right = factor * 2 * theta * 2 / Fraction(grown)
        sides.at_most((2 * theta) ** 2, right**2, "The regret is larger.", V=grown, theta=theta)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.pf5.17.round")
@mutant("sharper: half of beta_T", factor=Fraction(1, 2))
def with_the_minimum(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """beta_T at delta = 1 and T = d = 1 is at least |theta*| = 1, for any lambda."""
    sides = Sides()
    with working_precision(96):
        for scale in (Fraction(1, 10**12), Fraction(1, 100), Fraction(1, 2), Fraction(1), 9):
            radius = (1 + 1 / ball(scale)).log().sqrt() + ball(scale).sqrt()
            case: dict[str, Any] = {"lambda": scale}
            sides.at_most(ball(1), ball(factor) * radius, "2 is larger.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.pf5.17.C23")
@mutant("sharper: no T", power=0)
def sums_over_rounds(power: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """Equal rounds attain the first term: the square of T w against T times T w^2."""
    sides = Sides()
    for rounds, w in product((1, 4, 100), (Fraction(1), Fraction(1, 3))):
        total = rounds * w
        sides.at_most(total**2, rounds**power * (rounds * w**2), "The sum is larger.", T=rounds)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.pf5.17.final")
@mutant("sharper: one root for both", factor=Fraction(1, 2))
def explicit_bound(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Both forms at some parameters where (C.24) and (C.27) are equations."""
    sides = Sides()
    with working_precision(96):
        for d, rounds, updates in ((1, 10, 3), (3, 10**5, 44)):
            potential = 2 * d * (1 + ball(Fraction(rounds, d))).log()
            inverse = ball(4 * updates)
            left = (rounds * potential).sqrt() + (inverse * potential).sqrt()
            right = ball(factor) * potential.sqrt() * (ball(rounds).sqrt() + inverse.sqrt())
            sides.at_most(
                left, right * ball(1 + Fraction(1, 10**20)), "Another product.", d=d, T=rounds
            )
    return proof.verdict(sharpness=sides.sharpness)
