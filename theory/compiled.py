"""How a scalar formula becomes machine code: `kernel` for loops, `elementwise` for arrays.

Importing this module imports numba, so the rest of the room imports kernels only when a
function is called.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

numba_config: Any = importlib.import_module("numba.core.config")
Function = TypeVar("Function", bound=Callable[..., Any])
Ufunc = Callable[..., npt.NDArray[np.float64]]


def _cache_folder() -> Path:
    """A folder named after the content of every kernel file of the project.

    numba does not notice when a kernel of another file changes, so the name of the folder
    carries a digest of all of them: a changed kernel is compiled anew, with its callers.
    """
    project = Path(__file__).resolve().parent.parent
    files = [*sorted(project.glob("[a-z]*/**/*kernels.py")), Path(__file__)]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "banditproof" / f"kernels-{digest.hexdigest()[:16]}"


@contextmanager
def _caching() -> Iterator[bool]:
    """Point numba at our cache folder while a kernel is declared; say whether it is writable."""
    before = numba_config.CACHE_DIR
    try:
        _FOLDER.mkdir(parents=True, exist_ok=True)
        usable = os.access(_FOLDER, os.W_OK)
    except OSError:
        usable = False
    numba_config.CACHE_DIR = str(_FOLDER) if usable else before
    try:
        yield usable
    finally:
        numba_config.CACHE_DIR = before


_FOLDER = _cache_folder()


def kernel(function: Function) -> Function:
    """Compile a function on scalars or arrays; division by zero gives inf, as in NumPy."""
    with _caching() as cache:
        compiled: Any = numba.njit(cache=cache, error_model="numpy", nogil=True)(function)
    return cast(Function, compiled)


def elementwise(function: Callable[..., float]) -> Ufunc:
    """Compile a scalar kernel into a NumPy ufunc that broadcasts over its arguments."""
    vectorize: Any = numba.vectorize
    with _caching() as cache:
        ufunc: Ufunc = vectorize(cache=cache)(function)

    @functools.wraps(function)
    def quiet(*arrays: npt.ArrayLike) -> npt.NDArray[np.float64]:
        # machine code may evaluate the branch not taken, which only raises a processor flag
        with np.errstate(all="ignore"):
            return ufunc(*arrays)

    return quiet
