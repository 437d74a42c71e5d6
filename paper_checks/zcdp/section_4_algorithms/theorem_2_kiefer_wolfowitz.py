"""x."""

from __future__ import annotations

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.verdict import Verdict

from .proof_of_kiefer_wolfowitz import EQUIVALENT, LEAST, SUPPORT


@claim("zcdp.thm2.equivalent", "x", recorded="holds", title="t")
def noisy(proof: Proof = EQUIVALENT) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.thm2.support", "x", recorded="holds", title="t")
def noisy2(proof: Proof = SUPPORT) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.thm2.least", "x", recorded="holds", title="t")
def noisy3(proof: Proof = LEAST) -> Verdict:
    """x."""
    return proof.verdict("x")
