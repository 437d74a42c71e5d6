"""What is known of a claim without running it, and what a run adds: the facts behind all output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .claim import Claim


@dataclass(frozen=True)
class ClaimFacts:
    """A claim as a list shows it."""

    id: str
    document: str
    chapter: str
    section: str
    place: str
    page: str
    label: str
    kind: str
    title: str
    statement: str
    stated: bool
    recorded: str
    grade: str | None
    tier: str
    repaired_by: str | None
    doubts: tuple[str, ...]
    was: str | None
    file: str

    @property
    def module(self) -> str:
        """The program's module, within the package."""
        return self.file.removesuffix(".py").replace("/", ".")

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> ClaimFacts:
        """The facts from a row of the index."""
        return cls(**{**row, "doubts": tuple(row["doubts"])})


def facts_of(claim: Claim, grade: str | None = None) -> ClaimFacts:
    """The facts of a registered claim; the grade is that of the last recorded run."""
    from .catalogue import former_ids

    was = {now: before for before, now in former_ids().items()}
    return ClaimFacts(
        id=claim.id,
        document=claim.document,
        chapter=claim.where.chapter,
        section=claim.where.section,
        place=claim.place,
        page=claim.where.page,
        label=claim.label,
        kind=claim.kind,
        title=claim.title,
        statement=claim.statement,
        stated=claim.stated,
        recorded=claim.recorded.value,
        grade=grade,
        tier=claim.tier,
        repaired_by=claim.repaired_by,
        doubts=claim.doubts,
        was=was.get(claim.id),
        file=claim.file,
    )
