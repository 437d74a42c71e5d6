"""Is the code of a policy plain: can it compute with what it is given, and reach nothing else?

Nothing hands a raw reward to a decision. But code in the same process could take one: from the
frames of its callers, from live objects, from a file of its own memory; or it could change the
engine, its noise or itself. What such code does is not post-processing, whatever the curator
declares. So code is judged by what it may do, not by what it must not: it computes with its
arguments, plain data, its own functions, and a list of modules and built-in functions that only
compute. Everything else is a reason not to judge a policy by its construction.
"""

from __future__ import annotations

import dataclasses
import dis
import enum
import inspect
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from importlib.machinery import SourceFileLoader
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
)
from typing import Any

import numpy as np

from .plain_names import (
    ATTRIBUTES,
    CALLED,
    COMPUTING,
    DATACLASS_METHODS,
    DATACLASS_NAMES,
    DENIED,
    FUNCTIONS,
    IMPORTS,
    INNER,
    MUTATORS,
    NAMES,
    OPERATIONS,
    OWN,
    PLUMBING,
    SCIENTIFIC,
    WRITING,
)

ATOMS = (int, float, complex, bool, str, bytes, Fraction, type(None), type(...), np.dtype)
BOXES = (tuple, list, dict, set, frozenset, MappingProxyType)
METHODS = (staticmethod, classmethod, property, MethodType, partial)


@dataclass
class _Reading:
    """The objects that were read, and the reasons against them."""

    reasons: list[str] = field(default_factory=list)
    seen: dict[int, Any] = field(default_factory=dict)
    private: set[str] = field(default_factory=set)
    boxes: list[str] = field(default_factory=list)
    """The kinds of lists, dictionaries and arrays that code reaches."""
    writes: list[str] = field(default_factory=list)
    """The functions that write into lists, dictionaries or arrays."""
    names: set[str] = field(default_factory=set)
    """The attributes that code asks for."""
    homes: list[Any] = field(default_factory=list)
    """The installed modules and classes that code reaches."""
    searched: set[tuple[int, str]] = field(default_factory=set)

    def against(self, where: str, why: str) -> None:
        if len(self.reasons) < 3:
            self.reasons.append(f"{where} {why}")


def not_plain(things: Iterable[Any], memory: bool = True) -> list[str]:
    """Why the code of some objects is not plain; empty if it is. Of this library nothing is read.

    Without `memory`, code that writes into lists or dictionaries, and reaches some which outlive a
    call, is not plain either: they could be a memory from one call to the next.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> not_plain([DPIMED(arms=2, eps=1)]), not_plain([lambda x: open(x)])
    ([], ['<lambda> uses open'])
    """
    reading = _Reading()
    waiting = list(things)
    while waiting and len(reading.reasons) < 3:
        waiting += _next(waiting.pop(), reading)
        waiting += [] if waiting else _planted(reading)
    if not memory and reading.boxes and reading.writes:
        reading.against(reading.writes[0], f"may keep something in a {reading.boxes[0]}")
    return reading.reasons


def _next(thing: Any, reading: _Reading) -> list[Any]:
    """What else is to be read after an object; reasons against it are noted."""
    if id(thing) in reading.seen:
        return []
    reading.seen[id(thing)] = thing
    kind = type(thing)
    if kind in ATOMS or isinstance(thing, np.generic) or kind is np.ufunc:
        return []
    if kind is np.ndarray and thing.dtype != object:
        reading.boxes.append("array")
        return []
    if kind in BOXES:
        if kind in (list, dict, set):
            reading.boxes.append(kind.__name__)
        return [*thing, *(thing.values() if isinstance(thing, dict | MappingProxyType) else ())]
    if kind is FunctionType:
        return _function(thing, reading)
    if kind in METHODS:
        return [inner for inner in _inside(thing) if inner is not None]
    if isinstance(thing, ModuleType):
        return _module(thing, reading)
    if isinstance(thing, type):
        return _class(thing, reading)
    if isinstance(thing, BuiltinFunctionType) or _is_compiled(thing):
        return _compiled(thing, reading)
    return _object(thing, reading)


def _refused(reading: _Reading, where: str, why: str) -> list[Any]:
    reading.against(where, why)
    return []


