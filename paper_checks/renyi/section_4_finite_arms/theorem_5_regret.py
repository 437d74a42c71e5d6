"""Claims about Theorem 5 and Corollary 6: the regret of AdaR-UCB."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.concentrated_regret_bounds import gap_dependent
from banditproof.paper_checks.models.episodic_index import least_regret
from banditproof.theory.balls import working_precision

LARGE = Fraction(10**10)


def printed_bound(horizon: int, beta: Fraction) -> arb:
    """The bound for two arms of gap 1, eps/alpha = 10^10."""
    return gap_dependent([1], horizon, beta, LARGE).total


@checks("renyi.thm5")
@mutant("sharper: a twentieth", share=Fraction(1, 20))
def regret_by_gaps(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Theorem 10 at rho = eps/alpha; plays with constant rewards."""
    sides = Sides()
    with working_precision(80):
        for horizon, beta in ((80, Fraction(6)), (300, Fraction(31, 10))):
            result = least_regret(horizon, LARGE, beta)
            most = printed_bound(horizon, beta) * share.numerator / share.denominator
            sides.at_most(result, most, "The regret is larger.", T=horizon, beta=beta)
    return proof.verdict(sharpness=sides.sharpness)
