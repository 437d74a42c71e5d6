"""Claims about Lemma 2: the concentration of a noisy mean."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.theory.balls import ball
from ...models.noisy_means import (
    Square,
    Tail,
    compared_tails,
    printed_square,
    require_independence,
    rising_together,
    tail_above,
)


@checks("zcdp.lem2", subjects={"tail": (rising_together, tail_above)})
@mutant("independent noise", "print", tail=tail_above)
@mutant("without the noise in the width", square=lambda n, p, log: ball(1) / (2 * n) * log)
@mutant("sharper: half of the width", square=lambda n, p, log: printed_square(n, p, log) / 4)
@mutant("1/n for 1/n^2", square=lambda n, p, log: (ball(1) / (2 * n) + ball(p) / n**3) * log)
def noisy_mean_concentrates(
    tail: Tail, square: Square = printed_square, proof: Proof = WRITTEN
) -> Verdict:
    """Noise that depends on the rewards, and exact tails of coins."""
    require_independence(tail, rho=Fraction(1, 2))
    return proof.verdict(sharpness=compared_tails(square).sharpness)


@checks("zcdp.lem2.half")
@mutant("sharper: the width of n", square=printed_square)
def half_of_the_sample(
    square: Square = lambda n, price, log: (ball(1) / n + ball(4 * price) / n**2) * log,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact tails of coins with four times the variance of the noise."""
    return proof.verdict(
        sharpness=compared_tails(square, lambda n, price: 2 * price / n**2).sharpness
    )
