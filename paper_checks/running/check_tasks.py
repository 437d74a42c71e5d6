"""A check as a task that another process does, and verdicts that are kept for the next run.

A verdict is kept under the ID of its claim and a digest of all that decides it, as `content_keys`
says; so one of an older program is never used. Verdicts about the folders of others are not kept:
nobody can say what decides them, and who can write into the folder that keeps them could forge one.
"""

import gc
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from banditproof.algorithms.sweeps.task import Finished, Task, key_of
from ..statements.claim import Claim
from ..statements.documents import OPENED, OPENERS, Document
from ..statements.registry import find
from ..verdicts.verdict import undecided
from .about_answers import About, about
from .content_keys import content_keys
from .order_of_checks import shared_work
from .single_check import run
from .verdicts_as_json import Answer, answer_in, content_of


@dataclass(frozen=True)
class CheckTask(Task):
    """The check of a claim; `opened` are the documents that must be open."""

    id: str
    opened: tuple[Document, ...] = ()
    openers: tuple[Callable[[Document], Document], ...] = ()
    """What opens them: functions, which travel by their names."""
    decided_by: str = ""
    """A digest of everything that decides the verdict; empty where it is not kept."""
    shared: str = ""
    mutant: str = ""
    """The mutant with which it runs; empty for the claim itself."""

    @property
    def key(self) -> bytes:
        """The claim and everything that decides its verdict."""
        return key_of("check", self.id, self.mutant, self.decided_by)

    @property
    def label(self) -> str:
        """The ID."""
        return self.id

    @property
    def group(self) -> str:
        """Each check costs something by itself."""
        return self.id

    def content(self) -> bytes:
        """Run the check; its verdict as it travels."""
        for document in self.opened:
            for open_again in self.openers:
                open_again(document)
        claim = find(self.id)
        _programs_are_kept()
        result = run(claim, **(claim.mutants[self.mutant] if self.mutant else {}))
        try:
            return content_of((result.verdict, result.seconds, result.error), self.about)
        except Exception as problem:
            error = f"its evidence cannot leave the process: {problem}"
            return content_of(stopped(error, result.seconds), self.about)

    @property
    def about(self) -> About:
        """What an answer is about, as the process that is asked for this has read it."""
        return about(self.id, self.mutant)


@cache
def _programs_are_kept() -> None:
    """All claims of this process live until its end: no collection need walk through them."""
    gc.freeze()


def stopped(error: str, seconds: float = 0.0) -> Answer:
    """What is said of a check that gave no verdict."""
    return undecided(f"The check stopped with an error: {error}"), seconds, error


def answer_to(task: CheckTask, item: Finished) -> Answer:
    """The answer of another process to a task; one that is about something else is an error."""
    if item.content is None:
        return stopped(item.error)
    try:
        return answer_in(item.content, task.about)
    except ValueError as problem:
        return stopped(f"the answer of the process that judges is of no use: {problem}")


def tasks_of(chosen: Sequence[Claim], keep: Path | None = None) -> list[CheckTask]:
    """The tasks of claims with programs; and what decides the verdicts, if a folder keeps these."""
    opened, openers = tuple(OPENED.values()), tuple(OPENERS)
    papers = {claim.document for claim in chosen} & OPENED.keys()
    if keep is not None and papers:
        names = ", ".join(sorted(papers))
        warnings.warn(
            f"The verdicts of {names} are not kept: programs of others run, and their texts are "
            "judged, each time.",
            stacklevel=2,
        )
    tasks, shared = [], shared_work(chosen)
    for claim in chosen:
        ours = keep is not None and claim.document not in papers
        decided_by = content_keys().key(claim.id) if ours else ""
        tasks.append(CheckTask(claim.id, opened, openers, decided_by, shared.get(claim.id, "")))
    return tasks
