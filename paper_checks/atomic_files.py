"""Files that are either complete or absent, and folders that are checked before any work."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def writable_folder(folder: Path) -> Path:
    """The folder, created if need be; a sentence if nothing can be written there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     writable_folder(Path(there) / "figures").is_dir()
    True
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-"):
            pass
    except OSError as problem:
        raise ValueError(
            f"The folder {folder} cannot be written to ({problem.strerror}); give another one."
        ) from None
    return folder


def write_atomically(path: Path, write: Callable[[Path], None]) -> Path:
    """Let `write` fill a temporary neighbour of a file, and move it into place when it is done."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-", suffix=path.suffix)
    os.close(handle)
    part = Path(name)
    try:
        write(part)
        part.chmod(0o644)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path
