"""Claims about the privacy of AdaR-OFUL: Theorem 9."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.block_releases import squared_shifts
from banditproof.theory.mechanisms import Gaussian


@checks("renyi.thm9")
@mutant("noise for a sensitivity of 1", sensitivity=1)
@mutant("sharper: 99 % of eps", factor=Fraction(99, 100))
@mutant("vectors of length 5", norm=5)
def privacy_of_episodes(
    sensitivity: int = 2, norm: int = 1, factor: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The curator of AdaR-OFUL on lists that differ in one reward; a unit vector is tight."""
    sides = Sides()
    for alpha, eps in ((Fraction(3, 2), Fraction(1)), (2, Fraction(1, 10)), (30, Fraction(4))):
        noise = Gaussian.for_zcdp(eps / alpha, sensitivity)
        for case, shift in squared_shifts(noise, norm=norm):
            divergence = alpha * shift / (2 * noise.variance)
            finding = "The release costs more than eps."
            sides.at_most(divergence, factor * eps, finding, alpha=alpha, eps=eps, **case)
    return proof.verdict(sharpness=sides.sharpness)
