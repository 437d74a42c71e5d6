"""Finds proofs and lemmas as text by their IDs, in the `.proof` files of their documents."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple
from banditproof.theory.logic.passages import Misread, logical_lines
from banditproof.theory.logic.proof_text import without_theorems
from ...statements.document_header import DOCUMENT
from ...statements.documents import Document, document_of_id
from ...statements.files_of_claims import files_ending, shown_below
from ...statements.text_files import text_of
from ..proof import Proof
from .lemmas import INCLUDED
from .proof_text import LEMMA, PROOF, ProofText
from .reading import BEGIN, Reading, Source, read_blocks

ENDING = ".proof"
FORMAL = re.compile(r"^theorem\s", re.MULTILINE)
HEAD = re.compile(
    rf"^({PROOF}|{LEMMA})[ \t]+(\S+)(?:[ \t]+as[ \t]+(\S.*?))?[ \t\r]*$", re.MULTILINE
)
TAKEN_IN = re.compile(rf"^{INCLUDED.pattern}\s+(?P<id>[\w.-]+)", re.MULTILINE)


class Place(NamedTuple):
    """Where a proof or a lemma begins: its file, the line, and its part of the text."""

    path: Path
    line: int
    start: int
    end: int
    shown: str
    """The file as messages name it."""

    @property
    def text(self) -> str:
        """The text from there to the next one."""
        return contents(self.path)[self.start : self.end]


Places = Mapping[tuple[str, str], Place]
"""Places by IDs and names."""


def written_proof(id: str, name: str = "") -> Proof:
    """The proof of a claim that is written as text in a file of its document.

    Where a document has several proofs with one ID, `proof ID as NAME` gives each a name.

    >>> written_proof("bern.no_such_claim")
    Traceback (most recent call last):
      ...
    ValueError: There is no proof of bern.no_such_claim in the .proof files of bernoulli.
    """
    document = document_of_id(id)
    if document is None:
        raise ValueError(
            f"The ID {id!r} belongs to no document; a proof has the ID of a claim, such as "
            "bern.thm3.1."
        )
    return _proof(document, id, " ".join(name.split()))


@cache
def _proof(document: Document, id: str, name: str) -> Proof:
    return _text_at(document, id, name).proof()


def proof_text(id: str) -> ProofText:
    """The proof of a claim as it is written, whose relations are not read yet."""
    document = document_of_id(id)
    if document is None:
        raise ValueError(f"The ID {id!r} belongs to no document.")
    return _text_at(document, id, "")


@cache
def _text_at(document: Document, id: str, name: str) -> ProofText:
    places = places_of(document)
    place = places.get((id, name))
    if place is None:
        names = [title for known, title in places if known == id]
        called = f" as {name}" if name else ""
        hint = f"; there is one as {' and one as '.join(filter(None, names))}" if any(names) else ""
        hint = hint or ("; there is one without a name" if names else "")
        begin = re.compile(rf"^theorem {re.escape(id)}[:\s]", re.MULTILINE)
        if any(begin.search(text_of(file)) for file in files_ending(document.home, ENDING)):
            hint = "; its formal proof is found by itself, so name a check: -- MODULE.FUNCTION"
        raise ValueError(
            f"There is no proof of {id}{called} in the {ENDING} files of {document.name}{hint}."
        )
    return _read(place)


def lemma_text(id: str) -> ProofText:
    """The lemma of an ID of a document, as it is written."""
    place = lemma_place(id)
    if place is None:
        raise ValueError(f"There is no lemma {id} in the {ENDING} files of a document.")
    return _read(place)


def _read(place: Place) -> ProofText:
    folder = place.path.parent
    how = Reading(folder, find=finder(folder), lemmas=_LEMMAS)
    return read_blocks(place.text, place.shown, place.line, how)[0]


_LEMMAS: dict[str, ProofText] = {}
"""The lemmas that were read, by ID."""


def places_of(document: Document) -> Places:
    """The places of all proofs as text of a document, by their IDs and names."""
    return _places(document.home, _start(document))[PROOF]


def lemmas_of(document: Document) -> Places:
    """The places of all lemmas of a document, by their IDs."""
    return _places(document.home, _start(document))[LEMMA]


def require_readable(document: Document) -> None:
    """All proofs and lemmas of a document can be read, also those that nothing uses."""
    for id, name in places_of(document):
        _proof(document, id, name)
    for (id, _), place in lemmas_of(document).items():
        if document_of_id(id) is not document:
            raise Misread(
                place.shown,
                place.line,
                1,
                f"The lemma {id} is none of {document.name}; begin its ID with {document.prefix}.",
            )
        _read(place).require_readable()


def _start(document: Document) -> str:
    """How messages name the folder of a document."""
    return document.shown_text(document.home / "_").removesuffix("/_")


@cache
def _places(home: Path, start: str) -> Mapping[str, Places]:
    """The places of all proofs and of all lemmas in a folder."""
    places: dict[str, dict[tuple[str, str], Place]] = {PROOF: {}, LEMMA: {}}
    for path in files_ending(home, ENDING):
        text, name = contents(path), shown_below(start, home, path)
        heads = list(HEAD.finditer(text))
        above, _ = logical_lines(text[: heads[0].start()] if heads else text, name)
        if above:
            raise above[0].whole.error(BEGIN)
        ends = [*(head.start() for head in heads[1:]), len(text)]
        for head, end in zip(heads, ends, strict=False):
            word, key = head[1], (head[2], " ".join((head[3] or "").split()))
            line = text.count("\n", 0, head.start()) + 1
            if key in places[word]:
                first = places[word][key]
                raise Misread(
                    name,
                    line,
                    1,
                    f"There is a {word} of {' as '.join(filter(None, key))} in {first.shown}:"
                    f"{first.line}, too; give one of them a name"
                    + (", `proof ID as NAME`." if word == PROOF else "."),
                )
            places[word][key] = Place(path, line, head.start(), end, name)
    return places


def with_its_lemmas(place: Place) -> Iterator[Place]:
    """A proof, and all lemmas that it takes in, by themselves or by one another."""
    waiting, seen = [place], {place}
    for block in waiting:
        yield block
        for taken in TAKEN_IN.finditer(block.text):
            lemma = lemma_place(taken["id"], block.path.parent)
            if lemma is not None and lemma not in seen:
                seen.add(lemma)
                waiting.append(lemma)


def finder(folder: Path | None) -> Callable[[str], Source | None]:
    """What finds the lemmas that the proofs of a folder take in."""
    return partial(_source, folder)


def _source(folder: Path | None, id: str) -> Source | None:
    place = lemma_place(id, folder)
    if place is None:
        return None
    return Source(place.text, place.shown, place.line, place.path.parent)


def lemma_place(id: str, folder: Path | None = None) -> Place | None:
    """Where a lemma stands.

    It is sought in the document that its ID belongs to; if that is not known, in the paper to which
    a folder belongs.
    """
    document = document_of_id(id)
    if document is not None:
        home, start = document.home, _start(document)
    elif folder is not None:
        homes = (place for place in (folder, *folder.parents) if (place / DOCUMENT).is_file())
        home = next(homes, folder)
        start = str(home)
    else:
        return None
    return _places(home, start)[LEMMA].get((id, ""))


@cache
def contents(path: Path) -> str:
    """The text of a file, which is read once; formal proofs in it are empty lines."""
    text = text_of(path)
    return without_theorems(text) if FORMAL.search(text) else text


def forget_written_proofs() -> None:
    """Forget all files, so that they are read again."""
    for function in (_proof, _text_at, _places, contents):
        function.cache_clear()
    _LEMMAS.clear()
