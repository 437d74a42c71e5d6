"""The tables of a document: its statements, its sections, and the doubts about it.

They are files of comma-separated values whose first line names the columns. What is wrong with a
table is said in one sentence, with the file and the line.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

MOST_READ = 10_000_000
"""The most bytes of a table that are read."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A statement of a document as the catalogue lists it: its kind, its place, one line."""

    id: str
    kind: str
    section: str = ""
    equation: str = ""
    page: str = ""
    one_line: str = ""
    was: str = ""
    label: str = ""
    """The name in the print, where the ID does not spell it."""
    line: int = 0
    """The line of the table."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """A section of a document: its title, and its first page where the document numbers pages."""

    document: str
    section: str
    title: str
    page: str = ""


@dataclass(frozen=True)
class Row:
    """The cells of one line of a table, by the names of their columns."""

    line: int
    cells: dict[str, str]


def rows(
    file: Path, needed: Iterable[str], more: Iterable[str] = (), missing_ok: bool = False
) -> list[Row]:
    """The rows of a table with the columns that it must have, and may have.

    >>> place = Path(__file__).parent.with_name("doubts.csv")
    >>> rows(place, ["code", "doubt"], ["document"])[0].cells["code"]
    'D1'
    """
    needed, known = list(needed), [*needed, *more]
    if missing_ok and not file.is_file():
        return []
    text = text_of(file)
    reader = csv.reader(io.StringIO(text), strict=True)
    found: list[Row] = []
    try:
        names = [name.strip() for name in next(reader, [])]
        lacking = [name for name in needed if name not in names]
        if lacking:
            raise ValueError(
                f"The table {file} has the columns {', '.join(names) or 'none'} in its first line; "
                f"it needs {', '.join(needed)}."
            )
        strange = [name for name in names if name not in known or names.count(name) > 1]
        if strange:
            raise ValueError(
                f"The table {file} has the column {strange[0]!r} in line 1; "
                f"give each of these at most once: {', '.join(known)}."
            )
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(names):
                raise ValueError(
                    f"Line {reader.line_num} of {file} has {len(cells)} cells for {len(names)} "
                    "columns; put a cell with a comma in double quotes."
                )
            plain = [" ".join(cell.split()) for cell in cells]
            if steering(" ".join(plain)):
                raise ValueError(
                    f"Line {reader.line_num} of {file} has a control character; leave it out."
                )
            found.append(Row(reader.line_num, dict(zip(names, plain, strict=True))))
    except csv.Error as problem:
        raise ValueError(
            f"Line {reader.line_num} of {file} is no line of comma-separated values: {problem}."
        ) from None
    for row in found:
        empty = [name for name in needed if not row.cells[name]]
        if empty:
            raise ValueError(f"Line {row.line} of {file} has nothing under {empty[0]!r}; fill it.")
    return found


def steering(text: str) -> bool:
    """Whether a text has control characters, which steer a terminal, besides blanks and new lines.

    >>> steering("a line\\n"), steering("\\x1b[31m red")
    (False, True)
    """
    return any(unicodedata.category(one) == "Cc" and not one.isspace() for one in text)


def text_of(file: Path) -> str:
    """The text of a file, or a sentence if it cannot be read."""
    if file.exists() and not file.is_file():  # a pipe, from which one would wait for ever
        raise ValueError(f"The file {file} is no file that can be read; put a text in its place.")
    try:
        if file.stat().st_size > MOST_READ:
            raise ValueError(f"The file {file} has over {MOST_READ} bytes; give a shorter one.")
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"The file {file} is not text in UTF-8; save it in that form.") from None
    except OSError as problem:
        raise ValueError(f"The file {file} cannot be read: {problem.strerror}.") from None


@cache
def statement_rows(folder: Path, name: str) -> tuple[Entry, ...]:
    """The statements that a table lists."""
    file = folder.joinpath(name)
    listed = rows(file, ("id", "kind"), ("section", "equation", "page", "one_line", "was", "label"))
    found: dict[str, Entry] = {}
    for row in listed:
        entry = Entry(**row.cells, line=row.line)
        if entry.id in found:
            raise ValueError(
                f"Line {row.line} of {file} has the ID {entry.id}, which line "
                f"{found[entry.id].line} has already; give each statement its own."
            )
        found[entry.id] = entry
    return tuple(found.values())


@cache
def section_rows(folder: Path, document: str) -> tuple[Section, ...]:
    """The sections of a table; one without the column `document` is about one document."""
    file = folder.joinpath("sections.csv")
    listed = rows(file, ("section", "title"), ("page", "document"), missing_ok=True)
    return tuple(Section(**{"document": document} | row.cells) for row in listed)


@cache
def doubt_rows(folder: Path, document: str) -> tuple[tuple[str, str, str], ...]:
    """Document, code and sentence of each doubt of a table."""
    file = folder.joinpath("doubts.csv")
    listed = rows(file, ("code", "doubt"), ("document",), missing_ok=True)
    every = [{"document": document} | row.cells for row in listed]
    return tuple((cells["document"], cells["code"], cells["doubt"]) for cells in every)


def forget_tables() -> None:
    """Read tables again when they are asked for, after files were changed."""
    for read in (statement_rows, section_rows, doubt_rows):
        read.cache_clear()
