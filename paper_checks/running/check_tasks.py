"""A check as a task that another process does, and verdicts that are kept for the next run.

A verdict is kept under the ID of its claim and a digest of all programs, their tables, and the
versions of the libraries, so one of an older program is never used.
"""

from __future__ import annotations

import gc
import hashlib
import io
import pickle
import platform
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.task import Task, key_of

from ..statements.claim import Claim
from ..statements.documents import OPENED, OPENERS, Document
from ..statements.registry import find
from ..verdicts.verdict import Verdict, undecided

ROOMS = ("theory", "algorithms", "verify", "paper_checks")
LIBRARIES = ("numpy", "scipy", "sympy", "mpmath", "python-flint", "numba")

Answer = tuple[Verdict, float, str | None]
"""A verdict, the seconds of its check, and the error that stopped it."""


@dataclass(frozen=True)
class CheckTask(Task):
    """The check of a claim; `opened` are the documents that must be open."""

    id: str
    opened: tuple[Document, ...] = ()
    openers: tuple[Callable[[Document], Document], ...] = ()
    """What opens them: functions, which travel by their names."""

    @property
    def key(self) -> bytes:
        """The claim and everything that decides its verdict."""
        return key_of("check", self.id, digest_of_programs(self.opened))

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
        from .runner import run

        for document in self.opened:
            for open_again in self.openers:
                open_again(document)
        claim = find(self.id)
        _programs_are_kept()
        result = run(claim)
        answer: Answer = (result.verdict, result.seconds, result.error)
        try:
            return pickle.dumps(answer)
        except Exception as problem:
            error = f"its evidence cannot leave the process: {problem}"
            return pickle.dumps(stopped(error, result.seconds))


@cache
def _programs_are_kept() -> None:
    """All claims of this process live until its end: no collection need walk through them."""
    gc.freeze()


def stopped(error: str, seconds: float = 0.0) -> Answer:
    """What is said of a check that gave no verdict."""
    return undecided(f"The check stopped with an error: {error}"), seconds, error


def answer_of(content: bytes) -> Answer:
    """The answer of a process that was started for it."""
    answer: Answer = pickle.loads(content)
    return answer


def tasks_of(chosen: Sequence[Claim]) -> list[CheckTask]:
    """The tasks of some claims."""
    return [CheckTask(claim.id, tuple(OPENED.values()), tuple(OPENERS)) for claim in chosen]


def kept_answers(tasks: Sequence[CheckTask], store: CellStore) -> Iterator[tuple[str, Answer]]:
    """The answers that a store has, by the ID of the claim; what cannot be read is run again."""
    for task in tasks:
        content = store.content(task.key)
        if content is None:
            continue
        try:
            verdict, seconds, error = _Reader(io.BytesIO(content)).load()
            if not isinstance(verdict, Verdict) or error is not None:
                raise ValueError("it is no verdict")
        except Exception as problem:  # a file that anybody may have written
            store.forget(task.key)
            warnings.warn(
                f"The kept verdict of {task.id} cannot be read ({problem}); the check runs again.",
                stacklevel=2,
            )
            continue
        yield task.id, (verdict, seconds, None)


def is_readable(content: bytes) -> bool:
    """Whether a content may be kept: it holds a verdict, and values of known types alone."""
    try:
        return _Reader(io.BytesIO(content)).load()[2] is None
    except Exception:
        return False


class _Reader(pickle.Unpickler):
    """Reads values of this package and exact numbers, and calls nothing else.

    A file in a folder may have been written by anybody, and a pickle may name any function.
    """

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("fractions", "Fraction"):
            return Fraction
        if module.startswith("banditproof."):
            found = getattr(import_module(module), name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum)):
                return found
        raise pickle.UnpicklingError(f"it holds a {name} of {module}")


@cache
def digest_of_programs(opened: tuple[Document, ...] = ()) -> str:
    """A digest of all programs below the command line, their tables, and the versions.

    >>> len(digest_of_programs())
    64
    """
    digest = hashlib.sha256()
    numbers = (f"{name} {version(name)}" for name in LIBRARIES)
    digest.update(", ".join((sys.version, platform.machine(), *numbers)).encode())
    folders = [Path(import_module(f"banditproof.{room}").__path__[0]) for room in ROOMS]
    folders += [one.folder for one in opened if one.folder is not None]
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                content = file.read_bytes()
                place = f"{file.relative_to(folder)} {len(content)} "
                digest.update(place.encode() + content)
    return digest.hexdigest()
