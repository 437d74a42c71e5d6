"""Kernels: scalar formulas and loops that run as plain Python or as machine code.

Compiling costs seconds, and loading numba and stored machine code some tenths of a second. Less
work than that is done faster by the Python interpreter. So a kernel has two forms:

    kernel(...)                  machine code;
    kernel.for_work(steps)(...)  either form, for work of about so many steps of a microsecond.

Whichever form is chosen, it also runs all kernels that are called below. Steps add up over the
calls of a kernel, so one that is called often enough is compiled in the end.

The results are equal to the last bit. Python floats follow the same IEEE rules as machine code,
except where Python raises an exception (a division by zero, the logarithm of zero): then the
arguments are restored, and a slower form answers, with the numbers of NumPy and the functions of
`machine_math`. If that raises too, or an interpreted call takes many more steps than were
expected, machine code answers. The environment variable BANDITPROOF_KERNELS, "interpreted" or
"compiled", makes the choice for all kernels. numba is imported when the first one is compiled, and
machine code is stored in the folder of `kernel_cache`.
"""

import functools
import importlib
import itertools
import math
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast
import numpy as np
import numpy.typing as npt
from . import machine_math
from .kernel_cache import cache_folder, forgiving, trusted_folder

P = ParamSpec("P")
R = TypeVar("R")

BREAK_EVEN = 300_000
"""The steps of a microsecond that take as long as loading numba and stored machine code."""
COLD_BREAK_EVEN = 900_000
"""The steps that are interpreted if no machine code is stored, and compiling takes seconds."""
CALL = 1
"""The steps that are counted for each call of a kernel below an interpreted one."""
ELEMENT = 20
"""The steps that are counted for each element of an interpreted elementwise function."""
FORCED = os.environ.get("BANDITPROOF_KERNELS", "")
"""The form of all kernels, "interpreted" or "compiled"; if it is empty, their work decides."""
if FORCED not in ("", "interpreted", "compiled"):
    raise ValueError(
        f"BANDITPROOF_KERNELS is {FORCED!r}; give 'interpreted' or 'compiled', or leave it out."
    )
_BUILDING = threading.RLock()


class _TooLong(Exception):
    """An interpreted call has used up its steps."""


class _Meter(threading.local):
    """The steps that are left for the interpreted call of this thread."""

    left = math.inf


_METER = _Meter()


@contextmanager
def _caching() -> Iterator[bool]:
    """Point numba at our cache folder while a kernel is declared; say whether there is one."""
    config: Any = importlib.import_module("numba.core.config")
    before, folder = config.CACHE_DIR, trusted_folder()
    config.CACHE_DIR = before if folder is None else str(folder)
    try:
        yield folder is not None
    finally:
        config.CACHE_DIR = before


class Kernel(Generic[P, R]):
    """A function on numbers and arrays in its two forms; calling it runs the compiled one."""

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.spent = 0.0
        """The steps that were interpreted so far."""
        self._forms: dict[str, Any] = {}

    def __reduce__(self) -> str:
        """Pickled by its name, as a function is."""
        return self.function.__qualname__

    @property
    def interpreted(self) -> Callable[P, R]:
        """The plain Python form, down to the last kernel that it calls."""
        return cast(Callable[P, R], self._form("interpreted"))

    @property
    def compiled(self) -> Callable[P, R]:
        """The machine code; division by zero gives inf, as in NumPy."""
        return cast(Callable[P, R], self._form("compiled"))

    @property
    def silent(self) -> Callable[P, R]:
        """The plain Python form of NumPy's numbers, infinite where `interpreted` raises."""
        return cast(Callable[P, R], self._form("silent"))

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.compiled(*args, **kwargs)

    def for_work(self, steps: float, calls: int = 1) -> Callable[P, R]:
        """The form that is faster for work of about so many steps, done in so many calls."""
        if self.is_interpreted(steps):
            return functools.partial(self._bounded, steps / calls)
        return self.compiled

    def is_interpreted(self, steps: float) -> bool:
        """Whether work of so many steps is faster without machine code."""
        if FORCED:
            return FORCED == "interpreted"
        if self._is_loaded():
            return False
        total = self.spent + steps
        return total <= BREAK_EVEN or (total <= COLD_BREAK_EVEN and not self._is_stored)

    def _is_loaded(self) -> bool:
        """Whether there is machine code in this process."""
        return bool(getattr(self._forms.get("compiled"), "signatures", None))

    @functools.cached_property
    def _is_stored(self) -> bool:
        """Whether there may be machine code of this kernel in the cache folder."""
        module = self.function.__module__.rpartition(".")[2]
        folder = cache_folder()
        if folder is None:
            return False
        try:
            return any(folder.glob(f"*/{module}.{self.function.__qualname__}-*.nbc"))
        except OSError:
            return False

    def _bounded(self, steps: float, *args: Any) -> Any:
        """The interpreted form, and the compiled one where it raises or takes too many steps."""
        saved = [_saved(value) for value in args]
        allowed = math.inf if FORCED == "interpreted" else 2.0 * COLD_BREAK_EVEN
        outer, _METER.left = _METER.left, allowed
        try:
            with np.errstate(all="ignore"):
                try:
                    return _plain(self._form("interpreted")(*args))
                except (ArithmeticError, ValueError):
                    _restore_all(args, saved)
                    return _plain(self._form("silent")(*map(_numpy_number, args)))
        except (ArithmeticError, ValueError, _TooLong):
            _restore_all(args, saved)
        finally:
            used = 0.0 if allowed == math.inf else allowed - _METER.left
            self.spent += max(steps, used)
            _METER.left = outer
        return self._form("compiled")(*args)

    def _form(self, name: str) -> Any:
        """The function with the same code whose kernels all have the form of the name."""
        if name in self._forms:
            return self._forms[name]
        with _BUILDING:
            if name not in self._forms:
                given: Any = self.function
                known = given.__globals__
                names = {"__builtins__", "__name__", *given.__code__.co_names} & known.keys()
                values = {used: _in_form(name, known[used]) for used in names}
                parts = (given.__code__, values, given.__name__, given.__defaults__)
                function = functools.update_wrapper(FunctionType(*parts, given.__closure__), given)
                del function.__wrapped__
                build = _machine_code if name == "compiled" else _counted
                self._forms[name] = build(function)
            return self._forms[name]


