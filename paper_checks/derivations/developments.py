"""The formal statements and proofs of the documents, in one logic.

The library of `theory/logic` comes first, then the words of `paper_checks/logic` (plays of a
policy, regret, budgets), then what each document defines for itself, in a `.logic` file of its
folder. The theorems stand in `.proof` files: of the library beside its texts, of a document beside
its claims.
"""

from __future__ import annotations
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from ..proofs.text.locating import is_proved_by_an_outline
from ..proofs.theorems.kept_certificates import file_beside
from ..statements.documents import SHIPPED, Document, document_of_id
from ..statements.text_files import text_of
from ..verdicts.verdict_words import REFUTED
from .formal_folders import (
    BEGIN,
    LIBRARY,
    WORDS,
    files_in,
    folders_of,
    logic_texts,
    places_of_theorems,
)
from .stored_certificates import COMPARED, certificates_of

if TYPE_CHECKING:
    from banditproof.theory.logic.development import Development
    from banditproof.theory.logic.library import Library
    from banditproof.theory.logic.proof_text import TheoremText
    from banditproof.theory.logic.terms import Refused, Term

AXIOM = re.compile(r"^axiom\s+([\w.']+)", re.ASCII | re.MULTILINE)


def has_derivation(id: str) -> bool:
    """Whether a formal proof of a claim stands beside it, and is not its proof by steps.

    >>> has_derivation("bern.no_such_claim")
    False
    """
    document = document_of_id(id)
    if document is None or id not in places_of_theorems(None if document.own else document):
        return False
    return not is_proved_by_an_outline(id)


@cache
def development_of(document: Document | None = None) -> Development:
    """The definitions, axioms, statements and proofs of a document; those shipped share theirs."""
    if document is not None and document.own:
        return development_of(None)
    return _new_development(document)


def _new_development(document: Document | None) -> Development:
    """The same, in which nothing is derived yet."""
    from banditproof.theory.logic.development import Development
    from .forms_of_facts import KnownForms

    development = Development(shipped_library(), stored=certificates_of, forms=KnownForms())
    development.statements.update(_declared(document))
    for folder in folders_of(document):
        shipped = folder in folders_of(None)
        if not shipped:
            development.take(_texts(files_in(folder, ".logic")))
        for file in files_in(folder, ".proof"):
            development.add(_shipped_theorems(file) if shipped else _theorems(file))
    return development


def shipped_library() -> Library:
    """The definitions and axioms of the shipped documents alone; no theorem is read for them."""
    from banditproof.theory.logic.library import standard_library

    library = standard_library()
    for folder in folders_of(None)[1:]:
        for file in files_in(folder, ".logic"):
            library.load(file)
    return library


def _texts(files: Iterable[Path]) -> list[tuple[str, str]]:
    return [(file.name, text_of(file)) for file in files]


def _theorems(file: Path) -> tuple[TheoremText, ...]:
    from banditproof.theory.logic.proof_text import theorems_in

    text = text_of(file)
    return tuple(theorems_in(text, shown_file(file))) if BEGIN.search(text) else ()


_shipped_theorems = cache(_theorems)
"""The theorems of a file that is read once, however many folders are opened."""


def formal_files() -> list[Path]:
    """The files that decide whether a claim of the shipped documents is derived."""
    proofs = dict.fromkeys(places_of_theorems(None).values())
    beside = map(file_beside, proofs)
    return [*logic_texts(), *proofs, *(file for file in (*beside, COMPARED) if file.is_file())]


def shown_file(file: Path) -> str:
    """A file of a proof as messages name it: from the folder of its document on."""
    root = next((folder.parent for folder in (LIBRARY, WORDS) if folder in file.parents), None)
    homes = [shipped.home.parent for shipped in SHIPPED if shipped.home in file.parents]
    base = root or next(iter(homes), file.parent)
    return file.relative_to(base).as_posix()


def _declared(document: Document | None) -> Iterator[tuple[str, Any]]:
    """The formal statements that the texts of claims give."""
    from banditproof.theory.logic.passages import Passage

    for one in dict.fromkeys((*SHIPPED, *([document] if document else []))):
        for claim in one.declared.values():
            if claim.formally:
                file = claim.text.name if claim.text else one.name
                yield claim.id, Passage.of(claim.formally, file, claim.line)


def printed_statement(id: str) -> str:
    """The formal statement of a claim in print; empty if it has none.

    Of a claim that is refuted it is what the theorem of its name denies.

    >>> printed_statement("adv.table2.gap")[:10]
    '∀ x. 0 ≤ x'
    >>> printed_statement("bern.no_such_claim")
    ''
    """
    document = document_of_id(id)
    claim = document and document.declared.get(id)
    if not has_derivation(id) and not (claim and claim.formally):
        return ""
    from banditproof.theory.logic.printing import UNICODE, shown

    formula = development_of(document).statement(id)
    if formula is not None and claim and claim.recorded in REFUTED:
        formula = denied(formula) or formula
    library = development_of(document).library
    return "" if formula is None else shown(formula, UNICODE, library.usual or library.letters)


def axioms_of_folder(id: str) -> tuple[str, ...]:
    """The axioms that the folder of a claim states, by its texts; none of a shipped document.

    >>> axioms_of_folder("bern.thm4.3")
    ()
    """
    document = document_of_id(id)
    if document is None or document.own:
        return ()
    texts = map(text_of, files_in(document.home, ".logic"))
    return tuple(name for text in texts for name in AXIOM.findall(text))


def denied(formula: Term) -> Term | None:
    """A of `not A`; None of any other formula."""
    from banditproof.theory.logic.formulas import FALSE
    from banditproof.theory.logic.shapes import parts

    pair = parts(formula, "imp")
    return pair[0] if pair and pair[1] == FALSE else None


def _readable(file: Path) -> Sequence[TheoremText]:
    """The theorems of a file beside the one that is asked for; none if it cannot be read."""
    from banditproof.theory.logic.proof_text import theorems_in

    try:
        return theorems_in(text_of(file), file.name)
    except ValueError:  # no page, or no text
        return ()


def development_with(file: Path) -> tuple[Development, Mapping[int, Refused]]:
    """What the theorems of a file may use: that of its document, or its folder and those shipped.

    A folder may define words and state axioms in `.logic` files, which its theorems then name. A
    theorem of the file whose name is taken is not in it, and why is told by its line. One of
    another file is left out, so that nothing beside a file decides whether it is judged; so is one
    whose name stands twice: nobody says which one is meant.
    """
    from banditproof.theory.logic.proof_text import theorems_in

    file = file.resolve()
    if any(file.is_relative_to(folder.resolve()) for folder in folders_of(None)):
        return development_of(None), {}
    development = _new_development(None)  # the folder adds to it
    development.take(_texts(sorted(file.parent.glob("*.logic"))))
    refused = _added(development, theorems_in(text_of(file), file.name))
    beside = [
        theorem
        for other in sorted(file.parent.glob("*.proof"))
        if other != file
        for theorem in _readable(other)
    ]
    names = Counter([*development.proofs, *(theorem.name for theorem in beside)])
    _added(development, (theorem for theorem in beside if names[theorem.name] == 1))
    return development, refused


def _added(development: Development, theorems: Iterable[TheoremText]) -> dict[int, Refused]:
    """Take those theorems whose names are free; why each other one is refused, by its line."""
    from banditproof.theory.logic.terms import Refused

    refused = dict[int, Refused]()
    for theorem in theorems:
        try:
            development.add([theorem])
        except Refused as fault:
            refused[theorem.head.row] = fault
    return refused
