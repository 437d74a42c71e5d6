"""Which statements of a folder are those of its source, and which are in somebody's own words."""

from functools import lru_cache
from pathlib import Path
from ..statements.claim_facts import ClaimFacts
from ..statements.documents import document_named
from .source_record import Record, record_in


def is_copied(facts: ClaimFacts) -> bool:
    """Whether a statement is as `banditproof new --from` copied it, with macros written out.

    >>> from ..statements.index import text_index
    >>> is_copied(text_index()["bern.thm4.3"])
    False
    """
    document = document_named(facts.document)
    if document is None or document.folder is None:
        return False
    record = _record(document.folder, document.opened_as)
    known = None if record is None else record.statements.get(facts.id)
    return known is not None and bool(known.words) and known.words == facts.statement


@lru_cache(maxsize=8)
def _record(folder: Path, opened_as: str) -> Record | None:
    """The record of a folder, read once for each time that it is opened."""
    del opened_as
    try:
        return record_in(folder)
    except ValueError:
        return None
