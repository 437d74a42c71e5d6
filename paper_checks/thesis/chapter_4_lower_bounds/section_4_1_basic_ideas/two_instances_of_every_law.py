"""The two instances of Section 4.1 with rewards of any laws, and the pulls by the regret."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, sharpest, written_proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict


@checks("thesis.sec4.1.every_law")
def two_instances(proof: Proof = written_proof("thesis.sec4.1.every_law")) -> Verdict:
    """Only the means and the laws of the actions count."""
    return proof.verdict(
        "The argument of Section 4.1 uses of the rewards their means alone.",
        sharpness=sharpest("l <= T/k", {"l": 1, "T": 2, "k": 2}),
    )
