"""Claims about Algorithm 3, AdaR-GOPE, about Assumption 1, and about the discussion."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks


@checks("renyi.gope.discussion.free")
def almost_free(proof: Proof = WRITTEN) -> Verdict:
    """The quotient of both parts of Theorem 8."""
    return proof.verdict("One part grows like log T, the other like the root of T.")
