"""Documents of other people that a command was asked for: a folder by its path, or by its name.

Naming one runs its programs, in a process apart, unless a command needs its texts alone.
"""

from __future__ import annotations
import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from .streams import output_on_error, say

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.documents import Document


READERS = {
    ".proof": "holds proofs as text; `banditproof prove {file}` judges them, and "
    "`banditproof check {folder}/` checks them with the claims",
    ".claims": "holds statements; `banditproof claims {folder}/` lists them, and "
    "`banditproof check {folder}/` checks them",
    ".json": "is JSON; `banditproof verify-proof {file}` checks written proofs",
}
"""What files of these endings hold, and which commands read them."""


def require_file_of_proofs(word: str) -> None:
    """Raise ValueError for a .proof file that is not there; a statement is no file.

    >>> require_file_of_proofs("x + 1 >= x")
    >>> require_file_of_proofs("nothing-here.proof")
    Traceback (most recent call last):
      ...
    ValueError: There is no file nothing-here.proof; give the path of one that holds proofs.
    """
    if " " not in word and word.endswith(".proof") and not os.path.exists(word):
        raise ValueError(f"There is no file {word}; give the path of one that holds proofs.")


def refuse_file(word: str) -> None:
    """Refuse the name of a file where a claim or a statement is meant; say what reads it.

    >>> refuse_file("my-paper/bounds.claims")
    Traceback (most recent call last):
      ...
    ValueError: There is no file my-paper/bounds.claims; such a file holds statements; \
`banditproof claims my-paper/` lists them, and `banditproof check my-paper/` checks them.
    """
    ending = os.path.splitext(word)[1]
    reader = READERS.get(ending)
    # the ID of a claim may end in `.proof` or `.claims`
    is_file = ending == ".json" or looks_like_a_path(word) or os.path.exists(word)
    if reader is not None and " " not in word and is_file:
        folder = os.path.dirname(word) or "."
        above = (folder, *map(str, Path(folder).parents))
        home = next((at for at in above if Path(at, "document.claims").is_file()), folder)
        what = f"The file {word}"
        if not os.path.exists(word):
            what = f"There is no file {word}; such a file"
        raise ValueError(f"{what} {reader.format(folder=home, file=word)}.")


def looks_like_a_path(word: str) -> bool:
    """Whether a word can only be the path of a folder: it has a separator, or is dots.

    >>> [looks_like_a_path(word) for word in ("my-paper/", ".", "..", "bern.thm3.1", "1/4")]
    [True, True, True, False, True]
    """
    return word in (".", "..") or any(sep in word for sep in ("/", os.sep, os.altsep) if sep)


def names_a_document(word: str, by_name: bool = True) -> bool:
    """Whether a word is the path of a folder about a paper, or the name of an installed one.

    Where words are looked for in statements, `by_name` is false, and only what looks like a path
    is one.
    """
    from banditproof.paper_checks.statements.document_header import is_document

    if looks_like_a_path(word):
        return os.path.isdir(word) or word.endswith(("/", os.sep))
    if not by_name:
        return False
    from banditproof.paper_checks.other_papers.installed import is_installed

    return is_document(word) or is_installed(word)


def opened_document(word: str, texts_only: bool = False, here: bool = False) -> Document:
    """The document that a word names, with its programs in a process apart, or its texts alone.

    A command that needs the objects of the programs, and gives no verdict, imports them `here`.
    """
    from banditproof.paper_checks.other_papers.installed import is_installed, open_installed
    from banditproof.paper_checks.other_papers.opening import open_with
    from banditproof.paper_checks.statements.document_header import is_document
    from banditproof.paper_checks.statements.programs_of_others import Programs

    programs = Programs.NOT_RUN if texts_only else Programs.HERE if here else Programs.APART
    with output_on_error():
        if not looks_like_a_path(word) and is_installed(word):
            if is_document(word):
                raise ValueError(
                    f"There are a folder and an installed document {word!r}; give {word}/ for the "
                    "folder, or go to another folder for the installed one."
                )
            return _known(open_installed(word, programs))
        return _known(open_with(word, programs))


def _known(document: Document) -> Document:
    """The document; what its texts leave out is said, if they alone were read."""
    from banditproof.paper_checks.other_papers.read_programs import claims_of_programs

    if document.not_compared:
        say(document.not_compared)
    left = claims_of_programs(document) if document.texts_only else ()
    if left:
        say(
            f"Only programs of {document.name} declare {', '.join(left)}; no program ran, so this "
            "is left out. List such claims in a text, or run them by `banditproof check`."
        )
    return document


def lost_statements(document: Document) -> str:
    """The statements of its source that no claim of a folder is about, in a sentence."""
    from banditproof.paper_checks.other_papers.unclaimed import in_a_sentence, unclaimed

    return in_a_sentence(unclaimed(document), document.name)


def refuse_unquoted(words: Sequence[str]) -> None:
    """Raise ValueError for a label whose words came apart, since no quotation marks stood there.

    >>> refuse_unquoted(["bern.thm3.1", "Lemma F.3"])
    >>> refuse_unquoted(["Theorem", "3.1"])
    Traceback (most recent call last):
      ...
    ValueError: 'Theorem' and '3.1' are two names; give one between quotation marks: 'Theorem 3.1'.
    """
    from banditproof.paper_checks.statements.reader_words import labels_in

    for kind, number in pairwise(words):
        if kind.isalpha() and labels_in(f"{kind} {number}".lower())[0]:
            raise ValueError(
                f"{kind!r} and {number!r} are two names; give one between quotation marks: "
                f"'{kind} {number}'."
            )


def lost_statement(document: Document | None, phrase: str) -> str:
    """Where a statement stands that a phrase names and that lost its claim; empty if it is none."""
    from banditproof.paper_checks.other_papers.unclaimed import in_a_sentence
    from banditproof.paper_checks.other_papers.unclaimed import lost_statement as found_in

    one = None if document is None else found_in(document, phrase)
    return "" if one is None or document is None else in_a_sentence([one], document.name)


def refuse_lost(document: Document | None, words: Sequence[str]) -> None:
    """Raise ValueError for a word that names a statement without a claim: no other one is meant."""
    for word in words:
        if said := lost_statement(document, word):
            raise ValueError(said)


def first_document(
    words: Sequence[str], by_name: bool = True, texts_only: bool = False
) -> tuple[Document | None, tuple[str, ...]]:
    """The document that the first word names, if it does, and the other words."""
    for word in words:
        refuse_file(word)
    if not words or not names_a_document(words[0], by_name):
        return None, tuple(words)
    document, rest = opened_document(words[0], texts_only), tuple(words[1:])
    other = next((word for word in rest if names_a_document(word, by_name=False)), None)
    if other is not None:
        raise ValueError(f"There are the documents {words[0]} and {other}; give one of them.")
    return document, rest


def document_option(name: str, texts_only: bool = False) -> str:
    """The name of the document that an option names: a known one, a path, or an installed one."""
    from banditproof.paper_checks.statements.catalogue import FORMER_DOCUMENTS, known_document
    from banditproof.paper_checks.statements.documents import document_named

    if document_named(FORMER_DOCUMENTS.get(name, name)) is None and names_a_document(name):
        return opened_document(name, texts_only).name
    return known_document(name)
