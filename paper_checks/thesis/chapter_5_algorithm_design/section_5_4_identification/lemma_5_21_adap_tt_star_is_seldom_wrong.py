"""Claims about Lemma 5.21: AdaP-TT* is delta-correct, also with the second case as printed."""

from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import wbar
from .costs_for_one_half import errors_at_the_first_look
from .starved_arm import starved_arm


@checks("thesis.lem5.21.deviations")
def deviations(proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the tail of normal rewards at the level h."""
    sides = Sides()
    with working_precision(128):
        for text, w in product(("1", "5", "100"), (1, 64, 2**40)):
            z = Fraction(text)
            loops = 4 * (4 + ball(w).log()).log()
            level = Fraction(float(2 * ball(z) + loops + 0.5))
            h = ball(certify(wbar, level).lower) / 2
            sides.at_most(h.sqrt().erfc(), (-ball(z)).exp() / 8, "More fail.", z=z, w=w)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.lem5.21.squares")
def squares(proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the sum over the first phases at one delta."""
    sides = Sides()
    with working_precision(128):
        for arms, text in product((2, 10), ("0.999", "0.1", "1e-9")):
            delta, zeta = Fraction(text), ball(Fraction(2)).zeta()
            one = (ball(delta) / (3 * arms * zeta)) ** 2
            total = sum((one / max(j, 2) ** 2 for j in range(1, 400)), ball(0)) * arms
            sides.at_most(total, ball(delta / 9), "More fail.", K=arms, delta=text)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.lem5.21", subjects={"must_halt": (True, False)})
def seldom_wrong(must_halt: bool, proof: Proof = WRITTEN) -> Verdict:
    """A starved arm, and costs for another sigma than the thresholds; the steps."""
    if must_halt:
        errors = errors_at_the_first_look()
        need(bool(errors), "With the costs for sigma = 1/2 it errs less")
        return starved_arm(
            starred=True,
            besides="And (5.12) is printed for sigma = 1/2: read so, with (5.14) for the sigma of "
            "the rewards, the rule errs at its first look (thesis.lem5.21.one_half).",
            **errors,
        )
    return proof.verdict()
