"""Claims about Theorem C.7 and Remark C.8: regret without the gaps under pure DP."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.pure_regret_bounds import PLAYS, Bound, against_plays, tail
from banditproof.theory.balls import ball


def printed(horizon: int, beta: Fraction) -> arb:
    """8 sqrt(2 beta T log T) + 3 beta/(beta-3), for two arms of gap 1 and a large eps."""
    log = ball(horizon).log()
    return 8 * (ball(2 * beta * horizon) * log).sqrt() + ball(3 * beta / (beta - 3))


def sharper(horizon: int, beta: Fraction) -> arb:
    """4 sqrt(beta T log T) + 3 beta/(beta-3)."""
    return 4 * (ball(beta * horizon) * ball(horizon).log()).sqrt() + tail(beta)


@checks("thesis.thmC.7.sharper")
@mutant("sharper: a hundredth", bound=lambda t, b: sharper(t, b) / 100)
def smaller_constant(bound: Bound = sharper, proof: Proof = WRITTEN) -> Verdict:
    """Cauchy and Schwarz in place of a threshold for the gaps."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("thesis.thmC.7")
@mutant("sharper: a hundredth", bound=lambda t, b: printed(t, b) / 100)
def without_the_gaps(bound: Bound = printed, proof: Proof = WRITTEN) -> Verdict:
    """The smaller constants are smaller term by term."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("thesis.remC.8")
@mutant("sharper: a hundredth", bound=lambda t, b: sharper(t, b) / 100)
def of_the_kl_index(bound: Bound = sharper, proof: Proof = WRITTEN) -> Verdict:
    """The same from the pulls of AdaP-KLUCB by Pinsker's inequality."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)
