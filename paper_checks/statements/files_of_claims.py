"""The files of a folder about a document: found, put in the order of its sections, and named."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from .document_header import DOCUMENT
from .ids_in_texts import ENDING
from .kept_texts import JUDGED, KeptTexts, kept_with
from .text_files import text_of

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


def files_ending(folder: Path, ending: str) -> Iterator[Path]:
    """The files with an ending in a folder and in those below, in the order of their names.

    Hidden files and folders, virtual environments and what tools fill are left out. Of a folder
    whose texts are kept they are the kept ones.
    """
    kept = kept_with(folder, ending)
    if kept is not None:
        yield from kept.ending(folder, ending)
        return
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith((".", "__pycache__", "node_modules"))
            and not os.path.isfile(os.path.join(place, name, "pyvenv.cfg"))
        )
        for name in sorted(files):
            if name.endswith(ending) and not name.startswith("."):
                yield Path(place, name)


def texts_now(folder: Path) -> KeptTexts:
    """The texts of a folder that are judged, as its files are now."""
    files = [file for ending in JUDGED for file in files_ending(folder, ending)]
    return KeptTexts(folder, {file.relative_to(folder).as_posix(): text_of(file) for file in files})


def holds_no_claims(program: Path) -> bool:
    """Whether a program of a folder is a test or belongs to a tool, so that no claim imports it.

    >>> [holds_no_claims(Path(name)) for name in ("test_a.py", "setup.py", "setup_of_worlds.py")]
    [True, True, False]
    """
    return program.stem in ("conftest", "setup") or program.stem.startswith("test_")


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
