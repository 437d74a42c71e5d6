"""What the formal proof of a claim leaves open: sentences that are not shown, and what it cites."""

from __future__ import annotations
from collections.abc import Iterator
from typing import TYPE_CHECKING
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.sentences import (
    CLAIM,
    COMPUTED,
    ENUMERATED,
    GIVEN,
    INDUCTION,
    TEXTBOOK,
    WORDS,
)
from ..proofs.theorems.kinds_of_hypotheses import Kind, Label, one_line
from ..proofs.theorems.left_open import OpenTheorem
from ..proofs.theorems.open_items import OpenItem
from ..statements.documents import document_of_id
from .developments import development_of, has_derivation

if TYPE_CHECKING:
    from banditproof.theory.logic.coq.second_reader import Reading
    from banditproof.theory.logic.development import Development


KINDS = {
    "": Kind.ARGUED,
    GIVEN: Kind.WORDS,
    TEXTBOOK: Kind.TEXTBOOK,
    CLAIM: Kind.CLAIM,
    WORDS: Kind.ARGUED,
    INDUCTION: Kind.RECURSION,
    COMPUTED: Kind.COMPUTED,
    ENUMERATED: Kind.COMPUTED,
}
"""The kinds of sentences that are not shown, by the words of their reasons."""


def is_outline(id: str) -> bool:
    """Whether a claim has a formal proof beside its check that leaves sentences open.

    >>> is_outline("adv.table2.gap"), is_outline("bern.no_such_claim")
    (False, False)
    """
    return has_derivation(id) and development_of(document_of_id(id)).proofs[id].is_outline


def left_open_formally(id: str) -> OpenTheorem:
    """The formal statement of a claim, and what its formal proof leaves open.

    >>> found = left_open_formally("adv.table2.gap")
    >>> len(found.says), found.opened
    (1, ())
    """
    development = development_of(document_of_id(id))
    found = development.derive(id)
    items = dict.fromkeys(_open_items(development, id))
    return OpenTheorem((shown(found.statement, letters=found.letters),), tuple(items))


def _open_items(development: Development, name: str) -> Iterator[OpenItem]:
    """The open sentences of a proof and of what it cites, and the statements that are cited."""
    for derivation in development.with_cited(name):
        for one in derivation.opened:
            words = one_line(one.words) or "no words"
            label = Label(KINDS[one.kind], one.name or words, derivation.name, int(one.number))
            yield OpenItem(label, "" if one.formula is None else shown(one.formula), besides=True)
        for cited in derivation.cited:
            says = development.statement(cited)
            label = Label(Kind.CLAIM, cited, derivation.name, 0)
            yield OpenItem(label, "" if says is None else shown(says), besides=True)


def read_formal_proof(id: str) -> Reading:
    """What Coq says of the formal proof of a claim; what is open in it are hypotheses there."""
    from banditproof.theory.logic.coq.second_reader import read_by_coq

    found = development_of(document_of_id(id)).derive(id)
    return read_by_coq([(found.accepted_as, found.theorem)])
