"""Where machine code is stored: a folder that nobody but its owner can write to.

Stored machine code runs with the rights of whoever loads it. So the folder is made for its owner
alone. One that somebody else owns, or can write to, is not used: kernels are then compiled again
in each process. It stands in XDG_CACHE_HOME, if that is an absolute path, or else in ~/.cache.

Damaged machine code would end the process without a word. So each file begins with a digest of the
rest, and nothing is read of one whose rest has another: it is compiled again.
"""

import functools
import glob
import hashlib
import os
import pickle
import stat
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
SEAL = hashlib.sha256().digest_size
"""The bytes of a digest, with which each file of machine code begins."""


@functools.cache
def cache_folder() -> Path | None:
    """A folder named after the content of every kernel file of the project; None without a home.

    numba does not notice when a kernel of another file changes, so the name of the folder
    carries a digest of all of them: a changed kernel is compiled anew, with its callers. The
    compiled index of a policy stands beside it, in a file of `algorithms/regret`.
    """
    project = Path(__file__).resolve().parent.parent
    own = Path(__file__)
    files = [*sorted(project.glob("[a-z]*/**/*kernels.py")), own.with_name("compiled.py"), own]
    texts = [file.read_bytes() for file in files]
    policies = (file.read_bytes() for file in sorted(project.glob("algorithms/regret/*.py")))
    texts += [text for text in policies if b"\n@kernel\n" in text]
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text)
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


class _Sealed:
    """The stored machine code of one function: a file for each signature, behind its digest.

    It takes the place of numba's own index and files, which have no digests.
    """

    def __init__(self, files: Any) -> None:
        self._base = os.path.join(files._cache_path, files._index_name.removesuffix(".nbi"))
        self._stamp = files._version, files._source_stamp

    def _path(self, key: Any) -> Path:
        return Path(f"{self._base}.{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.nbc")

    def load(self, key: Any) -> Any:
        """What was stored under a key; None if it is absent, damaged, or of another version."""
        try:
            stored = self._path(key).read_bytes()
        except FileNotFoundError:
            return None
        digest, content = stored[:SEAL], stored[SEAL:]
        if hashlib.sha256(content).digest() != digest:
            return None
        stamp, known, data = pickle.loads(content)
        return data if (stamp, known) == (self._stamp, key) else None

    def save(self, key: Any, data: Any) -> None:
        """Store it, in a file that is whole or absent."""
        from numba.core import serialize

        dumps: Callable[[object], bytes] = serialize.dumps
        content = dumps((self._stamp, key, data))
        path = self._path(key)
        part = path.with_name(f"{path.name}.tmp.{uuid.uuid4().hex[:16]}")
        try:
            part.write_bytes(hashlib.sha256(content).digest() + content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def flush(self) -> None:
        """Forget what is stored of the function."""
        base = Path(self._base)
        for path in base.parent.glob(f"{glob.escape(base.name)}.*.nbc"):
            path.unlink(missing_ok=True)


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
    """Make the store of a compiled function, which stands in an attribute of it, forgiving.

    Its files get digests. A store of another form than numba's, which would be loaded unchecked,
    is not used.
    """
    if hasattr(machine_code, attribute):
        store = getattr(machine_code, attribute)
        if hasattr(store, "_cache_file"):
            store._cache_file = _Sealed(store._cache_file)
        elif hasattr(store, "disable"):
            store.disable()
        setattr(machine_code, attribute, _Forgiving(store))
    return machine_code
