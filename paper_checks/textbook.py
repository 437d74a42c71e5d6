"""The facts that a proof may cite: theorems of textbooks, each with its precise statement.

They stand in `textbook.facts`: a name, the statement four blanks in, the reference two blanks in.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from .statements.text_errors import Spot
from .statements.text_files import text_of

T = TypeVar("T")

PREFIX = "textbook."
FILE = Path(__file__).with_suffix(".facts")
LINE = re.compile(r"(?P<name>[a-z0-9-]+)|    (?P<statement>\S.*)|  (?P<reference>\S.*)")


@dataclass(frozen=True)
class Fact:
    """A theorem, its precise statement, and a book or classic paper where its proof stands."""

    name: str
    statement: str
    reference: str
    document: str = ""
    """The document of another folder that names it; empty for the facts of this list."""

    @property
    def id(self) -> str:
        """The ID by which claims rest on it."""
        return PREFIX + self.name


def facts_of(text: str, file: Path) -> Iterator[Fact]:
    """The facts that a text lists; a blank line ends each, and `#` begins a comment.

    >>> list(facts_of("markov\\n    $P(X\\\\ge a)\\\\le E(X)/a$.\\n  A book", FILE))
    [Fact(name='markov', statement='$P(X\\\\ge a)\\\\le E(X)/a$.', reference='A book', document='')]
    """
    parts: dict[str, list[str]] = {}
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.startswith("#"):
            continue
        if not line:
            if parts:
                yield _fact(parts, Spot(file, number - 1, 1))
            parts = {}
            continue
        match = LINE.fullmatch(line)
        kind = "" if match is None else str(match.lastgroup)
        if match is None or kind not in _expected(parts):
            raise Spot(file, number, 1).wrong(
                f"The line {line!r} cannot stand here; give a name, then the statement four blanks "
                "in, then the reference two blanks in, and a blank line."
            )
        parts.setdefault(kind, []).append(match[kind])


def _expected(parts: dict[str, list[str]]) -> tuple[str, ...]:
    """What the next line of a fact may be."""
    if "reference" in parts:
        return ("reference",)
    if "statement" in parts:
        return ("statement", "reference")
    return ("statement",) if parts else ("name",)


def _fact(parts: dict[str, list[str]], spot: Spot) -> Fact:
    if "reference" not in parts:
        raise spot.wrong(
            f"The fact {parts['name'][0]!r} ends without a reference; give the book where its "
            "proof stands, two blanks in."
        )
    return Fact(*(" ".join(parts[key]) for key in ("name", "statement", "reference")))


def each_once(named: Iterable[tuple[str, T]]) -> dict[str, T]:
    """What each name stands for; a name that occurs twice is an error.

    >>> each_once([("a", 1), ("a", 2)])
    Traceback (most recent call last):
      ...
    ValueError: There are two of the name 'a'; the second would hide the first. Join them.
    """
    values: dict[str, T] = {}
    for name, value in named:
        if name in values:
            raise ValueError(
                f"There are two of the name {name!r}; the second would hide the first. Join them."
            )
        values[name] = value
    return values


FACTS = tuple(facts_of(text_of(FILE), FILE))
TEXTBOOK = each_once((fact.id, fact) for fact in FACTS)


def fact(id: str) -> Fact:
    """The textbook fact with an ID.

    >>> fact("textbook.pinsker").reference
    'Tsybakov, Introduction to Nonparametric Estimation, Lemma 2.5'
    """
    if id not in TEXTBOOK:
        raise ValueError(f"There is no textbook fact {id!r}; see paper_checks/textbook.facts.")
    return TEXTBOOK[id]
