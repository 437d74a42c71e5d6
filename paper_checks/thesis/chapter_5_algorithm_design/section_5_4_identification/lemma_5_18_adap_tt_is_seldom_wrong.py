"""Claims about Lemma 5.18: AdaP-TT is delta-correct."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import calibration_gain

from .proofs_of_the_events import NOISE, PAIRS
from .proofs_of_the_stopping_rules import ADAP_TT
from .starved_arm import starved_arm


@checks(
    "thesis.lem5.18.noise",
    mutants={
        "one side only": {"proof": NOISE.changed(8, formula="one <= up")},
        "a phase that is counted twice": {"proof": NOISE.changed(1, formula="k >= j - 1")},
        "sharper: half of the level": {
            "proof": NOISE.changed(5, formula="z == log(c*K*Z/d)/2 + s*log(k)")
        },
        "sharper: 0.99 of the risk": {"proof": NOISE.changed(13, formula="all <= 0.99*d/c")},
    },
)
def noise(proof: Proof = NOISE) -> Verdict:
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


@checks(
    "thesis.lem5.18.pairs",
    mutants={
        "one arm in all": {"proof": PAIRS.changed(11, formula="all <= d/(c*(K-1))")},
        "another step of Lemma C.32": {"proof": PAIRS.changed(6, of_step=8)},
        "sharper: zeta once": {
            "proof": PAIRS.changed(5, formula="x == log(c*(K-1)*Z/d) + s*log(k) + s*log(m)")
        },
        "sharper: 0.99 of the risk": {"proof": PAIRS.changed(12, formula="all <= 0.99*d/c")},
    },
)
def pairs(proof: Proof = PAIRS) -> Verdict:
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


@checks_both(
    "thesis.lem5.18",
    subjects={"must_halt": (True, False)},
    mutants={
        "no Cauchy inequality": {
            "proof": ADAP_TT.changed(3, formula="gap**2 <= (w*(e+y)**2 + v*(f+x)**2)/w")
        },
        "half of the squares": {
            "proof": ADAP_TT.changed(12, formula="W <= H + (w*y**2 + v*x**2)/(2*r**2)")
        },
        "the other step of the noise": {"proof": ADAP_TT.changed(15, of_step=11)},
        "sharper: c^G once": {
            "proof": ADAP_TT.changed(13, formula="T == c + (z**2/w + u**2/v)/(eps**2*r**2)")
        },
        "sharper: 0.99 of the noise": {
            "proof": ADAP_TT.changed(13, formula="T == 2*c + 0.99*(z**2/w + u**2/v)/(eps*r)**2")
        },
        "sharper: 0.99 delta": {"proof": ADAP_TT.changed(22, formula="err <= 0.99*d")},
    },
)
def seldom_wrong(must_halt: bool, proof: Proof = ADAP_TT) -> Verdict:
    """A starved arm; the steps."""
    if must_halt:
        return starved_arm(starred=False)
    return proof.verdict(
        "Outside of two events, of probability delta/2 each, no wrong arm has a cost as large as "
        "its threshold, whatever is sampled. Each phase has a fixed number of rewards, so that "
        "the terms log(4 + log w) are not needed.",
    )
