"""Claims about Theorem 10: the regret of AdaC-UCB by the gaps."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.concentrated_regret_bounds import gap_dependent
from banditproof.paper_checks.models.episodic_index import least_regret
from banditproof.theory.balls import ball, working_precision
from .equation_17_all_levels import RHO

Bound = Callable[[int, Fraction], arb]
"""A bound for two arms of gap 1, a function of T and beta, at a rho of 10^10."""


def printed_bound(horizon: int, beta: Fraction) -> arb:
    """8 beta log T + 8 sqrt(beta log T/rho) + 2 beta/(beta - 3)."""
    return gap_dependent([1], horizon, beta, RHO).total


def sharper_bound(horizon: int, beta: Fraction) -> arb:
    """The same with (beta - 2)/(beta - 3) for the last term."""
    return printed_bound(horizon, beta) - ball((beta + 2) / (beta - 3))


def against_plays(bound: Bound) -> Sides:
    """The regret on two arms of the constant rewards 1 and 0."""
    sides = Sides()
    with working_precision(80):
        for horizon, beta in ((80, Fraction(6)), (300, Fraction(31, 10)), (300, Fraction(6))):
            result, most = least_regret(horizon, RHO, beta), bound(horizon, beta)
            sides.at_most(result, most, "The regret is larger.", T=horizon, beta=beta)
    return sides


PLAYS = "Two arms of constant rewards at T = 80 and 300, beta = 3.1 and 6."
TOO_SHARP = {"sharper: a tenth": {"bound": lambda t, b: printed_bound(t, b) / 10}}


@checks("zcdp.thm10.pulls", mutants={**TOO_SHARP})
def pulls_of_adac_ucb(bound: Bound = printed_bound, proof: Proof = WRITTEN) -> Verdict:
    """The level at which the width is half the gap."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("zcdp.thm10", mutants={**TOO_SHARP})
def regret_by_gaps(bound: Bound = printed_bound, proof: Proof = WRITTEN) -> Verdict:
    """The pulls of the arms, times their gaps of at most 1."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("zcdp.thm10.sharper")
@mutant("sharper: a tenth", bound=lambda t, b: sharper_bound(t, b) / 10)
def smaller_last_term(bound: Bound = sharper_bound, proof: Proof = WRITTEN) -> Verdict:
    """The rounds without optimism cost 1/(beta-3), and the later levels 1."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)
