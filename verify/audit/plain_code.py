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
import functools
import inspect
from abc import ABC, ABCMeta
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from banditproof.verify.object_graph import cached_function, held_by, is_of_numpy, is_one_of

from .installed_code import is_installed, is_shipped, is_trusted_class, of_others, stands_elsewhere
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
    STATEFUL,
    WRITING,
)

ATOMS = (int, float, complex, bool, str, bytes, type(None), type(...), type(NotImplemented))
BOXES = (tuple, list, dict, set, frozenset, MappingProxyType)
KEEPERS = (list, dict, set, deque, np.ndarray)
"""Boxes in which something can be put later."""
LAZY = (defaultdict, np.random.Generator)
"""Boxes in which reading puts something."""
MAKERS = (type, ABCMeta, enum.EnumMeta)
"""The classes of classes that do not change what a class does."""
CACHED = type(functools.lru_cache(len))
DISPATCHED = type(np.sum)
COMPILED = (
    *(MethodDescriptorType, WrapperDescriptorType, GetSetDescriptorType, MemberDescriptorType),
    *(MethodWrapperType, ClassMethodDescriptorType, CACHED, DISPATCHED),
)


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
    states: list[str] = field(default_factory=list)
    """What has a memory of its own: generators of numbers, iterators, settings of a module."""
    names: set[str] = field(default_factory=set)
    """The attributes that code asks for."""
    homes: list[Any] = field(default_factory=list)
    """The installed modules and classes that code reaches."""
    searched: set[tuple[int, str]] = field(default_factory=set)

    def against(self, where: str, why: str) -> None:
        if len(self.reasons) < 3:
            self.reasons.append(f"{where} {why}")

    def note(self, name: str, where: str) -> None:
        """Note a name of something that writes, or that has a memory of its own."""
        if name in MUTATORS:
            self.writes.append(where)
        if name in STATEFUL:
            self.states.append(name)


