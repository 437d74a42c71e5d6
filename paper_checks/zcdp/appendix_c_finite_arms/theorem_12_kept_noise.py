"""Claims about Theorem 12: the privacy of AdaC-UCB."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.algorithms import AdaCUCB
from banditproof.algorithms.policy import Policy
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.episodic_index import first_choices, renyi_divergence
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.mutants import episodic_policies as mutants
from banditproof.verify.transcript_rho import transcript_rho

Make = Callable[..., Policy[Any]]


@checks("zcdp.thm12")
@mutant("sharper: 0.99 of the loss of the releases", share=Fraction(99, 100))
@mutant("noise of half the sensitivity", make=mutants.HalvedSensitivity)
@mutant("n^3 for n^2", make=mutants.CubeOfTheSamples)
@mutant("all past rewards", make=mutants.Unforgetting)
@mutant("a reward in two episodes", make=mutants.OverlappingEpisodes)
@mutant("fresh noise in each index", make=mutants.AdaCUCBFresh)
def privacy_of_adac_ucb(
    make: Make = AdaCUCB, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The exact rho of the releases of a play; the law of two decisions with kept noise."""
    sides = Sides()
    for rho in (Fraction(1, 10), Fraction(2)):
        spent = transcript_rho(make(arms=2, rho=rho, ties="first"), horizon=30, plays=1)
        require(spent != float("inf"), "Some releases cancel all noise.", rho=rho)
        sides.at_most(spent, rho * share, "The releases cost more.", rho=rho)
    with working_precision(64):
        for rho, order in ((Fraction(1, 2), Fraction(2)), (Fraction(1, 10), Fraction(5))):
            first, second = (first_choices(Fraction(bit), 1 / rho) for bit in (0, 1))
            leak, most = renyi_divergence(first, second, order), ball(order * rho)
            sides.at_most(leak, most, "Two decisions reveal more.", rho=rho, alpha=order)
    return proof.verdict(sharpness=sides.sharpness)
