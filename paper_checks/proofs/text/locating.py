"""Finds proofs and lemmas as text by their IDs, in the `.proof` files of their documents."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple
from banditproof.theory.logic.pages import LEMMA, PROOF, THEOREM, Block, Page
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorem_of
from ...statements.declared import Declared
from ...statements.document_header import DOCUMENT
from ...statements.documents import Document, document_of_id
from ...statements.files_of_claims import files_ending, shown_below
from ...statements.text_files import text_of
from ..proof import Proof
from .lemmas import INCLUDED
from .proof_text import ProofText
from .reading import Reading, Source, proofs_of

ENDING = ".proof"
TAKEN_IN = re.compile(rf"^\s*{INCLUDED.pattern}\s+(?P<id>[\w.-]+)", re.MULTILINE)


class Place(NamedTuple):
    """Where a proof or a lemma stands: its file, and its block in it."""

    path: Path
    block: Block
    shown: str
    """The file as messages name it."""

    @property
    def line(self) -> int:
        """The line of the file where it begins."""
        return self.block.number

    @property
    def text(self) -> str:
        """The text of the block."""
        return self.block.text


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


AS_STEPS = (
    "As its claim says `its proof`, the sentences of this theorem are read as the steps of a "
    "proof. A theorem about laws or functions, or with lines such as `fix`, needs a check in "
    "place of that, -- MODULE.FUNCTION."
)


@cache
def _proof(document: Document, id: str, name: str) -> Proof:
    try:
        return _text_at(document, id, name).proof()
    except Misread as wrong:
        if places_of(document)[id, name].block.word == THEOREM:
            raise wrong.saying(f"{wrong.message} {AS_STEPS}") from None
        raise


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
            raise ValueError(
                f"The theorem {id} of {document.name} is a formal proof, and no list of steps. It "
                "is found by itself, so name a check in place of `its proof`: -- MODULE.FUNCTION."
            )
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
    return proofs_of([place.block], place.shown, how)[0]


_LEMMAS: dict[str, ProofText] = {}
"""The lemmas that were read, by ID."""


def places_of(document: Document) -> Places:
    """The places of all proofs as text of a document, by their IDs and names.

    A theorem about quantities that rests on what it names is one, too, where the text of its claim
    says `its proof` and nothing else is: its sentences are steps.
    """
    found = _places(document.home, _start(document))
    outlines = {
        key: place
        for key, place in found[THEOREM].items()
        if key not in found[PROOF] and _has_its_proof(document.declared.get(key[0]))
    }
    return {**found[PROOF], **outlines} if outlines else found[PROOF]


def _has_its_proof(claim: Declared | None) -> bool:
    return claim is not None and claim.by_proof


def is_proved_by_an_outline(id: str) -> bool:
    """Whether the proof of a claim is a theorem that rests on what it names.

    >>> is_proved_by_an_outline("bern.no_such_claim")
    False
    """
    document = document_of_id(id)
    if document is None or not _has_its_proof(document.declared.get(id)):
        return False  # without a look at the pages
    place = places_of(document).get((id, ""))
    return place is not None and place.block.word == THEOREM


def lemmas_of(document: Document) -> Places:
    """The places of all lemmas of a document, by their IDs."""
    return _places(document.home, _start(document))[LEMMA]


def require_readable(document: Document) -> None:
    """All proofs and lemmas of a document can be read, also those that nothing uses."""
    known = places_of(document)
    for id, name in known:
        _proof(document, id, name)
    for key, place in _places(document.home, _start(document))[THEOREM].items():
        mutants = theorem_of(place.block, place.shown).mutants
        if mutants and known.get(key) != place:
            raise Misread(
                place.shown,
                mutants[0][0],
                1,
                f"No check tries the mutants of the theorem {key[0]}: it is not the proof of a "
                "claim whose text says `its proof`. Leave them out.",
            )
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
    places: dict[str, dict[tuple[str, str], Place]] = {PROOF: {}, LEMMA: {}, THEOREM: {}}
    for path in files_ending(home, ENDING):
        name = shown_below(start, home, path)
        for block in page_of(path, name).blocks:
            if block.word != THEOREM:
                take_place(places[block.word], Place(path, block, name))
            elif (theorem := theorem_of(block, name)).where is not None and theorem.is_outline:
                take_place(places[THEOREM], Place(path, block, name))
    return places


def take_place(known: dict[tuple[str, str], Place], place: Place) -> None:
    """Add a proof or a lemma to others; Misread if one of them has its ID and name."""
    key, word = key_of(place.block), place.block.word
    first = known.setdefault(key, place)
    if first is not place:
        raise Misread(
            place.shown,
            place.line,
            1,
            f"There is a {word} of {' as '.join(filter(None, key))} in {first.shown}:{first.line}, "
            f"too; give one of them a name{', `proof ID as NAME`' if word == PROOF else ''}.",
        )


def key_of(block: Block) -> tuple[str, str]:
    """The ID and the name of a proof or a lemma, as `proof ID as NAME` gives them."""
    _, id, *behind = [*block.rows[0].split(), ""]
    return id, " ".join(behind[1:]).strip() if behind[:1] == ["as"] else ""


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
    return Source(place.block, place.shown, place.path.parent)


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
def page_of(path: Path, shown: str) -> Page:
    """The blocks of a file, which is read once."""
    return Page.of(text_of(path), shown)


def forget_written_proofs() -> None:
    """Forget all files, so that they are read again."""
    for function in (_proof, _text_at, _places, page_of):
        function.cache_clear()
    _LEMMAS.clear()
