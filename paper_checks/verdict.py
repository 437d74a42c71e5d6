"""What a check may say about a printed statement, and what it must show for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from banditproof.verify.evidence import Evidence, Grade


class Outcome(StrEnum):
    """The verdict on the statement exactly as printed."""

    HOLDS = "holds"
    FAILS = "fails"
    HOLDS_WITH_REPAIR = "holds-with-repair"
    OPEN = "open"
    NOT_MECHANICAL = "not-mechanical"


@dataclass(frozen=True)
class Verdict:
    """An outcome with its evidence, in one sentence, and the limits of what was checked.

    A refutation needs an exact or certified witness; a repair needs one too, because it says that
    the printed statement is not true as it stands.

    >>> Verdict(Outcome.FAILS, "Off by one.", Evidence(Grade.PROVED, witness="n = 1.")).summary
    'Off by one.'
    """

    outcome: Outcome
    summary: str
    evidence: Evidence | None = None
    covered: str = ""
    not_covered: str = ""

    def __post_init__(self) -> None:
        if self.outcome in (Outcome.OPEN, Outcome.NOT_MECHANICAL):
            return
        if self.evidence is None:
            raise ValueError(f"The verdict {self.outcome.value!r} has no evidence; give its grade.")
        if self.outcome == Outcome.HOLDS:
            return
        if self.evidence.grade not in (Grade.PROVED, Grade.CERTIFIED) or not self.evidence.witness:
            raise ValueError(
                f"The verdict {self.outcome.value!r} needs a witness that is proved or certified."
            )


def undecided(
    gap: str, *, numbers: Mapping[str, Any] | None = None, grade: Grade | None = None
) -> Verdict:
    """The check could not decide; the summary says what is missing."""
    evidence = Evidence(grade, numbers or {}) if grade is not None else None
    return Verdict(Outcome.OPEN, gap, evidence)


def not_mechanical(reason: str) -> Verdict:
    """The statement has no content that a machine could check; the summary says why."""
    return Verdict(Outcome.NOT_MECHANICAL, reason)
