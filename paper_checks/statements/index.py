"""The index of claims: the facts of every one, from the texts, so that no module is imported.

What only its program knows of a claim (its mutants, its line, the steps of its proof) is found when
it is asked for. The claims of a document that was opened have their facts from its modules, and
their grades from the checks that ran in this process.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from .catalogue import position
from .claim import REGISTERED, Claim
from .claim_facts import ClaimFacts, facts_of, recorded_facts
from .completed import NO_STATEMENT, completed, of_this_package
from .declared import Declared
from .documents import OPENED, SHIPPED


class TextIndex(Mapping[str, ClaimFacts]):
    """The facts of the claims of this package by their IDs, each made when it is asked for."""

    def __init__(self) -> None:
        self._declared = {id: claim for item in SHIPPED for id, claim in item.declared.items()}
        self._known: dict[str, ClaimFacts] = {}

    def __getitem__(self, id: str) -> ClaimFacts:
        if id not in self._known:
            self._known[id] = recorded_facts(of_this_package(self._declared[id].id))
        return self._known[id]

    def __contains__(self, id: object) -> bool:
        return id in self._declared

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)


@cache
def text_index() -> Mapping[str, ClaimFacts]:
    """The facts of every claim of this package by its ID, in the order of the documents."""
    return TextIndex()


GRADED: dict[str, tuple[str | None, str | None, str]] = {}
"""The grade of each claim of an opened document that was run, what settles its "for all", and who
judged it."""


def claim_index() -> Mapping[str, ClaimFacts]:
    """The facts of every claim: those of the texts, then those of opened documents."""
    return text_index() if not OPENED else {**text_index(), **opened_facts()}


def opened_facts() -> dict[str, ClaimFacts]:
    """The facts of the claims of opened documents, by ID, in the order of their statements."""
    chosen = [REGISTERED[id] for id in sorted(REGISTERED, key=position)]
    known: dict[str, ClaimFacts] = {}
    for name, document in OPENED.items():
        if document.texts_only:
            known |= {id: _facts_in_text(claim) for id, claim in document.declared.items()}
            continue
        known |= {claim.id: _facts_of_run(claim) for claim in chosen if claim.document == name}
    return known


def _facts_in_text(claim: Declared) -> ClaimFacts:
    """The facts of a claim whose program is not imported."""
    known = completed(claim)
    return recorded_facts(replace(known, statement=known.statement or known.title or NO_STATEMENT))


def _facts_of_run(claim: Claim) -> ClaimFacts:
    """The facts of a claim with its grade as a run gave it, or as its text records it."""
    grade, settled, judge = GRADED.get(claim.id, (claim.grade, claim.universal, "record"))
    return replace(facts_of(claim, grade, settled), line=claim.line, judged_by=judge)
