"""Claims about Lemma 5.18: AdaP-TT is delta-correct."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import calibration_gain

from .starved_arm import starved_arm

KIND = "lemma"


@claim(
    "thesis.lem5.18.noise",
    r"Let $Y$ be the Laplace noise, of scale $1/(\varepsilon w)$, of the private mean of a phase "
    r"of $w$ rewards. For $c\ge1$, $s>1$: $|Y|\ge\log(cK\zeta(s)k(w)^s/\delta)/(\varepsilon w)$ "
    r"for some arm and phase with probability at most $\delta/c$.",
    recorded="holds",
    kind=KIND,
    title="the noise of all private means at once",
)
def noise(proof: Proof = written_proof("thesis.lem5.18.noise")) -> Verdict:
    """The steps, and the sum over the first phases."""
    sides = Sides()
    with working_precision(128):
        for s in (Fraction(3, 2), Fraction(2), Fraction(4)):
            zeta = ball(s).zeta()
            total = sum((ball(max(j, 2)) ** -ball(s) for j in range(1, 200)), ball(0))
            sides.at_most(total, zeta, "The phases weigh more.", s=s)
    return proof.verdict(
        "The phases weigh 2^-s + 2^-s + 3^-s + ..., which is less than zeta(s).",
        instances="The first 199 phases for three s in balls.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.lem5.18.pairs",
    r"For $c\ge1$, $s>1$: $w_a(\hat\mu_a-\mu_a)^2/(2\sigma^2)+w_b(\hat\mu_b-\mu_b)^2/(2\sigma^2)>"
    r"c^G_{a,b}(w,\delta/(c\,\zeta(s)^2k(w_a)^sk(w_b)^s))$ for the best arm $b$ and some other arm "
    r"$a$, in some pair of their phases, with probability at most $\delta/c$.",
    recorded="holds",
    kind=KIND,
    title="the errors of all pairs of means at once",
)
def pairs(proof: Proof = written_proof("thesis.lem5.18.pairs")) -> Verdict:
    """The steps, and normal rewards, for which the sum is an exponential variable."""
    sides = Sides()
    with working_precision(128):
        for text, w in product(("0.5", "0.01", "1e-30"), (1, 64, 2**40)):
            x = -ball(Fraction(text)).log()
            half = Fraction(float(x / 2))
            gain = 2 * ball(certify(calibration_gain, half).lower)
            level = gain + 4 * (4 + ball(w).log()).log()
            sides.at_most((-level).exp(), (-x).exp(), "More fail.", risk=text, w=w)
    return proof.verdict(
        "Lemma C.32 for each pair of phases, at risks that add up to delta/c.",
        instances="Pairs of normal arms at three risks and three sizes in balls.",
        sharpness=sides.sharpness,
    )


@pair(
    "thesis.lem5.18",
    r"Given any sampling rule, the GLR stopping rule with $W^G_{a,b}$ of (5.9) and the threshold "
    r"$c^{G,\varepsilon}_{a,b}$ of (5.11) yields a $\delta$-correct algorithm for "
    r"$\sigma$-sub-Gaussian distributions.",
    r"With the costs (5.9) and the thresholds (5.11), $s>1$, on private means of per-arm doubling "
    r"phases: $\mathbb P(\tau<\infty,\hat a\ne a^\star)\le\delta$ for every sampling rule, for "
    r"$\sigma$-subgaussian rewards with one best arm; so it is $\delta$-correct with each rule "
    r"under which it halts almost surely.",
    recorded="holds-with-repair",
    subjects={"must_halt": (True, False)},
    repaired_title="AdaP-TT is seldom wrong when it stops",
)
def seldom_wrong(
    must_halt: bool, proof: Proof = written_proof("thesis.lem5.18.repaired")
) -> Verdict:
    """A starved arm; the steps."""
    if must_halt:
        return starved_arm(starred=False)
    return proof.verdict(
        "Outside of two events, of probability delta/2 each, no wrong arm has a cost as large as "
        "its threshold, whatever is sampled. Each phase has a fixed number of rewards, so that "
        "the terms log(4 + log w) are not needed.",
    )
