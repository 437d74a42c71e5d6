"""The files of claims of a folder, in the order of its sections, and what they are called."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .document_header import DOCUMENT
from .text_reader import ENDING

PART = re.compile(r"(chapter|section|appendix)_((?:\d+|[a-z])(?:_\d+)*)(?:_|\Z)")
"""The name of a folder or a text that is a part of a document: what it is, and its number."""
BESIDE = "statements"
"""The name of the file of claims beside the programs of a section, without its ending."""


@cache
def module_at(package: str, home: Path, path: Path) -> str:
    """The module of a path below a folder that is a package."""
    return ".".join((package, *path.relative_to(home).parts))


@cache
def shown_below(start: str, home: Path, path: Path) -> str:
    """A path below a folder, behind the name of that folder in results."""
    return f"{start}/{path.relative_to(home).as_posix()}"


def files_of_claims(folder: Path) -> Iterator[Path]:
    """The files of claims in a folder and in those below; hidden ones and environments left out."""
    for place, folders, files in os.walk(folder):
        folders[:] = [
            name
            for name in folders
            if not name.startswith((".", "__pycache__"))
            and not os.path.isfile(os.path.join(place, name, "pyvenv.cfg"))
        ]
        for name in files:
            if name.endswith(ENDING) and not name.startswith("."):
                yield Path(place, name)


def order(inside: Path) -> tuple[tuple[int, tuple[int, ...], str], ...]:
    """What puts files in the order of sections: the document, numbers, letters, other names.

    >>> names = ("section_10_x", "appendix_a_y", "section_2_z", "document")
    >>> sorted(names, key=lambda name: order(Path(f"{name}.claims")))
    ['document', 'section_2_z', 'section_10_x', 'appendix_a_y']
    """
    return tuple(_order(part) for part in inside.with_suffix("").parts)


def _order(part: str) -> tuple[int, tuple[int, ...], str]:
    match = PART.match(part)
    if match is None:
        before = part in (DOCUMENT.removesuffix(ENDING), BESIDE)
        return (0 if before else 3), (), part
    first, *rest = match[2].split("_")
    numbers = tuple(int(number) for number in rest)
    if first.isdigit():
        return 1, (int(first), *numbers), part
    return 2, (ord(first), *numbers), part
