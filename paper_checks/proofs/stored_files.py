"""The files of stored proofs: one archive for each document of this package, JSON in other folders.

The archive of a document holds the proofs of all its claims, compressed. A folder about another
paper has few, and keeps those of each claim in a file of its name, which anybody can read.
"""

from __future__ import annotations
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from banditproof.theory.atomic_files import write_atomically
from ..statements.documents import Document, document_of_id

if TYPE_CHECKING:
    from banditproof.theory.prover.proof_archive import ProofArchive
    from banditproof.theory.prover.step_proofs import Proofs, StepProof

FOLDER = "stored"
BESIDE = "stored_proofs"
"""The folder of the stored proofs of a document of another folder, inside of that."""


def file_of(id: str) -> Path:
    """The file of the stored proofs of a claim: the archive of its document, or a separate one.

    >>> file_of("bern.thm3.1").name
    'bernoulli.xz'
    """
    document = document_of_id(id)
    if document is None or document.own:
        name = id.partition(".")[0] if document is None else document.name
        return Path(__file__).parent / FOLDER / f"{name}.xz"
    return document.home / BESIDE / f"{id}.json"


def is_archived(id: str) -> bool:
    """Whether the proofs of a claim stand in an archive of this package.

    >>> is_archived("bern.thm3.1")
    True
    """
    return file_of(id).suffix == ".xz"


@cache
def archive_at(file: Path) -> ProofArchive:
    """The archive in a file; an empty one if there is no file yet."""
    from banditproof.theory.prover.proof_archive import ProofArchive, archive_of

    content = file.read_bytes() if file.is_file() else archive_of({})
    return ProofArchive(content, f"The file {file.name}")


def stored_ids(document: Document) -> tuple[str, ...]:
    """The claims of a document of this package that have stored proofs, sorted.

    >>> from banditproof.paper_checks.statements.documents import SHIPPED
    >>> "bern.thm4.3" in stored_ids(SHIPPED[0])
    True
    """
    return archive_at(file_of(f"{document.prefix}.")).ids


def require_whole(id: str) -> None:
    """Refuse a damaged archive, which has the proofs of other claims besides those of one."""
    if is_archived(id):
        _ = archive_at(file_of(id)).ids


def read_stored(id: str) -> tuple[StepProof, ...]:
    """The stored proofs of a claim, not yet checked; ValueError if their file is damaged."""
    from banditproof.theory.prover.step_proofs import steps_in, steps_of
    from banditproof.theory.prover.stored_json import text_in

    file = file_of(id)
    if document_of_id(id) is None:
        return ()
    if not is_archived(id):
        return steps_of(text_in(file), f"The file {file.name}") if file.is_file() else ()
    proofs = archive_at(file).proofs(id)
    return () if proofs is None else steps_in(proofs, f"What {file.name} holds of {id}")


def write_stored(id: str, proofs: Proofs) -> None:
    """Store the proofs of a claim instead of those that are stored; none leave nothing behind."""
    from banditproof.theory.prover.step_proofs import entries_of, text_of_steps

    file = file_of(id)
    if not is_archived(id) and not proofs:
        file.unlink(missing_ok=True)
        return
    if not is_archived(id):
        content = text_of_steps(proofs).encode()
    else:
        content = archive_at(file).with_proofs(id, entries_of(proofs))
    if not (file.is_file() and file.read_bytes() == content):
        file.parent.mkdir(exist_ok=True)

        def write(part: Path) -> None:
            part.write_bytes(content)

        write_atomically(file, write)
    archive_at.cache_clear()
