"""Claims about the remarks on regret bounds: inheritance, the open question, the discussion."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks


@checks("thesis.rem4.19")
def inheritance(proof: Proof = WRITTEN) -> Verdict:
    """Infima over fewer and fewer policies."""
    return proof.verdict("An infimum over fewer policies is not smaller.")
