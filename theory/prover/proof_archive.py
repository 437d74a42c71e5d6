"""One compressed file of the stored proofs of many claims, of which a reader opens a single block.

The file is a row of `xz` streams, so that `xz -dc FILE` shows all of it. The first stream is a line
of JSON that names the first claim and the sizes of each block; the others are the blocks, one
claim a line: its ID, the lists that its proofs share, and the proofs. The claims are sorted, and a
block ends with the claim that makes it long, so equal proofs make equal files, and a change of one
claim leaves the bytes of the other blocks as they are.
"""

import json
import lzma
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any
from .shared_json import with_shared_lists, without_references
from .stored_json import MOST_BYTES, json_of

FORMAT = "banditproof stored proofs"
VERSION = 1
BEGIN = b"\xfd7zXZ\0"
"""How a stream of `xz` begins."""
BLOCK = 1 << 17
"""A block ends with the claim that makes it longer than this."""
PRESET = 9 | lzma.PRESET_EXTREME
MOST_MEMORY = 1 << 28


@dataclass(frozen=True)
class ProofArchive:
    """The stored proofs of many claims, as the bytes of a file.

    >>> archive = ProofArchive(archive_of({"my.lem1": {"1": ["log", ["x"]]}}))
    >>> archive.ids, archive.proofs("my.lem1"), archive.proofs("my.lem2")
    (('my.lem1',), {'1': ['log', ['x']]}, None)
    """

    content: bytes = field(repr=False)
    name: str = "The file"
    """What messages call it."""

    @cached_property
    def _blocks(self) -> tuple[tuple[str, int, int, int], ...]:
        """The first claim, the place, the size and the size when unpacked of each block."""
        head, place = self._unpacked(0, len(self.content), BLOCK)
        facts = json_of(head, self.name)
        if not isinstance(facts, dict) or facts.get("format") != FORMAT:
            raise ValueError(f"{self.name} holds no stored proofs; write it anew.")
        if facts.get("version") != VERSION or not isinstance(facts.get("blocks"), list):
            raise self._damaged
        blocks = []
        for row in facts["blocks"]:
            if not (isinstance(row, list) and [*map(type, row)] == [str, int, int]):
                raise self._damaged
            first, size, length = row
            if not (0 < size <= len(self.content) - place and 0 < length <= MOST_BYTES):
                raise self._damaged
            blocks.append((first, place, size, length))
            place += size
        if place != len(self.content) or any(a[0] >= b[0] for a, b in pairwise(blocks)):
            raise self._damaged
        return tuple(blocks)

    @cached_property
    def _lines(self) -> dict[int, dict[str, str]]:
        """The lines of each block that was opened, by the IDs of their claims."""
        return {}

    def lines(self, number: int) -> Mapping[str, str]:
        """The lines of a block by the IDs of their claims."""
        if number not in self._lines:
            first, place, size, length = self._blocks[number]
            text, end = self._unpacked(place, size, length)
            rows = text.splitlines()
            if end != place + size or len(text.encode()) != length:
                raise self._damaged
            ids = [_id_of(row, self.name) for row in rows]
            ends = [block[0] for block in self._blocks[number + 1 : number + 2]]
            if ids[:1] != [first] or any(a >= b for a, b in pairwise((*ids, *ends))):
                raise self._damaged
            self._lines[number] = dict(zip(ids, rows, strict=True))
        return self._lines[number]

    @property
    def ids(self) -> tuple[str, ...]:
        """The claims, sorted."""
        return tuple(id for number in range(len(self._blocks)) for id in self.lines(number))

    def line(self, id: str) -> str | None:
        """The line of a claim; None if it has no stored proofs."""
        number = bisect_right([block[0] for block in self._blocks], id) - 1
        return self.lines(number).get(id) if number >= 0 else None

    def proofs(self, id: str) -> Any:
        """The proofs of a claim by their names, in JSON types; None if there are none."""
        line = self.line(id)
        if line is None:
            return None
        facts = json_of(line, f"The line of {id} in {self.name}")
        if not isinstance(facts, list) or len(facts) != 3:
            raise self._damaged
        try:
            return without_references(*facts[1:])
        except (ValueError, RecursionError) as reason:
            raise ValueError(f"The line of {id} in {self.name} is damaged: {reason}") from None

    def with_proofs(self, id: str, proofs: Mapping[str, Any] | None) -> bytes:
        """The file with other proofs of a claim, or without any; other blocks keep their bytes."""
        lines = {
            item: row for number in range(len(self._blocks)) for item, row in self._both(number)
        }
        lines.pop(id, None)
        if proofs:
            lines[id] = _line(id, proofs)
        packed = {
            "".join(f"{row}\n" for row in self.lines(number).values()): self.content[at : at + size]
            for number, (_, at, size, _) in enumerate(self._blocks)
        }
        return _written(lines, packed)

    def _both(self, number: int) -> Iterator[tuple[str, str]]:
        yield from self.lines(number).items()

    def _unpacked(self, place: int, size: int, length: int) -> tuple[str, int]:
        """The text of the stream at a place, and the place behind it."""
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
        part = self.content[place : place + size]
        try:
            text = stream.decompress(part, length + 1)
            if len(text) > length or not stream.eof:
                raise self._damaged
            return text.decode("utf-8"), place + len(part) - len(stream.unused_data)
        except (lzma.LZMAError, EOFError, UnicodeDecodeError):
            raise self._damaged from None

    @property
    def _damaged(self) -> ValueError:
        return ValueError(f"{self.name} is damaged: it holds no stored proofs; write it anew.")


def archive_of(proofs: Mapping[str, Mapping[str, Any]]) -> bytes:
    """The file of the proofs of claims, in JSON types, by their IDs and names."""
    return _written({id: _line(id, proof) for id, proof in proofs.items()}, {})


def _line(id: str, proofs: Mapping[str, Any]) -> str:
    shared, rest = with_shared_lists({name: proofs[name] for name in sorted(proofs)})
    return json.dumps([id, shared, rest], separators=(",", ":"), allow_nan=False)


def _id_of(line: str, name: str) -> str:
    """The ID with which a line begins, without reading all of it."""
    try:
        id, _ = json.JSONDecoder().raw_decode(line, 1)
    except ValueError:
        id = None
    if line[:1] != "[" or not isinstance(id, str):
        raise ValueError(f"{name} is damaged: a line names no claim; write it anew.")
    return id


def _written(lines: Mapping[str, str], packed: Mapping[str, bytes]) -> bytes:
    """The file of some lines; a block whose text is packed already is not packed again."""
    blocks: list[list[str]] = []
    length = BLOCK + 1
    for id in sorted(lines):
        if length > BLOCK:
            blocks.append([])
            length = 0
        blocks[-1].append(id)
        length += len(lines[id])
    streams, rows = [], []
    for ids in blocks:
        text = "".join(f"{lines[id]}\n" for id in ids)
        stream = packed.get(text) or _packed(text)
        streams.append(stream)
        rows.append([ids[0], len(stream), len(text.encode())])
    head = json.dumps({"format": FORMAT, "version": VERSION, "blocks": rows}) + "\n"
    return b"".join((_packed(head), *streams))


def _packed(text: str) -> bytes:
    return lzma.compress(
        text.encode(), format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, preset=PRESET
    )
