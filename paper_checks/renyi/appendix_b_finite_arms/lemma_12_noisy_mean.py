"""Claims about Lemma 12: the concentration of a noisy mean, with the noise of Renyi privacy."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from ...models.noisy_means import Square, compared_tails, printed_square, require_a_width


@checks("renyi.lem12", subjects={"also": (Fraction(2), None)})
@mutant("a probability", "print", also=Fraction(1, 2))
@mutant("sharper: half of the width", square=lambda n, p, log: printed_square(n, p, log) / 4)
def noisy_mean_under_renyi_privacy(
    also: Fraction | None, square: Square = printed_square, proof: Proof = WRITTEN
) -> Verdict:
    """The square of the width at delta; exact tails at prices alpha/eps."""
    require_a_width(also, Fraction(2), n=1, alpha=2, eps=1)
    return proof.verdict(sharpness=compared_tails(square).sharpness)
