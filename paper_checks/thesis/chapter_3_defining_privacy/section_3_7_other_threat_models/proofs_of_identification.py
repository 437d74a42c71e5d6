"""The proofs about the mechanism of a best-arm identification strategy, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof


def wrong_laws(proof: Proof) -> dict[str, dict[str, Proof]]:
    """The proof with wrong steps."""
    return {
        "the past is forgotten": {"proof": proof.changed(2, formula="joint == k")},
        "a product without the sample": {"proof": proof.changed(3, formula="new == old")},
        "a product from 1/2": {"proof": proof.changed(5, first="1/2")},
        "mass is lost": {"proof": proof.changed(7, following="s - g + g*q")},
        "sharper: half of what halts": {"proof": proof.changed(8, formula="1 - g <= 1/2")},
    }
