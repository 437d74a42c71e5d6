"""The stored scripts of formal proofs, and what they were read with.

A script stands for the text of a proof while that text, the statements that it cites, the texts of
the logic and the programs that read them are the same. Otherwise the text is read.
"""

from __future__ import annotations
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING
from banditproof.theory.atomic_files import write_atomically, write_text
from ..statements.text_files import text_of
from .formal_folders import LIBRARY, logic_texts
from .stored_certificates import STORED

if TYPE_CHECKING:
    from pathlib import Path
    from banditproof.theory.logic.scripts import Script
    from banditproof.theory.prover.proof_archive import ProofArchive

FILE = STORED / "scripts.xz"
READ_WITH = STORED / "scripts.txt"
TRIALS = ("finite_", "model_")
"""What programs begin with that try axioms in finite models, and read no proof."""


@cache
def archive_at(file: Path) -> ProofArchive:
    """The archive in a file; an empty one if there is no file yet."""
    from banditproof.theory.prover.proof_archive import ProofArchive, archive_of

    content = file.read_bytes() if file.is_file() else archive_of({})
    return ProofArchive(content, f"The file {file.name}")


@cache
def digest_of_sources() -> str:
    """A digest of the kernel, of the programs that read proofs, and of the logic but for comments.

    >>> len(digest_of_sources())
    24
    """
    from banditproof.theory.logic.passages import COMMENT

    programs = sorted(LIBRARY.parent.glob("*.py"))
    texts = [file.read_text("utf-8") for file in programs if not file.stem.startswith(TRIALS)]
    texts += [COMMENT.sub("", text_of(file)) for file in logic_texts()]
    return sha256("\0".join(texts).encode()).hexdigest()[:24]


@cache
def _is_fresh() -> bool:
    return READ_WITH.is_file() and READ_WITH.read_text("utf-8").strip() == digest_of_sources()


def stored_script(name: str) -> Script | None:
    """The script of a theorem; None if there is none that the programs of now have read."""
    script = archive_at(FILE).proofs(name) if _is_fresh() else None
    return script if isinstance(script, dict) else None


def store_scripts(scripts: Mapping[str, Script], every: bool) -> None:
    """Store the scripts of some theorems, or of every one, which the programs of now have read."""
    from banditproof.theory.prover.proof_archive import archive_of

    archive = archive_at(FILE)
    known = {} if every else {name: archive.proofs(name) for name in archive.ids}
    content = archive_of({**known, **scripts})

    def write(part: Path) -> None:
        part.write_bytes(content)

    if content != archive.content:
        write_atomically(FILE, write)
        archive_at.cache_clear()
    if every:
        write_text(READ_WITH, f"{digest_of_sources()}\n")
        _is_fresh.cache_clear()
