"""The files that the process of a policy may read: packages whole, of other folders the modules."""

import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.machinery import all_suffixes

_PACKAGES = ("site-packages", "dist-packages")
_SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
    "/etc/localtime", "/usr/share/zoneinfo", "/dev/null", "/dev/urandom",
)  # fmt: skip
MOST_FOLDERS = 2_000
"""How many folders are looked through for modules."""


@cache
def installed(folder: str) -> bool:
    """Whether packages are installed in a folder, where nobody keeps data.

    >>> installed("python3/dist-packages"), installed("my_papers")
    (True, False)
    """
    places = {os.path.realpath(place) for place in sysconfig.get_paths().values()}
    return os.path.basename(folder) in _PACKAGES or os.path.realpath(folder) in places


def whole_places(path: Iterable[str], library: str) -> list[str]:
    """What may be read whole: Python, its packages, and the folders of this library."""
    paths = sysconfig.get_paths()
    python = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    shared = [os.path.join(prefix, "lib") for prefix in (sys.prefix, sys.base_prefix)]
    own = [os.path.realpath(entry.path) for entry in os.scandir(library)]
    found = [folder for folder in path if installed(folder) or os.path.isfile(folder)]
    return [*python, *shared, *found, *own, *_SYSTEM]


def modules_below(folders: Iterable[str]) -> Iterator[str]:
    """The files of modules below some folders, so that they can be imported, and no data.

    Hidden folders and other environments of Python are left out, and so are links under the name
    of a module to what is none.
    """
    endings = tuple(all_suffixes())
    seen = set[str]()
    for folder in folders:
        for place, inner, files in os.walk(folder):
            if place in seen:  # from a folder above
                inner.clear()
                continue
            if len(seen) == MOST_FOLDERS:
                return
            seen.add(place)
            kept = [name for name in inner if name.isidentifier() or name == "__pycache__"]
            inner[:] = [] if "pyvenv.cfg" in files else kept
            for path in (os.path.join(place, name) for name in files if name.endswith(endings)):
                real = os.path.realpath(path) if os.path.islink(path) else path
                if real.endswith(endings):
                    yield path
