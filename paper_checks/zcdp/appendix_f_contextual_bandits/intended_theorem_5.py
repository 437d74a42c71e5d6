"""Claims about the regret of AdaC-OFUL where V_tau grows: what Theorem 5 is meant to say."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.oful_box import run_on_the_sphere
from banditproof.theory.balls import ball, working_precision
from .theorem_14_ellipsoid import with_all_rounds

DELTA = Fraction(1, 1000)


@checks("zcdp.thm5.intended")
@mutant("sharper: a thousandth", factor=Fraction(1, 1000))
def regret_where_the_design_grows(
    factor: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Two plays on the circle, their floats taken as they are."""
    sides = Sides()
    with working_precision(96):
        log = -ball(DELTA).log()
        for seed, rho in enumerate((1.0, 0.1)):
            run = run_on_the_sphere(rho, seed)
            grown = run.dimension * (1 + ball(Fraction(run.rounds, run.dimension))).log()
            width = (2 * log + grown).sqrt() + 1
            reach = with_all_rounds(run.dimension, log, run.rounds)
            scale = ball(Fraction(rho)) * ball(Fraction(run.growth))
            noise = (2 * run.updates * reach / scale).sqrt()
            parts = width * ball(run.rounds).sqrt() + noise * ball(3 * run.updates).sqrt()
            bound = 2 * ball(2).sqrt() * (2 * grown).sqrt() * parts
            finding = "The regret is larger."
            left = ball(Fraction(run.regret))
            sides.at_most(left, ball(factor) * bound, finding, rho=rho, seed=seed, T=run.rounds)
    return proof.verdict(sharpness=sides.sharpness)
