"""The errata of a document as a text for its author: one entry for each cause, by weight.

The file `document.errata` of a document has entries of this form; the indented words may go on
over several lines, and all but the claims may be left out:

    misprint: Section 3, below (8): the factor eps
      of bern.rem3.b.sum
      The sum of both terms is not $d_\\epsilon$.
      Witness: $\\epsilon=1/2$.
      Instead: $\\epsilon$ times the distance.
      Assumed: natural logarithms.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from banditproof.theory.bounded_reading import file_text
from .documents import document_of_id
from .text_errors import Spot, nearest_of

ERRATA = "document.errata"
"""The file of a document with its entries."""
LARGEST = 2_000_000
WEIGHTS = {
    "false": "False as stated",
    "proof": "Steps of proofs that fail",
    "constant": "Constants, rates, and missing hypotheses",
    "experiment": "Experiments that were not reproduced",
    "misprint": "Misprints",
    "edge": "Edge cases",
}
"""The weights of entries, the heaviest first, with the titles of their sections."""
IMPORTANCE = {
    "serious": ("false", "proof"),
    "minor": ("constant", "experiment", "misprint"),
    "marginal": ("edge",),
}
FIELDS = {"Witness": "witness", "Instead": "instead", "Assumed": "assumed"}
BEGINNING = re.compile(r"(\w+): (.+)")
FIELD = re.compile(rf"({'|'.join(FIELDS)}): *(.*)")


@dataclass(frozen=True)
class Entry:
    """One cause, with the claims about the places that it touches."""

    weight: str
    title: str
    claims: tuple[str, ...]
    says: str = ""
    witness: str = ""
    instead: str = ""
    assumed: str = ""


def importance(weight: str) -> str:
    """Whether a weight is serious, minor or marginal.

    >>> importance("proof"), importance("edge")
    ('serious', 'marginal')
    """
    return next(name for name, weights in IMPORTANCE.items() if weight in weights)


def read_errata(file: Path) -> tuple[Entry, ...]:
    """The entries of a file, in its order; none if there is no file."""
    if not file.is_file():
        return ()
    entries: list[Entry] = []
    block: list[str] = []
    first = 0
    for number, line in enumerate([*file_text(file, LARGEST).splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        if line.strip() and not line.startswith(" ") and block:
            raise Spot(file, number).wrong("An empty line stands between two entries; add one.")
        if line.strip():
            first = first if block else number
            block.append(line)
        elif block:
            entries.append(_entry(block, Spot(file, first)))
            block = []
    listed: dict[str, str] = {}
    for entry in entries:
        for id in entry.claims:
            if id in listed:
                raise Spot(file).wrong(
                    f"The claim {id} stands under {listed[id]!r} and {entry.title!r}; name it once."
                )
            listed[id] = entry.title
    return tuple(entries)


def witness_in_errata(id: str) -> str:
    """The witness that the errata print for a claim; empty if they print none.

    A check and a page show this one text, so that they cannot give two witnesses of one error.

    >>> witness_in_errata("adv.cor24.step").partition(",")[0]
    '$\\\\varepsilon=1$: the square of the term is $400\\\\'
    """
    document = document_of_id(id)
    return "" if document is None else _witnesses(document.home / ERRATA).get(id, "")


@cache
def _witnesses(file: Path) -> Mapping[str, str]:
    """The witness of each claim that an entry of the file is about."""
    return {id: entry.witness for entry in read_errata(file) for id in entry.claims}


def _entry(block: list[str], spot: Spot) -> Entry:
    """The entry that the lines of a block make."""
    begin = BEGINNING.fullmatch(block[0].strip())
    if begin is None or block[0].startswith(" "):
        raise spot.wrong(
            "An entry begins with a weight, a colon and a title, such as 'false: ...'."
        )
    weight, title = begin.groups()
    if weight not in WEIGHTS:
        raise spot.wrong(f"The weight {weight!r} is unknown; {nearest_of(weight, WEIGHTS)}")
    words: dict[str, list[str]] = {name: [] for name in ("claims", "says", *FIELDS.values())}
    name = "says"
    for line in map(str.strip, block[1:]):
        match = FIELD.fullmatch(line)
        if match:
            name, line = FIELDS[match[1]], match[2]
            if words[name]:
                raise spot.wrong(f"The entry {title!r} has two fields {match[1]!r}; leave one.")
        elif line.startswith("of ") and not words["claims"]:
            name, line = "claims", line.removeprefix("of ")
        elif name == "claims" and not words["claims"][-1].endswith(","):
            name = "says"
        words[name].append(line)
    claims = tuple(id.strip() for id in " ".join(words["claims"]).split(",") if id.strip())
    if not claims:
        raise spot.wrong(f"The entry {title!r} names no claim; add 'of ID, ID' below its title.")
    says, *others = (" ".join(words[name]) for name in ("says", *FIELDS.values()))
    return Entry(weight, title, claims, says, *others)
