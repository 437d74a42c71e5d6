"""A piece of a file that knows where each of its letters stands, for errors with their places."""

from __future__ import annotations
import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from .terms import Refused

COMMENT = re.compile(r"\s*#.*")
"""A comment of a text, with the space before it."""
OPEN, CLOSE = "([{", ")]}"
ENDS_OF_NAMES = r"(?<![A-Za-z0-9_'.]){}(?![A-Za-z0-9_'.])"


class Misread(Refused):
    """What cannot be read or is not shown, with the place where it stands."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place, self.message = place, message
        self.seen = False
        """Whether the line in which it begins has said what it knows of it."""


@dataclass(frozen=True)
class Passage:
    """A text from a file; `lines` has the offset, the line and the column of each beginning.

    >>> piece = Passage.of("have a: x <= 1", "my.proof", 7)
    >>> piece.after("have").text, piece.after("have").place()
    ('a: x <= 1', 'my.proof:7:6')
    """

    text: str
    file: str
    lines: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, text: str, file: str = "text", line: int = 1) -> Passage:
        """The passage of a text whose first line has a number; a new line counts as a space."""
        rows = text.split("\n")
        starts = [0, *accumulate(len(row) + 1 for row in rows)]
        places = tuple((start, line + n, 1) for n, start in enumerate(starts[: len(rows)]))
        return cls(text.replace("\n", " "), file, places)

    def place(self, offset: int = 0) -> str:
        """file:line:column of a letter."""
        number = bisect_right(self.lines, (offset, float("inf"), 0)) - 1
        start, line, column = self.lines[max(number, 0)]
        return f"{self.file}:{line}:{column + offset - start}"

    @property
    def column(self) -> int:
        """The column in which it begins."""
        return self.lines[0][2]

    def error(self, message: str, offset: int = 0) -> Misread:
        """The error that something at a letter is wrong."""
        return Misread(self.place(offset), message)

    def part(self, start: int, end: int | None = None) -> Passage:
        """The letters from one up to another, without spaces around them."""
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        lines = tuple(
            (max(offset - start, 0), line, column + max(start - offset, 0))
            for offset, line, column in self._from(start)
        )
        return Passage(piece.strip(), self.file, lines)

    def _from(self, start: int) -> tuple[tuple[int, int, int], ...]:
        first = max(bisect_right(self.lines, (start, float("inf"), 0)) - 1, 0)
        return self.lines[first:]

    def after(self, word: str) -> Passage:
        """What follows a first word."""
        return self.part(len(word))

    @property
    def word(self) -> str:
        """The first word."""
        return self.text.partition(" ")[0]

    def is_outside(self, place: int) -> bool:
        """Whether a letter stands outside of all brackets."""
        before = self.text[:place]
        return sum(map(before.count, OPEN)) == sum(map(before.count, CLOSE))

    def split(self, mark: str) -> list[Passage]:
        """The parts between marks that stand outside of brackets; none of an empty text."""
        places = (match.start() for match in re.finditer(re.escape(mark), self.text))
        cuts = [place for place in places if self.is_outside(place)]
        starts, ends = [0, *(n + len(mark) for n in cuts)], [*cuts, len(self.text)]
        parts = [self.part(a, b) for a, b in zip(starts, ends, strict=True)]
        return [part for part in parts if part.text] if len(parts) > 1 or self.text else []

    def divided(self, mark: str) -> tuple[Passage, Passage | None]:
        """What stands before and behind the first mark outside of brackets, which may be a word."""
        word = ENDS_OF_NAMES.format(re.escape(mark)) if mark.isalpha() else re.escape(mark)
        for match in re.finditer(word, self.text) if mark in self.text else ():
            if self.is_outside(match.start()):
                return self.part(0, match.start()), self.part(match.end())
        return self, None


def logical_lines(text: str, file: str) -> list[Passage]:
    """The lines of a text, each with the more indented lines below it; comments begin with #.

    >>> [p.text for p in logical_lines("have a:\\n    x <= 1  # known\\nshow by a", "f")]
    ['have a:     x <= 1', 'show by a']
    """
    rows: list[tuple[int, int, list[str]]] = []
    for number, row in enumerate(text.split("\n"), 1):
        row = row.partition("#")[0].rstrip()
        indent = len(row) - len(row.lstrip())
        if rows and rows[-1][2] and (not row or indent > rows[-1][1]):
            rows[-1][2].append(row)
        elif row:
            rows.append((number, indent, [row]))
    return [Passage.of("\n".join(lines), file, number).part(0) for number, _, lines in rows]
