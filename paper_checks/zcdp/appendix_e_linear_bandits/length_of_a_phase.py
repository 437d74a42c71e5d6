"""A claim about Step 4 of Appendix E-B: how many plays a phase has at most."""

from fractions import Fraction
from math import ceil
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant


@checks("zcdp.thm4.length")
@mutant("sharper: 99 % of d (d + 1) / 2", share=Fraction(99, 100))
def plays_of_a_phase(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Equal weights on d (d + 1) / 2 actions, at lengths just above a multiple of their number."""
    sides = Sides()
    for d in (1, 2, 7):
        count = d * (d + 1) // 2
        for times in (0, 1, 100):
            length = Fraction(count * times) + Fraction(1, 1000)
            plays = count * ceil(length / count)
            sides.at_most(plays - length, share * count, "There are more plays.", d=d, c=length)
    return proof.verdict(sharpness=sides.sharpness)
