"""Claims about the remarks on regret bounds: inheritance, the open question, the discussion."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict


@checks("thesis.rem4.19")
def inheritance(proof: Proof = written_proof("thesis.rem4.19")) -> Verdict:
    """Infima over fewer and fewer policies."""
    return proof.verdict("An infimum over fewer policies is not smaller.")
