"""`python -m banditproof.paper_checks.running.write_cases [DOCUMENT ...]` stores real cases.

A case that still holds is kept; the others are searched for. Proofs, and steps that state a part
of a claim in a case of its own, are named if they have none.
"""

from __future__ import annotations
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from banditproof.theory.atomic_files import write_text
from ..proofs.assumptions import Assumptions, Case
from ..proofs.case_search import THOROUGH, case_of
from ..proofs.real_cases import CASES, lines_of, stored_case, title_of, with_own_case, written
from ..proofs.text import written_proof
from ..proofs.text.locating import places_of
from ..statements.documents import SHIPPED, Document
from .names_given import names_given

if TYPE_CHECKING:
    from ..proofs import Proof

HEAD = "# Numbers at which a proof has all that it assumes; docs/written_proofs.md says more.\n"


def lines(document: Document, tries: int = THOROUGH) -> Iterator[tuple[str, str]]:
    """Each proof of a document, and steps of it, with its case, which is empty if none is found."""
    for id, name in places_of(document):
        proof = written_proof(id, name)
        case = _case(proof, None, tries)
        yield title_of(proof), "" if case is None else written(case)
        for number in () if case is None else with_own_case(proof, case):
            own = _case(proof, number, tries)
            yield title_of(proof, number), "" if own is None else written(own)


def _case(proof: Proof, number: int | None, tries: int) -> Case | None:
    """The stored case of a proof or of one of its steps, if it holds, or one that is found.

    It is one in which all hypotheses are of use, or else one for a case distinction.
    """
    assumptions, stored = Assumptions(proof, of=number), stored_case(proof, number)
    if stored is not None and not assumptions.fault(stored):
        return stored
    for joint in (True, False):
        case = case_of(Assumptions(proof, joint, number), tries)
        if case is not None and not assumptions.fault(case):
            return case
    return None


def write_cases(document: Document, tries: int = THOROUGH) -> tuple[int, tuple[str, ...]]:
    """Store the cases of a document; how many there are, and the proofs without one."""
    results = dict(lines(document, tries))
    texts = (f"{title}: {case}\n" for title, case in sorted(results.items()) if case)
    write_text(document.home / CASES, HEAD + "".join(texts))
    lines_of.cache_clear()
    lacking = tuple(title for title, case in results.items() if not case)
    return len(results) - len(lacking), lacking


def main(words: Sequence[str]) -> int:
    """Store the cases of some documents, or of all shipped, and name the proofs without one."""
    known = [document.name for document in SHIPPED]
    names = names_given("write_cases", __doc__, words, known, "document")
    for document in SHIPPED:
        if not names or document.name in names:
            count, lacking = write_cases(document)
            print(f"{document.name}: {count} real cases, and none for {len(lacking)}.")
            for title in lacking:
                print(f"  {title}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