def not_plain(things: Iterable[Any], memory: bool = True) -> list[str]:
    """Why the code of some objects is not plain; empty if it is. Of this library nothing is read.

    Without `memory`, code that writes into lists or dictionaries, and reaches some which outlive a
    call, is not plain either: they could be a memory from one call to the next. Nor is code with
    generators of numbers, iterators, or variables outside of its functions that it sets.

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
    if not memory and reading.states:
        reading.against("The code", f"may keep something by {reading.states[0]}")
    return reading.reasons


def _next(thing: Any, reading: _Reading) -> list[Any]:
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
        return [one for one in (thing.fget, thing.fset, thing.fdel) if one is not None]
    if kind is np.ufunc:
        return [] if is_of_numpy(thing) else _refused(reading, "The code", f"uses {thing!r}")
    if kind is BuiltinFunctionType or is_one_of(kind, COMPILED) or _is_jitted(kind):
        return _compiled(thing, reading)
    return _object(thing, reading)


def _refused(reading: _Reading, where: str, why: str) -> list[Any]:
    reading.against(where, why)
    return []


def _function(function: FunctionType, reading: _Reading) -> list[Any]:
    where = function.__qualname__.replace("<locals>.", "")
    if is_installed(function.__globals__):
        home = str(function.__globals__["__name__"])
        if not is_shipped(function):
            return _refused(reading, "The code", f"uses {function.__qualname__}, put into {home}")
        reading.note(function.__name__, "The code")
        if _is_random(home):
            reading.states.append(home)
        if _is_computing(home) and function.__name__ not in DENIED:
            return _given_to(function, where, reading)
        return _refused(reading, "The code", f"uses {home}.{function.__qualname__}")
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
    wrapped = function.__dict__.get("__wrapped__")
    return [*(later + _given_to(function, where, reading)), *([] if wrapped is None else [wrapped])]


def _given_to(function: FunctionType, where: str, reading: _Reading) -> list[Any]:
    """What a function has beside its code: default values, and the variables around it."""
    later = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in function.__closure__ or ():
        try:
            later.append(cell.cell_contents)
        except ValueError:  # it is not filled
            reading.against(where, "has a variable that is not set yet")
    return later


_MISSING = object()


STORING = ("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE")


def _changes_in_place(step: dis.Instruction) -> bool:
    return step.opname == "BINARY_OP" and step.argrepr.endswith("=")


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
            reading.note(name, where)
        elif step.opname in STORING or _changes_in_place(step):
            reading.writes.append(where)
        elif step.opname in ("STORE_DEREF", "DELETE_DEREF") and step.argval in code.co_freevars:
            reading.states.append("a variable outside of its function")
        elif step.opname in NAMES:
            yield str(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, tuple) and "out" in constant:  # the names of arguments
            reading.writes.append(where)
        if isinstance(constant, CodeType):
            yield from _code(constant, where, reading)


def _module(module: ModuleType, reading: _Reading) -> list[Any]:
    if type(module) is ModuleType and is_installed(vars(module)):
        if _is_computing(module.__name__):
            if _is_random(module.__name__):
                reading.states.append(module.__name__)
            reading.homes.append(module)
            return []
        return _refused(reading, "The code", f"uses the module {module.__name__}")
    return _refused(reading, "The code", f"uses the module {module.__name__} as a whole")


def _is_random(module: str) -> bool:
    return module == "random" or module.startswith("numpy.random")


def _is_computing(module: str) -> bool:
    """Whether a module only computes with what it is given."""
    rooms = (f"{OWN}.theory", f"{OWN}.algorithms", *SCIENTIFIC)
    parts = module.split(".")
    return (parts[0] in COMPUTING or module.startswith(rooms)) and not DENIED & {*parts}


def _class(kind: type, reading: _Reading) -> list[Any]:
    if is_trusted_class(kind):
        home = kind.__module__
        made_by: type = type(kind)
        reading.homes += [*kind.__mro__, *made_by.__mro__]
        known = home == "builtins" and kind.__name__ in FUNCTIONS
        known = known or _is_computing(home) or home.startswith(f"{OWN}.verify")
        return (
            []
            if known and kind.__name__ not in DENIED
            else _refused(reading, "The code", f"uses {kind.__qualname__}")
        )
    if not is_one_of(type(kind), MAKERS):
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
    reading.homes += filter(is_trusted_class, kind.__mro__[1:])
    return [*later, *(base for base in kind.__mro__[1:] if not is_trusted_class(base))]


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
            and made.__globals__.get("_tuple_new") is tuple.__new__
            and {*map(id, made.__defaults__ or ())}
            <= {*map(id, vars(kind).get("_field_defaults", {}).values())}
        )
    if is_one_of(type(value), COMPILED[2:4]):  # of __dict__, or of a slot
        return value.__objclass__ is kind
    return name in PLUMBING and (name != "_abc_impl" or type(value) is _ABC_DATA)


_ABC_DATA = type(vars(ABC)["_abc_impl"])


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
        yield from (*(inner.__defaults__ or ()), *(inner.__kwdefaults__ or {}).values())
        if is_installed(inner.__globals__) and inner.__module__ == "dataclasses":
            continue
        cells = [cell.cell_contents for cell in inner.__closure__ or ()]
        yield from (one for one in cells if type(one).__module__ != "dataclasses")
        yield from (
            inner.__globals__[step.argval]
            for step in dis.get_instructions(inner)
            if step.opname in NAMES and step.argval in inner.__globals__
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
        asked = {*reading.names, "__getattr__"}
        for name in (*names,) if isinstance(home, type) else asked & {*names}:
            if (id(home), name) in reading.searched or name == "__class__":
                continue
            reading.searched.add((id(home), name))
            value = getattr(names[name], "__func__", names[name])
            if isinstance(value, ModuleType):
                found.append(value)
            elif isinstance(value, FunctionType):
                if not is_installed(value.__globals__):
                    found.append(value)
                elif not is_shipped(value) and not (
                    isinstance(home, type) and _is_dataclass_method(value, home)
                ):
                    reading.against("The code", f"reaches {home.__name__}.{name}, put there")
            else:
                found += of_others(value)
    return found


def _compiled(thing: Any, reading: _Reading) -> list[Any]:
    owner = getattr(thing, "__self__", None)
    module = owner.__name__ if isinstance(owner, ModuleType) else None
    home = str(module or getattr(thing, "__module__", None) or "")
    top, name = home.split(".")[0], str(getattr(thing, "__name__", ""))
    reading.note(name, "The code")
    if _is_random(home):
        reading.states.append(home)
    if _is_jitted(type(thing)):
        return [thing.py_func]
    if type(thing) in (CACHED, DISPATCHED):
        inner = cached_function(thing) if type(thing) is CACHED else thing._implementation
        if not isinstance(inner, FunctionType) or stands_elsewhere(inner):
            return _refused(reading, "The code", f"uses {home}.{name}, whose code is another's")
    if _is_computing(home) and name not in DENIED:
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


def _object(thing: Any, reading: _Reading) -> list[Any]:
    """An object of a class: its class, and what it holds, are read."""
    kind = type(thing)
    held = held_by(thing)
    trusted = is_trusted_class(kind)
    name = type.__dict__["__qualname__"].__get__(kind)
    if held is None:
        return _refused(reading, "The code", f"uses a {name}, which may hold anything")
    reading.boxes += [box.__name__ for box in KEEPERS if issubclass(kind, box)]
    if _is_random(str(kind.__module__)) or hasattr(kind, "__next__") or issubclass(kind, LAZY):
        reading.states.append(f"a {name}")
    if not trusted:
        return [kind, *held]
    if is_one_of(kind, BOXES):
        return held
    reading.homes += kind.__mro__
    if kind.__module__.split(".")[0] == OWN or isinstance(thing, enum.Enum):
        return held
    if (_is_computing(kind.__module__) or kind is MethodType) and kind.__name__ not in DENIED:
        return held
    return _refused(reading, "The code", f"uses a {kind.__module__}.{kind.__qualname__}")
