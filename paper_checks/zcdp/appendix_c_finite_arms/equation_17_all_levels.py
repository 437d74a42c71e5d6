"""Claims about (17): the regret decomposition of the cited paper, and the one over all levels."""

from __future__ import annotations

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.verdict import Verdict

from .proof_of_all_levels import ALL_LEVELS


@claim("zcdp.fix.eq17", "x", recorded="holds", title="t")
def all_levels(proof: Proof = ALL_LEVELS) -> Verdict:
    """x."""
    return proof.verdict("x")
