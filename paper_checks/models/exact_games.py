"""The word `require` for exact games: a case that breaks a requirement proves that it is false."""

from __future__ import annotations

from typing import Any

from banditproof.paper_checks import vocabulary
from banditproof.verify.evidence import Grade


def require(condition: vocabulary.Condition, finding: str, /, **case: Any) -> None:
    """What the statement says of one case; numbers are exact, so a counterexample is a proof."""
    vocabulary.require(condition, finding, Grade.PROVED, **case)
