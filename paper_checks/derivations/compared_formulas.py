"""What a formula said when a reader compared it with the print, as digests in a file.

A digest covers the formula with all its definitions unfolded, so that no later edit of one goes
unread. `write_derivations` adds a claim that is signed; to read one again, delete its line.
"""

from collections.abc import Mapping
from hashlib import sha256
from banditproof.theory.atomic_files import write_text
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.terms import normal
from ..statements.documents import document_of_id
from .stored_certificates import COMPARED as FILE

HEAD = "# Digests of formulas that were compared with the print, with all definitions unfolded.\n"


def compared() -> Mapping[str, str]:
    """The digests in the file, by the claims."""
    return dict(row.split() for row in FILE.read_text("utf-8").split("\n")[1:-1])


def digest_of(development: Development, id: str) -> str:
    """The digest of the formula of a claim as it is now."""
    formula = development.statement(id)
    assert formula is not None
    said = normal(formula, dict(development.library.theory.definitions))
    return sha256(shown(said).encode()).hexdigest()[:16]


def keep_compared(development: Development, id: str) -> None:
    """Add a claim whose formula a reader has compared, unless it has a line."""
    document, known = document_of_id(id), compared()
    claim = document and document.declared.get(id)
    if claim and claim.reads_as.startswith("checked") and id not in known:
        known = {**known, id: digest_of(development, id)}
        write_text(FILE, HEAD + "".join(f"{name} {known[name]}\n" for name in sorted(known)))
