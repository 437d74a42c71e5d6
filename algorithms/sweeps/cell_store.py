"""The finished cells of a folder: found by key, checked by checksum, appended by many at once.

Each process appends to its own segment, so that sweeps in one folder never wait for each
other, and ten thousand cells are a few files. All segments of the folder are read.
"""

from __future__ import annotations
import os
import re
import secrets
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO
from banditproof.theory.atomic_files import writable_folder
from .segments import Place, SegmentWriter, content_at, is_being_written, lock, records

SUFFIX = ".cells"
SEGMENT = re.compile(rf"[0-9]+-[0-9a-f]{{12}}{re.escape(SUFFIX)}")
"""The name of a segment; other files of the folder are left alone."""
DAMAGED = ".damaged"
SYNC = 5.0
"""The seconds after which records are made to survive a loss of power."""
_OFFSET_BITS = 48


class CellStore:
    """The cells of a folder; a context manager, which closes its files.

    >>> import tempfile
    >>> key = bytes(20)
    >>> with tempfile.TemporaryDirectory() as there, CellStore(Path(there)) as store:
    ...     store.keep([(key, b"content")])
    ...     key in store, store.content(key), store.content(bytes(19) + b"1")
    (True, b'content', None)
    """

    def __init__(self, folder: Path) -> None:
        self.folder = writable_folder(folder)
        self._places: dict[bytes, int] = {}
        self._files: list[tuple[Path, BinaryIO]] = []
        self._numbers: dict[str, int] = {}
        self._seen: list[int] = []
        """How far each segment has been read."""
        self._writer: SegmentWriter | None = None
        self._synced = time.monotonic()
        self.refresh(mend=True)

    def __enter__(self) -> CellStore:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __contains__(self, key: bytes) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def content(self, key: bytes) -> bytes | None:
        """The content of a cell; None if there is none, with a warning if it was damaged."""
        place = self._places.get(key)
        if place is None:
            return None
        number, start = place >> _OFFSET_BITS, place & ((1 << _OFFSET_BITS) - 1)
        path, file = self._files[number]
        result = content_at(file, start)
        if result is not None and result[0] == key:
            return result[1]
        del self._places[key]
        _say_damaged(path, 1)
        return None

    def forget(self, key: bytes) -> None:
        """Do not use what is kept of a cell: its content makes no sense."""
        self._places.pop(key, None)

    def keep(self, pairs: Sequence[tuple[bytes, bytes]]) -> None:
        """Append finished cells, all or none; raises ValueError if they cannot be written."""
        if not pairs:
            return
        try:
            if self._writer is None:
                self._writer = self._new_segment()
            places = self._writer.append(pairs)
        except OSError as problem:
            raise ValueError(
                f"Finished cells cannot be written to {self.folder} ({problem.strerror}); make "
                f"room and run the same again: {len(self)} cells are kept there."
            ) from None
        number = self._number_of(self._writer.path)
        self._note(number, places)
        self._seen[number] = self._writer.end
        if time.monotonic() - self._synced > SYNC:
            self._writer.sync()
            self._synced = time.monotonic()

    def refresh(self, mend: bool = False) -> None:
        """Read what other processes have appended; `mend` replaces segments with damaged cells."""
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            if not SEGMENT.fullmatch(path.name):
                continue
            if self._writer is not None and path == self._writer.path:
                continue
            try:
                number = self._number_of(path)
                file = self._files[number][1]
                if os.fstat(file.fileno()).st_size > self._seen[number]:
                    self._read(number, mend)
            except OSError as problem:  # a folder, or a file of somebody else
                if path.exists():
                    warnings.warn(
                        f"The kept cells in {path} cannot be read ({problem.strerror}); they are "
                        "run again.",
                        stacklevel=2,
                    )

    def _read(self, number: int, mend: bool) -> None:
        file = self._files[number][1]
        growing = is_being_written(file)  # asked first: what ends meanwhile is complete
        before = self._seen[number]
        places = list(records(file, before))
        self._note(number, places)
        self._seen[number] = places[-1].end if places else before
        size = os.fstat(file.fileno()).st_size
        gaps = _gaps(places, before, size)
        if mend and gaps and not growing:
            self._mend(number, gaps)

    def _mend(self, number: int, gaps: int) -> None:
        """Copy the complete records of a damaged segment to a new one, and put it aside."""
        path, file = self._files[number]
        if not lock(file):
            return
        _say_damaged(path, gaps)
        copy = SegmentWriter(self._new_path())
        new = self._number_of(copy.path)
        try:
            for place in records(file):
                result = content_at(file, place.start)
                if result is not None:
                    self._note(new, copy.append([result]))
        finally:
            self._seen[new] = copy.end
            copy.close()
        with suppress(OSError):
            path.rename(path.with_suffix(DAMAGED))

    def _new_path(self) -> Path:
        return self.folder / f"{os.getpid()}-{secrets.token_hex(6)}{SUFFIX}"

    def _new_segment(self) -> SegmentWriter:
        self.folder.mkdir(parents=True, exist_ok=True)
        return SegmentWriter(self._new_path())

    def _number_of(self, path: Path) -> int:
        number = self._numbers.get(path.name)
        if number is None:
            self._files.append((path, path.open("rb")))
            self._seen.append(0)
            number = self._numbers[path.name] = len(self._files) - 1
        return number

    def _note(self, number: int, places: Sequence[Place]) -> None:
        for place in places:
            self._places[place.key] = number << _OFFSET_BITS | place.start

    def close(self) -> None:
        """Close all files; what was kept stays."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        for _, file in self._files:
            file.close()
        self._files.clear()
        self._places.clear()


def _gaps(places: Sequence[Place], start: int, size: int) -> int:
    """How many stretches of a segment are no complete records."""
    starts = [place.start for place in places] + [size]
    ends = [start] + [place.end for place in places]
    return sum(begin != end for begin, end in zip(starts, ends, strict=True))


def _say_damaged(path: Path, count: int) -> None:
    cells = "A cell" if count == 1 else f"{count} cells or more"
    verb = "is damaged; it is" if count == 1 else "are damaged; they are"
    warnings.warn(f"{cells} kept in {path} {verb} run again.", stacklevel=3)
