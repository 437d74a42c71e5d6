"""A task: a piece of work that is done once, somewhere, and gives bytes that are kept."""

import hashlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple
from banditproof import __version__

KEY_BYTES = 20
_ONE_AT_A_TIME = threading.RLock()


class Task(ABC):
    """A frozen value that can be sent to another process, where `content` does the work.

    The content depends on the task alone: not on where, when, or beside what it is done.
    """

    @property
    @abstractmethod
    def key(self) -> bytes:
        """Twenty bytes that stand for everything that decides the content."""

    @property
    @abstractmethod
    def label(self) -> str:
        """The task in a few words."""

    @property
    @abstractmethod
    def group(self) -> str:
        """A name that tasks share which take about the same time."""

    shared: str = ""
    """A name for work that tasks share: those in a row are done by one process."""

    @abstractmethod
    def content(self) -> bytes:
        """Do the work."""


class Finished(NamedTuple):
    """What became of a task: its content, or why there is none; and the seconds that it took."""

    content: bytes | None
    seconds: float
    error: str = ""


Batch = Sequence[Task]


def key_of(*parts: str) -> bytes:
    """Twenty bytes that stand for some texts.

    >>> len(key_of("a", "b")), key_of("a", "b") == key_of("ab", "")
    (20, False)
    """
    digest = hashlib.sha256()
    for part in parts:
        text = part.encode()
        digest.update(len(text).to_bytes(8, "big") + text)
    return digest.digest()[:KEY_BYTES]


@cache
def versions() -> str:
    """The versions on which the content of a task depends, wherever it is done.

    >>> versions().split(", ")[0].split()[0]
    'banditproof'
    """
    from importlib.metadata import version

    numbers = (f"{name} {version(name)}" for name in ("numpy", "scipy"))
    return ", ".join((f"banditproof {__version__}", *numbers))


class OtherVersions(ValueError):
    """A process that should do a task has other versions than the one that asked."""


def run_batch(batch: Batch, wanted: str) -> list[Finished]:
    """Do some tasks one after the other; an error of one does not stop the others.

    A process does one batch at a time, whatever its number of threads: precision is global.
    """
    if versions() != wanted:
        raise OtherVersions(
            f"A worker has {versions()}, and this process has {wanted}; install the same versions "
            "on both."
        )
    with _ONE_AT_A_TIME:
        return [_run(task) for task in batch]


def _run(task: Task) -> Finished:
    start = time.perf_counter()
    try:
        content = task.content()
    except Exception as problem:  # the other cells of a sweep do not end with one of them
        said = str(problem).strip() or "no further words"
        return Finished(None, time.perf_counter() - start, f"{type(problem).__name__}: {said}")
    return Finished(content, time.perf_counter() - start)
