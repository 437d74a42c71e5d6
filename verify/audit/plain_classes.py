"""What Python, `abc`, named tuples and dataclasses have put into a class themselves."""

import dataclasses
import dis
import functools
import inspect
from abc import ABC
from collections.abc import Iterator
from types import (
    ClassMethodDescriptorType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any
import numpy as np
from banditproof.verify.object_graph import is_one_of
from .installed_code import is_installed
from .plain_names import CALLED, DATACLASS_METHODS, DATACLASS_NAMES, IMPORTS, NAMES, PLUMBING

CACHED = type(functools.lru_cache(len))
DISPATCHED = type(np.sum)
COMPILED = (
    *(MethodDescriptorType, WrapperDescriptorType, GetSetDescriptorType, MemberDescriptorType),
    *(MethodWrapperType, ClassMethodDescriptorType, CACHED, DISPATCHED),
)


def is_plumbing(name: str, value: Any, kind: type) -> bool:
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


def given_to_dataclass(kind: type) -> Iterator[Any]:
    """What the methods that `dataclass` wrote call: factories of values, and their closures."""
    fields = vars(kind).get("__dataclass_fields__", {})
    yield from (
        field.default_factory
        for field in fields.values()
        if field.default_factory is not dataclasses.MISSING
    )
    for method in vars(kind).values():
        inner = inspect.unwrap(method) if callable(method) else method
        if not isinstance(inner, FunctionType) or not is_dataclass_method(inner, kind):
            continue
        yield from (*(inner.__defaults__ or ()), *(inner.__kwdefaults__ or {}).values())
        if is_installed(inner.__globals__) and inner.__module__ == "dataclasses":
            continue
        cells = [cell.cell_contents for cell in inner.__closure__ or ()]
        yield from (cell for cell in cells if type(cell).__module__ != "dataclasses")
        yield from (
            inner.__globals__[step.argval]
            for step in dis.get_instructions(inner)
            if step.opname in NAMES and step.argval in inner.__globals__
        )


def is_dataclass_method(value: Any, kind: type) -> bool:
    """Whether a method was written by `dataclass`, which sets the fields of frozen objects."""
    inner = inspect.unwrap(value) if callable(value) else value
    for_pickles = ("_dataclass_getstate", "_dataclass_setstate")
    if any(inner is vars(dataclasses).get(name) for name in for_pickles):
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
