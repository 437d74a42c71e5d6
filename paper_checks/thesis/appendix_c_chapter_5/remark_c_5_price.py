"""A claim about Remark C.5: the leading term against the number of samples of (C.12)."""

from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant


@checks("thesis.remC.5")
@mutant("sharper: 15 beta", lead=Fraction(15))
def factor_of_the_price(lead: Fraction = Fraction(16), proof: Proof = WRITTEN) -> Verdict:
    """2^(l+1) against the leading term, for numbers of samples w just above powers of two."""
    sides = Sides()
    for j, above in product(range(10), (Fraction(0), Fraction(1, 10**6), Fraction(1, 2))):
        w = Fraction(2**j) + above
        power = 1 << (-(-w.numerator // w.denominator) - 1).bit_length()
        sides.at_most(2 * power, lead / 4 * w, "2^(l+1) is larger.", samples=w)
    return proof.verdict(sharpness=sides.sharpness)
