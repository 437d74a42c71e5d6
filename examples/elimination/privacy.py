"""One release is private, and so is the whole run: each reward enters one release."""

from fractions import Fraction
from banditproof.algorithms import DPSE
from banditproof.claims import WRITTEN, Proof, Verdict, checks, mutant, points, require
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit


@checks("elim.release")
def a_release_is_private(proof: Proof = WRITTEN) -> Verdict:
    """The steps of the proof."""
    return proof.verdict(
        "The densities for neighbouring rewards differ by a factor of at most e^eps."
    )


@checks("elim.private")
def the_run_is_private(proof: Proof = WRITTEN) -> Verdict:
    """The steps of the proof."""
    return proof.verdict("Two tables of rewards that differ in one place differ in one release.")


HALF = Laplace(Fraction(1, 2))


@checks("elim.private.audit")
@mutant("noise of half the scale", noise=HALF)
@mutant("sharper: 0.99 of the scale", noise=Laplace(Fraction(99, 100)))
def the_code_is_private(noise: Laplace | None = None, arms: tuple[int, ...] = (2, 5)) -> Verdict:
    """What `banditproof.verify` finds of the code: its ledger, and its declared parts."""
    for K in arms:
        report = audit(DPSE(K, beta="1/2", eps=1, noise=noise), 1, output="transcript")
        result = report.deciding
        why = result.note if result is not None else report.sentence
        require(report.verdict == "holds", "The audit refutes it.", arms=K, why=why)
    return points(
        "The audit holds by construction: each reward enters one sum, with noise of the scale 1.",
        covered="Two and five arms.",
        not_covered="Other numbers of arms, for which the same code runs; the sampling of floats.",
    )
