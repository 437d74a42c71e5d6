"""The facts and claims that the programs of a folder declare, read from their source: none runs."""

import ast
from collections.abc import Iterator
from ..proofs.facts_in_sources import parsed
from ..statements.documents import Document
from ..textbook import TEXTBOOK, Fact
from .folder_programs import files_of_programs

DECLARING = ("claim", "pair", "whole", "repeated")
"""The functions by which a program declares a claim with its statement."""


def enter_facts_in_sources(document: Document) -> None:
    """Enter the textbook facts that programs of a document add by calls with plain texts."""
    for function, texts in _calls(document):
        if function == "textbook_fact" and {"name", "statement", "reference"} <= texts.keys():
            name, statement, reference = (texts[n] for n in ("name", "statement", "reference"))
            fact = Fact(f"{document.prefix}.{name}", statement, reference, document.name)
            TEXTBOOK.setdefault(fact.id, fact)


def claims_of_programs(document: Document) -> tuple[str, ...]:
    """The claims that programs of a document declare, and no text does."""
    calls = _calls(document)
    named = (texts.get("name", "") for function, texts in calls if function in DECLARING)
    return tuple(dict.fromkeys(id for id in named if id and id not in document.declared))


def _calls(document: Document) -> Iterator[tuple[str, dict[str, str]]]:
    """Each call of a named function, with those of its arguments that are plain texts.

    The first two arguments of all these functions are a name and a statement.
    """
    for file in files_of_programs(document):
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                arguments = [
                    *zip(("name", "statement"), node.args, strict=False),
                    *((keyword.arg, keyword.value) for keyword in node.keywords),
                ]
                texts = {
                    name: value.value
                    for name, value in arguments
                    if name and isinstance(value, ast.Constant) and isinstance(value.value, str)
                }
                yield node.func.id, texts
