"""The folder of a site: written beside its place, and moved there when every page is complete."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from banditproof.theory.atomic_files import unfinished_folder

MARK = "banditproof-report.json"
"""The file by which the folder of a report is known."""
TEXT_OF_MARK = '{"report": 1}\n'
OLD = ".report-old-"


def require_place(folder: Path) -> Path:
    """The folder, if a report may be written there: it is new, empty, or holds a report.

    >>> require_place(Path(__file__).parent)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    ValueError: The folder ... holds other files than a report; give a new or an empty folder.
    """
    target = Path(os.path.realpath(folder))
    if target.exists() and not target.is_dir():
        raise ValueError(f"{folder} is a file; give a folder.")
    try:
        foreign = target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file()
    except OSError as problem:
        raise ValueError(f"The folder {folder} cannot be read: {problem.strerror}.") from None
    if foreign:
        raise ValueError(
            f"The folder {folder} holds other files than a report; give a new or an empty folder."
        )
    if target == target.parent or target == Path.cwd():
        raise ValueError(
            f"The folder {folder} would be replaced as a whole, and is the working directory or "
            "the root; give a separate folder."
        )
    return target


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
            (part / MARK).write_text(TEXT_OF_MARK, encoding="utf-8")
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
    target.rename(old)
    try:
        part.rename(target)
    except BaseException:
        with suppress(OSError):
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
