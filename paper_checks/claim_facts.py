"""What the command line tells about a claim, and about the result of its check, as JSON.

The text beside each type is its description in the published schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

if TYPE_CHECKING:
    # words here, so that a list of claims loads no check; the schema lists them
    Outcome = str
    Grade = str
    Tier = str


@dataclass(frozen=True)
class ClaimFacts:
    """A claim with its recorded verdict, as `banditproof claims --json` prints it."""

    id: Annotated[str, "The ID of the claim; it begins with the prefix of its document."]
    document: Annotated[str, "The document that the claim belongs to."]
    chapter: Annotated[str, "The chapter; empty if the document has none."]
    section: Annotated[str, "The section or appendix."]
    page: Annotated[str, "The page, or the pages; empty if it is not known."]
    place: Annotated[str, "Section, equation and page in words."]
    kind: Annotated[str, "Theorem, lemma, definition, remark, figure, ..."]
    title: Annotated[str, "What the claim is about, in one line."]
    statement: Annotated[str, "The statement, in our words."]
    stated: Annotated[bool, "Whether the document states it; a repair or a finer step is ours."]
    was: Annotated[str, "The former ID, which still works; empty if there is none."]
    recorded: Annotated[Outcome, "The recorded verdict on the statement."]
    grade: Annotated[Grade | None, "How strong the recorded evidence is, if it is recorded."]
    repaired_by: Annotated[str | None, "The ID of the claim with the repaired statement."]
    doubts: Annotated[tuple[str, ...], "The doubts about the statement that the check settles."]
    tier: Annotated[Tier, "Whether the check takes seconds (fast) or longer (slow)."]
    file: Annotated[str, "The file of the program, from the root of the repository."]
    line: Annotated[int, "The line where the program begins."]

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> ClaimFacts:
        """The facts as they were written."""
        return cls(**{**facts, "doubts": tuple(facts["doubts"])})


@dataclass(frozen=True)
class ResultFacts:
    """A claim with the verdict that its check gave now, as `banditproof check --json` prints it."""

    id: Annotated[str, "The ID of the claim; it begins with the prefix of its document."]
    document: Annotated[str, "The document that the claim belongs to."]
    chapter: Annotated[str, "The chapter; empty if the document has none."]
    section: Annotated[str, "The section or appendix."]
    page: Annotated[str, "The page, or the pages; empty if it is not known."]
    place: Annotated[str, "Section, equation and page in words."]
    kind: Annotated[str, "Theorem, lemma, definition, remark, figure, ..."]
    title: Annotated[str, "What the claim is about, in one line."]
    statement: Annotated[str, "The statement, in our words."]
    stated: Annotated[bool, "Whether the document states it; a repair or a finer step is ours."]
    verdict: Annotated[Outcome, "The verdict of the check."]
    recorded: Annotated[Outcome, "The recorded verdict."]
    as_recorded: Annotated[bool, "Whether the check ran and gave the recorded verdict."]
    grade: Annotated[Grade | None, "How strong the evidence is; null without evidence."]
    summary: Annotated[str, "What the check found, in one sentence."]
    witness: Annotated[str | None, "The counterexample, if there is one."]
    repaired_by: Annotated[str | None, "The ID of the claim with the repaired statement."]
    repaired_statement: Annotated[str | None, "The statement of that claim."]
    doubts: Annotated[tuple[str, ...], "The doubts about the statement that the check settles."]
    covered: Annotated[str, "What was checked."]
    not_covered: Annotated[str, "What was not checked."]
    numbers: Annotated[Mapping[str, Any], "The numbers of the evidence, by name."]
    error: Annotated[str | None, "What stopped the check, if it raised an error."]
    seconds: Annotated[float, "How long the check ran."]
    file: Annotated[str, "The file of the program, from the root of the repository."]
    line: Annotated[int, "The line where the program begins."]
