"""Claims about (17): the regret decomposition of the cited paper, and the one over all levels."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from banditproof.paper_checks.models.episodic_index import least_regret
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant

RHO = Fraction(10**10)
Levels = Sequence[tuple[int, int]]
"""Horizons, each with the least level whose width is below the gap 1."""
PLAYED: Levels = ((300, 5), (3000, 5), (5000, 5))
Last = Callable[[Fraction], Fraction]
"""What is added to the pulls of the levels, a function of beta."""


def last_term(beta: Fraction) -> Fraction:
    """beta / (beta - 3)."""
    return beta / (beta - 3)


def at_constant_rewards(last: Last, share: Fraction, levels: Levels = PLAYED) -> Sides:
    """The pulls of an arm of reward 0 beside one of reward 1 at beta = 6 and a large rho."""
    sides, beta = Sides(), Fraction(6)
    with working_precision(80):
        for horizon, level in levels:
            result, most = least_regret(horizon, RHO, beta), share * 2 ** (level + 1) + last(beta)
            sides.at_most(result, ball(most), "The arm has more pulls.", T=horizon, level=level)
    return sides


@checks("zcdp.fix.eq17")
@mutant("sharper: 0.95 of the pulls", share=Fraction(19, 20))
@mutant("sharper: 2^l", share=Fraction(1, 2))
def decomposition_over_all_levels(
    last: Last = last_term, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The rounds below 2^(l+1) pulls, the failing levels, and the rounds without optimism."""
    return proof.verdict(sharpness=at_constant_rewards(last, share).sharpness)


@checks("zcdp.eq17")
@mutant("sharper: 0.95 of the pulls", share=Fraction(19, 20))
def decomposition_as_used(
    last: Last = last_term, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """From the decomposition over all levels; the cited proof controls one level alone."""
    return proof.verdict(sharpness=at_constant_rewards(last, share).sharpness)


@checks("zcdp.eq17.every")
@mutant("half of the pulls", share=Fraction(1, 2))
def decomposition_at_every_level(
    last: Last = last_term, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The levels whose width is not large: later ones matter only after a late round."""
    return proof.verdict(sharpness=at_constant_rewards(last, share).sharpness)
