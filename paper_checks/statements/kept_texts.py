"""The texts of a folder as they were before any of its programs ran: these are what is judged.

A program of a folder may rewrite the files beside it. Whoever judges the folder reads its texts
once, before, and keeps them; every later look at one of these files sees what was kept.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

JUDGED = (".claims", ".proof", ".logic")
"""The endings of the texts that are judged: statements, proofs, and definitions with axioms."""
DIGITS = 16
"""The digits of a digest that are shown and compared."""


@dataclass(frozen=True)
class KeptTexts:
    """The texts of a folder, by their paths inside it, each ending in the order of its files.

    >>> texts = KeptTexts(Path("/my"), {"a.proof": "proof my.a", "b/c.proof": "", "a.claims": ""})
    >>> [file.as_posix() for file in texts.ending(Path("/my"), ".proof")]
    ['/my/a.proof', '/my/b/c.proof']
    >>> texts.digest == KeptTexts(Path("/other"), dict(reversed(texts.contents.items()))).digest
    True
    """

    folder: Path
    contents: Mapping[str, str]

    @cached_property
    def digest(self) -> str:
        """A digest of the names and the contents of all texts, wherever the folder is."""
        whole = sha256()
        for name, text in sorted(self.contents.items()):
            for part in (name, text):
                whole.update(sha256(part.encode()).digest())
        return whole.hexdigest()[:DIGITS]

    def ending(self, folder: Path, ending: str) -> Iterator[Path]:
        """The files with an ending in a folder and in those below."""
        for name in self.contents:
            file = self.folder / name
            if name.endswith(ending) and file.is_relative_to(folder):
                yield file

    def text(self, file: Path) -> str:
        """The text of a file; a ValueError if there was none when the folder was opened."""
        name = file.relative_to(self.folder).as_posix()
        if name not in self.contents:
            raise ValueError(f"The file {file} was not there when its folder was opened.")
        return self.contents[name]


_KEPT: dict[Path, KeptTexts] = {}
"""What is kept, by the folder."""


def keep_texts(texts: KeptTexts) -> None:
    """From now on the texts of a folder are these."""
    _KEPT[texts.folder] = texts


def forget_texts(folder: Path) -> None:
    """From now on the texts of a folder are those of its files."""
    _KEPT.pop(folder, None)


@contextmanager
def keeping(texts: KeptTexts | None) -> Iterator[None]:
    """Inside, the texts of a folder are these, if any are given."""
    if texts is None:
        yield
        return
    keep_texts(texts)
    try:
        yield
    finally:
        forget_texts(texts.folder)


def kept_with(place: Path, ending: str) -> KeptTexts | None:
    """The kept texts that a file or a folder belongs to; None if files with the ending are not."""
    if ending not in JUDGED:
        return None
    for folder, texts in _KEPT.items():
        if place.is_relative_to(folder):
            return texts
    return None
