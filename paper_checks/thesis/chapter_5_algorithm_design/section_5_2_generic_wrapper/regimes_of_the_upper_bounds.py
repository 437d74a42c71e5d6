"""A claim about the regimes of Section 5.2: which bounds depend on the gap with high privacy."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require

Term = Callable[[Fraction, Fraction], Fraction]
"""The leading term of an arm over beta log T, from its gap and the budget."""


def regret_of_the_arm(gap: Fraction, eps: Fraction) -> Fraction:
    """Theorem 5.3."""
    return 16 / min(gap, eps)


def pulls_of_the_arm(gap: Fraction, eps: Fraction) -> Fraction:
    """Theorem 5.3 over the gap."""
    return regret_of_the_arm(gap, eps) / gap


@checks(
    "thesis.rem.optfinite.regimes.gap", subjects={"term": (regret_of_the_arm, pulls_of_the_arm)}
)
@mutant("low privacy", "print", eps=Fraction(1))
def dependence_on_the_gap(
    term: Term, eps: Fraction = Fraction(1, 10), proof: Proof = WRITTEN
) -> Verdict:
    """Two gaps above the budget."""
    gaps = (Fraction(1, 2), Fraction(1, 4))
    terms = [term(gap, eps) for gap in gaps]
    finding = "The bound of Theorem 5.3 is the same for both gaps: 16 beta log(T)/eps for each arm."
    require(terms[0] != terms[1], finding, eps=eps, gaps=gaps, terms=terms)
    return proof.verdict()
