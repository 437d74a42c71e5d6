"""The statements of a source that no claim of its folder is about, and that nothing leaves out.

A statement is left out on purpose by a sentence of `document.sentences` whose place is its ID:

    ## 1
    my.lem-known: the inequality of Pinsker
      no claim: it is cited from a textbook
"""

import re
from collections.abc import Iterable
from ..statements.completed import completed
from ..statements.documents import Document
from ..statements.listed_sentences import SENTENCES, parsed
from ..statements.reader_words import Label, labels_in
from ..statements.text_files import text_of
from .read_programs import claims_of_programs
from .source_changes import Change
from .source_record import Record, record_in

NO_CLAIM = "no claim"
"""The state of such a statement."""


def unclaimed(document: Document, record: Record | None = None) -> tuple[Change, ...]:
    """The statements that a folder was made for, and that have neither a claim nor a reason.

    A folder that was not made from a source has none.
    """
    known = record or (None if document.folder is None else record_in(document.folder))
    if known is None:
        return ()
    there = {*document.declared, *(claim.was for claim in document.declared.values())}
    there.update(_settled(document))
    lost = [id for id in known.statements if id not in there]
    if lost:
        there.update(claims_of_programs(document))
    return tuple(
        Change(
            id=id,
            state=NO_CLAIM,
            file=one.file,
            line=one.line,
            called=one.called,
            label=one.label,
            sentence=f"no claim of {document.name} is about {one.called}, {id}.",
        )
        for id, one in known.statements.items()
        if id not in there
    )


def lost_statement(document: Document, phrase: str) -> Change | None:
    """The statement without a claim that a phrase names: by its ID, its label in TeX, or its name.

    What is the ID of a claim, or the label of one, is no such phrase.
    """
    typed = _squeezed(phrase)
    if any(_squeezed(id) in (typed, f"{document.prefix}{typed}") for id in document.declared):
        return None
    lost = unclaimed(document)
    for one in lost:
        short = one.id.removeprefix(f"{document.prefix}.")
        if typed in {_squeezed(name) for name in (one.id, short, one.label) if name}:
            return one
    asked = [label for label, _ in labels_in(phrase.lower())[0][:1]]
    labels = (completed(claim).label for claim in document.declared.values()) if asked else ()
    if not asked or any(_name_of(label) == asked[0] for label in labels):
        return None
    named = [one for one in lost if _name_of(one.called) == asked[0]]
    return named[0] if len(named) == 1 else None


def _name_of(label: str) -> Label | None:
    """The printed name that a text is, such as Theorem 1; None if it is none."""
    found = labels_in(label.lower())[0]
    return found[0][0] if len(found) == 1 else None


def _squeezed(word: str) -> str:
    """A word without what people leave out of an ID or a label, or write otherwise."""
    return re.sub(r"[\s._:-]", "", word).lower()


def _settled(document: Document) -> Iterable[str]:
    """The places of sentences that have a reason, or a claim of the document."""
    file = document.home / SENTENCES
    if not file.is_file():
        return ()
    return [
        one.place
        for one in parsed(text_of(file), file)
        if one.reason or any(id in document.declared for id in one.claims)
    ]


def in_a_sentence(lost: Iterable[Change], shown: str) -> str:
    """What is missing, and what to write; empty if nothing is.

    >>> one = Change(id="my.a", state=NO_CLAIM, file="main.tex", line=7, called="Lemma 1",
    ...     label="", sentence="")
    >>> print(in_a_sentence([one], "my-paper").partition("; ")[0])
    No claim of my-paper is about my.a (Lemma 1, main.tex:7)
    """
    named = [f"{one.id} ({one.called}, {one.file}:{one.line})" for one in lost]
    if not named:
        return ""
    whose = "its claim" if len(named) == 1 else "their claims"
    return (
        f"No claim of {shown} is about {', '.join(named)}; write {whose} again, or list what is "
        f"left out in {SENTENCES}: `ID: WORDS`, and below it, indented by two, `no claim: REASON`."
    )
