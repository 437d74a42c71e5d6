"""Tables that fit the terminal: what is too long for its column goes on below it."""

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any, NamedTuple

GAP = 2
INDENT = 4
LEAST_NAME = 24
"""The least width of a first column that is too long for the terminal."""
LEAST_TEXT = 30
"""A last column with less room than this, and longer cells, goes below the row."""
PIPED_WIDTH = 80
"""The width of piped output, unless COLUMNS says otherwise."""


STEERING = {
    number: ascii(chr(number))[1:-1]
    for number in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if number not in (9, 10, 13)
}
"""The letters that steer a terminal, and how they are shown: texts may come from other folders."""


class Cell(NamedTuple):
    """A word with a style, such as a verdict in its colour."""

    text: str
    style: str = ""


def width() -> int:
    """The width of the terminal; when output is piped, COLUMNS or 80."""
    if sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    given = os.environ.get("COLUMNS", "")
    return int(given) if given.isdigit() and int(given) > 0 else PIPED_WIDTH


def print_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    title: str | None = None,
    below: bool = False,
) -> None:
    """Print a table under a line of headings, if there are any.

    The last column wraps. It stands below its row, indented, if `below` says so or if there is no
    room for it. A first column that is too long for the terminal wraps as well.
    """
    cells = [[_cell(part) for part in row] for row in rows]
    if title is not None:
        for part in _wrapped(harmless(title), width()):
            _print([Cell(part, "bold")])
    for line in _lines([Cell(name, "bold") for name in columns], cells, width(), below):
        _print(line)


def height_of_table(rows: Sequence[Sequence[Any]]) -> int:
    """How many lines the rows of a table without headings take, each printed alone.

    >>> height_of_table([("name", "said")])
    1
    """
    cells = [[_cell(part) for part in row] for row in rows]
    none = [Cell("") for _ in cells[0]]
    return sum(1 for _ in _lines(none, cells, width(), below=False))


def print_text(text: str) -> None:
    """Print a sentence in lines that fit the terminal."""
    for line in _wrapped(harmless(text), width()):
        print(line)


def harmless(text: str) -> str:
    """A text in which the letters that steer a terminal are spelt out.

    >>> print(harmless("\\x1b[31m red"))
    \\x1b[31m red
    >>> harmless("a\\u202eb").isascii()  # else what follows is shown from right to left
    True
    """
    return text.translate(STEERING)


def _cell(part: Any) -> Cell:
    text, style = part if isinstance(part, Cell) else (str(part), "")
    return Cell(harmless(text), style)


def _lines(
    headings: Sequence[Cell], rows: Sequence[Sequence[Cell]], room: int, below: bool
) -> Iterator[list[Cell]]:
    longest = [
        max(len(cell.text) for cell in column) for column in zip(headings, *rows, strict=True)
    ]
    rest = room - sum(longest[:-1]) - GAP * (len(headings) - 1)
    below = below or (longest[-1] > rest and rest < LEAST_TEXT)
    shown = slice(None, -1 if below else None)
    widths = longest[shown] if below else [*longest[:-1], min(longest[-1], rest)]
    if below:
        others = sum(widths[1:]) + GAP * (len(widths) - 1)
        widths[0] = max(min(LEAST_NAME, widths[0]), min(widths[0], room - others))
    if any(heading.text for heading in headings):
        yield from _row(headings[shown], widths)
    for row in rows:
        yield from _row(row[shown], widths)
        if below:
            for line in _wrapped(row[-1].text, max(LEAST_TEXT, room - INDENT)):
                yield [Cell(" " * INDENT + line, "dim")]


def _row(row: Sequence[Cell], widths: Sequence[int]) -> Iterator[list[Cell]]:
    """The lines of a row: its first and its last cell wrap; below a wider name stands the rest."""
    cells = [[cell.text] for cell in row]
    cells[-1] = _wrapped(row[-1].text, widths[-1]) or [""]
    if len(row) > 1:
        cells[0] = _name(row[0].text, widths[0]) or [""]
        if max(map(len, cells[0])) > widths[0]:
            cells[1:] = [[""] * len(cells[0]) + cell for cell in cells[1:]]
    for parts in zip_longest(*cells, fillvalue=""):
        line = [
            Cell(text.ljust(size) + " " * GAP, cell.style)
            for text, cell, size in zip(parts, row, widths, strict=True)
        ]
        while line and not line[-1].text.strip():
            line.pop()
        if line:
            line[-1] = Cell(line[-1].text.rstrip(), line[-1].style)
        yield line


def _wrapped(text: str, size: int) -> list[str]:
    """The lines of a text; a path is never broken, for it is there to be copied."""
    size = max(1, size)
    if sys.stdout.isatty() and not text.isascii():
        text = " ".join(part for word in text.split(" ") for part in _cut(word, size))
    return wrap(text, size, break_on_hyphens=False, break_long_words=False)


def _cut(word: str, size: int) -> list[str]:
    """The parts of a formula that is wider than a line; what is ASCII alone is there to be copied.

    >>> _cut("√(x+1)/√(x+2)", 6), _cut("bern.thm3.1", 6)
    (['√(x+1)', '/√(x+2', ')'], ['bern.thm3.1'])
    """
    if len(word) <= size or word.isascii():
        return [word]
    cut = size
    while cut > 1 and unicodedata.combining(word[cut]):  # an accent stays on its letter
        cut -= 1
    return [word[:cut], *_cut(word[cut:], size)]


def _name(text: str, size: int) -> list[str]:
    """The lines of a first cell; an ID is never broken, for it is there to be copied."""
    return wrap(
        text, max(1, size), subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
    )


def _print(line: Sequence[Cell]) -> None:
    """Print a line; its styles are for terminals alone, and so is the library that knows them."""
    if not sys.stdout.isatty():
        print("".join(cell.text for cell in line))
        return
    from rich.console import Console
    from rich.text import Text

    Console(highlight=False).print(Text.assemble(*line), soft_wrap=True)
