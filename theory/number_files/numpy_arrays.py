"""Arrays of NPY and NPZ files, whatever a damaged or forged one makes their readers raise."""

from __future__ import annotations
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.theory.bounded_reading import require_file

Array = npt.NDArray[Any]


class NumpyArrays(Mapping[str, Array]):
    """The arrays of an NPZ file by their names, each read when it is asked for."""

    def __init__(self, path: Path, arrays: Any) -> None:
        self._path, self._arrays = path, arrays

    def __getitem__(self, name: str) -> Array:
        if name not in self._arrays.files:
            raise KeyError(name)
        with _as_a_sentence(self._path):
            array: Array = self._arrays[name]
            if not isinstance(array, np.ndarray):
                raise EOFError(f"{name} is no array")
        return array

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays.files)

    def __len__(self) -> int:
        return len(self._arrays.files)


@contextmanager
def numpy_arrays(path: Path) -> Iterator[Array | NumpyArrays]:
    """The array of an NPY file, or those of an NPZ file, while the block runs.

    Python objects are not loaded. A file that is damaged raises ValueError with one sentence.
    """
    require_file(path)
    with path.open("rb") as stream:
        if not stream.read(1):
            raise ValueError(f"{path} is empty; give a file of NumPy.")
        stream.seek(0)
        with _as_a_sentence(path):
            result = np.load(stream, allow_pickle=False)
        if isinstance(result, np.ndarray):
            yield result
            return
        with result:
            yield NumpyArrays(path, result)


@contextmanager
def _as_a_sentence(path: Path) -> Iterator[None]:
    """What a reader raises as a ValueError with one sentence.

    A header of an NPY file is an expression of Python, and a member of an NPZ file is packed: their
    readers raise errors of syntax, of recursion, of packing, of memory and others. So any error
    means that the file cannot be read.
    """
    try:
        with warnings.catch_warnings():  # a forged header is compiled, which may warn
            warnings.simplefilter("ignore")
            yield
    except Exception as problem:
        if isinstance(problem, OSError) and problem.strerror:
            raise ValueError(f"{path} cannot be read: {problem.strerror}.") from None
        if isinstance(problem, ValueError) and "pickle" in str(problem):
            raise ValueError(
                f"{path} is no file of NumPy, or holds Python objects, which are not loaded; give "
                "arrays of numbers."
            ) from None
        raise ValueError(
            f"{path} is damaged, or no file of NumPy; give an .npz or .npy file of numbers."
        ) from None
