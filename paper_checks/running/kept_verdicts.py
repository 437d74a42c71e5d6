"""Verdicts that a folder keeps for the next run, as long as nothing changes while checks run.

Whoever can write to the folder can put a verdict there; it is read as data, and runs nothing.
"""

from __future__ import annotations
import os
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
import banditproof
from banditproof.algorithms.sweeps.cell_store import CellStore
from .check_tasks import CheckTask
from .import_closure import ROOT, folders_of_rooms, names_below
from .verdicts_as_json import Answer, answer_in

EACH = 1.0
"""Verdicts wait for so many seconds at most, and are then kept together."""

Stamps = dict[str, tuple[int, int, int]]


class KeptVerdicts:
    """The verdicts of a folder; a context manager.

    A check reads files while it runs, and its key was made before. So a verdict is kept only if no
    file that could decide it has changed since this process began to read them.
    """

    def __init__(self, folder: Path) -> None:
        self.store = CellStore(folder)
        self.stamps = self._stamps()
        self._waiting: list[tuple[bytes, bytes]] = []
        self._looked = time.monotonic()
        self._changed: str | None = self._read_before()
        self._full = False

    def __enter__(self) -> KeptVerdicts:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: object, place: TracebackType | None
    ) -> None:
        try:
            self._keep_waiting()
        finally:
            self.store.close()

    def answers(self, tasks: Sequence[CheckTask]) -> Iterator[tuple[str, Answer]]:
        """The answers that are kept, by the ID of the claim; what cannot be read is run again."""
        for task in tasks:
            content = self.store.content(task.key) if task.decided_by else None
            if content is None:
                continue
            try:
                answer = answer_in(content, task.about)
                if answer[2] is not None:
                    raise ValueError("its check stopped with an error")
            except ValueError as problem:  # a file that anybody may have written
                self.store.forget(task.key)
                warnings.warn(
                    f"The kept verdict of {task.id} cannot be read ({problem}); the check runs "
                    "again.",
                    stacklevel=2,
                )
                continue
            yield task.id, answer

    def keep(self, task: CheckTask, content: bytes) -> None:
        """Keep a verdict, at the next look at the files."""
        if task.decided_by:
            self._waiting.append((task.key, content))
        if time.monotonic() - self._looked > EACH:
            self._keep_waiting()

    def _keep_waiting(self) -> None:
        """Keep the verdicts that wait, unless a file has changed."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        if self._changed is None:
            now = self._stamps()
            changed = dict(self.stamps.items() ^ now.items())
            self._changed = min(changed, default=None)
            if self._changed is not None:
                warnings.warn(
                    f"The file {self._changed} changed while checks ran; the verdicts from then on "
                    "are not kept.",
                    stacklevel=2,
                )
        if self._changed is None and not self._full:
            self._store(waiting)
        self._looked = time.monotonic()

    def _store(self, waiting: Sequence[tuple[bytes, bytes]]) -> None:
        """Append verdicts; where they cannot be written, the checks go on, and keep no more."""
        try:
            self.store.keep(waiting)
        except ValueError as problem:  # which says how many are kept
            self._full = True
            warnings.warn(f"{problem} The verdicts from then on are not kept.", stacklevel=2)

    def _stamps(self) -> Stamps:
        """When each file was changed, and its size."""
        stamps: Stamps = {}
        for package, folder in folders_of_rooms().items():
            # the folder of the whole package holds links to the others
            for name in names_below(folder, package != ROOT, self.store.folder):
                with suppress(OSError):  # it is gone, which is a change as well
                    result = os.stat(name)
                    stamps[name] = (result.st_mtime_ns, result.st_ctime_ns, result.st_size)
        return stamps

    def _read_before(self) -> str | None:
        """A file that may have been read before its last change, so that its key is another."""
        for name, (modified, changed, _) in self.stamps.items():
            if max(modified, changed) > banditproof.BEGAN * 1e9:
                warnings.warn(
                    f"The file {name} changed after it was read; the verdicts are not kept.",
                    stacklevel=2,
                )
                return name
        return None