def _inside(thing: Any) -> tuple[Any, ...]:
    if isinstance(thing, property):
        return (thing.fget, thing.fset, thing.fdel)
    if isinstance(thing, partial):
        return (thing.func, *thing.args, *thing.keywords.values())
    if isinstance(thing, MethodType):
        return (thing.__func__, thing.__self__)
    return (thing.__func__,)


def _function(function: FunctionType, reading: _Reading) -> list[Any]:
    if is_installed(function.__globals__):
        home = str(function.__globals__["__name__"])
        if not _is_shipped(function):
            return _refused(reading, "The code", f"uses {function.__qualname__}, put into {home}")
        if _is_computing(home) and function.__name__ not in DENIED:
            return []
        return _refused(reading, "The code", f"uses {home}.{function.__qualname__}")
    where = function.__qualname__.replace("<locals>.", "")
    if set(vars(function)) - {"__wrapped__", "__isabstractmethod__"}:
        return _refused(reading, where, "has attributes, where something may be kept")
    later: list[Any] = []
    built_in: dict[str, Any] = getattr(function, "__builtins__", {})
    for name in dict.fromkeys(_code(function.__code__, where, reading)):
        found = function.__globals__.get(name, _MISSING)
        if found is not _MISSING:
            later.append(found)
        elif name not in FUNCTIONS or name not in built_in:
            reading.against(where, f"uses {name}")
        elif built_in[name] is not NotImplemented:
            later.append(built_in[name])
    later += (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    for cell in function.__closure__ or ():
        try:
            later.append(cell.cell_contents)
        except ValueError:  # it is not filled
            reading.against(where, "has a variable that is not set yet")
    wrapped = function.__dict__.get("__wrapped__")
    return [*later, *([] if wrapped is None else [wrapped])]


_MISSING = object()


def _code(code: CodeType, where: str, reading: _Reading) -> Iterator[str]:
    """The names that code reads from its module; steps that are not plain are noted."""
    for step in dis.get_instructions(code):
        if step.opname in WRITING:
            what = "matches a class" if step.opname == "MATCH_CLASS" else "changes or imports"
            reading.against(where, f"{what} {step.argval}")
        elif step.opname in ATTRIBUTES:
            name = str(step.argval)
            reading.names.add(name)
            inner = name.startswith(INNER) and name not in reading.private
            if (inner and name != "__init__") or name in DENIED:
                reading.against(where, f"uses the attribute {name}")
            if name in MUTATORS:
                reading.writes.append(where)
        elif step.opname in ("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE"):
            reading.writes.append(where)
        elif step.opname in NAMES:
            yield str(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant, where, reading)


def _module(module: ModuleType, reading: _Reading) -> list[Any]:
    if is_installed(vars(module)):
        if _is_computing(module.__name__):
            reading.homes.append(module)
            return []
        return _refused(reading, "The code", f"uses the module {module.__name__}")
    return _refused(reading, "The code", f"uses the module {module.__name__} as a whole")


def _is_computing(module: str) -> bool:
    """Whether a module only computes with what it is given."""
    rooms = (f"{OWN}.theory", f"{OWN}.algorithms", *SCIENTIFIC)
    parts = module.split(".")
    return (parts[0] in COMPUTING or module.startswith(rooms)) and not DENIED & {*parts}


def _class(kind: type, reading: _Reading) -> list[Any]:
    if _is_trusted_class(kind):
        home = kind.__module__
        reading.homes += kind.__mro__
        known = home == "builtins" and kind.__name__ in FUNCTIONS
        known = known or _is_computing(home) or home.startswith(f"{OWN}.verify")
        return (
            []
            if known and kind.__name__ not in DENIED
            else _refused(reading, "The code", f"uses {kind.__qualname__}")
        )
    if type(kind).__module__ not in ("builtins", "abc", "enum"):
        return _refused(reading, kind.__qualname__, f"has the metaclass {type(kind).__name__}")
    names = vars(kind)
    for name, made in names.items():
        special = name.startswith("__") and name.endswith("__")
        known = name in PLUMBING or name in OPERATIONS or _is_dataclass_method(made, kind)
        if special and not known:
            reading.against(kind.__qualname__, f"defines {name}")
    reading.private |= {name for name in names if name.startswith("_") and name[:2] != "__"}
    later = list(_given_to_dataclass(kind))
    for name, value in names.items():
        if not _is_dataclass_method(value, kind) and not _is_plumbing(name, value, kind):
            later.append(value)
    reading.homes += filter(_is_trusted_class, kind.__mro__[1:])
    return [*later, *(base for base in kind.__mro__[1:] if not _is_trusted_class(base))]


def _is_plumbing(name: str, value: Any, kind: type) -> bool:
    """Whether a name of a class holds what Python, `abc` or a named tuple has put there."""
    if name in CALLED:
        made = getattr(value, "__func__", value)
        code = getattr(made, "__code__", None)
        return (
            name == "__new__"
            and issubclass(kind, tuple)
            and code is not None
            and code.co_names == ("_tuple_new",)
            and made.__globals__.get("_tuple_new") == tuple.__new__
        )
    return name in PLUMBING and (name != "_abc_impl" or type(value).__name__ == "_abc_data")


def _given_to_dataclass(kind: type) -> Iterator[Any]:
    """What the methods that `dataclass` wrote call: factories of values, and their closures."""
    fields = vars(kind).get("__dataclass_fields__", {})
    yield from (
        one.default_factory
        for one in fields.values()
        if one.default_factory is not dataclasses.MISSING
    )
    for method in vars(kind).values():
        inner = inspect.unwrap(method) if callable(method) else method
        if not isinstance(inner, FunctionType) or not _is_dataclass_method(inner, kind):
            continue
        if is_installed(inner.__globals__) and inner.__module__ == "dataclasses":
            continue
        cells = [cell.cell_contents for cell in inner.__closure__ or ()]
        yield from (one for one in cells if type(one).__module__ != "dataclasses")
        yield from (
            inner.__globals__[name]
            for name in inner.__code__.co_names
            if name in inner.__globals__ and name not in fields
        )


def _is_dataclass_method(value: Any, kind: type) -> bool:
    """Whether a method was written by `dataclass`, which sets the fields of frozen objects."""
    inner = inspect.unwrap(value) if callable(value) else value
    kept = ("_dataclass_getstate", "_dataclass_setstate")
    if any(inner is vars(dataclasses).get(name) for name in kept):
        return True
    if not isinstance(inner, FunctionType) or inner.__name__ not in DATACLASS_METHODS:
        return False
    fields = vars(kind).get("__dataclass_fields__")
    return (
        fields is not None
        and inner.__code__.co_filename in ("<string>", "<generated>")
        and {*inner.__code__.co_names} <= {*fields, *DATACLASS_NAMES}
        and not any(step.opname in IMPORTS for step in dis.get_instructions(inner))
        and not any(isinstance(part, CodeType) for part in inner.__code__.co_consts)
    )


def _planted(reading: _Reading) -> list[Any]:
    """What somebody has put into the installed modules and classes that code reaches."""
    found: list[Any] = []
    for home in reading.homes:
        names = vars(home)
        for name in (*names,) if isinstance(home, type) else reading.names & {*names}:
            if (id(home), name) in reading.searched or name == "__class__":
                continue
            reading.searched.add((id(home), name))
            value = getattr(names[name], "__func__", names[name])
            if isinstance(value, ModuleType):
                found.append(value)
            elif isinstance(value, FunctionType):
                if not is_installed(value.__globals__):
                    found.append(value)
                elif not _is_shipped(value) and not (
                    isinstance(home, type) and _is_dataclass_method(value, home)
                ):
                    reading.against("The code", f"reaches {home.__name__}.{name}, put there")
            elif isinstance(value, type | property) or not isinstance(home, type):
                found += _of_others(value)
    return found


def _of_others(value: Any) -> list[Any]:
    """The value itself if its class, or the class that it is, is not an installed one."""
    if isinstance(value, property):
        makers = (value.fget, value.fset, value.fdel)
        return [
            one
            for one in makers
            if isinstance(one, FunctionType) and not is_installed(one.__globals__)
        ]
    kind = value if isinstance(value, type) else type(value)
    if isinstance(value, BuiltinFunctionType) or kind is type(np.random.default_rng):
        return []
    home = sys.modules.get(str(kind.__module__))
    return [] if home is not None and is_installed(vars(home)) else [value]


def stands_elsewhere(value: Any) -> bool:
    """Whether a value that was found in an installed module was put there by somebody else.

    >>> stands_elsewhere(np.vdot), stands_elsewhere(lambda: 0)
    (False, True)
    """
    value = getattr(value, "__func__", value)
    if isinstance(value, FunctionType):
        return not (is_installed(value.__globals__) and _is_shipped(value))
    return bool(_of_others(value))


def _is_shipped(function: FunctionType) -> bool:
    """Whether the code of a function is that of the file of its module."""
    homes = (str(function.__globals__["__name__"]), f"{OWN}.theory.parameter_names")
    return any(_work(function.__code__) in _works(home) for home in homes)


@lru_cache(maxsize=256)
def _works(home: str) -> frozenset[tuple[Any, ...]]:
    return frozenset(map(_work, shipped_code(home)))


def _work(code: CodeType) -> tuple[Any, ...]:
    """What code does, whatever its name is."""
    return code.co_code, code.co_names, code.co_consts, code.co_varnames, code.co_freevars


@lru_cache(maxsize=256)
def shipped_code(name: str) -> frozenset[CodeType]:
    """All code that stands in the file of a module."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    loader: Any = getattr(spec, "loader", None)
    if type(loader).__module__.startswith("_pytest."):  # it rewrites assertions, and has no code
        loader = SourceFileLoader(name, str(getattr(spec, "origin", "")))
    try:
        waiting = [loader.get_code(name)]
    except (AttributeError, ImportError, OSError, SyntaxError):
        return frozenset()
    found: set[CodeType] = set()
    while waiting:
        code = waiting.pop()
        if code is not None and code not in found:
            found.add(code)
            waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
    return frozenset(found)


def _compiled(thing: Any, reading: _Reading) -> list[Any]:
    owner = getattr(thing, "__self__", None)
    module = owner.__name__ if isinstance(owner, ModuleType) else None
    home = str(module or getattr(thing, "__module__", None) or "")
    top, name = home.split(".")[0], str(getattr(thing, "__name__", ""))
    python = getattr(thing, "py_func", None)
    if isinstance(python, FunctionType):
        return [python]
    if _is_computing(home) and name not in DENIED:
        return []
    if top == "builtins" and name in FUNCTIONS:
        return []
    return _refused(reading, "The code", f"uses the compiled {home}.{name}")


def _is_compiled(thing: Any) -> bool:
    return hasattr(thing, "py_func") or type(thing).__name__ in (
        "method_descriptor",
        "wrapper_descriptor",
        "getset_descriptor",
        "member_descriptor",
        "_lru_cache_wrapper",
        "_ArrayFunctionDispatcher",
        "method-wrapper",
        "classmethod_descriptor",
    )


def _object(thing: Any, reading: _Reading) -> list[Any]:
    """An object of a class: its class and its fields are read; what it hides in C is not."""
    kind = type(thing)
    if isinstance(thing, enum.Enum):
        return [kind]
    fields = [*getattr(thing, "__dict__", {}).values(), *_slots(thing)]
    if _is_trusted_class(kind):
        reading.homes += kind.__mro__
        top = kind.__module__.split(".")[0]
        if top == OWN:
            return fields
        if _is_computing(kind.__module__) and kind.__name__ not in DENIED:
            return fields if top != "numpy" else []
        return _refused(reading, "The code", f"uses a {kind.__module__}.{kind.__qualname__}")
    return [kind, *fields]


def _slots(thing: Any) -> list[Any]:
    names = [name for kind in type(thing).__mro__ for name in _names(vars(kind).get("__slots__"))]
    return [getattr(thing, name) for name in names if hasattr(thing, name)]


def _names(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots or ())


def _is_trusted_class(kind: type) -> bool:
    """Whether a class stands where its module, which is not the user's, says that it stands."""
    home = sys.modules.get(kind.__module__)
    found: Any = home
    for part in kind.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is kind:
        return home is not None and is_installed(vars(home))
    # a class of Python itself may have no name there, such as NoneType
    return kind.__module__ == "builtins" and not kind.__flags__ & _HEAP_TYPE


_HEAP_TYPE = 1 << 9
"""The flag of classes that were not made in C."""


def is_installed(names: dict[str, Any]) -> bool:
    """Whether the names are those of a module of Python, an installed package or this library.

    The wrong policies of this library are treated like those of others.
    """
    name = str(names.get("__name__", ""))
    module = sys.modules.get(name)
    if module is None or vars(module) is not names or ".mutants" in name:
        return False
    top = name.split(".")[0]
    place = str(names.get("__file__") or "")
    return top in sys.stdlib_module_names or top == OWN or "site-packages" in place
