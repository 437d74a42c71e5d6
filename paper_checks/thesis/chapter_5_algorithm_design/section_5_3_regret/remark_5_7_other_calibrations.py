"""Claims about AdaC-UCB with the noise of other notions of privacy: Remark 5.7."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.noisy_means import compared_tails
from banditproof.theory.balls import ball

Square = Callable[[int, Fraction, arb], arb]


@checks("thesis.rem5.7.bonus")
@mutant("b for 2b", square=lambda n, b, log: (ball(1) / (2 * n) + ball(b) / n**2) * log)
@mutant(
    "sharper: half of the width",
    square=lambda n, b, log: (ball(1) / (2 * n) + ball(2 * b) / n**2) * log / 4,
)
def bonus_of_any_noise(
    square: Square = lambda n, b, log: (ball(1) / (2 * n) + ball(2 * b) / n**2) * log,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The steps, and exact tails of coins with noise of the variance b/n^2."""
    return proof.verdict(sharpness=compared_tails(square, lambda n, b: b / n**2).sharpness)
