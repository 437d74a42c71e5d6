"""Claims about Table 1, and about the improvement that the abstract promises."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision


@checks("adv.table1.existing")
@mutant("sharper: that of the introduction below itself", share=Fraction(1, 2))
def existing_row(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The steps; the quotation of the introduction is at most that of the table."""
    sides = Sides()
    with working_precision(64):
        for arms, horizon in ((2, 2), (2, 100), (100, 10**6)):
            quoted, listed = ball(arms).log(), ball(arms * horizon).log()
            finding = "The introduction quotes more."
            sides.at_most(
                quoted, listed * share.numerator / share.denominator, finding, K=arms, T=horizon
            )
    return proof.verdict(sharpness=sides.sharpness)
