"""The folders in which the formal statements and proofs of the documents stand."""

from __future__ import annotations
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from ..statements.documents import SHIPPED, Document
from ..statements.files_of_claims import files_ending
from ..statements.text_files import text_of

WORDS = Path(__file__).parent.parent / "logic"
"""The definitions and axioms that several documents share."""
LIBRARY = Path(__file__).parent.parent.parent / "theory" / "logic" / "library"

BEGIN = re.compile(r"^theorem\s+([\w.'-]+)", re.ASCII | re.MULTILINE)


def folders_of(document: Document | None) -> tuple[Path, ...]:
    """The folders whose theorems a document may cite; None is any that is shipped."""
    own = () if document is None or document.own else (document.home,)
    return (LIBRARY, WORDS, *(shipped.home for shipped in SHIPPED), *own)


def files_in(folder: Path, ending: str) -> Sequence[Path]:
    """The files of a folder, and of those below it, with an ending; none if there is no folder."""
    return tuple(files_ending(folder, ending)) if folder.is_dir() else ()


@cache
def places_of_theorems(document: Document | None) -> Mapping[str, Path]:
    """The file of each theorem that a document may cite, by its name; none of them is read further.

    None is any document that is shipped, and each opening of a folder is a document of its own.
    """
    return {
        name: file
        for folder in folders_of(document)
        for file in files_in(folder, ".proof")
        for name in BEGIN.findall(text_of(file))
    }


def logic_texts() -> list[Path]:
    """The texts that declare the words and the axioms of the shipped documents."""
    return [file for folder in folders_of(None) for file in files_in(folder, ".logic")]
