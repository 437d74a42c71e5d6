"""Claims about the improvement upon earlier rates that the abstract and Section 3 promise."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points
from banditproof.theory.balls import ball, working_precision


@checks("adv.abs.improve")
@mutant("sharper: half of the rate at the points", share=Fraction(1, 2))
def improvement(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The quotient of the squares is eps/log(KT)."""
    sides = Sides()
    with working_precision(64):
        for eps in (Fraction(1), Fraction(1, 100)):
            log = ball(4).log() * share.numerator / share.denominator
            sides.below(ball(eps), log, "It is no improvement.", eps=eps, KT=4)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.abs.improve.all_budgets")
@mutant("eps = 1", eps=Fraction(1))
@mutant("at KT = e^99", log=arb(99))
def improvement_for_all_budgets(eps: Fraction = Fraction(10), log: arb | None = None) -> Verdict:
    """The quotient of the squares is log(KT)/eps."""
    with working_precision(64):
        own = ball(4).log() if log is None else log
        if own < ball(eps):
            return misprinted(eps=eps, KT=4, log_of_KT=own)
    return points()
