"""Claims about other papers: rates that the document quotes, and what follows from its own."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.adversarial.rates import COROLLARY_2, PRIOR


def own_exponent(c: Fraction) -> Fraction:
    """Of Corollary 2 at eps = T^-c, for constant K."""
    return COROLLARY_2.at((Fraction(0), Fraction(0), c))


def earlier_exponent(c: Fraction) -> Fraction:
    """Of the per-round noise at eps = T^-c, for constant K."""
    return PRIOR.at((Fraction(0), Fraction(0), c))


@checks("adv.rel.prior")
@mutant("the exponents exchanged", earlier=own_exponent)
def earlier_rates(
    earlier: Callable[[Fraction], Fraction] = earlier_exponent, proof: Proof = WRITTEN
) -> Verdict:
    """The steps; the second rate needs eps above 1/sqrt T to be sublinear, Corollary 2 only 1/T."""
    for c in (Fraction(1, 2), Fraction(3, 4), Fraction(99, 100)):
        require(earlier(c) >= 1, "It is sublinear.", eps=f"T^(-{c})")
        require(own_exponent(c) < 1, "Corollary 2 is not.", eps=f"T^(-{c})")
    return proof.verdict()
