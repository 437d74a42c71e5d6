"""Claims about Algorithm 3, AdaR-GOPE, about Assumption 1, and about the discussion."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict


@checks("renyi.gope.discussion.free")
def almost_free(proof: Proof = written_proof("renyi.gope.discussion.free")) -> Verdict:
    """The quotient of both parts of Theorem 8."""
    return proof.verdict("One part grows like log T, the other like the root of T.")
