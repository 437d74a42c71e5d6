"""The statements of a source that no claim of its folder is about, and that nothing leaves out.

A statement is left out on purpose by a sentence of `document.sentences` whose place is its ID:

    ## 1
    my.lem-known: the inequality of Pinsker
      no claim: it is cited from a textbook
"""

from collections.abc import Iterable
from ..statements.documents import Document
from ..statements.listed_sentences import SENTENCES, parsed
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
