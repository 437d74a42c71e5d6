"""What an object holds, wherever it holds it: in its fields, in its slots, or in C.

The code of a class tells what its objects do, and not with what. A tuple, a partial function or an
iterator holds other objects where no attribute shows them. Python's garbage collector must know
them all, and is asked. Objects that it does not follow hold nothing, with a few exceptions.
"""

import gc
import random
from collections.abc import Sequence
from decimal import Decimal
from types import BuiltinFunctionType, FunctionType, GetSetDescriptorType, ModuleType
from typing import Any
import numpy as np

_FOLLOWED = 1 << 14
"""The flag of classes whose objects the collector follows."""
BARE = (object, int, float, complex, str, bytes, bool, Decimal, *random.Random.__mro__[1:-1])
"""Classes made in C whose objects hold no others, though the collector does not follow them."""
GENERATORS = (np.random.Generator, np.random.RandomState, *np.random.BitGenerator.__subclasses__())


def is_one_of(kind: Any, known: Sequence[type]) -> bool:
    """Whether a class is one of some, and does not only say that it equals one.

    >>> is_one_of(int, (str, int)), is_one_of(bool, (str, int))
    (True, False)
    """
    return id(kind) in map(id, known)


def held_by(thing: Any) -> list[Any] | None:
    """All objects that an object holds, beside its class; None if some may be out of sight.

    No code of the object runs.

    >>> from collections import deque
    >>> from functools import partial
    >>> held_by(deque([1, "a"])), held_by(3.5), held_by(np.float64(1)), held_by(np.arange(3).flat)
    ([1, 'a'], [], [], None)
    >>> class Pair(tuple):
    ...     __slots__ = ()
    ...     def __iter__(self): return iter(())
    >>> len in held_by(Pair((len, 5))), held_by(partial(len, "a"))[:2] == [len, ("a",)]
    (True, True)
    """
    kind = type(thing)
    if is_one_of(kind, GENERATORS):
        return []
    result = _of_numpy(thing, kind)
    if result is None or not all(map(_is_in_sight, _bases(kind))):
        return None
    own = _own_dictionary(thing, kind)
    for referent in gc.get_referents(thing):
        if referent is not kind:
            result += own.values() if referent is own else [referent]
    return result


def _bases(kind: type) -> tuple[type, ...]:
    return type.__dict__["__mro__"].__get__(kind)  # type: ignore[no-any-return]


def _is_in_sight(base: type) -> bool:
    """Whether what a class adds to its objects is seen by the collector, or is no object."""
    if base.__flags__ & _FOLLOWED or is_one_of(base, BARE):
        return True
    if issubclass(base, np.generic | np.dtype | np.ndarray):  # see _of_numpy
        return True
    above = base.__base__
    assert above is not None  # only that of object is None
    # A class that adds no room to its objects has nowhere to hold anything more than its base.
    sizes = [(item.__basicsize__, item.__itemsize__) for item in (base, above)]
    return sizes[0] == sizes[1]


def _own_dictionary(thing: Any, kind: type) -> dict[str, Any]:
    """The dictionary of the fields of an object, whatever its class calls `__dict__`."""
    for base in _bases(kind):
        value = type.__dict__["__dict__"].__get__(base).get("__dict__")
        if type(value) is GetSetDescriptorType and value.__objclass__ is base:
            fields: dict[str, Any] = value.__get__(thing)
            return fields
    return {}


def _of_numpy(thing: Any, kind: type) -> list[Any] | None:
    """What an array, a scalar or a data type of numpy holds."""
    if issubclass(kind, np.dtype):
        return None if thing.metadata or thing.fields or thing.hasobject else []
    if issubclass(kind, np.void):
        return None if np.void.dtype.__get__(thing).hasobject else []
    if not issubclass(kind, np.ndarray):
        return []
    law, source = (vars(np.ndarray)[name].__get__(thing) for name in ("dtype", "base"))
    result = [] if source is None else [source]
    if law.kind == "O":
        return [*result, *np.ndarray.flatten(thing).tolist()]
    return None if law.metadata or law.hasobject else result


def shape_of(thing: Any) -> Any:
    """A value that differs for two objects if they hold different things; None if unknown.

    >>> class Box:
    ...     def __init__(self): self.kept = []
    >>> box = Box()
    >>> before = shape_of((1, box))
    >>> box.kept.append(2)
    >>> before == shape_of((1, box)), before == shape_of((1, Box()))
    (False, True)
    """
    results: list[Any] = []
    seen: dict[int, int] = {}
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if is_one_of(kind, _PLAIN):
            results.append((kind, repr(one)))
        elif id(one) in seen:
            results.append(seen[id(one)])
        elif isinstance(one, FunctionType | type | ModuleType | BuiltinFunctionType):
            results.append(id(one))
        else:
            seen[id(one)] = len(results)
            held = held_by(one)
            if held is None:
                return None
            if isinstance(one, np.ndarray | np.generic):
                held = [kind, one.tobytes(), *held]
            # A set has no order: equal ones must give equal lists.
            held = sorted(held, key=repr) if isinstance(one, set | frozenset) else held
            results.append((kind, len(held)))
            waiting += reversed(held)
    return tuple(results)


_PLAIN = (int, float, complex, str, bytes, bool, type(None), type(...))
