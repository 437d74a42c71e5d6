"""Close the documents that a test has opened."""

from collections.abc import Collection
from banditproof.paper_checks.other_papers.opening import close_document
from banditproof.paper_checks.statements.documents import OPENED


def close_all(but: Collection[str] = ()) -> None:
    """Forget all documents, `but` those of these names."""
    for name in OPENED.keys() - set(but):
        close_document(OPENED[name])
