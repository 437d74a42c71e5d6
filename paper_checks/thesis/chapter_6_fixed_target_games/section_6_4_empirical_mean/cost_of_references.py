"""The claim about the cost of estimating mean and covariance from references, (6.5)."""

from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import plug_in_score
from banditproof.theory.membership.reference_sets import covariance_factor, plug_in_mean


@checks("thesis.fix.ref.effective")
@mutant("another factor of the covariance in the library", scale=Fraction(21, 20))
@mutant("frozen references in the library", fresh=False)
def cost_of_references(
    proof: Proof = WRITTEN, fresh: bool = True, scale: Fraction = Fraction(1)
) -> Verdict:
    """The steps, and the library's score and mean."""
    for width, count in ((1, 10), (160, 320), (50, 1000)):
        h = count - 1
        result = Fraction((h - width) * (h - width - 3), (h - 1) * (h - width - 1))
        gap = scale * covariance_factor(width, count) - result
        require(0 <= gap <= Fraction(4, h - 1), "Another factor.", d=width, n_0=count)
    for score, rows, ratio in product((Fraction(1), Fraction(5)), (10, 1000), (1, 4)):
        result = plug_in_score(score, rows, ratio * rows, fresh=fresh)
        case: dict[str, Any] = {"m": score, "n": rows, "ratio": ratio}
        require(result == score * Fraction(ratio, 1 + ratio), "Another factor.", **case)
        shift = plug_in_mean(score, 5 * rows, rows, ratio * rows) + score / 2
        exact = Fraction(5, ratio) * (1 - Fraction(1, 2 * rows))
        require(shift == exact, "Another shift.", **case)
    return proof.verdict()
