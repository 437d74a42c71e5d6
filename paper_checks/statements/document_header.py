"""What `document.claims` says of a document, above its claims: name, prefix, table of contents.

    # The title of the paper

    name: my-paper             small letters, digits and hyphens
    prefix: my                 the IDs of its claims begin with "my."
    called: short name; Author what people call it, besides its name and its title
    authors: A. Author; B. Author
    year: 2026
    url: https://example.org
    chapters: yes              it has chapters, and its appendices count as chapters
    numerals: roman            its sections are called I, II, III
    contents:
      1: Setting, p. 2
      2: Bounds, p. 4

Name and prefix are needed. The explanations on the right are no part of the form.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from .text_errors import Spot, nearest_of

DOCUMENT = "document.claims"
"""The file of a folder that says which document it is about."""
RECORD = "source.json"
"""The file of a folder that says which source its claims were written for."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
"""A name that a document may have."""
FACT = re.compile(r"([a-z]+):(?: (.+))?\Z")
LISTED = re.compile(r"  ([^:]+): (.+?)(?:, p\. ([\w-]+))?\Z")
KEYS = (
    "name", "prefix", "called", "authors", "year", "url", "chapters", "numerals", "contents",
)  # fmt: skip
"""The facts that a document may give about itself."""
FORMS = {
    "year": (re.compile(r"[12]\d{3}"), "a year of four digits, such as 2026"),
    "url": (re.compile(r"https?://\S+"), "an address, such as https://example.org"),
}
"""The facts that have a form, and what to give."""
CHOICES = {"chapters": ("yes", "no"), "numerals": ("arabic", "roman")}


def is_document(word: str) -> bool:
    """Whether a word is the path of a folder with a `document.claims`.

    >>> is_document("bern.thm3.1")
    False
    """
    try:
        return (Path(word) / DOCUMENT).is_file()
    except (OSError, ValueError):  # a word that can be no path
        return False


@dataclass(frozen=True, kw_only=True)
class Section:
    """A section of a document: its title, and its first page where the document numbers pages."""

    section: str
    title: str
    page: str = ""


@dataclass(frozen=True)
class Header:
    """The facts about a document, as they are written, and its table of contents."""

    facts: Mapping[str, str]
    contents: tuple[Section, ...]
    lines: Mapping[str, int]
    """The line of each fact."""


def header_of(lines: Iterable[tuple[int, str]], file: Path) -> Header:
    """The facts on numbered lines; a ValueError with file, line and column if one is wrong.

    >>> lines = ["name: my-paper", "contents:", "  1: Setting, p. 2"]
    >>> header_of(enumerate(lines, 1), Path("document.claims")).contents
    (Section(section='1', title='Setting', page='2'),)
    """
    facts: dict[str, str] = {}
    numbers: dict[str, int] = {}
    contents: dict[str, Section] = {}
    for number, line in lines:
        spot = Spot(file, number)
        if line[0] == " ":
            listed = LISTED.match(line) if list(facts)[-1:] == ["contents"] else None
            if listed is None:
                raise spot.wrong(
                    "This is no line of a table of contents; write `  1: Title, p. 2`."
                )
            section = Section(section=listed[1], title=listed[2], page=listed[3] or "")
            if section.section in contents:
                raise spot.wrong(f"The section {section.section} is listed twice; leave one out.")
            contents[section.section] = section
            continue
        _read_fact(line, spot, facts)
        numbers[list(facts)[-1]] = number
    return Header(facts, tuple(contents.values()), numbers)


def _read_fact(line: str, spot: Spot, facts: dict[str, str]) -> None:
    match = FACT.match(line)
    if match is None:
        word = line.split(" ")[0]
        raise spot.wrong(
            f"A claim begins with its ID, such as my.thm1, and {word!r} is none; give letters, "
            "digits, - and _, with a dot between the prefix and the name, then `[KIND at PLACE]`."
        )
    key, value = match[1], match[2] or ""
    if key not in KEYS:
        raise spot.wrong(f"The fact {key!r} about the document is unknown; {nearest_of(key, KEYS)}")
    if spot.file.name != DOCUMENT if isinstance(spot.file, Path) else False:
        raise spot.wrong(f"Facts about the document stand in {DOCUMENT}; move this line there.")
    if key in facts:
        raise spot.wrong(f"The fact {key!r} stands twice; leave one out.")
    if (value == "") != (key == "contents"):
        raise spot.wrong(
            f"Nothing stands behind {key!r}; fill it in."
            if not value
            else "The contents stand below, one section a line; write `  1: Title, p. 2`."
        )
    known = CHOICES.get(key, (value,))
    form, hint = FORMS.get(key, (None, " or ".join(known)))
    if value not in known or (form and not form.fullmatch(value)):
        column = len(key) + 3
        raise spot._replace(column=column).wrong(f"There is {key}: {value}; give {hint}.")
    facts[key] = value
