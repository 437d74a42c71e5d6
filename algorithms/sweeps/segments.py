"""Segments: files to which finished cells are appended, each with its own checksum.

A record is a mark, the key of the cell, the length of its content, a checksum of all that, and the
content. What was not written to its end, or has changed since, is passed over: the search goes on
at the next mark.
"""

import hashlib
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from .task import KEY_BYTES

fcntl: Any
try:
    fcntl = import_module("fcntl")
except ImportError:  # not every system has locks of this kind
    fcntl = None

MARK = b"\xf5BPcell1"
SUM_BYTES = 16
_HEAD = struct.Struct(f">{len(MARK)}s{KEY_BYTES}sQ{SUM_BYTES}s")
HEAD_BYTES = _HEAD.size
_BLOCK = 1 << 20


class Place(NamedTuple):
    """Where a complete record begins and ends, and whose it is."""

    key: bytes
    start: int
    end: int


def record(key: bytes, content: bytes) -> bytes:
    """The record of a cell.

    >>> len(record(bytes(20), b"abc")) == HEAD_BYTES + 3
    True
    """
    return _HEAD.pack(MARK, key, len(content), _checksum(key, content)) + content


def _checksum(key: bytes, content: bytes) -> bytes:
    digest = hashlib.blake2b(key, digest_size=SUM_BYTES)
    digest.update(len(content).to_bytes(8, "big"))
    digest.update(content)
    return digest.digest()


def content_at(file: BinaryIO, start: int) -> tuple[bytes, bytes] | None:
    """The key and the content of the record at a place; None if it is not a complete record."""
    file.seek(start)
    head = file.read(HEAD_BYTES)
    if len(head) < HEAD_BYTES:
        return None
    mark, key, length, checksum = _HEAD.unpack(head)
    if mark != MARK or length > os.fstat(file.fileno()).st_size - start - HEAD_BYTES:
        return None
    content = file.read(length)
    return (key, content) if _checksum(key, content) == checksum else None


def records(file: BinaryIO, start: int = 0) -> Iterator[Place]:
    """The complete records of a segment, from a place on."""
    while True:
        result = content_at(file, start)
        if result is not None:
            end = start + HEAD_BYTES + len(result[1])
            yield Place(result[0], start, end)
            start = end
        else:
            following = _next_mark(file, start + 1)
            if following is None:
                return
            start = following


def _next_mark(file: BinaryIO, start: int) -> int | None:
    while True:
        file.seek(start)
        block = file.read(_BLOCK + len(MARK) - 1)
        place = block.find(MARK)
        if place >= 0:
            return start + place
        if len(block) < _BLOCK:
            return None
        start += _BLOCK


def is_being_written(file: BinaryIO) -> bool:
    """Whether a process that is alive appends to the segment."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    fcntl.flock(file, fcntl.LOCK_UN)
    return False


def lock(file: BinaryIO) -> bool:
    """Lock a segment until it is closed; whether nobody else has it locked."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class SegmentWriter:
    """Appends records to a new segment; a group of records is there completely or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("xb", buffering=0)
        self.end = 0
        lock(self._file)

    def append(self, pairs: Sequence[tuple[bytes, bytes]]) -> list[Place]:
        """Append records; raises OSError, and takes back what was written, where it cannot."""
        start, places, parts = self.end, [], []
        for key, content in pairs:
            parts.append(record(key, content))
            places.append(Place(key, start, start + len(parts[-1])))
            start = places[-1].end
        rest = memoryview(b"".join(parts))
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except BaseException:  # also an interruption
            with suppress(OSError):
                self._file.truncate(self.end)
                self._file.seek(self.end)
            raise
        self.end = start
        return places

    def sync(self) -> None:
        """Have the records survive a loss of power, where the file system can."""
        with suppress(OSError):
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the segment; an empty one is removed."""
        self.sync()
        self._file.close()
        if not self.end:
            self.path.unlink(missing_ok=True)
