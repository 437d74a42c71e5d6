"""Claims about what AdaC-OFUL releases: Appendix D-C, the noisy sum of a block."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.block_releases import squared_shifts
from banditproof.theory.mechanisms import Gaussian


@checks("zcdp.instD.oful")
@mutant("noise for a sensitivity of 1", sensitivity=1)
@mutant("rewards in [-1, 2]", rewards=(-1, 2))
@mutant("vectors of length 5", norm=5)
@mutant("sharper: 99 % of rho", factor=Fraction(99, 100))
def block_sums(
    sensitivity: int = 2,
    rewards: tuple[int, int] = (-1, 1),
    norm: int = 1,
    factor: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The curator of AdaC-OFUL on lists that differ in one reward; a unit vector is tight."""
    sides = Sides()
    for rho in (Fraction(1, 100), Fraction(1), Fraction(7, 2)):
        noise = Gaussian.for_zcdp(rho, sensitivity)
        for case, shift in squared_shifts(noise, rewards, norm):
            for alpha in (Fraction(3, 2), 2, 40):
                divergence = alpha * shift / (2 * noise.variance)
                bound = factor * rho * alpha
                finding = "The release costs more than rho."
                sides.at_most(divergence, bound, finding, rho=rho, alpha=alpha, **case)
    return proof.verdict(sharpness=sides.sharpness)
