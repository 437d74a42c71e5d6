"""Folders of before, whose statements are tables: their texts are written from these.

A folder had `document.toml`, `statements.csv`, and perhaps `sections.csv` and `doubts.csv`. What
its programs declare with `claim`, `pair`, `whole` and `repeated` stays as it is.
"""

import csv
import io
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from banditproof.theory.atomic_files import write_text

from ..statements.declared import Declared
from ..statements.document_header import DOCUMENT, Header, Section
from ..statements.text_files import text_of
from ..statements.text_reader import ClaimText, Doubt, parsed
from ..statements.text_writer import written
from .description import FORMER, described

TABLES = ("statements.csv", "sections.csv", "doubts.csv")


def convert(folder: Path) -> Path:
    """Write `document.claims` from the tables of a folder, remove these, and return its path.

    What the folder describes is read again before anything is removed.
    """
    target = folder / DOCUMENT
    if target.exists():
        raise ValueError(f"There is a {target} already; the folder has its texts.")
    if not (folder / FORMER).is_file():
        raise ValueError(
            f"The folder {folder} has no {FORMER}; give one whose statements are in tables."
        )
    text = _text(folder, target)
    try:
        write_text(target, text)
        _ = described(folder).declared
    except BaseException as wrong:
        target.unlink(missing_ok=True)
        if isinstance(wrong, ValueError):
            raise _unreadable(folder, wrong) from None
        raise
    for name in (FORMER, *TABLES):
        (folder / name).unlink(missing_ok=True)
    return target


def _text(folder: Path, target: Path) -> str:
    try:
        facts = tomllib.loads(text_of(folder / FORMER))
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(f"The file {folder / FORMER} is not TOML: {problem}.") from None
    contents = tuple(
        Section(section=row["section"], title=row["title"], page=row.get("page", ""))
        for row in _rows(folder, "sections.csv", ("section", "title"))
    )
    header = Header(dict(_header(facts, bool(contents))), contents, {})
    entries: list[Declared | Doubt] = [
        Doubt(row["code"], row["doubt"]) for row in _rows(folder, "doubts.csv", ("code", "doubt"))
    ]
    entries += map(_statement, _rows(folder, "statements.csv", ("id", "kind")))
    heading = f"# {facts.get('title', '')}".rstrip()
    text = written(ClaimText(target, (heading,), header, tuple(entries)))
    try:
        again = parsed(text, target)
    except ValueError as wrong:
        raise _unreadable(folder, wrong) from None
    for row, read in zip_longest(entries, map(_without_place, again.entries)):
        if row != read:
            name = row.id if isinstance(row, Declared) else row.code if row else heading
            raise _unreadable(folder, f"{name} would be read as something else.")
    return written(again)


def _without_place(entry: Declared | Doubt) -> Declared | Doubt:
    if isinstance(entry, Doubt):
        return replace(entry, line=0)
    return replace(entry, text=None, line=0)


def _unreadable(folder: Path, wrong: object) -> ValueError:
    return ValueError(f"The tables of {folder} make no text that can be read; mend them: {wrong}")


def _header(facts: dict[str, Any], contents: bool) -> Iterator[tuple[str, str]]:
    """The facts of a header, by the keys of TOML."""
    for key in ("name", "prefix"):
        yield key, str(facts.get(key, ""))
    authors = facts.get("authors", ())
    if authors:
        yield "authors", authors if isinstance(authors, str) else "; ".join(map(str, authors))
    for key in ("year", "url", "numerals"):
        if facts.get(key):
            yield key, str(facts[key])
    if facts.get("chapters"):
        yield "chapters", "yes"
    if contents:
        yield "contents", ""


def _statement(row: dict[str, str]) -> Declared:
    section, equation, page = (row.get(name, "") for name in ("section", "equation", "page"))
    if section and not section.replace(".", "").isalnum():
        section = f'"{section}"'
    pages = f"{'pp.' if '-' in page or ',' in page else 'p.'} {page}" if page else ""
    return Declared(
        id=row["id"],
        kind=row["kind"],
        title=row.get("one_line", ""),
        at=", ".join(part for part in (section, equation, pages) if part),
        stated="derived" not in row["kind"],
        was=row.get("was", ""),
        called=row.get("label", ""),
        catalogued=True,
    )


def _rows(folder: Path, name: str, needed: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """The rows of a table; none if there is no such file."""
    file = folder / name
    if not file.is_file():
        return
    try:
        rows = list(csv.DictReader(io.StringIO(text_of(file))))
    except csv.Error as problem:
        raise ValueError(f"The table {file} cannot be read: {problem}.") from None
    for row in rows:
        lacking = [column for column in needed if not (row.get(column) or "").strip()]
        if lacking or None in row:
            raise ValueError(
                f"The table {file} has a row without {lacking[0] if lacking else 'a column'}: "
                f"{', '.join(str(cell) for cell in row.values())}; mend it first."
            )
        yield {column: " ".join((cell or "").split()) for column, cell in row.items()}
