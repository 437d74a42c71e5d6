"""Finds proofs as text by their IDs, in the `.proof` files of their documents."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...statements.documents import Document, document_of_id
from ..proof import Proof
from .pieces import UnreadableProof
from .proof_text import ProofText
from .reading import Reading, read_proofs

ENDING = ".proof"
HEAD = re.compile(r"^proof[ \t]+(\S+)(?:[ \t]+as[ \t]+(\S.*?))?[ \t\r]*$", re.MULTILINE)
NOT_SEARCHED = ("stored_proofs", "stored", "node_modules")


class Place(NamedTuple):
    """Where a proof begins: its file, the line, and its part of the text."""

    path: Path
    line: int
    start: int
    end: int


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
        raise ValueError(
            f"There is no proof of {id}{called} in the {ENDING} files of {document.name}{hint}."
        )
    text = contents(place.path)[place.start : place.end]
    return read_proofs(text, shown(document, place.path), place.line, Reading(place.path.parent))[0]


@cache
def places_of(document: Document) -> Mapping[tuple[str, str], Place]:
    """The places of all proofs as text of a document, by their IDs and names."""
    places: dict[tuple[str, str], Place] = {}
    for path in proof_files(document):
        text = contents(path)
        heads = list(HEAD.finditer(text))
        ends = [*(head.start() for head in heads[1:]), len(text)]
        for head, end in zip(heads, ends, strict=False):
            key = head[1], " ".join((head[2] or "").split())
            line = text.count("\n", 0, head.start()) + 1
            if key in places:
                first = places[key]
                raise UnreadableProof(
                    shown(document, path),
                    line,
                    1,
                    f"There is a proof of {' as '.join(filter(None, key))} in "
                    f"{shown(document, first.path)}:{first.line}, too; give one of them a name, "
                    "`proof ID as NAME`.",
                )
            places[key] = Place(path, line, head.start(), end)
    return places


def proof_files(document: Document) -> Iterator[Path]:
    """The `.proof` files of a document, in the order of their names."""
    for home, folders, files in os.walk(document.home):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith((".", "__"))
            and name not in NOT_SEARCHED
            and not os.path.exists(os.path.join(home, name, "pyvenv.cfg"))
        )
        for name in sorted(files):
            if name.endswith(ENDING) and not name.startswith("."):
                yield Path(home, name)


@cache
def contents(path: Path) -> str:
    """The text of a file, which is read once."""
    return path.read_text(encoding="utf-8")


def shown(document: Document, path: Path) -> str:
    """How messages name a file: from the root of the repository, or from the folder of its paper.

    >>> from ...statements.documents import FIVE
    >>> shown(FIVE[0], FIVE[0].home / "a.proof")
    'paper_checks/bernoulli/a.proof'
    """
    return document.shown_text(path)


def forget_written_proofs() -> None:
    """Forget all files, so that they are read again."""
    for function in (_proof, _text_at, places_of, contents):
        function.cache_clear()
