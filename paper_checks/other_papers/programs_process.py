"""The process in which the programs of somebody else's folder run; another one judges.

It is asked for claims by ID, one at a time, and answers with verdicts as JSON. What the programs
print goes to standard error.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import IO, Any
from ..running.about_answers import About
from ..running.single_check import run_alone
from ..running.verdicts_as_json import content_of
from ..statements.claim import REGISTERED, Claim
from ..statements.declared import Declared
from ..statements.documents import Document
from ..statements.files_of_claims import texts_now
from ..statements.registry import find
from ..textbook import TEXTBOOK
from ..verdicts.verdict import undecided
from .description import described
from .opening import opened
from .programs_apart import Opening, Told, said

HERE = ("id", "text", "line", "program", "part_of", "rests_on", "stated_proof", "was")
"""The fields of a declaration that are not sent: the text has them, or `Told` does."""


def main(given: Mapping[str, Any]) -> None:
    """Open the folder, say what its programs declare, and answer until nobody asks."""
    reads, writes = given["pipe"]
    for end in (reads, writes):
        os.set_inheritable(end, False)
    asked, answers = os.fdopen(reads, "rb"), os.fdopen(writes, "wb")
    try:
        document = described(Path(given["folder"]), given["package"])
        read = texts_now(document.home).digest  # before a program can change them
        document = opened(replace(document, shown=given["shown"]))
    except ValueError as wrong:
        _say(answers, said(Opening(str(wrong))))
        return
    _say(answers, said(_opening(document)))
    for line in asked:
        request = json.loads(line)
        _say(answers, _answer(About(request["id"], request["mutant"], read)))


def _answer(about: About) -> bytes:
    claim = find(about.id)
    result = run_alone(claim, **(claim.mutants[about.mutant] if about.mutant else {}))
    try:
        return content_of((result.verdict, result.seconds, result.error), about)
    except Exception as problem:
        error = f"its evidence cannot leave the process: {problem}"
        return content_of((undecided(error), result.seconds, error), about)


def _say(answers: IO[bytes], content: bytes) -> None:
    answers.write(content + b"\n")
    answers.flush()


def _opening(document: Document) -> Opening:
    told = (_told(claim) for claim in REGISTERED.values() if claim.document == document.name)
    facts = (fact for fact in TEXTBOOK.values() if fact.document == document.name)
    return Opening("", tuple(one for one in told if one is not None), tuple(facts))


def _told(claim: Claim) -> Told | None:
    """What the programs say of a claim; None of one of which its text says all."""
    of_text = claim.text is not None
    if of_text and claim.program is None:
        return None
    return Told(
        id=claim.id,
        module=claim.module,
        line=claim.line,
        mutants=tuple(claim.mutants),
        rests_on=tuple(claim.rests_on),
        stated_proof=tuple(claim.stated_proof),
        steps=claim.steps,
        part_of=claim.part_of,
        declared={} if of_text else dict(_declared(claim)),
    )


def _declared(claim: Claim) -> Iterator[tuple[str, Any]]:
    """What a program declares of a claim besides the usual."""
    for field in fields(Declared):
        value = getattr(claim, field.name)
        if field.name not in HERE and field.default is not MISSING and value != field.default:
            yield field.name, list(value) if isinstance(value, tuple) else value
