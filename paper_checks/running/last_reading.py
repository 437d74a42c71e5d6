"""All that decides what Coq says of the formal theorems, as one digest of the last whole reading.

- the files of all modules that the reader may import, and the data beside them: the kernel, what
  reads texts, what exports theorems, and the rules of Coq;
- the texts of the logic, the proofs, and their certificates;
- the formal statements that texts of claims give;
- the steps that are listed as exceptions, and the contents that Coq accepted.

While it is the same, judging all theorems again could only show that each file of Coq is known.
What is not seen to be without effect counts, so a digest may change in vain, and never too rarely.
Other versions of Python and of libraries are no part of it: `make check` judges each proof by those
that are there, and `read_derivations --again` reads it.
"""

from __future__ import annotations
import hashlib
from collections.abc import Iterator
from pathlib import Path
import banditproof
from banditproof.theory.atomic_files import write_text
from ..derivations.developments import formal_files, shown_file
from ..derivations.stored_certificates import STORED as FOLDER
from ..statements.documents import ROOM, SHIPPED
from .file_imports import KeptImports, file_of_imports
from .import_closure import Programs, programs_of_rooms

READER = f"{ROOM}.running.read_derivations"
STORED = FOLDER / "last_reading.txt"
LISTED = FOLDER / "without_coq.txt"
"""Steps of arithmetic that have no proof in Coq: a key a line, and why."""


def decided_by() -> str:
    """A digest of all that decides which files of Coq the theorems make, as it is now.

    >>> len(decided_by())
    64
    """
    programs = _programs()
    digest = hashlib.sha256(programs.digest(READER).encode() + Path(__file__).read_bytes())
    for name, content in _texts():
        digest.update(f"{name} {len(content)} ".encode() + content)
    return digest.hexdigest()


def _texts() -> Iterator[tuple[str, bytes]]:
    """What the theorems are read from, by names."""
    for file in (*formal_files(), LISTED):
        yield shown_file(file), file.read_bytes()
    for document in SHIPPED:
        for id, claim in document.declared.items():
            if claim.formally:
                yield id, claim.formally.encode()


def with_contents(decided: str, contents: Path) -> str:
    """The same digest, with that of a file of the contents that Coq accepted.

    >>> with_contents("a", LISTED) != with_contents("b", LISTED)
    True
    """
    return hashlib.sha256(decided.encode() + contents.read_bytes()).hexdigest()


def is_the_last(decided: str, contents: Path) -> bool:
    """Whether the last reading of all theorems, which accepted each, was of the same files."""
    if not (STORED.is_file() and contents.is_file()):
        return False
    return STORED.read_text("utf-8").strip() == with_contents(decided, contents)


def store(decided: str, contents: Path) -> bool:
    """Note that a reading accepted each theorem; not if something changed while it went on.

    `decided` is the digest before it. Modules were read before that, so none of them may be younger
    than the process.
    """
    if decided != decided_by() or any(map(_is_younger, _modules())):
        return False
    write_text(STORED, with_contents(decided, contents) + "\n")
    return True


def _programs() -> Programs:
    """All programs but this one, which looks at any of them and runs none."""
    kept = KeptImports(file_of_imports())
    programs = programs_of_rooms(kept)
    kept.keep()
    del programs.modules[__name__]
    return programs


def _modules() -> Iterator[Path]:
    """The files of the modules that the reader may import, and this one."""
    programs = _programs()
    yield from (programs.modules[name].path for name in programs.closure(READER))
    yield Path(__file__)


def _is_younger(file: Path) -> bool:
    known = file.stat()
    return max(known.st_mtime_ns, known.st_ctime_ns) > banditproof.BEGAN * 1e9
