"""The words `require` and `require_or_repair` for exact games, where a broken case is a proof."""

from typing import Any
from banditproof.paper_checks.verdicts import vocabulary
from banditproof.verify.evidence import Grade


def require(condition: vocabulary.Condition, finding: str, /, **case: Any) -> None:
    """What the statement says of one case; numbers are exact, so a counterexample is a proof."""
    vocabulary.require(condition, finding, Grade.PROVED, **case)


def require_or_repair(condition: vocabulary.Condition, finding: str, /, **case: Any) -> None:
    """`require`, where a counterexample shows only what the repair of the statement adds."""
    vocabulary.require_or_repair(condition, finding, Grade.PROVED, **case)
