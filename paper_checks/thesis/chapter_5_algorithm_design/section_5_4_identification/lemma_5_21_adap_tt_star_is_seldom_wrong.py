"""Claims about Lemma 5.21: AdaP-TT* is delta-correct, also with the second case as printed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import wbar

from .starved_arm import starved_arm

KIND = "lemma"


@claim(
    "thesis.lem5.21.deviations",
    r"$|\hat\mu-\mu|\ge\sigma\sqrt{2h(w,\delta)/w}$ for the mean of some phase, of $w$ rewards, of "
    r"some arm with probability at most $\delta/24$, where $h$ is that of (5.14).",
    recorded="holds",
    kind=KIND,
    title="the errors of all means at once",
)
def deviations(proof: Proof = written_proof("thesis.lem5.21.deviations")) -> Verdict:
    """The steps, and the tail of normal rewards at the level h."""
    sides = Sides()
    with working_precision(128):
        for text, w in product(("1", "5", "100"), (1, 64, 2**40)):
            z = Fraction(text)
            loops = 4 * (4 + ball(w).log()).log()
            level = Fraction(float(2 * ball(z) + loops + 0.5))
            h = ball(certify(wbar, level).lower) / 2
            sides.at_most(h.sqrt().erfc(), (-ball(z)).exp() / 8, "More fail.", z=z, w=w)
    return proof.verdict(
        "Both tails are at most 2 e^-h, and e^-h is at most e^-z/16; h is far larger than a bound "
        "for one phase needs.",
        instances="Normal rewards at nine levels in balls.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.lem5.21.squares",
    r"$|Y|\ge2\log(3K\zeta(s)k(w)/\delta)/(\varepsilon w)$ for the noise of the mean of some phase "
    r"of some arm with probability at most $\delta/9$, for every $s>1$.",
    recorded="holds",
    kind=KIND,
    title="the noise at twice the printed level",
)
def squares(proof: Proof = written_proof("thesis.lem5.21.squares")) -> Verdict:
    """The steps, and the sum over the first phases at one delta."""
    sides = Sides()
    with working_precision(128):
        for arms, text in product((2, 10), ("0.999", "0.1", "1e-9")):
            delta, zeta = Fraction(text), ball(Fraction(2)).zeta()
            one = (ball(delta) / (3 * arms * zeta)) ** 2
            total = sum((one / max(j, 2) ** 2 for j in range(1, 400)), ball(0)) * arms
            sides.at_most(total, ball(delta / 9), "More fail.", K=arms, delta=text)
    return proof.verdict(
        "At twice the level the probabilities are squared, and k^-2 can be summed.",
        instances="The first 399 phases at six cases in balls.",
        sharpness=sides.sharpness,
    )


@pair(
    "thesis.lem5.21",
    r"Given any sampling rule, the GLR stopping rule with $W^{G,\varepsilon}_{a,b}$ of (5.12) and "
    r"the threshold $\tilde c^{G,\varepsilon}_{a,b}$ of (5.14) yields a $\delta$-correct algorithm "
    r"for $\sigma$-sub-Gaussian distributions.",
    r"With the costs (5.12) and the thresholds (5.14) as printed, $s>1$, on private means of "
    r"per-arm doubling phases: $\mathbb P(\tau<\infty,\hat a\ne a^\star)\le\frac{59}{72}\delta$ "
    r"for every sampling rule, for $\sigma$-subgaussian rewards with one best arm; so it is "
    r"$\delta$-correct with each rule under which it halts almost surely.",
    recorded="holds-with-repair",
    subjects={"must_halt": (True, False)},
    repaired_title="AdaP-TT* is seldom wrong when it stops, with (5.14) as printed",
)
def seldom_wrong(
    must_halt: bool, proof: Proof = written_proof("thesis.lem5.21.repaired")
) -> Verdict:
    """A starved arm; the steps."""
    if must_halt:
        return starved_arm(starred=True)
    return proof.verdict(
        "The exponent s is missing in the second case of (5.14), so that the sum of its own "
        "levels diverges (thesis.eq5.12.levels). But the case has twice the level that its cost "
        "needs: the noise of both arms counts 1/(1/w_a + 1/w_b) times 1/w_a + 1/w_b. At twice the "
        "level probabilities are squared, and the printed threshold is enough for every s > 1.",
    )


@claim(
    "thesis.lem5.21.half",
    r"With $\frac3{2\sigma^2}\log(3K\zeta(s)\max_ck(\omega_c)^s/\delta)$ as the first term of the "
    r"second case of (5.14), half of it and with the exponent $s$: "
    r"$\mathbb P(\tau<\infty,\hat a\ne a^\star)\le\frac{17}{24}\delta$ for every sampling "
    r"rule.",
    recorded="holds",
    kind=KIND,
    title="AdaP-TT* with half of the first term and the exponent s",
)
def half_of_the_level(proof: Proof = written_proof("thesis.lem5.21.half")) -> Verdict:
    """The steps."""
    return proof.verdict(
        "True but improvable: the first term of the second case of (5.14) may be halved, once k "
        "has its exponent s. With the whole term and the exponent the threshold is larger "
        "still.",
    )
