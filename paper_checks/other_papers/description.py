"""What a folder says of its paper: the file `document.toml`, read and checked.

name = "my-paper"            # small letters, digits and hyphens
title = "The title of the paper"
prefix = "my"                # the IDs of its claims begin with "my."
authors = ["A. Author"]      # the rest may be left out
year = 2026
url = "https://example.org"
chapters = false             # whether it has chapters, whose appendices count as chapters
numerals = "arabic"          # or "roman": the numerals of its sections
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..statements.catalogue import FORMER_DOCUMENTS, KINDS_OF_LABELS, former_ids
from ..statements.document_tables import forget_tables, text_of
from ..statements.documents import FIVE, STATEMENTS, Document

FILE = "document.toml"
NEEDED = ("name", "title", "prefix")
KEYS: Mapping[str, type] = {
    "name": str,
    "title": str,
    "prefix": str,
    "authors": list,
    "year": int,
    "url": str,
    "chapters": bool,
    "numerals": str,
}
WORDS = {
    str: "a text in quotes",
    list: "a list of texts",
    int: "a whole number",
    bool: "true or false",
}
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
PREFIX = re.compile(r"[a-z][a-z0-9]*\Z")
ID = re.compile(r"[a-z][a-z0-9]*(\.[A-Za-z0-9_-]+)+\Z")
LONGEST = 40
"""The most letters of a name or a prefix."""
LONGEST_ID = 120
"""The most letters of an ID."""
MORE_KINDS = (
    "bound claim conjecture construction correction derived experiment fact formula identity kind "
    "observation problem proof protocol question statement step"
)
KINDS = {*MORE_KINDS.split(), *(word.lower() for word in KINDS_OF_LABELS.values())}
"""The words that the kind of a statement may begin with."""


def is_document(word: str) -> bool:
    """Whether a word is the path of a folder with a `document.toml`.

    >>> is_document("bern.thm3.1")
    False
    """
    try:
        return (Path(word) / FILE).is_file()
    except (OSError, ValueError):  # a word that can be no path
        return False


def described(folder: Path, package: str | None = None) -> Document:
    """The document that a folder describes; its programs are not imported.

    Its package is that of an installed one, or named after the document.
    """
    file = folder / FILE
    facts = _facts(file)
    for key, value in facts.items():
        _require_type(file, key, value)
    missing = [key for key in NEEDED if not str(facts.get(key, "")).strip()]
    if missing:
        raise ValueError(f"The file {file} does not say {missing[0]!r}; add it.")
    if facts.get("numerals", "arabic") not in ("arabic", "roman"):
        raise ValueError(
            f"The file {file} has numerals = {facts['numerals']!r}; give arabic or roman."
        )
    try:
        name, prefix = checked_name(facts["name"]), checked_prefix(facts["prefix"])
    except ValueError as wrong:
        raise ValueError(f"{file}: {wrong}") from None
    forget_tables()
    document = Document(
        name=name,
        title=facts["title"],
        prefix=prefix,
        package=package or f"banditproof_paper_{name.replace('-', '_')}",
        folder=folder.resolve(),
        installed=package is not None,
        shown=package.replace(".", "/") if package else _shown(folder),
        authors=tuple(facts.get("authors", ())),
        year=str(facts.get("year", "")),
        url=facts.get("url", ""),
        chapters=facts.get("chapters", False),
        numerals=facts.get("numerals", "arabic"),
    )
    _require_statements(document)
    return document


def _facts(file: Path) -> Mapping[str, Any]:
    """The keys of the file and their values."""
    if not file.is_file():
        raise ValueError(
            f"The folder {file.parent} has no {FILE}, which says what it is about; `banditproof "
            "new` makes a folder that has one."
        )
    try:
        facts = tomllib.loads(text_of(file))
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(f"The file {file} is not TOML: {problem}.") from None
    strange = next((key for key in facts if key not in KEYS), None)
    if strange is not None:
        near = get_close_matches(strange, KEYS, n=1) or [", ".join(KEYS)]
        raise ValueError(f"The file {file} has the key {strange!r}; did you mean {near[0]}?")
    return facts


def _require_type(file: Path, key: str, value: Any) -> None:
    wanted = KEYS[key]
    right = type(value) is wanted
    if isinstance(value, list):
        right = right and all(isinstance(one, str) for one in value)
    if not right:
        raise ValueError(f"The file {file} has {key} = {value!r}; give {WORDS[wanted]}.")
    for text in value if isinstance(value, list) else [str(value)]:
        if not text.isprintable():
            raise ValueError(f"The file {file} has {key} = {text!r}; give a line of plain text.")


def checked_name(name: str) -> str:
    """The name of a document; a sentence if it cannot be one.

    >>> checked_name("my-paper")
    'my-paper'
    >>> checked_name("thesis")
    Traceback (most recent call last):
      ...
    ValueError: The name 'thesis' belongs to a document of banditproof; give another one.
    """
    if name in {one.name for one in FIVE} | set(FORMER_DOCUMENTS):
        raise ValueError(
            f"The name {name!r} belongs to a document of banditproof; give another one."
        )
    if not NAME.match(name) or len(name) > LONGEST:
        raise ValueError(
            f"The name is {name!r}; give at most {LONGEST} small letters, digits and single "
            "hyphens, a letter first, such as my-paper."
        )
    return name


def checked_prefix(prefix: str) -> str:
    """The prefix of the IDs of a document; a sentence if it cannot be one.

    >>> checked_prefix("bern")
    Traceback (most recent call last):
      ...
    ValueError: The prefix 'bern' belongs to the IDs of bernoulli; give another one.
    """
    for one in FIVE:
        if prefix in (one.prefix, one.name):
            raise ValueError(
                f"The prefix {prefix!r} belongs to the IDs of {one.name}; give another one."
            )
    if prefix in {"textbook", *(id.partition(".")[0] for id in former_ids())}:
        raise ValueError(f"The prefix {prefix!r} has a meaning already; give another one.")
    if not PREFIX.match(prefix) or len(prefix) > LONGEST:
        raise ValueError(
            f"The prefix is {prefix!r}; give at most {LONGEST} small letters and digits, a letter "
            "first, such as my."
        )
    return prefix


def _shown(folder: Path) -> str:
    """How results name a folder: as it was given; the working folder by its name."""
    given = folder.as_posix()
    return given if given.strip("./") else folder.resolve().name


def _require_statements(document: Document) -> None:
    """Each statement has an ID of the document and a kind that is known."""
    file = document.tables.joinpath(STATEMENTS)
    for entry in document.statements.values():
        where = f"Line {entry.line} of {file}"
        if not is_id(entry.id) or not entry.id.startswith(f"{document.prefix}."):
            raise ValueError(
                f"{where} has the ID {entry.id!r}; give '{document.prefix}.' and a name of at most "
                f"{LONGEST_ID} letters, digits, - and _, such as {document.prefix}.thm1."
            )
        _require_kind(where, entry.kind)
    _ = document.sections, document.doubts  # what is wrong with them is said now


def is_id(text: str) -> bool:
    """Whether a text can be the ID of a claim, which names files as well.

    >>> [is_id(text) for text in ("my.thm1", "my", "my.a b", "my.../x", "my." + "x" * 300)]
    [True, False, False, False, False]
    """
    return bool(ID.match(text)) and len(text) <= LONGEST_ID


def _require_kind(where: str, kind: str, known: Iterable[str] = frozenset(KINDS)) -> None:
    first = re.split(r"[ /(,]", kind.lower())[0]
    words = sorted(known)
    if first not in words and first.removesuffix("s") not in words:
        near = get_close_matches(first, words, n=3) or words
        raise ValueError(
            f"{where} has the kind {kind!r}; did you mean {' or '.join(near)}?"
            if len(near) <= 3
            else f"{where} has the kind {kind!r}; give one of {', '.join(near)}."
        )
