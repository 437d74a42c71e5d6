"""The stored certificates of the arithmetic in formal proofs: one archive for each document."""

from __future__ import annotations
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.theory.atomic_files import write_atomically
from ..statements.documents import document_of_id

if TYPE_CHECKING:
    from banditproof.theory.prover.proof_archive import ProofArchive

STORED = Path(__file__).with_name("stored")
COMPARED = STORED / "compared_formulas.txt"
"""The digests of the formulas that were compared with the print."""
LIBRARY = "library"
"""The archive of the theorems that belong to no document."""


@cache
def archive_at(file: Path) -> ProofArchive:
    """The archive in a file; an empty one if there is no file yet."""
    from banditproof.theory.prover.proof_archive import ProofArchive, archive_of

    content = file.read_bytes() if file.is_file() else archive_of({})
    return ProofArchive(content, f"The file {file.name}")


def archive_file(name: str) -> Path:
    """The archive that has the certificates of a theorem.

    >>> archive_file("bern.thm3.1.repaired").name, archive_file("liminf_scale").name
    ('bernoulli.xz', 'library.xz')
    """
    document = document_of_id(name)
    if document is None or document.own:
        return STORED / f"{document.name if document else LIBRARY}.xz"
    return document.home / "stored_derivations.xz"


def certificates_of(name: str) -> Mapping[str, Sequence[Any]]:
    """The stored certificates of a theorem, by the keys of what they show; not yet checked."""
    stored = archive_at(archive_file(name)).proofs(name)
    return stored if isinstance(stored, Mapping) else {}


def store_certificates(name: str, certificates: Mapping[str, Sequence[Any]]) -> bool:
    """Store the certificates of a theorem instead of what is stored; whether that differs."""
    file = archive_file(name)
    content = archive_at(file).with_proofs(name, certificates)
    if file.is_file() and file.read_bytes() == content:
        return False
    file.parent.mkdir(exist_ok=True)

    def write(part: Path) -> None:
        part.write_bytes(content)

    write_atomically(file, write)
    archive_at.cache_clear()
    return True


def keep_certificates(names: Collection[str]) -> None:
    """Drop the certificates of all theorems but these from their archives."""
    for file in {archive_file(name) for name in names}:
        for gone in set(archive_at(file).ids).difference(names):
            store_certificates(gone, {})
