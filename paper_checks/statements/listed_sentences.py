"""The sentences of a document that assert something beside its claims: one file for a document.

The file `document.sentences` lists them by section and place, in a few words of ours, and says
below each which claims answer to it, or why there is none:

    ## 3
    Proof 3.3: the coupling of two laws is called the only one
      bern.def3.2.unique
    Proof 3.3, last line: who found the idea
      no claim: history of the field, which no program can decide
    Definition 3.2: what nobody has settled yet

`## ` names a section of the table of contents. A line that is indented by six continues the one
above it, and a line that begins with `# ` is a comment.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from .documents import Document, known_documents
from .ids_in_texts import spelt_like
from .text_errors import Spot, nearest_of
from .text_files import text_of

SENTENCES = "document.sentences"
"""The file of a document with its sentences."""
PLACED = re.compile(r"([^:]+): (.+)")
NO_CLAIM = "no claim: "


@dataclass(frozen=True)
class Listed:
    """A sentence of a document: where it stands, what it is about, and what became of it."""

    section: str
    place: str
    words: str
    claims: tuple[str, ...] = ()
    reason: str = ""
    """Why it asserts nothing that a claim could say."""
    line: int = 0


def read_sentences(document: Document) -> tuple[Listed, ...]:
    """The sentences that a document lists, in their order; none if it has no such file."""
    file = document.home / SENTENCES
    if not file.is_file():
        return ()
    found = parsed(text_of(file), file)
    for item in found:
        if document.sections and item.section not in document.sections:
            raise Spot(file, item.line).wrong(
                f"There is no section {item.section!r}; "
                f"{nearest_of(item.section, document.sections)}"
            )
        for id in item.claims:
            if not any(id in known.declared for known in known_documents()):
                near = ", ".join(spelt_like(id, document.declared))
                hint = f"did you mean {near}?" if near else "name one that a text declares."
                raise Spot(file, item.line).wrong(f"There is no claim {id}; {hint}")
    return found


def parsed(text: str, file: Path) -> tuple[Listed, ...]:
    """The sentences of a text; a ValueError with file and line says what is wrong with it.

    >>> lines = "## 1", "First line: a bound", "  my.thm1, my.thm2", "End: hope", "  no claim: wish"
    >>> text = "\\n".join(lines)
    >>> [(one.place, one.claims, one.reason) for one in parsed(text, Path("a"))]
    [('First line', ('my.thm1', 'my.thm2'), ''), ('End', (), 'wish')]
    """
    section = ""
    found: list[Listed] = []
    places: dict[tuple[str, str, str], int] = {}
    for number, line in _joined(text, file):
        spot = Spot(file, number)
        if line.startswith("## "):
            section = line[3:].strip()
        elif line.startswith("  "):
            found.append(_settled(found, line.strip(), spot))
        else:
            match = PLACED.fullmatch(line)
            if match is None:
                raise spot.wrong("A sentence is `PLACE: what it says, in a few words`; write so.")
            if not section:
                raise spot.wrong("This sentence stands in no section; write `## 1` above it.")
            first = places.setdefault((section, match[1], match[2]), number)
            if first != number:
                raise spot.wrong(f"The sentence of line {first} stands here again; leave it out.")
            found.append(Listed(section, match[1], match[2], line=number))
    return tuple(found)


def _joined(text: str, file: Path) -> list[tuple[int, str]]:
    """The lines with what continues them, and their numbers; comments and empty lines left out."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("# "):
            continue
        if line.startswith("      "):
            if not lines or lines[-1][1].startswith("## "):
                raise Spot(file, number).wrong("This line continues no other; indent it less.")
            lines[-1] = lines[-1][0], f"{lines[-1][1]} {line.strip()}"
            continue
        if line[0] in " \t" and not (line.startswith("  ") and line[2] not in " \t"):
            raise Spot(file, number).wrong(
                "What becomes of a sentence is indented by two, what continues a line by six."
            )
        lines.append((number, line.rstrip()))
    return lines


def _settled(found: list[Listed], text: str, spot: Spot) -> Listed:
    """The last sentence with what became of it, taken from the list."""
    if not found:
        raise spot.wrong("This line belongs to no sentence; write `PLACE: words` above it.")
    last = found.pop()
    if last.claims or last.reason:
        raise spot.wrong("The sentence is settled already; join the IDs, or leave one line out.")
    if text.startswith(NO_CLAIM):
        return Listed(last.section, last.place, last.words, (), text[len(NO_CLAIM) :], last.line)
    ids = tuple(text.split(", "))
    wrong = next((id for id in ids if re.fullmatch(r"[\w.-]+", id) is None), None)
    if wrong is not None:
        raise spot.wrong(
            f"{wrong!r} is no ID; write IDs with commas, or `{NO_CLAIM}` and the reason."
        )
    return Listed(last.section, last.place, last.words, ids, "", last.line)
