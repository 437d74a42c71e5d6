"""Text that knows where it stands in its file, so that each error has a file, a line and a column.

A `Line` is some rows of a file that are read as one; a `Passage` is a part of it. Proofs by steps
and formal proofs are read with the same ones.
"""

from __future__ import annotations
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple
from .sentences import WrongSentence, behind_quotes, unquoted
from .terms import Refused

COMMENT = "#"
"""What a row begins with that is a comment."""
OPEN, CLOSE = "([{", ")]}"
STOPS = re.compile(r'["(\[{)\]}]')
ENDS_OF_NAMES = r"(?<![A-Za-z0-9_'.]){}(?![A-Za-z0-9_'.])"
NAME = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)
"""The name of a quantity, a module or a function."""


class Misread(Refused):
    """What cannot be read or is not shown: where it stands, and what is wrong.

    >>> fault = Misread("a.proof", 3, 7, "There is no step 9.")
    >>> print(fault, fault.line, fault.column)
    a.proof:3:7: There is no step 9. 3 7
    """

    def __init__(self, file: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{file}:{line}:{column}: {message}")
        self.file, self.line, self.column, self.message = file, line, column, message
        self.seen = False
        """Whether the line in which it begins has said what it knows of it."""

    def __reduce__(self) -> tuple[type[Misread], tuple[str, int, int, str]]:
        return Misread, (self.file, self.line, self.column, self.message)

    def saying(self, message: str) -> Misread:
        """The error at the same place with other words."""
        return Misread(self.file, self.line, self.column, message)


@dataclass(frozen=True, eq=False)
class Line:
    """Rows of a file that are read as one text."""

    text: str
    file: str
    starts: tuple[int, ...]
    """Where each row begins in the text."""
    places: tuple[tuple[int, int], ...]
    """The number of the row in the file, and the column, of each of these beginnings."""
    comments: tuple[str, ...] = ()
    """The comments that stand above it, and an empty text for empty rows."""

    def place(self, offset: int) -> tuple[int, int]:
        """The row and the column of a letter."""
        part = bisect_right(self.starts, offset) - 1
        row, column = self.places[part]
        return row, column + offset - self.starts[part]

    @property
    def whole(self) -> Passage:
        """All of it."""
        return Passage(self.text, self, 0)

    @property
    def row(self) -> int:
        """The number of its first row."""
        return self.places[0][0]

    @property
    def word(self) -> str:
        """Its first word."""
        return self.text.split(maxsplit=1)[0]


class Passage(NamedTuple):
    """A part of a line.

    >>> piece = Passage.of("have a: x <= 1", "my.proof", 7)
    >>> piece.after("have").text, piece.after("have").place()
    ('a: x <= 1', 'my.proof:7:6')
    """

    text: str
    line: Line
    start: int

    @classmethod
    def of(cls, text: str, file: str = "text", row: int = 1) -> Passage:
        """The passage of a text whose first row has a number; a new row counts as a space."""
        rows = text.split("\n")
        starts = (0, *accumulate(len(part) + 1 for part in rows[:-1]))
        places = tuple((number, 1) for number in range(row, row + len(rows)))
        return Line(text.replace("\n", " "), file, starts, places).whole

    @property
    def file(self) -> str:
        """The file where it stands."""
        return self.line.file

    @property
    def row(self) -> int:
        """The number of the row in which it begins."""
        return self.line.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column in which it begins."""
        return self.line.place(self.start)[1]

    def place(self, offset: int = 0) -> str:
        """file:row:column of a letter."""
        row, column = self.line.place(self.start + offset)
        return f"{self.file}:{row}:{column}"

    def error(self, message: str, offset: int = 0) -> Misread:
        """The error that something at a letter is wrong."""
        return Misread(self.file, *self.line.place(self.start + offset), message)

    def part(self, start: int, end: int | None = None) -> Passage:
        """The letters from one up to another, without spaces around them."""
        text = self.text[start:end]
        left = text.lstrip()
        return Passage(left.rstrip(), self.line, self.start + start + len(text) - len(left))

    def after(self, word: str) -> Passage:
        """What follows a first word."""
        return self.part(len(word))

    @property
    def word(self) -> str:
        """The first word."""
        return self.text.partition(" ")[0]

    @property
    def plain(self) -> str:
        """The text with single spaces, which must not be empty."""
        if not self.text:
            raise self.error("Nothing stands here; a term or a name was expected.")
        return " ".join(self.text.split())

    @property
    def name(self) -> str:
        """The name of a quantity."""
        if not NAME.match(self.text):
            raise self.error(f"{self.text!r} was read; the name of a quantity was expected.")
        return self.text

    def divided(self, mark: str) -> tuple[Passage, Passage | None]:
        """What stands before and behind the first mark outside of brackets, which may be a word."""
        if mark not in self.text:
            return self, None
        word = ENDS_OF_NAMES.format(re.escape(mark)) if mark.isalpha() else re.escape(mark)
        for found in self.marks(re.compile(word)):
            return self.part(0, found.start()), self.part(found.end())
        return self, None

    def split(self, mark: str) -> list[Passage]:
        """The parts between marks that stand outside of brackets, without empty ones."""
        parts = self.split_at(re.compile(re.escape(mark)))
        return [part for part in parts if part.text]

    def split_at(self, mark: re.Pattern[str]) -> list[Passage]:
        """The parts between marks outside of brackets and quotes; none if it is empty."""
        if not self.text:
            return []
        starts, ends = [0], []
        for found in self.marks(mark):
            ends.append(found.start())
            starts.append(found.end())
        ends.append(len(self.text))
        return [self.part(a, b) for a, b in zip(starts, ends, strict=True)]

    def marks(self, mark: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """The marks outside of brackets and quotes; brackets must be balanced.

        An interval may open with one of ( [ and close with the other kind.
        """
        text, at, opened = self.text, 0, list[int]()
        while True:
            stop = STOPS.search(text, at)
            end = stop.start() if stop else len(text)
            if not opened:
                yield from mark.finditer(text, at, end)
            if stop is None:
                break
            at = stop.end()
            if stop[0] == '"':
                at = self.behind_quotes(end)
            elif stop[0] in OPEN:
                opened.append(end)
            elif not opened or (text[opened.pop()] == "{") != (stop[0] == "}"):
                raise self.error(f"The bracket {stop[0]} closes none that is open.", end)
        if opened:
            raise self.error(f"The bracket {text[opened[-1]]} is not closed.", opened[-1])

    def behind_quotes(self, start: int) -> int:
        """Where the text in quotes that begins at a place has ended."""
        try:
            return behind_quotes(self.text, start)
        except WrongSentence as wrong:
            raise self.error(wrong.message, wrong.at) from None

    def unquoted(self) -> str:
        """The text in quotes, in which two quotes stand for one."""
        if not self.text.startswith('"'):
            raise self.error(f"{self.text!r} was read; a text in quotes was expected.")
        end = self.behind_quotes(0)
        if end < len(self.text):
            raise self.error(f"{self.text[end:]!r} was read; the text in quotes has ended.", end)
        return unquoted(self.text)


def joined_rows(rows: Iterable[tuple[int, str]], file: str) -> tuple[list[Line], list[str]]:
    """The lines of numbered rows, each with the deeper rows that continue it, and comments below.

    A comment is a row that begins with #. It belongs to the line below it, or to the one that goes
    on below it. So does an empty row, of which several are one.

    >>> rows = enumerate(["# first", "1. So", "    it is.", "# last"], 1)
    >>> lines, below = joined_rows(rows, "a.proof")
    >>> lines[0].text, lines[0].comments, lines[0].place(6), below
    ('1. So it is.', ('# first',), (3, 5), ['# last'])
    """
    lines: list[Line] = []
    comments: list[str] = []
    parts: list[tuple[str, int, int]] = []
    above: tuple[str, ...] = ()
    for number, row in rows:
        words = row.strip()
        column = row.index(words) + 1
        first = parts[0][2] if parts else column
        if not words:
            if comments[-1:] != [""]:
                comments.append("")
        elif words[0] == COMMENT:
            comments.append(words)
        elif column < first:
            message = f"{words!r} is less indented than the line above; begin it in column {first}."
            raise Misread(file, number, column, message)
        elif column > first:
            parts.append((words, number, column))
            above, comments = (*above, *filter(None, comments)), []
        else:
            if parts:
                lines.append(_joined(parts, file, above))
            parts, above, comments = [(words, number, column)], tuple(comments), []
    if parts:
        lines.append(_joined(parts, file, above))
    return lines, comments


def _joined(parts: list[tuple[str, int, int]], file: str, comments: tuple[str, ...]) -> Line:
    starts = [0, *accumulate(len(words) + 1 for words, _, _ in parts[:-1])]
    text = " ".join(words for words, _, _ in parts)
    return Line(text, file, tuple(starts), tuple(part[1:] for part in parts), comments)


def quoted(text: str) -> str:
    """A text in quotes.

    >>> quoted('so "called"')
    '"so ""called""\"'
    """
    return '"' + text.replace('"', '""') + '"'
