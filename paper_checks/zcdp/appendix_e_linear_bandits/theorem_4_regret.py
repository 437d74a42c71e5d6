"""x."""

from __future__ import annotations

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.verdict import Verdict

from .proofs_of_the_regret import GOOD, KEPT, REPAIRED, SCALAR_GOOD


@claim("zcdp.thm4.good", "x", recorded="holds", title="t")
def c0(proof: Proof = GOOD) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.fix.gope.f", "x", recorded="holds", title="t")
def c1(proof: Proof = SCALAR_GOOD) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.thm4.kept", "x", recorded="holds", title="t")
def c2(proof: Proof = KEPT) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.thm4.repaired", "x", recorded="holds", title="t")
def c3(proof: Proof = REPAIRED) -> Verdict:
    """x."""
    return proof.verdict("x")
