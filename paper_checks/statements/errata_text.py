"""The errata of a document as a text for its author: one entry for each cause, by weight.

The file `document.errata` of a document has entries of this form; the indented words may go on
over several lines, and all but the claims may be left out:

    misprint: Section 3, below (8): the factor eps
      of bern.rem3.b.sum
      The sum of both terms is not $d_\\epsilon$.
      Witness: $\\epsilon=1/2$.
      Instead: $\\epsilon$ times the distance.
      Assumed: natural logarithms.

An entry about several claims has a witness for each, 'Witness of ID, ID: ...': what refutes one of
them need not be about the others, and a check shows those alone that name its claim.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple
from banditproof.theory.bounded_reading import file_text
from .documents import document_of_id
from .text_errors import Spot, nearest_of

ERRATA = "document.errata"
"""The file of a document with its entries."""
LARGEST = 2_000_000
WEIGHTS = {
    "false": "False or vacuous as stated",
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
FIELDS = {"Instead": "instead", "Assumed": "assumed"}
BEGINNING = re.compile(r"(\w+): (.+)")
FIELD = re.compile(rf"({'|'.join(FIELDS)}): *(.*)")
BEGINS_WITNESS = re.compile(r"Witness(:| of )")
WITNESS = re.compile(r"Witness(?: of ([^:]+))?: *(.*)")


class Witness(NamedTuple):
    """What refutes some claims of an entry."""

    claims: tuple[str, ...]
    """Empty if the text does not say of which claims of several it is."""
    text: str


@dataclass(frozen=True)
class Entry:
    """One cause, with the claims about the places that it touches."""

    weight: str
    title: str
    claims: tuple[str, ...]
    says: str = ""
    witnesses: tuple[Witness, ...] = ()
    instead: str = ""
    assumed: str = ""

    @property
    def witness(self) -> str:
        """All its witnesses, as a page shows them."""
        return " ".join(one.text for one in self.witnesses)

    def witness_of(self, id: str) -> str:
        """What refutes one of its claims."""
        return " ".join(one.text for one in self.witnesses if id in one.claims)

    def about(self, claims: tuple[str, ...]) -> "Entry":
        """The entry for some of its claims, without what is a witness of others alone."""
        left = (one for one in self.witnesses if not one.claims or set(one.claims) & set(claims))
        return replace(self, claims=claims, witnesses=tuple(left))


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


def witness_in_errata(id: str, first: str = "") -> str:
    """The witness that the errata print for this very claim; empty if they print none.

    Where they print none it is that of the `first` statement of the document, which it repeats. A
    check and a page show this one text, so that they cannot give two witnesses of one error.

    >>> witness_in_errata("adv.cor24.step").partition(",")[0]
    '$\\\\varepsilon=1$: the square of the term is $400\\\\'
    """
    known = entry_in_errata(id, first)
    return known.witness if known else ""


def entry_in_errata(id: str, first: str = "") -> Entry | None:
    """The entry about a claim, for this one alone; None if the errata do not name it.

    Where they give no witness of it, the entry about the `first` statement, which it repeats in
    the same document, comes before one without.

    >>> entry_in_errata("bern.eq7").weight, entry_in_errata("bern.thm4.3")
    ('false', None)
    """
    document = document_of_id(id)
    if document is None:
        return None
    entries = _entries(document.home / ERRATA)
    same = first.partition(".")[0] == id.partition(".")[0]
    known = [entries[one] for one in (id, first) if one in entries and (one == id or same)]
    return next((one for one in known if one.witness), known[0] if known else None)


@cache
def _entries(file: Path) -> Mapping[str, Entry]:
    """For each claim that an entry of the file is about, the entry with its witness alone."""
    return {
        id: replace(
            entry,
            claims=(id,),
            witnesses=(Witness((id,), witness),) if (witness := entry.witness_of(id)) else (),
        )
        for entry in read_errata(file)
        for id in entry.claims
    }


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
    witnesses: list[str] = []
    name = "says"
    for line in map(str.strip, block[1:]):
        match = FIELD.fullmatch(line)
        if match:
            name, line = FIELDS[match[1]], match[2]
            if words[name]:
                raise spot.wrong(f"The entry {title!r} has two fields {match[1]!r}; leave one.")
        elif BEGINS_WITNESS.match(line):
            name = f"witness {len(witnesses)}"
            witnesses.append(name)
            words[name] = []
        elif line.startswith("of ") and not words["claims"]:
            name, line = "claims", line.removeprefix("of ")
        elif name == "claims" and not words["claims"][-1].endswith(","):
            name = "says"
        words[name].append(line)
    claims = tuple(id.strip() for id in " ".join(words["claims"]).split(",") if id.strip())
    if not claims:
        raise spot.wrong(f"The entry {title!r} names no claim; add 'of ID, ID' below its title.")
    found = tuple(_witness(" ".join(words[name]), title, claims, spot) for name in witnesses)
    if sum(not one.claims for one in found) > 1 or (len(claims) == 1 and len(found) > 1):
        raise spot.wrong(f"The entry {title!r} has two fields 'Witness'; leave one.")
    says, instead, assumed = (" ".join(words[name]) for name in ("says", *FIELDS.values()))
    return Entry(weight, title, claims, says, found, instead, assumed)


def _witness(text: str, title: str, claims: tuple[str, ...], spot: Spot) -> Witness:
    """A witness with the claims of its entry that it is about."""
    match = WITNESS.fullmatch(text)
    if match is None:
        raise spot.wrong(
            f"A witness of the entry {title!r} does not end its IDs by a colon, as in "
            "'Witness of ID, ID: ...'; add one."
        )
    of = tuple(id.strip() for id in (match[1] or "").split(",") if id.strip())
    for id in of:
        if id not in claims:
            raise spot.wrong(
                f"The entry {title!r} has a witness of {id}, and is not about it; "
                f"{nearest_of(id, claims)}"
            )
    return Witness(of or (claims if len(claims) == 1 else ()), match[2])
