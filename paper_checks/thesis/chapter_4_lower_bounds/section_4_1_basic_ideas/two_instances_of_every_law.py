"""The two instances of Section 4.1 with rewards of any laws, and the pulls by the regret."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, sharpest


@checks("thesis.sec4.1.every_law")
def two_instances(proof: Proof = WRITTEN) -> Verdict:
    """Only the means and the laws of the actions count."""
    return proof.verdict(sharpness=sharpest("l <= T/k", {"l": 1, "T": 2, "k": 2}))
