"""The catalogue: what the documents state, where they state it, and what it was called before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from operator import attrgetter

from .document_tables import Entry, Section
from .documents import (
    FIVE,
    Document,
    Names,
    document_named,
    document_of_id,
    known_documents,
    order_of,
)

DOCUMENTS: Mapping[str, str] = Names(attrgetter("name"), attrgetter("title"))
"""The title of each known document, by its name."""
PREFIXES: Mapping[str, str] = Names(attrgetter("prefix"), attrgetter("name"))
"""The name of each known document, by the prefix of its IDs."""
FORMER_DOCUMENTS = {"definitions": "thesis"}
FORMER_IDS = {
    "field.Tstar.deps.upper": "thesis.field.Tstar.deps.upper",
    "bern.rem3.a.repaired": "bern.sec1.improvement.repaired",
    "bern.rem4.2.repaired": "bern.rem4.2.range",
    "bern.remB.3.repaired": "bern.remB.3.right.repaired",
    "thesis.alg2.sketch": "thesis.alg2.sketch.event",
    "thesis.appA.example.repaired": "thesis.appA.example.exact",
    "thesis.def2.16.repaired": "thesis.def2.16.policy.repaired",
    "thesis.etc.takeaway": "thesis.etc.takeaway.gaps",
    "thesis.ex2.15.repaired": "thesis.ex2.15.laplace.repaired",
    "thesis.glr.repaired": "thesis.glr.correct.repaired",
    "thesis.linucb.repaired": "thesis.linucb.set.repaired",
    "thesis.ttucb.repaired": "thesis.ttucb.rule.repaired",
}
"""Former IDs of claims of our own; those of the documents' statements are in `claims.csv`."""

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
LABELS = {
    "bern.H1": "Proposition H.1",
    "bern.H2": "Proposition H.2",
    "bern.H3": "Proposition H.3",
    "bern.H4": "Lemma H.4",
    "bern.H5": "Theorem H.5",
    "bern.F8.A": "Proof F.8 (A)",
    "bern.F8.B": "Proof F.8 (B)",
    "bern.F10": "Proof F.10",
    "bern.proof3.1": "Proof of Theorem 3.1",
    "thesis.thm6.1a": "Theorem 6.1 (a)",
    "thesis.thm6.1b": "Theorem 6.1 (b)",
    "thesis.thm6.1c": "Theorem 6.1 (c)",
    "thesis.gd.fig7.1": "Figure 7.1",
    "thesis.gd.alg13": "Algorithm 13",
    "thesis.gd.alg14": "Algorithm 14",
    "thesis.gd.fig7.2": "Figure 7.2",
}
"""Labels which the ID does not spell."""
LABEL = re.compile(rf"({'|'.join(KINDS_OF_LABELS)})([A-H]?\.?\d[\d.]*(?:-[\d.]+)?)((?:\.[a-h])?)\Z")


def known_document(document: str) -> str:
    """The document with a name, or with a former one; a sentence if there is none.

    >>> known_document("definitions")
    'thesis'
    """
    document = FORMER_DOCUMENTS.get(document, document)
    if document not in DOCUMENTS:
        raise ValueError(f"There is no document {document!r}; give one of {', '.join(DOCUMENTS)}.")
    return document


def catalogue() -> Mapping[str, Entry]:
    """Every catalogued statement of the known documents by its ID."""
    return _catalogue(known_documents())


@cache
def _catalogue(documents: tuple[Document, ...]) -> Mapping[str, Entry]:
    listed = {id: entry for one in documents for id, entry in one.statements.items()}
    place = order_of(documents)
    return {id: listed[id] for id in sorted(listed, key=lambda id: place[id])}


@cache
def former_ids() -> dict[str, str]:
    """The present ID for each ID that a statement had before."""
    listed = _catalogue(FIVE).values()
    return {entry.was: entry.id for entry in listed if entry.was} | FORMER_IDS


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
    own = {now: before for before, now in FORMER_IDS.items()}
    entry = parent(id)
    if id in own or entry is None or not entry.was:
        return own.get(id, "")
    return entry.was + id.removeprefix(entry.id)


def parent(id: str) -> Entry | None:
    """The catalogued statement with this ID, or the one that a claim of our own belongs to.

    >>> parent("bern.thm3.1.repaired").id, parent("bern.derived") is None
    ('bern.thm3.1', True)
    """
    document = document_of_id(id)
    known = document.statements if document else {}
    whole = id
    while whole and whole not in known:
        whole = whole.rpartition(".")[0]
    return known.get(whole)


def position(id: str) -> tuple[int, str]:
    """The place of a claim in the order of the documents: a part follows its statement.

    What belongs to no catalogued statement comes last in its document.
    """
    place = order_of(known_documents())
    entry, document = parent(id), document_of_id(id)
    if entry is not None:
        return place[entry.id], id
    return max(
        (place[known] for known in document.statements), default=-1
    ) if document else -1, f"~{id}"


def label(id: str) -> str:
    """The name of a statement as the document prints it, or an empty text.

    >>> label("bern.thm4.3"), label("thesis.def2.17-2.19"), label("bern.lemF.3.repaired")
    ('Theorem 4.3', 'Definitions 2.17-2.19', 'Lemma F.3')
    >>> label("thesis.eq2.14"), label("bern.rem3.a"), label("thesis.kv"), label("thesis.tab6.1")
    ('Equation (2.14)', 'Remark 3 (a)', '', 'Table 6.1')
    """
    entry = parent(id)
    found = LABEL.match(entry.id.partition(".")[2]) if entry else None
    if entry is not None and entry.label:
        return entry.label
    if entry is None or found is None:
        return LABELS.get(entry.id, "") if entry else ""
    kind, number, part = KINDS_OF_LABELS[found[1]], found[2].strip("."), found[3]
    if "-" in number:
        kind += "s"
    if found[1] == "eq":
        number = "-".join(f"({end})" for end in number.split("-"))
    return f"{kind} {number}" + (f" ({part[1:]})" if part else "")


def sections() -> Mapping[tuple[str, str], Section]:
    """The tables of contents, by document and number."""
    return _sections(known_documents())


@cache
def _sections(documents: tuple[Document, ...]) -> Mapping[tuple[str, str], Section]:
    return {(one.name, number): it for one in documents for number, it in one.sections.items()}


def doubts(document: str) -> Mapping[str, str]:
    """The doubts about a document that its claims settle: a code and a sentence for each."""
    known = document_named(document)
    return known.doubts if known else {}
