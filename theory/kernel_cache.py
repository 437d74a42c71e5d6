"""Where machine code is stored: a folder that nobody but its owner can write to.

Stored machine code runs with the rights of whoever loads it. So the folder is made for its owner
alone. One that somebody else owns, or can write to, is not used: kernels are then compiled again
in each process. It stands in XDG_CACHE_HOME, if that is an absolute path, or else in ~/.cache.
"""

import functools
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@functools.cache
def cache_folder() -> Path | None:
    """A folder named after the content of every kernel file of the project; None without a home.

    numba does not notice when a kernel of another file changes, so the name of the folder
    carries a digest of all of them: a changed kernel is compiled anew, with its callers.
    """
    project = Path(__file__).resolve().parent.parent
    own = Path(__file__)
    files = [*sorted(project.glob("[a-z]*/**/*kernels.py")), own.with_name("compiled.py"), own]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    for home in (os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser("~/.cache")):
        if os.path.isabs(home):
            return Path(home) / "banditproof" / f"kernels-{digest.hexdigest()[:16]}"
    return None


def trusted_folder() -> Path | None:
    """The cache folder, created if need be; None if it cannot be written to or trusted."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        _create(folder)
        real = folder.resolve(strict=True)
        if hasattr(os, "geteuid"):  # what was made for a group is closed
            real.parent.chmod(real.parent.stat().st_mode & ~OTHERS_WRITE & 0o7777)
        return folder if _is_ours(real) and all(map(_is_safe, real.parents)) else None
    except (OSError, RuntimeError):
        return None


def _create(folder: Path) -> None:
    """Create a folder and the missing ones above it, all for their owner alone."""
    if not folder.exists():
        _create(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _is_ours(folder: Path) -> bool:
    """Whether a folder belongs to this user, and nobody else can write to it."""
    result = folder.stat()
    alone = not hasattr(os, "geteuid") or (
        result.st_uid == os.geteuid() and not result.st_mode & OTHERS_WRITE
    )
    return stat.S_ISDIR(result.st_mode) and alone and os.access(folder, os.W_OK)


def _is_safe(folder: Path) -> bool:
    """Whether nobody but this user and the administrator can put another folder into this one.

    A group is trusted here: on many systems each user is the only member of one.
    """
    if not hasattr(os, "geteuid"):
        return True
    result = folder.stat()
    everybody = result.st_mode & stat.S_IWOTH and not result.st_mode & stat.S_ISVTX
    return result.st_uid in (0, os.geteuid()) and not everybody


class _Forgiving:
    """numba's store of one function, in which a file that cannot be read is a file that is absent.

    A store that cannot be written to, such as one on a full disk, keeps nothing.
    """

    def __init__(self, store: Any) -> None:
        self._store = store

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return self._store.load_overload(signature, context)
        except Exception:  # the content of a damaged file may raise anything
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        try:
            self._store.save_overload(signature, code)
        except Exception:
            with suppress(Exception):
                self._store.flush()
                self._store.save_overload(signature, code)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def forgiving(machine_code: Any, attribute: str) -> Any:
    """Make the store of a compiled function, which stands in an attribute of it, forgiving."""
    if hasattr(machine_code, attribute):
        setattr(machine_code, attribute, _Forgiving(getattr(machine_code, attribute)))
    return machine_code
