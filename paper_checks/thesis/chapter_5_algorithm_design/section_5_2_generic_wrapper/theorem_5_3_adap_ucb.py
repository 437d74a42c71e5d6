"""Claims about Theorem 5.3: the regret of AdaP-UCB, and the step (C.12) of its proof."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.pure_regret_bounds import PLAYS, Bound, against_plays, tail
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.balls import ball, working_precision


def printed(horizon: int, beta: Fraction) -> arb:
    """16 beta log T + 3 beta/(beta - 3), for a gap of 1 and a large eps."""
    return ball(16 * beta) * ball(horizon).log() + ball(3 * beta / (beta - 3))


def summed(horizon: int, beta: Fraction) -> arb:
    """8 beta log T + 3 + 3/(2 (beta - 3))."""
    return ball(8 * beta) * ball(horizon).log() + tail(beta)


def rooted(horizon: int, beta: Fraction) -> arb:
    """2 p^2 beta log T + 3 + 3/(2 (beta - 3))."""
    p = 1 + 1 / ball(beta).sqrt()
    return 2 * p**2 * ball(beta) * ball(horizon).log() + tail(beta)


def capped(horizon: int, beta: Fraction) -> arb:
    """8 beta log T + 3 beta/(beta - 3), for a gap of 1 and a large eps."""
    return ball(8 * beta) * ball(horizon).log() + ball(3 * beta / (beta - 3))


TOO_SHARP = {"sharper: a twentieth": {"bound": lambda t, b: printed(t, b) / 20}}


@checks("thesis.thm5.3.pulls", mutants={**TOO_SHARP})
def pulls_of_adap_ucb(bound: Bound = printed, proof: Proof = WRITTEN) -> Verdict:
    """All levels of 4 beta log T/(gap min(gap, eps)) samples or more fail with at most 3/(2T)."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("thesis.thm5.3.regret", mutants={**TOO_SHARP})
def regret_of_adap_ucb(bound: Bound = printed, proof: Proof = WRITTEN) -> Verdict:
    """The pulls of the arms, times their gaps."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("thesis.thm5.3fix")
@mutant("sharper: a tenth", bound=lambda t, b: rooted(t, b) / 10)
def pulls_with_the_root(bound: Bound = rooted, proof: Proof = WRITTEN) -> Verdict:
    """The number of samples at which the gap is both widths and a deviation at 1/T."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("thesis.thm5.3fix.constant")
@mutant("sharper: 27", constant="27")
def constant_of_the_root(constant: str = "27.1", proof: Proof = WRITTEN) -> Verdict:
    """At beta = 3 and r = 1."""
    sides = Sides()
    with working_precision(80):
        p, q = 1 + 1 / ball(3).sqrt(), ball(Fraction(4, 3))
        for r in (Fraction(1, 2), Fraction(1), Fraction(2)):
            result = (p + (p**2 + 8 * q * ball(r)).sqrt()) ** 2
            most = ball(Fraction(constant) * max(Fraction(1), r))
            sides.at_most(result, most, "The square is larger.", r=r, beta=3)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm5.3.C12", subjects={"larger": (True, False)})
@mutant("no second width", "print", share=Fraction(0))
def level_of_the_index(
    larger: bool, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """gap = 0.8856, eps = 1.7928, beta = 3.1, T = 10^7 at l = 7, the level that the print takes."""
    gap, eps, beta, size = Fraction("0.8856"), Fraction("1.7928"), Fraction("3.1"), 2**7
    with working_precision(80):
        log = ball(10**7).log()
        first = (ball(beta / (2 * size)) * log).sqrt()
        room = ball(gap) - 2 * first - 2 * ball(share * beta / (eps * size)) * log
        term = min(eps, 2 * gap) if larger else 1 / (1 / (2 * gap) + 1 / eps)
        most = ball(4 * beta / (gap * term)) * log
        if at_most(most, ball(size)):
            require(
                at_most(ball(0), room),
                "gamma is negative at a level that the bound allows.",
                gap=gap,
                eps=eps,
                beta=beta,
                T=10**7,
                l=7,
                gamma=room,
                bound_of_2_to_the_l=most,
            )
    return proof.verdict()


@checks("thesis.thm5.3.C12.pulls")
@mutant("sharper: a tenth", bound=lambda t, b: summed(t, b) / 10)
def pulls_as_a_sum(bound: Bound = summed, proof: Proof = WRITTEN) -> Verdict:
    """What the printed proof gives with the sum in (C.12)."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)


@checks("thesis.thm5.3.C13")
@mutant("sharper: a tenth", bound=lambda t, b: capped(t, b) / 10)
def pulls_with_twice_the_gap(bound: Bound = capped, proof: Proof = WRITTEN) -> Verdict:
    """The level between X and 6/5 X samples by itself, and all later ones together."""
    return proof.verdict(instances=PLAYS, sharpness=against_plays(bound).sharpness)
