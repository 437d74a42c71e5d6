"""Claims about the regret of AdaC-UCB: Theorem 5.6 and its proof in C.2.6."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision

Level = Callable[[Fraction, arb, Fraction], arb]


def printed_level(gap: Fraction, u: arb, rho: Fraction) -> arb:
    """(2 u/gap^2)(1 + gap sqrt(1/(rho u))), u = beta log T."""
    return 2 * u / ball(gap) ** 2 * (1 + ball(gap) / (ball(rho) * u).sqrt())


@checks("thesis.thm5.6.level")
@mutant("without the private term", level=lambda gap, u, rho: 2 * u / ball(gap) ** 2)
@mutant("sharper: half of the level", level=lambda gap, u, rho: printed_level(gap, u, rho) / 2)
def level_of_half_the_gap(level: Level = printed_level, proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the width at the level itself in balls."""
    sides = Sides()
    with working_precision(96):
        for gap, horizon, rho in product(
            map(Fraction, ("1/100", "1/2", "1")),
            (3, 10**6),
            map(Fraction, ("1/10000", "1", "10000")),
        ):
            u = ball(Fraction(31, 10)) * ball(horizon).log()
            n = level(gap, u, rho)
            width = ((1 / (2 * n) + 1 / (ball(rho) * n**2)) * u).sqrt()
            sides.below(2 * width, ball(gap), "The width is wider.", gap=gap, T=horizon, rho=rho)
    return proof.verdict(sharpness=sides.sharpness)
