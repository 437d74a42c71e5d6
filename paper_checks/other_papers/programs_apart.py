"""The programs of somebody else's folder in a process of their own, which answers in JSON.

Whatever is said there is data: no name in it is looked up here, and a grade in it is the grade of
the folder's program.
"""

from __future__ import annotations
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO, Any
from banditproof.verify.evidence import JudgedBy
from ..running.about_answers import About
from ..running.verdicts_as_json import answer_in, read_as, written_as
from ..statements.documents import Document
from ..statements.told_claim import StoppedApart
from ..textbook import Fact
from ..verdicts.step_facts import StepFacts
from ..verdicts.verdict import Verdict

LONGEST = 100_000_000
"""The bytes of an answer beyond which it is not read."""
_STARTS = (
    "import json, sys; given = json.loads(sys.argv[1]); sys.path[:] = given['path']; "
    "from banditproof.paper_checks.other_papers.programs_process import main; main(given)"
)
ENDED = "the process of the folder's programs ended"


@dataclass(frozen=True, kw_only=True)
class Told:
    """What the programs of a folder say of one claim."""

    id: str
    module: str
    """The module of its program."""
    line: int
    mutants: tuple[str, ...]
    rests_on: tuple[str, ...]
    stated_proof: tuple[str, ...]
    steps: tuple[StepFacts, ...]
    part_of: str | None
    declared: Mapping[str, Any]
    """The fields of a claim that no text declares; empty for one that a text does."""


@dataclass(frozen=True)
class Opening:
    """What the programs of a folder say when they are imported."""

    wrong: str
    """What is wrong with the folder, in a sentence; empty if nothing is."""
    claims: tuple[Told, ...] = ()
    facts: tuple[Fact, ...] = ()


class ProgramsApart:
    """The process of the programs of a document; it is started anew if it ended."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._process: subprocess.Popen[bytes] | None = None
        self._asked: IO[bytes] | None = None
        self._answers: IO[bytes] | None = None

    def opening(self) -> Opening:
        """Start the process, and hear what its programs declare."""
        try:
            return self._started()
        except StoppedApart as problem:
            return Opening(f"The programs of {self.document.shown} cannot be run: {problem}.")

    def answer(self, id: str, mutant: str = "") -> Verdict:
        """The verdict of a program on a claim, or on one with a mutant, with the program's grade.

        Raises StoppedApart with what stopped the check.
        """
        if self._process is None:
            wrong = self._started().wrong
            if wrong:
                raise StoppedApart(wrong)
        try:
            content = self._ask({"id": id, "mutant": mutant})
            verdict, error = self._read(content, self._about(id, mutant))
        except BaseException:
            self.end()  # the next question finds a new process, and no answer that is left over
            raise
        if error is not None:
            raise StoppedApart(error)
        return verdict

    def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        for pipe in (self._asked, self._answers):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        if process is not None:
            process.kill()
            process.wait()

    def _started(self) -> Opening:
        self.end()
        document = self.document
        its_reads, our_writes = os.pipe()
        our_reads, its_writes = os.pipe()
        given = {
            "pipe": [its_reads, its_writes],
            "path": [os.path.abspath(place) for place in sys.path],
            "folder": str(document.folder),
            "package": document.package if document.installed else None,
            "shown": document.shown,
        }
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _STARTS, json.dumps(given)],
                pass_fds=(its_reads, its_writes),
                stdin=subprocess.DEVNULL,
                stdout=2,
            )
        finally:
            os.close(its_reads)
            os.close(its_writes)
            self._asked, self._answers = os.fdopen(our_writes, "wb"), os.fdopen(our_reads, "rb")
        content = self._heard()
        try:
            opening: Opening = read_as(Opening, content)
            return opening
        except ValueError as problem:
            raise StoppedApart(f"what they declare is no such thing: {problem}") from None

    def _ask(self, request: Mapping[str, str]) -> bytes:
        assert self._asked is not None
        try:
            self._asked.write(json.dumps(request).encode() + b"\n")
            self._asked.flush()
        except OSError:
            raise StoppedApart(ENDED) from None
        return self._heard()

    def _heard(self) -> bytes:
        """The next line of what is said there."""
        assert self._answers is not None
        content = self._answers.readline(LONGEST)
        if not content.endswith(b"\n"):
            raise StoppedApart(ENDED if len(content) < LONGEST else "its answer has no end")
        return content

    def _about(self, id: str, mutant: str) -> About:
        """What an answer must be about: the claim, the mutant, and the texts that are judged."""
        kept = self.document.kept
        return About(id, mutant, kept.digest if kept is not None else "")

    def _read(self, content: bytes, about: About) -> tuple[Verdict, str | None]:
        """A verdict that was told, whose grade is that of the folder's program."""
        try:
            verdict, _, error = answer_in(content, about)
        except ValueError as problem:
            raise StoppedApart(f"the program's answer is no verdict: {problem}") from None
        return of_program(verdict), error


def of_program(verdict: Verdict) -> Verdict:
    """The verdict with its grade as one that a program of the folder gave."""
    if verdict.evidence is None:
        return verdict
    return replace(verdict, evidence=replace(verdict.evidence, judged_by=JudgedBy.PROGRAM))


def said(opening: Opening) -> bytes:
    """What is declared, as it travels."""
    return written_as(Opening, opening)
