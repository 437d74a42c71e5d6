"""Claims about Lemma 5.18: AdaP-TT is delta-correct."""

from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import calibration_gain
from .starved_arm import starved_arm


@checks("thesis.lem5.18.noise")
def noise(proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the sum over the first phases."""
    sides = Sides()
    with working_precision(128):
        for s in (Fraction(3, 2), Fraction(2), Fraction(4)):
            zeta = ball(s).zeta()
            total = sum((ball(max(j, 2)) ** -ball(s) for j in range(1, 200)), ball(0))
            sides.at_most(total, zeta, "The phases weigh more.", s=s)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.lem5.18.pairs")
def pairs(proof: Proof = WRITTEN) -> Verdict:
    """The steps, and normal rewards, for which the sum is an exponential variable."""
    sides = Sides()
    with working_precision(128):
        for text, w in product(("0.5", "0.01", "1e-30"), (1, 64, 2**40)):
            x = -ball(Fraction(text)).log()
            half = Fraction(float(x / 2))
            gain = 2 * ball(certify(calibration_gain, half).lower)
            level = gain + 4 * (4 + ball(w).log()).log()
            sides.at_most((-level).exp(), (-x).exp(), "More fail.", risk=text, w=w)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.lem5.18", subjects={"must_halt": (True, False)})
def seldom_wrong(must_halt: bool, proof: Proof = WRITTEN) -> Verdict:
    """A starved arm; the steps."""
    if must_halt:
        return starved_arm(starred=False)
    return proof.verdict()
