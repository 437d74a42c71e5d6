"""Large files of comma-separated numbers as one matrix of floats.

The words themselves, which are exact, are not kept: those of a row are read again where they are
asked for. Lines are read one by one in Python, and lines of plain decimals in long files by a
kernel, with the same result. The limits are 10^8 numbers, 2^31 bytes, and 2^24 bytes in a line.
"""

import csv
import math
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO
import numpy as np
import numpy.typing as npt
from banditproof.theory.designs.action_matrix import ActionMatrix, matrix_of_decimals, read_matrix
from .bounded_files import LONGEST_LINE, NOT_TEXT, readable, too_long
from .decimal_kernels import read_rows
from .exact_rows import NO_NUMBERS, check_words, is_a_header, read_words
from .row_formats import is_tree

MOST_NUMBERS = 100_000_000
MOST_BYTES = 1 << 31
BLOCK = 1 << 22
STEPS = 0.025
"""The microseconds for each byte of a line that is read in Python."""
LONGEST_SHORT = 15
LINE_END = re.compile(rb"[\r\n]")
SKIPPED = re.compile(rb"(?:(?:#[^\r\n]*+)?+[\r\n]++)*+")
"""Empty lines and comments."""
MOST_SKIPPED = 1 << 26
"""The most bytes of them before the first row."""
MARK = b"\xef\xbb\xbf"
"""What spreadsheets put in front."""


class _OtherFormat(Exception):
    """The first line is not of comma-separated numbers."""


@contextmanager
def number_table(path: str | Path) -> Iterator[ActionMatrix]:
    """The rows of a file of numbers; `given[row]` are the words of a row, while the file is open.

    Raises ValueError with the name of the file and the line of the first mistake.

    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = Path(there) / "actions.csv"
    ...     _ = file.write_text("x,y\\n1,0\\n1/3, 0.5\\n")
    ...     with number_table(file) as table:
    ...         table.images.shape, table.given[1], table.exact_row(1)[0]
    ((2, 2), ['1/3', '0.5'], Fraction(1, 3))
    """
    name = str(path)
    if is_tree(name):
        yield read_matrix(read_words(name))
        return
    with ExitStack() as stack:
        with readable(name):
            file: IO[bytes] = stack.enter_context(open(name, "rb"))
        regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
        again = file if regular else stack.enter_context(tempfile.TemporaryFile())
        try:
            with readable(name):
                reader = _Reader(name, again, os.fstat(file.fileno()).st_size if regular else 0)
                matrix = reader.read(_blocks(name, file, again))
        except _OtherFormat:
            matrix = read_matrix(read_words(name))
        yield matrix


def _blocks(name: str, file: IO[bytes], copy: IO[bytes]) -> Iterator[bytearray]:
    """The bytes of a file in pieces of whole lines; other than regular files are copied."""
    left = b""
    done = 0
    while data := file.read(BLOCK):
        if b"\0" in data:
            raise ValueError(f"{name} {NOT_TEXT}")
        if copy is not file:
            copy.write(data)
        done += len(data)
        if done > MOST_BYTES:
            raise ValueError(f"{name} has more than {MOST_BYTES} bytes; give a shorter file.")
        # a return at the very end may be one half of a line end
        end = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - 1)) + 1
        if end:
            yield bytearray(left + data[:end])
            left = data[end:]
        else:
            left += data
        if len(left) > LONGEST_LINE:
            raise too_long(name, _lines_before(copy, done - len(left)))
    if left:
        yield bytearray(left)


def _lines_before(file: IO[bytes], place: int) -> int:
    """The number of the line, from 1, that begins at a place of a file."""
    file.seek(0)
    line, last = 1, b""
    while place > 0 and (data := file.read(min(BLOCK, place))):
        line += data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
        line -= last == b"\r" and data[:1] == b"\n"
        place, last = place - len(data), data[-1:]
    return line


class _Words:
    """The words of each row, read again from the file."""

    def __init__(self, name: str, file: IO[bytes]) -> None:
        self.name, self.file = name, file
        self.images = np.empty((0, 0))
        self.places = np.empty(0, dtype=np.int64)

    def __getitem__(self, row: int) -> list[str]:
        with readable(self.name):
            self.file.seek(int(self.places[row]))
            words = _split(LINE_END.split(self.file.readline(LONGEST_LINE), maxsplit=1)[0])
        try:
            same = np.array_equal(read_matrix([words]).images[0], self.images[row])
        except ValueError:
            same = False
        if not same:
            raise ValueError(f"{self.name} has changed since it was read; run the command again.")
        return words


