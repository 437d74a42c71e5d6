"""Inequalities of the documents and classical ones, as lines of text, each with a false twin whose
constant is moved by at most one part in a hundred."""

from pathlib import Path
from typing import NamedTuple


class Named(NamedTuple):
    """A statement, its domain, its twin, where it stands, and whether the search proves it."""

    text: str
    domain: str
    twin: str
    place: str
    proved: bool


def inequalities(file: str) -> dict[str, Named]:
    """The inequalities of a file of this folder by name; a star marks one not proved yet."""
    result = {}
    for line in Path(__file__).with_name(file).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, text, domain, twin, *place = (part.strip() for part in line.split("|"))
            result[name.removeprefix("* ")] = Named(
                text, domain, twin, *place or [""], line[0] != "*"
            )
    return result


ALL = inequalities("named_statements.txt")
CLASSICAL = inequalities("classical_statements.txt")
ASKED = inequalities("asked_statements.txt")
