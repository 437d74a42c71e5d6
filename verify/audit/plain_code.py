"""Is the code of a policy plain: can it compute with what it is given, and reach nothing else?

Nothing hands a raw reward to a decision. But code in the same process could take one: from the
frames of its callers, from live objects, from a file of its own memory; or it could change the
engine, its noise or itself. What such code does is not post-processing, whatever the curator
declares. So code is judged by what it may do, not by what it must not: it computes with its
arguments, plain data, its own functions, and a list of modules and built-in functions that only
compute. Everything else is a reason not to judge a policy by its construction.
"""

import enum
from abc import ABCMeta
from collections import defaultdict, deque
from collections.abc import Iterable
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any
import numpy as np
from banditproof.verify.object_graph import cached_function, held_by, is_of_numpy, is_one_of
from .installed_code import is_installed, is_shipped, is_trusted_class, of_others, stands_elsewhere
from .plain_classes import (
    CACHED,
    COMPILED,
    DISPATCHED,
    given_to_dataclass,
    is_dataclass_method,
    is_plumbing,
)
from .plain_names import DENIED, FUNCTIONS, OPERATIONS, OWN, PLUMBING
from .plain_steps import Reading, is_computing, is_random, names_read

ATOMS = (int, float, complex, bool, str, bytes, type(None), type(...), type(NotImplemented))
BOXES = (tuple, list, dict, set, frozenset, MappingProxyType)
KEEPERS = (list, dict, set, deque, np.ndarray)
"""Boxes in which something can be put later."""
LAZY = (defaultdict, np.random.Generator)
"""Boxes in which reading puts something."""
MAKERS = (type, ABCMeta, enum.EnumMeta)
"""The classes of classes that do not change what a class does."""


def not_plain(things: Iterable[Any], memory: bool = True) -> list[str]:
    """Why the code of some objects is not plain; empty if it is. Of this library nothing is read.

    Without `memory`, code that writes into lists or dictionaries, and reaches some which outlive a
    call, is not plain either: they could be a memory from one call to the next. Nor is code with
    generators of numbers, iterators, or variables outside of its functions that it sets.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> not_plain([DPIMED(arms=2, eps=1)]), not_plain([lambda x: open(x)])
    ([], ['<lambda> uses open'])
    """
    reading = Reading()
    waiting = list(things)
    while waiting and len(reading.reasons) < 3:
        waiting += _next(waiting.pop(), reading)
        waiting += [] if waiting else _planted(reading)
    if not memory and reading.boxes and reading.writes:
        reading.against(reading.writes[0], f"may keep something in a {reading.boxes[0]}")
    if not memory and reading.states:
        reading.against("The code", f"may keep something by {reading.states[0]}")
    return reading.reasons


def _next(thing: Any, reading: Reading) -> list[Any]:
    """What else is to be read after an object; reasons against it are noted.

    What an object is says its type, and not the object, which may say what it likes.
    """
    if id(thing) in reading.seen:
        return []
    reading.seen[id(thing)] = thing
    kind = type(thing)
    if is_one_of(kind, ATOMS):
        return []
    if kind is FunctionType:
        return _function(thing, reading)
    if issubclass(kind, ModuleType):
        return _module(thing, reading)
    if issubclass(kind, type):
        return _class(thing, reading)
    if kind is staticmethod or kind is classmethod:  # its own fields are copies of the function's
        return [thing.__func__]
    if kind is property:
        return [item for item in (thing.fget, thing.fset, thing.fdel) if item is not None]
    if kind is np.ufunc:
        return [] if is_of_numpy(thing) else _refused(reading, "The code", f"uses {thing!r}")
    if kind is BuiltinFunctionType or is_one_of(kind, COMPILED) or _is_jitted(kind):
        return _compiled(thing, reading)
    return _object(thing, reading)


def _refused(reading: Reading, where: str, why: str) -> list[Any]:
    reading.against(where, why)
    return []


def _function(function: FunctionType, reading: Reading) -> list[Any]:
    where = function.__qualname__.replace("<locals>.", "")
    if is_installed(function.__globals__):
        home = str(function.__globals__["__name__"])
        if not is_shipped(function):
            return _refused(reading, "The code", f"uses {function.__qualname__}, put into {home}")
        reading.note(function.__name__, "The code")
        if is_random(home):
            reading.states.append(home)
        if is_computing(home) and function.__name__ not in DENIED:
            return _given_to(function, where, reading)
        return _refused(reading, "The code", f"uses {home}.{function.__qualname__}")
    if set(vars(function)) - {"__wrapped__", "__isabstractmethod__"}:
        return _refused(reading, where, "has attributes, where something may be kept")
    later: list[Any] = []
    built_in: dict[str, Any] = getattr(function, "__builtins__", {})
    for name in dict.fromkeys(names_read(function.__code__, where, reading)):
        value = function.__globals__.get(name, _MISSING)
        if value is not _MISSING:
            later.append(value)
        elif name not in FUNCTIONS or name not in built_in:
            reading.against(where, f"uses {name}")
        elif built_in[name] is not NotImplemented:
            later.append(built_in[name])
    wrapped = function.__dict__.get("__wrapped__")
    return [*(later + _given_to(function, where, reading)), *([] if wrapped is None else [wrapped])]


