"""The catalogue: what the documents state, where they state it, and what it was called before."""

import re
from collections.abc import Mapping
from functools import cache
from .declared import Declared
from .document_header import Section
from .documents import SHIPPED, Document, Titles, document_named, document_of_id, known_documents
from .folders_beside import folder_meant

DOCUMENTS: Mapping[str, str] = Titles()
"""The title of each known document, by its name."""
FORMER_DOCUMENTS = {"definitions": "thesis"}

KINDS_OF_LABELS = {
    "thm": "Theorem",
    "lem": "Lemma",
    "prop": "Proposition",
    "cor": "Corollary",
    "def": "Definition",
    "asm": "Assumption",
    "rem": "Remark",
    "fig": "Figure",
    "alg": "Algorithm",
    "eq": "Equation",
    "ex": "Example",
    "table": "Table",
    "tab": "Table",
    "red": "Reduction",
    "sec": "Section",
}
LABEL = re.compile(rf"({'|'.join(KINDS_OF_LABELS)})([A-H]?\.?\d[\d.]*(?:-[\d.]+)?)((?:\.[a-h])?)\Z")


def known_document(document: str) -> str:
    """The document with a name, or with a former one; a sentence if there is none.

    >>> known_document("definitions")
    'thesis'
    """
    document = FORMER_DOCUMENTS.get(document, document)
    if document not in DOCUMENTS:
        near = folder_meant(document)
        known = f"give one of {', '.join(DOCUMENTS)}."
        hint = f"did you mean the folder {near}?" if near else known
        raise ValueError(f"There is no document {document!r}; {hint}")
    return document


def catalogue() -> Mapping[str, Declared]:
    """Every statement of the known documents by its ID; repairs and finer steps are left out."""
    return _catalogue(known_documents())


@cache
def _catalogue(documents: tuple[Document, ...]) -> Mapping[str, Declared]:
    return {id: claim for document in documents for id, claim in document.statements.items()}


@cache
def former_ids() -> dict[str, str]:
    """The present ID for each ID that a claim had before."""
    return {claim.was: id for item in SHIPPED for id, claim in item.declared.items() if claim.was}


def present_id(id: str) -> str | None:
    """The present ID for a former one, of a statement or of a part of it; None if it is not one.

    >>> present_id("derived.mustar1"), present_id("derived.mustar1.trusted"), present_id("bern.eq2")
    ('bern.derived.mustar1', 'bern.derived.mustar1.trusted', None)
    """
    whole, part = id, ""
    while whole:
        if whole in former_ids():
            return former_ids()[whole] + part
        whole, dot, last = whole.rpartition(".")
        part = dot + last + part
    return None


def former_id(id: str) -> str:
    """The ID that a claim had before, or an empty text.

    >>> former_id("bern.derived.mustar1.trusted"), former_id("bern.thm3.1")
    ('derived.mustar1.trusted', '')
    """
    document, entry = document_of_id(id), parent(id)
    claim = document.declared.get(id) if document else None
    if claim is not None and claim.was:
        return claim.was
    return "" if entry is None or not entry.was else entry.was + id.removeprefix(entry.id)


def parent(id: str) -> Declared | None:
    """The catalogued statement with this ID, or the one that one of ours belongs to.

    >>> parent("bern.thm3.1.repaired").id, parent("bern.derived") is None
    ('bern.thm3.1', True)
    """
    document = document_of_id(id)
    known = document.statements if document else {}
    whole = id
    while whole and whole not in known:
        whole = whole.rpartition(".")[0]
    return known.get(whole)


def why_stale(id: str) -> str:
    """Why a claim, or the statement that it belongs to, is stale; empty if it is not.

    >>> why_stale("bern.thm3.1")
    ''
    """
    document = document_of_id(id)
    if document is None or not document.stale:
        return ""
    whole = parent(id)
    return document.stale.get(id) or document.stale.get(whole.id if whole else "") or ""


def position(id: str) -> tuple[int, int, str]:
    """The place of a claim in the order of the documents: its document, and that of its text there.

    What only a program declares follows the statement that it belongs to, or else its document.
    No text of another document is read for it.
    """
    document = document_of_id(id)
    if document is None:
        return -1, -1, f"~{id}"
    number, places = known_documents().index(document), document.places
    if id in places:
        return number, places[id], ""
    entry = parent(id)
    if entry is not None:
        return number, places[entry.id], id
    return number, len(places), f"~{id}"


def label(id: str) -> str:
    """The name of a statement as the document prints it, or an empty text.

    >>> label("bern.thm4.3"), label("thesis.def2.17-2.19"), label("bern.lemF.3.repaired")
    ('Theorem 4.3', 'Definitions 2.17-2.19', 'Lemma F.3')
    >>> label("thesis.eq2.14"), label("bern.rem3.a"), label("thesis.kv"), label("thesis.tab6.1")
    ('Equation (2.14)', 'Remark 3 (a)', '', 'Table 6.1')
    """
    entry = parent(id)
    result = LABEL.match(entry.id.partition(".")[2]) if entry else None
    if entry is None or result is None or entry.called:
        return entry.called if entry else ""
    kind, number, part = KINDS_OF_LABELS[result[1]], result[2].strip("."), result[3]
    if "-" in number:
        kind += "s"
    if result[1] == "eq":
        number = "-".join(f"({end})" for end in number.split("-"))
    return f"{kind} {number}" + (f" ({part[1:]})" if part else "")


def sections(document: str) -> Mapping[str, Section]:
    """The table of contents of a document, by number."""
    known = document_named(document)
    return known.sections if known else {}


def doubts(document: str) -> Mapping[str, str]:
    """The doubts about a document that its claims settle: a code and a sentence for each."""
    known = document_named(document)
    return known.doubts if known else {}
