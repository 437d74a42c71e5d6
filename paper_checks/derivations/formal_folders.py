"""The folders in which the formal statements and proofs of the documents stand."""

from __future__ import annotations
from collections.abc import Sequence
from pathlib import Path
from ..statements.documents import SHIPPED, Document
from ..statements.files_of_claims import files_ending

WORDS = Path(__file__).parent.parent / "logic"
"""The definitions and axioms that several documents share."""
LIBRARY = Path(__file__).parent.parent.parent / "theory" / "logic" / "library"


def folders_of(document: Document | None) -> tuple[Path, ...]:
    """The folders whose theorems a document may cite; None is any that is shipped."""
    own = () if document is None or document.own else (document.home,)
    return (LIBRARY, WORDS, *(shipped.home for shipped in SHIPPED), *own)


def files_in(folder: Path, ending: str) -> Sequence[Path]:
    """The files of a folder, and of those below it, with an ending; none if there is no folder."""
    return tuple(files_ending(folder, ending)) if folder.is_dir() else ()


def logic_texts() -> list[Path]:
    """The texts that declare the words and the axioms of the shipped documents."""
    return [file for folder in folders_of(None) for file in files_in(folder, ".logic")]