def _given_to(function: FunctionType, where: str, reading: Reading) -> list[Any]:
    """What a function has beside its code: default values, and the variables around it."""
    later = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in function.__closure__ or ():
        try:
            later.append(cell.cell_contents)
        except ValueError:  # it is not filled
            reading.against(where, "has a variable that is not set yet")
    return later


_MISSING = object()


def _module(module: ModuleType, reading: Reading) -> list[Any]:
    if type(module) is ModuleType and is_installed(vars(module)):
        if is_computing(module.__name__):
            if is_random(module.__name__):
                reading.states.append(module.__name__)
            reading.homes.append(module)
            return []
        return _refused(reading, "The code", f"uses the module {module.__name__}")
    return _refused(reading, "The code", f"uses the module {module.__name__} as a whole")


def _class(kind: type, reading: Reading) -> list[Any]:
    if is_trusted_class(kind):
        home = kind.__module__
        made_by: type = type(kind)
        reading.homes += [*kind.__mro__, *made_by.__mro__]
        computes = home == "builtins" and kind.__name__ in FUNCTIONS
        computes = computes or is_computing(home) or home.startswith(f"{OWN}.verify")
        return (
            []
            if computes and kind.__name__ not in DENIED
            else _refused(reading, "The code", f"uses {kind.__qualname__}")
        )
    if not is_one_of(type(kind), MAKERS):
        return _refused(reading, kind.__qualname__, f"has the metaclass {type(kind).__name__}")
    names = vars(kind)
    for name, made in names.items():
        special = name.startswith("__") and name.endswith("__")
        computes = name in PLUMBING or name in OPERATIONS or is_dataclass_method(made, kind)
        if special and not computes:
            reading.against(kind.__qualname__, f"defines {name}")
    reading.private |= {name for name in names if name.startswith("_") and name[:2] != "__"}
    later = list(given_to_dataclass(kind))
    for name, value in names.items():
        if not is_dataclass_method(value, kind) and not is_plumbing(name, value, kind):
            later.append(value)
    reading.homes += filter(is_trusted_class, kind.__mro__[1:])
    return [*later, *(base for base in kind.__mro__[1:] if not is_trusted_class(base))]


def _planted(reading: Reading) -> list[Any]:
    """What somebody has put into the installed modules and classes that code reaches."""
    planted: list[Any] = []
    for home in reading.homes:
        names = vars(home)
        asked = {*reading.names, "__getattr__"}
        for name in (*names,) if isinstance(home, type) else asked & {*names}:
            if (id(home), name) in reading.searched or name == "__class__":
                continue
            reading.searched.add((id(home), name))
            value = getattr(names[name], "__func__", names[name])
            if isinstance(value, ModuleType):
                planted.append(value)
            elif isinstance(value, FunctionType):
                if not is_installed(value.__globals__):
                    planted.append(value)
                elif not is_shipped(value) and not (
                    isinstance(home, type) and is_dataclass_method(value, home)
                ):
                    reading.against("The code", f"reaches {home.__name__}.{name}, put there")
            else:
                planted += of_others(value)
    return planted


def _compiled(thing: Any, reading: Reading) -> list[Any]:
    owner = getattr(thing, "__self__", None)
    module = owner.__name__ if isinstance(owner, ModuleType) else None
    home = str(module or getattr(thing, "__module__", None) or "")
    top, name = home.split(".")[0], str(getattr(thing, "__name__", ""))
    reading.note(name, "The code")
    if is_random(home):
        reading.states.append(home)
    if _is_jitted(type(thing)):
        return [thing.py_func]
    if type(thing) in (CACHED, DISPATCHED):
        inner = cached_function(thing) if type(thing) is CACHED else thing._implementation
        if not isinstance(inner, FunctionType) or stands_elsewhere(inner):
            return _refused(reading, "The code", f"uses {home}.{name}, whose code is another's")
    if is_computing(home) and name not in DENIED:
        return []
    if top == "builtins" and name in FUNCTIONS:
        return []
    if name == "__new__" and is_one_of(owner, (object, *ATOMS, *BOXES)):  # named tuples keep it
        return []
    return _refused(reading, "The code", f"uses the compiled {home}.{name}")


def _is_jitted(kind: type) -> bool:
    """Whether objects of a class are functions that numba has compiled."""
    named = type.__dict__["__module__"].__get__(kind)
    return isinstance(named, str) and named.startswith("numba.") and is_trusted_class(kind)


def _object(thing: Any, reading: Reading) -> list[Any]:
    """An object of a class: its class, and what it holds, are read."""
    kind = type(thing)
    held = held_by(thing)
    trusted = is_trusted_class(kind)
    name = type.__dict__["__qualname__"].__get__(kind)
    if held is None:
        return _refused(reading, "The code", f"uses a {name}, which may hold anything")
    reading.boxes += [box.__name__ for box in KEEPERS if issubclass(kind, box)]
    if is_random(str(kind.__module__)) or hasattr(kind, "__next__") or issubclass(kind, LAZY):
        reading.states.append(f"a {name}")
    if not trusted:
        return [kind, *held]
    if is_one_of(kind, BOXES):
        return held
    reading.homes += kind.__mro__
    if kind.__module__.split(".")[0] == OWN or isinstance(thing, enum.Enum):
        return held
    if (is_computing(kind.__module__) or kind is MethodType) and kind.__name__ not in DENIED:
        return held
    return _refused(reading, "The code", f"uses a {kind.__module__}.{kind.__qualname__}")
