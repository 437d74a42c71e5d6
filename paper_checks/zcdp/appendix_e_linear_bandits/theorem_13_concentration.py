"""x."""

from __future__ import annotations

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.verdict import Verdict

from .proofs_of_the_concentration import LENGTH, PRINTED, SCALAR, SCALAR_LENGTH


@claim("zcdp.thm13", "x", recorded="holds", title="t")
def noisy(proof: Proof = PRINTED) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.fix.gope.f.width", "x", recorded="holds", title="t")
def half(proof: Proof = SCALAR) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.cor1", "x", recorded="holds", title="t")
def c0(proof: Proof = LENGTH) -> Verdict:
    """x."""
    return proof.verdict("x")


@claim("zcdp.fix.gope.f.length", "x", recorded="holds", title="t")
def c1(proof: Proof = SCALAR_LENGTH) -> Verdict:
    """x."""
    return proof.verdict("x")
