"""Identities of a proof, checked symbolically."""

from __future__ import annotations

from typing import Any

from banditproof.paper_checks.vocabulary import require
from banditproof.verify.evidence import Grade


def require_zero(**differences: Any) -> None:
    """Require that each difference of two sides, named after its step, simplifies to 0."""
    import sympy as sp

    for step, difference in differences.items():
        finding = "An identity of the proof fails."
        require(sp.simplify(difference) == 0, finding, Grade.PROVED, step=step.replace("_", " "))
