"""Claims about Lemma 2: the concentration of a noisy mean."""

from __future__ import annotations

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.verdict import Verdict

from .proof_of_lemma_2 import HALF_SAMPLE, NOISY_MEAN


@claim("zcdp.lem2.repaired", "x", recorded="holds", title="t")
def noisy(proof: Proof = NOISY_MEAN) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.lem2.half", "x", recorded="holds", title="t")
def half(proof: Proof = HALF_SAMPLE) -> Verdict:
    """x."""
    return proof.verdict("x")
