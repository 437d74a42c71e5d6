"""Enters the claims of a folder whose programs run apart: of its texts, and as these programs say.

What a text says is read here. What only programs know (mutants, the steps of a proof in Python,
claims that no text declares) is told by their process, and checked as data.
"""

from typing import Any
from ..proofs.text import written_proof
from ..statements.claim import REGISTERED, Check
from ..statements.completed import Completed, completed, declared
from ..statements.declaration import require_declared
from ..statements.declared import PROOF_ALONE, Declared
from ..statements.documents import Document
from ..statements.registry import enter_without_program, find
from ..statements.told_claim import MUTANT, ToldClaim
from ..textbook import PREFIX, TEXTBOOK
from ..verdicts.verdict import Outcome, Verdict
from .description import is_id
from .programs_apart import ProgramsApart, Told

_APART: dict[str, ProgramsApart] = {}
"""The processes of the programs of opened documents, by name."""
FLAGS = ("stated", "by_proof", "catalogued")
LISTS = ("doubt_codes", "parts")


def enter_told(document: Document) -> None:
    """Start the programs of a document apart, and enter its claims."""
    programs = _APART[document.name] = ProgramsApart(document)
    opening = programs.opening()
    if opening.wrong:
        raise ValueError(opening.wrong)
    for fact in opening.facts:
        if fact.document != document.name or not fact.id.startswith(f"{PREFIX}{document.prefix}."):
            raise _wrong(document, fact.id, "adds a textbook fact that is not its own")
        TEXTBOOK.setdefault(fact.id, fact)
    for told in opening.claims:
        _enter(document, programs, told)
    for id in document.declared:
        if id not in REGISTERED:
            find(id)
    for told in opening.claims:
        unknown = [id for id in told.rests_on if id not in TEXTBOOK and id not in REGISTERED]
        missing = [id for id in unknown if declared(id) is None]
        if missing:
            raise _wrong(document, told.id, f"rests on {missing[0]}, which does not exist")


def end_programs(document: Document) -> None:
    """End the process of the programs of a document, if there is one."""
    programs = _APART.pop(document.name, None)
    if programs is not None:
        programs.end()


def _enter(document: Document, programs: ProgramsApart, told: Told) -> None:
    text = document.declared.get(told.id)
    if not is_id(told.id) or not told.id.startswith(f"{document.prefix}.") or told.id in REGISTERED:
        raise _wrong(document, told.id, "is a claim with an ID that it cannot have")
    if not document.holds(told.module) and told.module != PROOF_ALONE[0]:
        raise _wrong(document, told.id, "stands in a module that is none of theirs")
    claim = _of_program(document, told, text) if told.declared else _of_text(document, told, text)
    if claim.parts or claim.repeats:
        enter_without_program(claim)
        return
    proof = _proof_of_text(claim)
    rests_on = told.rests_on if proof is None else proof.rests_on
    facts = vars(claim) | {
        "check": _asking(programs, claim.id),
        "recorded": Outcome(claim.recorded),
        "rests_on": rests_on,
        "stated_proof": told.stated_proof,
        "mutants": {name: {MUTANT: name} for name in told.mutants},
        "proof": proof,
        "line": told.line,
        "part_of": claim.part_of or told.part_of,
    }
    REGISTERED[claim.id] = ToldClaim(**facts, told_steps=told.steps)


def _asking(programs: ProgramsApart, id: str) -> Check:
    """The check of a claim, which asks the process of its program."""

    def check(**subjects: str) -> Verdict:
        return programs.answer(id, subjects.get(MUTANT, ""))

    return check


def _of_text(document: Document, told: Told, text: Declared | None) -> Completed:
    if text is None or not text.has_check:
        raise _wrong(document, told.id, "has a check that no text names")
    return completed(text)


def _of_program(document: Document, told: Told, text: Declared | None) -> Completed:
    """A claim that a program declares, from plain data."""
    if text is not None and (text.recorded or text.statement):
        raise _wrong(document, told.id, "is declared by a text, too")
    facts: dict[str, Any] = {}
    for name, value in told.declared.items():
        if name not in Declared.__dataclass_fields__ or not _fits(name, value):
            raise _wrong(document, told.id, f"has a field {name!r} that it cannot have")
        facts[name] = tuple(value) if isinstance(value, list) else value
    lists = {"rests_on": told.rests_on, "stated_proof": told.stated_proof}
    program = (told.module, told.id)
    named = Declared(id=told.id, **{**facts, **lists}, program=program, line=told.line)
    require_declared(named)
    return completed(named)


def _fits(name: str, value: Any) -> bool:
    if name in LISTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, bool if name in FLAGS else str)


def _proof_of_text(claim: Completed) -> Any:
    """The proof of a claim as its text has it, if this process can read all of it."""
    if not claim.by_proof or claim.text is None:
        return None
    try:
        return written_proof(claim.id)
    except ValueError:  # it names a program, or stands in Python: only the other process has it
        return None


def _wrong(document: Document, id: str, what: str) -> ValueError:
    return ValueError(f"The programs of {document.shown} say that {id} {what}; mend them.")
