"""What was found before is kept by the content of all that decides it, and not found again.

That is the text of a page or a notebook, and every file of the rooms; an edit of a page leaves the
results of the other pages as they are. They stand in `_build/kept`, which may be removed.
"""

from __future__ import annotations
import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = ("algorithms", "cli", "paper_checks", "theory", "verify", "benchmarks", "docs/extensions")


@cache
def sources() -> str:
    """A digest of all files of the rooms, and of the texts of examples that pages run."""
    from banditproof.paper_checks.running.import_closure import digest_of, files_below

    files = [file for room in (*ROOMS, "examples") for file in files_below(ROOT / room)]
    return digest_of([*files, ROOT / "pyproject.toml"], ROOT).hex()


def key_of(*texts: str) -> str:
    """The key of a result that these texts and the sources decide.

    >>> key_of("a page") == key_of("a page") != key_of("another page")
    True
    """
    return hashlib.sha256("\0".join((sources(), *texts)).encode()).hexdigest()


class Kept:
    """Results without anything wrong, as empty files under their keys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __contains__(self, key: str) -> bool:
        """Whether this was found to be in order before.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as name:
        ...     kept = Kept(Path(name) / "kept")
        ...     kept.add("a")
        ...     "a" in kept, "b" in kept
        (True, False)
        """
        return (self.folder / key).is_file()

    def add(self, key: str) -> None:
        """Keep that nothing is wrong."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / key).touch()

    def only(self, keys: set[str]) -> None:
        """Forget all others."""
        for file in self.folder.glob("*"):
            if file.name not in keys:
                file.unlink()
