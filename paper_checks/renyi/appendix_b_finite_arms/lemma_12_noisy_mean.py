"""Claims about Lemma 12: the concentration of a noisy mean, with the noise of Renyi privacy."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from ...models.noisy_means import (
    Square,
    Tail,
    compared_tails,
    printed_square,
    require_independence,
    rising_together,
    tail_above,
)


@checks("renyi.lem12", subjects={"tail": (rising_together, tail_above)})
@mutant("independent noise", "print", tail=tail_above)
@mutant("sharper: half of the width", square=lambda n, p, log: printed_square(n, p, log) / 4)
def noisy_mean_under_renyi_privacy(
    tail: Tail, square: Square = printed_square, proof: Proof = WRITTEN
) -> Verdict:
    """Noise that depends on the rewards, and exact tails at prices alpha/eps."""
    require_independence(tail, alpha=Fraction(2), eps=Fraction(1))
    return proof.verdict(sharpness=compared_tails(square).sharpness)
