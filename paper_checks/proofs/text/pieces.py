"""Pieces of a proof as text, which know where they stand, and what is wrong with them."""

from __future__ import annotations
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from banditproof.theory.logic.sentences import WrongSentence, behind_quotes, unquoted
from ...statements.text_errors import WrongText

OPENING, CLOSING = "([{", ")]}"
STOPS = re.compile(r'["(\[{)\]}]')
NAME = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)
"""The name of a quantity, a module or a function."""


class UnreadableProof(WrongText):
    """A proof as text that cannot be read: where, what was read, and what was expected.

    >>> fault = UnreadableProof("a.proof", 3, 7, "There is no step 9.")
    >>> print(fault, fault.line, fault.column)
    a.proof:3:7: There is no step 9. 3 7
    """

    def __init__(self, path: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{path}:{line}:{column}: {message}")
        self.path, self.line, self.column, self.message = path, line, column, message

    def __reduce__(self) -> tuple[type[UnreadableProof], tuple[str, int, int, str]]:
        return UnreadableProof, (self.path, self.line, self.column, self.message)


@dataclass(frozen=True, eq=False)
class LogicalLine:
    """A line with the indented ones that continue it, joined by spaces."""

    text: str
    path: str
    starts: tuple[int, ...]
    """Where each of its lines begins in the text."""
    places: tuple[tuple[int, int], ...]
    """The line and the column of each of these places in the file."""
    comments: tuple[str, ...] = ()
    """The comments that stand above it, and an empty text for empty lines."""

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character."""
        part = bisect_right(self.starts, offset) - 1
        line, column = self.places[part]
        return line, column + offset - self.starts[part]

    @property
    def whole(self) -> Piece:
        """All of it."""
        return Piece(self.text, self, 0)

    @property
    def word(self) -> str:
        """Its first word."""
        return self.text.split(maxsplit=1)[0]


class Piece(NamedTuple):
    """A part of a logical line."""

    text: str
    line: LogicalLine
    start: int

    def part(self, start: int, stop: int | None = None) -> Piece:
        """A part of it without the spaces around."""
        text = self.text[start:stop]
        left = text.lstrip()
        return Piece(left.rstrip(), self.line, self.start + start + len(text) - len(left))

    def fault(self, message: str, at: int = 0) -> UnreadableProof:
        """The error that says what is wrong here."""
        return UnreadableProof(self.line.path, *self.line.place(self.start + at), message)

    @property
    def plain(self) -> str:
        """The text with single spaces, which must not be empty."""
        if not self.text:
            raise self.fault("Nothing stands here; a term or a name was expected.")
        return " ".join(self.text.split())

    @property
    def name(self) -> str:
        """The name of a quantity."""
        if not NAME.match(self.text):
            raise self.fault(f"{self.text!r} was read; the name of a quantity was expected.")
        return self.text

    def split(self, separator: re.Pattern[str]) -> list[Piece]:
        """The parts between separators outside of brackets and quotes; none if it is empty."""
        if not self.text:
            return []
        starts, stops = [0], []
        for match in self.separators(separator):
            stops.append(match.start())
            starts.append(match.end())
        stops.append(len(self.text))
        return [self.part(a, b) for a, b in zip(starts, stops, strict=True)]

    def separators(self, separator: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """The separators outside of brackets and quotes; brackets must be balanced.

        An interval may open with one of ( [ and close with the other kind.
        """
        text, at, opened = self.text, 0, list[int]()
        while True:
            stop = STOPS.search(text, at)
            end = stop.start() if stop else len(text)
            if not opened:
                yield from separator.finditer(text, at, end)
            if stop is None:
                break
            at = stop.end()
            if stop[0] == '"':
                at = self.behind_quotes(end)
            elif stop[0] in OPENING:
                opened.append(end)
            elif not opened or (text[opened.pop()] == "{") != (stop[0] == "}"):
                raise self.fault(f"The bracket {stop[0]} closes none that is open.", end)
        if opened:
            raise self.fault(f"The bracket {text[opened[-1]]} is not closed.", opened[-1])

    def behind_quotes(self, start: int) -> int:
        """Where the text in quotes that begins at a place has ended."""
        try:
            return behind_quotes(self.text, start)
        except WrongSentence as wrong:
            raise self.fault(wrong.message, wrong.at) from None

    def unquoted(self) -> str:
        """The text in quotes, in which two quotes stand for one."""
        if not self.text.startswith('"'):
            raise self.fault(f"{self.text!r} was read; a text in quotes was expected.")
        end = self.behind_quotes(0)
        if end < len(self.text):
            raise self.fault(f"{self.text[end:]!r} was read; the text in quotes has ended.", end)
        return unquoted(self.text)


def quoted(text: str) -> str:
    """A text in quotes.

    >>> quoted('so "called"')
    '"so ""called""\"'
    """
    return '"' + text.replace('"', '""') + '"'
