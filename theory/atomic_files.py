"""Files and folders that are either complete or absent, checked before any work.

A file, or a folder of files, is written beside its place under the name .part-HOST-PROCESS-NUMBER,
and moved there when it is complete. If a process is killed, its parts stay; the next one that
writes to the folder on the same machine finds that the process is gone, and removes them.
"""

import errno
import hashlib
import os
import re
import secrets
import shutil
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

_OPEN: set[Path] = set()
"""The parts that this process is writing."""
_MADE: set[Path] = set()
"""The folders that this process has made, and that go again if nothing comes into them."""
_PART = re.compile(r"\.part-([0-9a-f]{8})-([0-9]+)-[0-9a-f]{8}(\.\w+)?")


def writable_folder(folder: Path) -> Path:
    """The folder, created if need be; a sentence if nothing can be written there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     writable_folder(Path(there) / "figures").is_dir()
    True
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _part(folder, ""):
            pass
    except OSError as problem:
        raise ValueError(
            f"The folder {folder} cannot be written to ({problem.strerror}); give another one."
        ) from None
    return folder


def writable_file(path: Path) -> Path:
    """The path, if a file can be written there; else a sentence, before any work.

    >>> writable_file(Path("absent/results.json"))
    Traceback (most recent call last):
      ...
    ValueError: The folder absent does not exist; create it or give another one.
    """
    folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
    if path.is_dir():
        raise ValueError(f"{path} is a folder; give the name of a file.")
    _refuse_device(path)
    if not folder.exists():
        raise ValueError(f"The folder {folder} does not exist; create it or give another one.")
    if not folder.is_dir():
        raise ValueError(f"{folder} is a file, and no folder; give another one.")
    writable_folder(folder)
    return path


def _refuse_device(path: Path) -> None:
    """A device such as /dev/null would be replaced by a file, for all programs.

    Links in a circle lead to no file.
    """
    try:
        path.stat()
    except OSError as problem:
        if problem.errno == errno.ELOOP:
            raise ValueError(f"{path} is a link in a circle; give the name of a file.") from None
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ValueError(f"{path} is a device or a pipe; give the name of a file.")


def write_atomically(path: Path, write: Callable[[Path], None]) -> Path:
    """Let `write` fill a temporary neighbour of a file, and move it into place when it is done.

    A new file gets the permissions that the umask leaves, another one keeps its own. If the path is
    a symbolic link, the link stays, and the file that it points to is replaced.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     done = write_atomically(Path(there) / "a.txt", lambda part: part.touch())
    ...     done.name, [file.name for file in Path(there).iterdir()]
    ('a.txt', ['a.txt'])
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    _refuse_device(path)
    with _part(target.parent, path.suffix) as part:
        write(part)
        with suppress(FileNotFoundError):
            part.chmod(target.stat().st_mode & 0o777)
        part.replace(target)
    return path


def write_text(path: Path, text: str) -> Path:
    """Write a text to a file, in UTF-8, complete or not at all.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     write_text(Path(there) / "a.txt", "one line\\n").read_text(encoding="utf-8")
    'one line\\n'
    """

    def write(part: Path) -> None:
        part.write_text(text, encoding="utf-8", newline="\n")

    return write_atomically(path, write)


def remove_unfinished() -> None:
    """Remove the parts that this process is writing, before it ends at once."""
    for part in list(_OPEN):
        _remove(part)
    _remove_empty(_MADE)


@contextmanager
def filled_folder(folder: Path) -> Iterator[Path]:
    """A folder that is created if need be, and goes again if it is empty at the end.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     with filled_folder(Path(there) / "a" / "b") as inside:
    ...         inside.is_dir()
    ...     list(Path(there).iterdir())
    True
    []
    """
    made = {at for at in (folder, *folder.parents) if not at.exists()}
    _MADE.update(made)
    try:
        yield writable_folder(folder)
    finally:
        _remove_empty(made)
        _MADE.difference_update(made)


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove those of the folders that are empty, the innermost first."""
    for folder in sorted(folders, key=lambda at: -len(at.parts)):
        with suppress(OSError):
            folder.rmdir()


@contextmanager
def unfinished_folder(parent: Path) -> Iterator[Path]:
    """An empty folder beside the place of another one, which is removed if it is not moved.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     with unfinished_folder(Path(there)) as part:
    ...         done = part.rename(Path(there) / "done")
    ...     [folder.name for folder in Path(there).iterdir()]
    ['done']
    """
    _remove_left_behind(parent)
    part = parent / _name_of_part("")
    _OPEN.add(part)
    try:
        part.mkdir()
        yield part
    finally:
        _remove(part)
        _OPEN.discard(part)


def _remove(part: Path) -> None:
    """Remove a file, or a folder with all that it holds; what cannot go stays."""
    with suppress(OSError):
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink()


def _name_of_part(suffix: str) -> str:
    return f".part-{_host()}-{os.getpid()}-{secrets.token_hex(4)}{suffix}"


@contextmanager
def _part(folder: Path, suffix: str) -> Iterator[Path]:
    """An empty file with its own name, which is removed if it is not moved."""
    _remove_left_behind(folder)
    part = folder / _name_of_part(suffix)
    _OPEN.add(part)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        yield part
    finally:
        with suppress(FileNotFoundError):
            part.unlink()
        _OPEN.discard(part)


@cache
def _remove_left_behind(folder: Path) -> None:
    """Remove the parts of processes of this machine that are gone, once for each folder."""
    with suppress(OSError):
        for name in os.listdir(folder):
            match = _PART.fullmatch(name)
            if match and match[1] == _host() and _is_gone(int(match[2]), folder / name):
                _remove(folder / name)


def _is_gone(process: int, part: Path) -> bool:
    if process == os.getpid():
        return part not in _OPEN
    if os.name != "posix":  # elsewhere the signal 0 is not a question
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        return False
    return False


@cache
def _host() -> str:
    """A short name of this machine: other machines have processes of the same numbers."""
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]
