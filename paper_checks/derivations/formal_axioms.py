"""The axioms of a complete formal proof, for those who tell what a verdict rests on."""

from ..statements.documents import document_of_id
from .developments import development_of, has_derivation
from .stored_axioms import stored_axioms


def formal_axioms(id: str, ran: bool) -> tuple[str, ...] | None:
    """The axioms of the formal proof of a claim that is graded `derived`; None if not known.

    They are stored for the documents of this package. The proof of somebody else's folder is read
    only where the check ran, which has accepted it.

    >>> formal_axioms("bern.lemF.1", ran=False)
    ('inf_high', 'inf_low')
    >>> formal_axioms("bern.no_such_claim", ran=False) is None
    True
    """
    document = document_of_id(id)
    if document is not None and document.own:
        return stored_axioms().get(id)
    if document is None or not ran or not has_derivation(id):
        return None
    return development_of(document).derive(id).axioms
