"""What is known of a claim without running it, and what a run adds: the facts behind all output.

The text beside each type is its description in the published schema. What only the program knows
(mutants, steps, and what a proof rests on) is found when it is asked for.
"""

from __future__ import annotations
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias
from banditproof.theory.bounded_reading import file_text
from ..verdicts.step_facts import StepFacts
from ..verdicts.verdict_words import graded
from .catalogue import former_id
from .completed import Completed, completed
from .documents import document_named, document_of_id

if TYPE_CHECKING:
    from .claim import Claim

    # words here, so that a list of claims loads no check; the schema lists them
    Outcome: TypeAlias = str
    Grade: TypeAlias = str
    ForAll: TypeAlias = str
    Tier: TypeAlias = str

LATER = ("rests_on", "stated_proof", "steps", "mutants")
"""The facts that may be left to the program."""


@dataclass(frozen=True, kw_only=True)
class ClaimFacts:
    """A claim with its recorded verdict, as `banditproof claims --json` prints it."""

    id: Annotated[str, "The ID of the claim; it begins with the prefix of its document."]
    document: Annotated[str, "The document that the claim belongs to."]
    chapter: Annotated[str, "The chapter; empty if the document has none."]
    section: Annotated[str, "The sections or appendices, separated by commas."]
    page: Annotated[str, "The page, or the pages of the section; empty if they are not known."]
    place: Annotated[str, "Section, equation and page in words."]
    label: Annotated[str, "The name in the document, such as Theorem 4.3; empty if it has none."]
    kind: Annotated[str, "Theorem, lemma, definition, remark, figure, ..."]
    title: Annotated[str, "What the claim is about, in one line."]
    statement: Annotated[str, "The statement, in our words."]
    stated: Annotated[bool, "Whether the document states it; a repair or a finer step is ours."]
    reading: Annotated[str, "The reading of a word that has several; empty if there is one only."]
    parts: Annotated[tuple[str, ...], "The IDs of the parts, if there are several assertions."]
    part_of: Annotated[str | None, "The ID of the statement that this one is a part of."]
    was: Annotated[str, "The former ID, which still works; empty if there is none."]
    recorded: Annotated[Outcome, "The recorded verdict on the statement."]
    grade: Annotated[Grade | None, "How strong the recorded evidence is; null without evidence."]
    universal: Annotated[
        ForAll | None, "What settles the 'for all'; null for finitely many cases or no verdict."
    ]
    repaired_by: Annotated[str | None, "The ID of the claim with the repaired statement."]
    rests_on: Annotated[tuple[str, ...], "The claims and textbook facts that the verdict rests on."]
    stated_proof: Annotated[tuple[str, ...], "The steps that the document's own proof uses."]
    doubts: Annotated[tuple[str, ...], "The doubts about the statement that the check settles."]
    tier: Annotated[Tier, "Whether the check takes seconds (fast) or longer (slow)."]
    file: Annotated[str, "The file of the program, from the root of the repository."]
    steps: Annotated[
        tuple[StepFacts, ...], "The numbered steps of its proof, if the proof is an object."
    ] = field(default_factory=tuple)
    repeats: Annotated[
        str | None, "The ID of the claim that says the same; one program for both."
    ] = None
    mutants: Annotated[
        tuple[str, ...],
        "What is wrong in each variant of the statement that the check must notice.",
    ] = field(default_factory=tuple)
    corrected: Annotated[
        str | None, "What a misprint was meant to say, where no separate claim says it."
    ] = None
    against: Annotated[str, "The second place of a conflict; empty for any other claim."] = ""
    draft: Annotated[str, "What a machine read and found; no verdict, and empty without one."] = ""
    would_decide: Annotated[str, "What would decide a claim that is open; empty for others."] = ""
    formula: Annotated[
        str, "The statement as a relation and ranges, which a `proved` proof of steps ends with."
    ] = ""
    line: Annotated[int, "The line where the program begins."] = 0
    judged_by: Annotated[
        str,
        "Who gave the grade: banditproof; program, the folder's own; record, the folder's text.",
    ] = "banditproof"

    @property
    def module(self) -> str:
        """The program's module, within the package."""
        return self.file.removesuffix(".py").replace("/", ".")

    @property
    def graded(self) -> str:
        """The grade, and who gave it if that was not this package; empty without one."""
        return graded(self.grade, self.judged_by)

    @property
    def asked(self) -> str:
        """The words by which a command is asked for the claim, as a shell reads them."""
        document = document_named(self.document)
        return self.id if document is None else document.asked(self.id)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A fact that was left to the program; it is found once."""
            if name not in LATER:
                raise AttributeError(f"the facts of a claim have no {name!r}")
            vars(self).update(_of_program(self.id, name))
            return vars(self)[name]

    def located(self) -> ClaimFacts:
        """The facts with the line of the program, which the text does not say."""
        return self if self.line else replace(self, line=_line_of(self.file, self.id))

    def to_json(self) -> dict[str, Any]:
        """The facts in JSON types."""
        return asdict(self)

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> ClaimFacts:
        """The facts as they were written."""
        lists = {name: tuple(value) for name, value in facts.items() if isinstance(value, list)}
        steps = tuple(StepFacts.from_json(step) for step in facts.get("steps", ()))
        return cls(**{**facts, **lists, "steps": steps})


@dataclass(frozen=True, kw_only=True)
class ResultFacts(ClaimFacts):
    """A claim with the verdict that its check gave now, as `banditproof check --json` prints it.

    Here the grade, and the verdicts of the steps, are those found now.
    """

    verdict: Annotated[Outcome, "The verdict of the check."]
    as_recorded: Annotated[bool, "Whether the check ran and gave the recorded verdict."]
    summary: Annotated[str, "What the check found, in one sentence."]
    findings: Annotated[Mapping[str, str], "What was found of each part, by its ID."]
    witness: Annotated[str | None, "The counterexample, if there is one."]
    witness_values: Annotated[Mapping[str, str], "The values of the counterexample, by name."]
    repaired_statement: Annotated[str | None, "What is true instead, or was meant, in full."]
    covered: Annotated[str, "What was checked."]
    not_covered: Annotated[str, "What was not checked."]
    sharpness: Annotated[
        float | None, "The largest certified ratio of the sides of an inequality, rounded down."
    ]
    sharpest_at: Annotated[str | None, "The case of that ratio."]
    numbers: Annotated[Mapping[str, Any], "The numbers of the evidence, by name."]
    error: Annotated[str | None, "What stopped the check, if it raised an error."]
    seconds: Annotated[float, "How long the check ran."]
    noticed: Annotated[
        tuple[str, ...] | None,
        "The mutants that the check noticed in this run; null where none ran.",
    ] = None
    not_noticed: Annotated[
        Mapping[str, str] | None,
        "The mutants that it did not notice, each with a sentence; null where none ran.",
    ] = None
    second_reader: Annotated[
        str | None,
        "What Coq says of a formal proof of a folder: accepted, refused, no word (for a rule), "
        "not run; null where it was not asked.",
    ] = None
    second_reader_why: Annotated[str | None, "The reason of that, in a sentence."] = None
    errata_witness: Annotated[
        str, "The witness that the errata of the document print; empty where they print none."
    ] = ""

    @property
    def about_witness(self) -> str | None:
        """The sentence about the counterexample, where it says more than values and finding."""
        values = ", ".join(f"{name} = {value}" for name, value in self.witness_values.items())
        stated = (self.witness or "").rstrip(".")
        return None if stated in ("", values, self.summary.rstrip(".")) else self.witness


def facts_of(claim: Claim, grade: str | None = None, universal: str | None = None) -> ClaimFacts:
    """The facts of a registered claim; grade and settlement are those of a run."""
    return ClaimFacts(
        **_shared(claim, grade, universal),
        rests_on=claim.rests_on,
        stated_proof=claim.stated_proof,
        steps=claim.steps,
        mutants=tuple(claim.mutants),
    )


def recorded_facts(claim: Completed) -> ClaimFacts:
    """The facts of a claim as its text has them; its module is imported for what is left."""
    facts = ClaimFacts.__new__(ClaimFacts)
    known = vars(facts)
    known.update(_shared(claim, claim.grade, claim.universal))
    known["line"] = claim.line if claim.program is None or claim.proof_alone else 0
    if not claim.by_proof:
        known.update(rests_on=claim.rests_on, stated_proof=claim.stated_proof, steps=())
    if claim.program is None:
        known["mutants"] = ()
    return facts


def _shared(claim: Completed, grade: str | None, universal: str | None) -> dict[str, Any]:
    """The facts that a text says, by name; nobody has judged what the text of others records."""
    document = document_of_id(claim.id)
    return {
        "id": claim.id,
        "document": claim.document,
        "chapter": claim.chapter,
        "section": claim.section,
        "page": claim.page,
        "place": claim.place,
        "label": claim.label,
        "kind": claim.kind,
        "title": claim.title,
        "statement": claim.statement,
        "stated": claim.stated,
        "formula": claim.formula,
        "reading": claim.reading,
        "parts": claim.parts,
        "part_of": claim.part_of,
        "was": former_id(claim.id),
        "recorded": str(claim.recorded),
        "grade": grade,
        "universal": universal,
        "repaired_by": claim.repaired_by,
        "corrected": claim.corrected,
        "against": claim.against,
        "draft": claim.draft,
        "would_decide": claim.would_decide,
        "repeats": claim.repeats,
        "doubts": claim.doubts,
        "tier": claim.tier,
        "file": claim.file,
        "judged_by": "banditproof" if document is None or document.own else "record",
    }


_sources: list[Callable[[str, str], Mapping[str, Any] | None]] = []
"""What finds these facts in sources; what stands above this floor names it here."""


def read_sources_with(facts_in_sources: Callable[[str, str], Mapping[str, Any] | None]) -> None:
    """Name the function that finds the facts of a program without importing it."""
    _sources[:] = [facts_in_sources]


def _of_program(id: str, name: str) -> Mapping[str, Any]:
    """The facts that only the program of a claim knows: in its source, or else by importing it."""
    for facts_in_sources in _sources:
        known = facts_in_sources(id, name)
        if known is not None:
            return known
    document = document_of_id(id)
    if document is not None and document.texts_only:
        return {name: getattr(completed(document.declared[id]), name, None) or ()}
    from .registry import find

    claim = find(id)
    return {
        "rests_on": claim.rests_on,
        "stated_proof": claim.stated_proof,
        "steps": claim.steps,
        "mutants": tuple(claim.mutants),
    }


@cache
def _lines(file: Path) -> tuple[str, ...]:
    return tuple(file_text(file).splitlines())


def _line_of(file: str, id: str) -> int:
    """The line where the check of a claim begins; a repair may stand in that of its statement."""
    named = re.compile(rf"^\s*(?:\S+\()?\"{re.escape(id)}\"")
    document = document_of_id(id)
    lines = _lines(document.source(file)) if document else ()
    for number, line in enumerate(lines, 1):
        if named.match(line):
            return number - 1 if line.startswith(" ") else number
    printed = document.printed.get(id) if document else None
    shorter = printed or id.rpartition(".")[0]
    return _line_of(file, shorter) if shorter else 1
