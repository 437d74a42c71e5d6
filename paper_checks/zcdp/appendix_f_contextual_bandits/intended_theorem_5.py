"""Claims about the regret of AdaC-OFUL where V_tau grows: what Theorem 5 is meant to say."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.oful_box import run_on_the_sphere
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball, working_precision

from .theorem_14_ellipsoid import with_all_rounds

DELTA = Fraction(1, 1000)


@claim(
    "zcdp.thm5.intended",
    r"Let $\|a\|=1$ for all actions, $\|\theta^*\|\le1$, $\delta\le\frac12$, $\kappa>0$, noises "
    r"$\eta_t$ that are 1-subgaussian given the past, as those of rewards in $[-1,1]$, and "
    r"$\lambda_{\min}(V_\tau)\ge\kappa\tau$ at each update $\tau$. With the radius of "
    r"zcdp.fix.oful.radius and its $F$, with probability at least $1-2\delta$: $R_T\le2\sqrt{1+C}"
    r"\sqrt{2d\log(1+\frac T{\lambda d})}\,(B\sqrt T+G\sqrt{(1+C(1+\lambda))\ell(T)})$, where "
    r"$B=\sqrt{2\log\frac1\delta+d\log(1+\frac T{\lambda d})}+\sqrt\lambda$ and "
    r"$G=\sqrt{\frac{2\ell(T)}{\rho\kappa}F}$.",
    recorded="holds",
    reading="the past contains the noises of the algorithm",
    title="regret where V_tau grows linearly",
    place="V-B2, F-B",
    mutants={"sharper: a thousandth": {"factor": Fraction(1, 1000)}},
)
def regret_where_the_design_grows(
    factor: Fraction = Fraction(1), proof: Proof = written_proof("zcdp.thm5.intended")
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
    return proof.verdict(
        "On the event of the radius the regret of a round is at most the width of the ellipsoid; "
        "elliptical potential, Lemma 13 and the lengths of the episodes do the rest.",
        instances="The regret of two plays of 120 rounds on the circle.",
        beyond="That the eigenvalue grows, which depends on the law of the contexts and on the "
        "arms that are played.",
        sharpness=sides.sharpness,
    )
