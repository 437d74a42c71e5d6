"""How often a suboptimal arm is pulled, and the regret that follows."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.claims import (
    WRITTEN,
    Along,
    Proof,
    Sides,
    Verdict,
    checks,
    mutant,
    prover_shows,
    showing,
)
from banditproof.theory.balls import ball
from .epochs import last_epoch, length, logarithm

Bound = Callable[[Fraction, Fraction, arb], arb]


def without_logarithms(gap: Fraction, eps: Fraction, log: arb) -> arb:
    """The print, with 1000 for what the O hides."""
    return ball(1000 * (1 / gap**2 + 1 / (eps * gap)))


def with_logarithms(gap: Fraction, eps: Fraction, log: arb) -> arb:
    """max(256/gap^2, 32/(eps gap)) log(8KE^2/beta) + 2."""
    return ball(max(256 / gap**2, 32 / (eps * gap))) * log + 2


def pulls_until(gap: Fraction, K: int, beta: Fraction, eps: Fraction) -> int:
    """The pulls of an arm until it is gone at the latest; with a gap of 1 it has exactly these."""
    return sum(length(K, e, beta, eps) for e in range(1, last_epoch(gap) + 1))


def no_constant_is_enough() -> Along:
    """With c in the O, a gap and an eps of 1, two arms and beta = e^-c: the first term alone."""
    return prover_shows(
        "128*log(16*exp(c)) > 2*c",
        "c in (0, inf)",
        "an arm with a gap of 1 is pulled more than c(1 + 1) times at eps = 1, K = 2, beta = e^-c",
    )


@checks("elim.pulls", subjects={"bound": (without_logarithms, with_logarithms)})
@mutant("sharper: six tenths of it", share=Fraction(3, 5))
def pulls_of_an_arm(bound: Bound, share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The first epoch cannot be shortened by rewards; then the pulls of all epochs in 24 cases."""
    sides = Sides()
    gaps = (Fraction(1), Fraction(49, 100), Fraction(1, 5), Fraction(1, 129))
    for gap, K, eps, power in product(gaps, (2, 50), (Fraction(1, 100), Fraction(1)), (7, 1000)):
        beta = Fraction(1, 2**power)
        pulls = pulls_until(gap, K, beta, eps)
        log = logarithm(8, K, last_epoch(gap), beta)
        finding = "The arm is pulled more often, because the length of an epoch has log(1/beta)."
        case = {"gap": gap, "K": K, "eps": eps, "log2_of_beta": -power, "pulls": pulls}
        with showing(no_constant_is_enough):
            sides.at_most_or_repair(
                ball(pulls), ball(share) * bound(gap, eps, log), finding, **case
            )
    return proof.verdict(
        "The arm is gone after epoch E, and all epochs are at most twice as long as the last one.",
        instances="32 settings, in balls.",
        sharpness=sides.sharpness,
    )


@checks("elim.regret")
def regret_of_an_arm(proof: Proof = WRITTEN) -> Verdict:
    """The pulls on the clean event, and the horizon where it fails."""
    return proof.verdict(
        "On the clean event an arm is gone in time; where it fails, the arm is pulled T times at "
        "most, which costs less than 1 on average."
    )
