"""What the sources of a folder say of its facts and claims, read as text: none of them runs."""

import ast
from collections.abc import Iterator
from ..proofs.facts_in_sources import parsed
from ..statements.documents import Document
from ..textbook import TEXTBOOK, Fact
from .folder_programs import files_of_programs

DECLARES = ("claim", "pair", "whole", "repeated")
"""The words by which a program declares a claim with its statement."""


def enter_facts_in_sources(document: Document) -> None:
    """Enter the textbook facts that programs of a document add, where these spell them out."""
    for word, given in _calls(document):
        if word == "textbook_fact" and {"name", "statement", "reference"} <= given.keys():
            name, statement, reference = (given[n] for n in ("name", "statement", "reference"))
            fact = Fact(f"{document.prefix}.{name}", statement, reference, document.name)
            TEXTBOOK.setdefault(fact.id, fact)


def claims_of_programs(document: Document) -> tuple[str, ...]:
    """The claims that programs of a document declare themselves, and no text does."""
    named = (given.get("name", "") for word, given in _calls(document) if word in DECLARES)
    return tuple(dict.fromkeys(id for id in named if id and id not in document.declared))


def _calls(document: Document) -> Iterator[tuple[str, dict[str, str]]]:
    """The calls of functions by their names, with what they are given as plain texts."""
    for file in files_of_programs(document):
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                named = zip(("name", "statement"), node.args, strict=False)
                given = [*named, *((word.arg, word.value) for word in node.keywords)]
                yield (
                    node.func.id,
                    {
                        name: value.value
                        for name, value in given
                        if name and isinstance(value, ast.Constant) and isinstance(value.value, str)
                    },
                )
