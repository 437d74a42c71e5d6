"""A check as a task that another process does, and verdicts that are kept for the next run.

A verdict is kept under the ID of its claim and a digest of all that decides it, as `content_keys`
says; so one of an older program is never used. For a claim about another paper that is a digest of
all programs, those of its folder among them.
"""

import gc
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.task import Task, key_of

from ..statements.claim import Claim
from ..statements.documents import OPENED, OPENERS, Document
from ..statements.registry import find
from ..verdicts.verdict import undecided
from .content_keys import content_keys, digest_of_programs
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
    """A digest of everything that decides the verdict, where verdicts are kept."""

    @property
    def key(self) -> bytes:
        """The claim and everything that decides its verdict."""
        return key_of("check", self.id, self.decided_by)

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
        result = run(claim)
        try:
            return content_of((result.verdict, result.seconds, result.error))
        except Exception as problem:
            error = f"its evidence cannot leave the process: {problem}"
            return content_of(stopped(error, result.seconds))


@cache
def _programs_are_kept() -> None:
    """All claims of this process live until its end: no collection need walk through them."""
    gc.freeze()


def stopped(error: str, seconds: float = 0.0) -> Answer:
    """What is said of a check that gave no verdict."""
    return undecided(f"The check stopped with an error: {error}"), seconds, error


def tasks_of(chosen: Sequence[Claim], keep: Path | None = None) -> list[CheckTask]:
    """The tasks of some claims; with the folder that keeps their verdicts, if one does."""
    opened, openers = tuple(OPENED.values()), tuple(OPENERS)
    if keep is None:
        return [CheckTask(claim.id, opened, openers) for claim in chosen]
    keys = content_keys(keep)
    tasks = []
    for claim in chosen:
        ours = claim.document not in OPENED and claim.id in keys.claims
        decided_by = keys.key(claim.id) if ours else digest_of_programs(opened)
        tasks.append(CheckTask(claim.id, opened, openers, decided_by))
    return tasks


def kept_answers(tasks: Sequence[CheckTask], store: CellStore) -> Iterator[tuple[str, Answer]]:
    """The answers that a store has, by the ID of the claim; what cannot be read is run again."""
    for task in tasks:
        content = store.content(task.key)
        if content is None:
            continue
        try:
            answer = answer_in(content)
            if answer[2] is not None:
                raise ValueError("its check stopped with an error")
        except ValueError as problem:  # a file that anybody may have written
            store.forget(task.key)
            warnings.warn(
                f"The kept verdict of {task.id} cannot be read ({problem}); the check runs again.",
                stacklevel=2,
            )
            continue
        yield task.id, answer
