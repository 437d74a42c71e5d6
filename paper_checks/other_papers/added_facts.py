"""Textbook facts that a folder about another paper adds, each with its reference."""

import sys
from collections.abc import Mapping
from ..proofs.schemas import BY_NAME
from ..proofs.schemas.schema import Schema
from ..statements.documents import Document, document_of_module
from ..textbook import PREFIX, TEXTBOOK, Fact


def textbook_fact(
    name: str,
    statement: str,
    *,
    reference: str,
    hypotheses: tuple[str, ...] = (),
    conclusions: tuple[str, ...] = (),
    symbols: str = "",
    patterns: Mapping[str, str] | None = None,
    margins: tuple[str, ...] = (),
) -> str:
    """Add a theorem of a textbook to the facts that claims may rest on, and return its ID.

    The ID is `textbook.<prefix of the document>.<name>`, and results say whose fact it is. A proof
    applies it by a `Textbook` step if it has hypotheses or conclusions; `patterns` and `margins`
    are those of `Schema`. Call it in a module of the document.

    >>> textbook_fact("dkw", "The empirical law is near.", reference="Massart 1990")
    Traceback (most recent call last):
      ...
    ValueError: The fact 'dkw' is added outside of a document; call this in one of its modules.
    """
    caller = sys._getframe(1).f_globals["__name__"]
    document = document_of_module(caller)
    if document is None or document.own:
        raise ValueError(
            f"The fact {name!r} is added outside of a document; call this in one of its modules."
        )
    if not name.replace("-", "").isalnum():
        raise ValueError(f"The fact is named {name!r}; give letters, digits and hyphens.")
    if not statement.strip() or not reference.strip():
        raise ValueError(f"The fact {name!r} needs a statement and a reference; give both.")
    fact = Fact(f"{document.prefix}.{name}", statement, reference, document.name)
    if fact.id in TEXTBOOK:
        raise ValueError(f"There are two facts {fact.id}; give each its own name.")
    TEXTBOOK[fact.id] = fact
    if hypotheses or conclusions:
        schema = Schema(fact.name, hypotheses, conclusions, symbols, patterns or {}, margins)
        BY_NAME[PREFIX + schema.name] = schema
    return fact.id


def forget_facts(document: Document) -> None:
    """Forget the facts that a document added."""
    for id in [id for id, fact in TEXTBOOK.items() if fact.document == document.name]:
        del TEXTBOOK[id]
        BY_NAME.pop(id, None)