def _in_form(name: str, value: Any) -> Any:
    """What a kernel of a form calls, in the same form."""
    if isinstance(value, Kernel):
        return value._form(name)
    return machine_math if name == "silent" and value is math else value


def _machine_code(function: Callable[..., Any]) -> Any:
    from numba import njit

    with _caching() as cache:
        machine_code = njit(cache=cache, error_model="numpy", nogil=True)(function)
    return forgiving(machine_code, "_cache")


def _counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which counts its calls and gives up when no steps are left."""

    def counted(*args: Any) -> Any:
        _METER.left -= CALL
        if _METER.left < 0.0:
            raise _TooLong
        return function(*args)

    return counted


def _saved(value: Any) -> Any:
    """What a call may change of an argument: the entries of an array, the state of a generator."""
    if isinstance(value, np.ndarray):
        return value.copy()
    return value.bit_generator.state if isinstance(value, np.random.Generator) else None


def _restore_all(values: Sequence[Any], states: Sequence[Any]) -> None:
    """Undo what a call has changed of its arguments."""
    for value, state in zip(values, states, strict=True):
        if isinstance(value, np.ndarray):
            value[...] = state
        elif isinstance(value, np.random.Generator):
            value.bit_generator.state = state


def _numpy_number(value: Any) -> Any:
    """A float as NumPy's, which divides by zero."""
    return np.float64(value) if isinstance(value, float) else value


def _plain(result: Any) -> Any:
    """A result with Python numbers in place of NumPy scalars, as machine code returns it."""
    if isinstance(result, tuple):
        return tuple(map(_plain, result))
    return result.item() if isinstance(result, np.generic) else result


class Elementwise(Kernel[Any, Any]):
    """A scalar formula that broadcasts over arrays, in the form that is faster for their size."""

    def __init__(self, function: Callable[..., float]) -> None:
        super().__init__(function)

    def __call__(self, *arrays: npt.ArrayLike) -> Any:
        if self.is_interpreted(0):
            cells = np.broadcast_arrays(*arrays)
            steps = ELEMENT * cells[0].size
            if self.is_interpreted(steps):
                self.spent += steps
                try:
                    return self._over([cell.ravel().tolist() for cell in cells], cells[0].shape)
                except (ArithmeticError, ValueError):
                    pass
        # machine code may evaluate the branch not taken, which only raises a processor flag
        with np.errstate(all="ignore"):
            return self._ufunc(*arrays)

    def _over(self, columns: Sequence[list[Any]], shape: tuple[int, ...]) -> Any:
        values = list(itertools.starmap(self._value, zip(*columns, strict=True)))
        return np.array(values, dtype=np.float64).reshape(shape)[()]

    def _value(self, *numbers: float) -> float:
        try:
            return float(self.interpreted(*numbers))
        except (ArithmeticError, ValueError):
            with np.errstate(all="ignore"):
                return float(self.silent(*map(_numpy_number, numbers)))

    def _is_loaded(self) -> bool:
        return "_ufunc" in self.__dict__

    @functools.cached_property
    def _ufunc(self) -> Any:
        numba: Any = importlib.import_module("numba")
        function = getattr(self.compiled, "py_func", self.compiled)
        with _caching() as cache:
            ufunc = numba.vectorize(cache=cache)(function)
        forgiving(ufunc._dispatcher, "cache")
        return ufunc


def over_arrays(scalar: Kernel[Any, float]) -> Elementwise:
    """A kernel of scalars as an elementwise function, which has its name and `_array`."""
    given: Any = scalar.function
    function = FunctionType(given.__code__, given.__globals__, given.__name__ + "_array")
    function.__module__, function.__qualname__ = given.__module__, function.__name__
    return Elementwise(function)


def with_parts(given: Kernel[P, R], **parts: Kernel[..., Any]) -> Kernel[P, R]:
    """The kernel with other kernels behind some of the names that it calls.

    Its name, under which machine code is stored, says what they are.

    >>> @Kernel
    ... def twice(x):
    ...     return 2.0 * x
    >>> @Kernel
    ... def one_more(x):
    ...     return part(x) + 1.0
    >>> with_parts(one_more, part=twice).interpreted(3.0)
    7.0
    """
    base: Any = given.function
    functions: list[Any] = [part.function for part in parts.values()]
    places = (f"{own.__module__.rpartition('.')[2]}_{own.__name__}" for own in functions)
    name = "_of_".join((base.__name__, *places))
    function = FunctionType(base.__code__, {**base.__globals__, **parts}, name, base.__defaults__)
    function.__module__, function.__qualname__ = base.__module__, name
    function.__doc__ = base.__doc__
    return Kernel(function)


kernel = Kernel
elementwise = Elementwise