def _split(line: bytes) -> list[str]:
    """The words of a line; none of a blank line or a comment."""
    if line.lstrip().startswith(b"#"):
        return []
    words = [word.strip() for word in next(csv.reader([line.decode()], strict=True), [])]
    return words if any(words) and not words[0].startswith("#") else []


class _Reader:
    """Fills a matrix with the rows of a file; `size` is how many bytes it has, if known."""

    def __init__(self, name: str, file: IO[bytes], size: int) -> None:
        self.name, self.size = name, size
        self.words = _Words(name, file)
        self.images: npt.NDArray[np.float64] = np.empty((0, 0))
        self.places: npt.NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self.rows = 0
        self.short = True
        self.headed = False

    def read(self, blocks: Iterator[bytearray]) -> ActionMatrix:
        """All rows."""
        start = 0
        for block in blocks:
            self._read_block(block, start)
            start += len(block)
            if not self.rows and start > MOST_SKIPPED:
                raise ValueError(f"{self.name} {NO_NUMBERS}")
        if not self.rows:
            raise ValueError(f"{self.name} {NO_NUMBERS}")
        self._resize(self.rows)
        self.words.images, self.words.places = self.images, self.places
        return matrix_of_decimals(self.words, self.images, self.short)

    def _read_block(self, block: bytearray, start: int) -> None:
        text = np.frombuffer(block, dtype=np.uint8)
        steps = STEPS * max(self.size, start + len(block))
        at = len(MARK) if start == 0 and block.startswith(MARK) else 0
        while at < len(block):
            if self.rows and self.rows == len(self.images):
                self._grow(start + at)
            if self.rows and not read_rows.is_interpreted(steps):
                first = self.rows
                at, self.rows, brief = read_rows(text, at, self.images, first, self.places)
                self.places[first : self.rows] += start
                self.short = self.short and brief
                if at == len(block) or self.rows == len(self.images):
                    continue
            skipped = SKIPPED.match(block, at)
            at = skipped.end() if skipped else at
            if at == len(block):
                break
            match = LINE_END.search(block, at)
            end = match.start() if match else len(block)
            self._read_line(bytes(block[at:end]), start + at)
            at = end + 1

    def _read_line(self, line: bytes, place: int) -> None:
        words: list[bytes] = line.split(b",")
        try:
            values = list(map(float, words))
            plain = math.isfinite(math.fsum(values))
        except (ValueError, OverflowError):
            plain = False
        if plain and self.rows and len(words) == len(self.images[0]):
            self.short = (
                self.short
                and max(map(len, words)) <= LONGEST_SHORT
                and not line.translate(None, b"+-.0123456789, \t\r")
            )
        else:
            try:
                given = _split(line)
            except csv.Error:  # quotes between other marks than commas
                if not self.rows and self.size:
                    raise _OtherFormat from None
                raise
            if not given:
                return
            if not self.rows and not self.headed and is_a_header(given):
                self.headed = True
                return
            self._check(given, place)
            matrix = read_matrix([given])
            values = matrix.images[0].tolist()
            self.short = self.short and matrix.short
            if not self.rows:
                self.images = np.empty((64, len(values)))
                self.places = np.empty(64, dtype=np.int64)
        self.images[self.rows] = values
        self.places[self.rows] = place
        self.rows += 1

    def _check(self, words: list[str], place: int) -> None:
        """Raise ValueError if these are not the words of another row."""
        try:
            check_words(self.name, 0, words)
        except ValueError:
            if not self.rows and self.size:
                raise _OtherFormat from None
            check_words(self.name, _lines_before(self.words.file, place), words)
        if self.rows and len(words) != len(self.images[0]):
            raise ValueError(
                f"{self.name}, line {_lines_before(self.words.file, place)}: the first row has "
                f"{len(self.images[0])} entries and this one {len(words)}; give rows of one length."
            )

    def _grow(self, done: int) -> None:
        """Make room for all rows, as the first bytes foretell, but not for many times more."""
        most = MOST_NUMBERS // self.images.shape[1]
        if self.rows >= most:
            raise ValueError(f"{self.name} holds more than {MOST_NUMBERS} numbers; give fewer.")
        foretold = int(1.02 * self.rows * self.size / done) if self.size else 0
        least = self.rows + self.rows // 8 + 64
        self._resize(min(max(foretold, least), 4 * self.rows, most))

    def _resize(self, rows: int) -> None:
        # in place: a copy would need the memory twice
        self.images.resize((rows, self.images.shape[1]), refcheck=False)
        self.places.resize(rows, refcheck=False)
