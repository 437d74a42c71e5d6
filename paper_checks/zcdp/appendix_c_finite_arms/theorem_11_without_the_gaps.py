"""Claims about Theorem 11: the regret of AdaC-UCB without the gaps."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.concentrated_regret_bounds import gap_free
from banditproof.theory.balls import ball
from .equation_17_all_levels import RHO
from .theorem_10_by_the_gaps import PLAYS, Bound, against_plays


def printed_bound(horizon: int, beta: Fraction) -> arb:
    """The last line of the proof, for two arms of gap 1."""
    return gap_free(2, horizon, beta, RHO, 1).total


def sharper_bound(horizon: int, beta: Fraction) -> arb:
    """Half of the first term, one suboptimal arm, and (beta - 2)/(beta - 3)."""
    terms = gap_free(2, horizon, beta, RHO, 1)
    return terms.free / 2 + terms.private / 2 + ball((beta - 2) / (beta - 3))


@checks("zcdp.thm11.explicit")
@mutant("sharper: a hundredth", bound=lambda t, b: printed_bound(t, b) / 100)
def explicit_bound(bound: Bound = printed_bound, proof: Proof = WRITTEN) -> Verdict:
    """The sharper bound is smaller term by term."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("zcdp.thm11.sharper")
@mutant("sharper: a hundredth", bound=lambda t, b: sharper_bound(t, b) / 100)
def half_of_the_constant(bound: Bound = sharper_bound, proof: Proof = WRITTEN) -> Verdict:
    """Cauchy and Schwarz in place of a threshold for the gaps."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)
