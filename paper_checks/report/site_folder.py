"""The folder of a site: written beside its place, and moved there when every page is complete.

A report lists its own files. Only these go when a new one takes its place; a folder in which
anything else stands is refused.
"""

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from banditproof.theory.atomic_files import unfinished_folder
from banditproof.theory.bounded_reading import file_text

MARK = "banditproof-report.json"
"""The file by which the folder of a report is known; it lists all that belongs to the report."""
OLD = ".report-old-"


def require_place(folder: Path) -> Path:
    """The folder, if a report may be written there: it is new, empty, or holds a report alone.

    >>> require_place(Path(__file__).parent)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    ValueError: The folder ... holds other files than a report; give a new or an empty folder.
    """
    target = Path(os.path.realpath(folder))
    if target.exists() and not target.is_dir():
        raise ValueError(f"{folder} is a file; give a folder.")
    try:
        if target.is_dir():
            _require_own(folder, target)
    except OSError as problem:
        raise ValueError(f"The folder {folder} cannot be read: {problem.strerror}.") from None
    if target == target.parent or target == Path.cwd():
        raise ValueError(
            f"The folder {folder} would be replaced as a whole, and is the working directory or "
            "the root; give a separate folder."
        )
    return target


def _require_own(folder: Path, target: Path) -> None:
    """Nothing stands in a folder but what a report there lists as its own."""
    present = _names(target)
    if present and not (target / MARK).is_file():
        raise ValueError(
            f"The folder {folder} holds other files than a report; give a new or an empty folder."
        )
    listed = _listed(target) if present else frozenset()
    if listed is None:
        raise ValueError(
            f"The report in {folder} does not list its files, so they cannot be distinguished from "
            "others; remove the folder, or give another one."
        )
    foreign = sorted(present - listed)
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise ValueError(
            f"The folder {folder} holds {foreign[0]}{more} besides a report; move it elsewhere, or "
            "give another folder."
        )


def _names(folder: Path) -> frozenset[str]:
    """All that stands in a folder, at any depth; links are not followed."""
    return frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def _listed(folder: Path) -> frozenset[str] | None:
    """What the report in a folder lists as its own; None if it has no list."""
    try:
        names = json.loads(file_text(folder / MARK))["files"]
        return frozenset(map(str, names))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


@contextmanager
def new_site(folder: Path) -> Iterator[Path]:
    """An empty folder to fill, which takes the place of `folder` when the block ends in order.

    What is interrupted leaves the old site as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     with new_site(Path(there) / "site") as part:
    ...         _ = (part / "index.html").write_text("", encoding="utf-8")
    ...     sorted(path.name for path in (Path(there) / "site").iterdir())
    ['banditproof-report.json', 'index.html']
    """
    target = require_place(folder)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with unfinished_folder(target.parent) as part:
            yield part
            own = {"report": 2, "files": sorted({*_names(part), MARK})}
            (part / MARK).write_text(json.dumps(own, indent=0) + "\n", encoding="utf-8")
            require_place(folder)  # the pages took their time
            _put_in_place(part, target)
    except OSError as problem:
        raise ValueError(
            f"The report in {folder} cannot be written: {problem.strerror}; "
            "give another folder, or make place."
        ) from None


def _put_in_place(part: Path, target: Path) -> None:
    """Move a complete site to its place; the old one goes only when the new one is there."""
    if not target.exists():
        part.rename(target)
        return
    old = target.parent / f"{OLD}{secrets.token_hex(4)}"
    try:
        target.rename(old)
        part.rename(target)
    except BaseException:
        if not target.exists():
            with suppress(OSError):
                old.rename(target)
        raise
    _remove_own(old)


def _remove_own(folder: Path) -> None:
    """Remove what a report lists as its own, and the folders that this leaves empty."""
    own = (_listed(folder) or frozenset()) & _names(folder)
    for name in sorted(own, reverse=True):  # what is in a folder goes before the folder
        place = folder / name
        with suppress(OSError):
            place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()
    with suppress(OSError):
        folder.rmdir()
