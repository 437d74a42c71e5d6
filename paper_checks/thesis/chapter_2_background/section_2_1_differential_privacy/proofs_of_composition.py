"""The proofs about several releases and functions of them: Propositions 2.7, 2.9, Lemma 2.10."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof


def wrong_compositions(proof: Proof) -> dict[str, dict[str, Proof]]:
    """The proof with wrong steps."""
    unknown = {"each part is (e_i, d_i)-DP": 2}
    return {
        "sharper: half of eps": {"proof": proof.changed(3, formula="v <= exp(e/2)*w + d")},
        "sharper: no delta": {"proof": proof.changed(3, formula="v <= exp(e)*w")},
        "sharper: half of rho": {"proof": proof.changed(5, formula="renyi <= r*a/2")},
        "nobody says what a part sees": {"proof": proof.changed(3, hypotheses=unknown)},
    }
