"""What the formal proof of a claim leaves open: sentences that are not shown, and what it cites."""

from __future__ import annotations
from typing import TYPE_CHECKING
from banditproof.theory.logic.printing import shown
from ..proofs.theorems.kinds_of_hypotheses import Kind, Label, one_line
from ..proofs.theorems.left_open import OpenTheorem
from ..proofs.theorems.open_items import OpenItem
from ..statements.documents import document_of_id
from .developments import development_of, has_derivation

if TYPE_CHECKING:
    from banditproof.theory.logic.coq.second_reader import Reading


def is_outline(id: str) -> bool:
    """Whether a claim has a formal proof that leaves sentences open.

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
    found = development_of(document_of_id(id)).derive(id)
    items = []
    for one in found.opened:
        label = Label(Kind.ARGUED, one_line(one.words) or "no words", id, int(one.number))
        items.append(OpenItem(label, shown(one.formula, letters=found.letters), besides=True))
    cited = (OpenItem(Label(Kind.CLAIM, name, id, 0), "", besides=True) for name in found.cited)
    return OpenTheorem((shown(found.statement, letters=found.letters),), (*items, *cited))


def read_formal_proof(id: str) -> Reading:
    """What Coq says of the formal proof of a claim; what is open in it are hypotheses there."""
    from banditproof.theory.logic.coq.second_reader import read_by_coq

    found = development_of(document_of_id(id)).derive(id)
    return read_by_coq([(found.accepted_as, found.theorem)])
