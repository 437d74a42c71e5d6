"""Policies of this library that a user's module made: sent as plain fields, and built again here.

A policy that stays in another process costs a message for each pull. One of this library's own
classes, with plain fields, need not stay there: built again from the same fields it is the same
policy, and no code of the module has touched it.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any
from banditproof.algorithms.catalogue_text import policy_texts
from banditproof.algorithms.policy import Policy
from banditproof.theory.batch_schedule import GeometricSchedule, PolynomialSchedule
from .plain_declaration import Declared, plain_declaration
from .plain_values import LAWS, canonical, law, number, packed

OURS = "banditproof.algorithms."
SCHEDULES = (GeometricSchedule, PolynomialSchedule)
LONGEST_WORD = 100
"""A field that is a text has at most so many letters: all of this library's are short names."""


def packed_policy(policy: Policy[Any]) -> dict[str, Any] | None:
    """The class and the fields of a policy of this library; None for any other.

    >>> from banditproof.algorithms.regret.dp_se import DPSE
    >>> packed_policy(DPSE(arms=2, eps=1, beta="0.1"))["class"]
    'banditproof.algorithms.regret.dp_se:DPSE'
    """
    kind: Any = type(policy)
    if not kind.__module__.startswith(OURS) or not is_dataclass(kind):
        return None
    try:
        return _packed_object(policy)
    except ValueError:
        return None


def _packed_object(instance: Any) -> dict[str, Any]:
    values = {f.name: _packed(getattr(instance, f.name)) for f in fields(instance) if f.init}
    return {"class": _path_of(type(instance)), "fields": values}


def _packed(value: Any) -> Any:
    if type(value) in SCHEDULES:
        return _packed_object(value)
    if type(value) is tuple:
        return [_packed(item) for item in value]
    return value if type(value) is str else packed(value)


def shipped_policy(message: Any, declared: Declared) -> Policy[Any] | None:
    """The policy of such a message, if it declares what was declared; None otherwise.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from .plain_declaration import rebuilt
    >>> policy, other = (DPIMED(arms=2, eps=eps) for eps in (1, 2))
    >>> declared = rebuilt(plain_declaration(policy))
    >>> shipped_policy(packed_policy(policy), declared) == policy
    True
    >>> shipped_policy(packed_policy(other), declared)
    """
    try:
        policy = _built(message, _shipped_classes())
        same = canonical(plain_declaration(policy)) == declared.plain
    except Exception:  # the message is somebody's: its numbers may lead to any error
        return None
    return policy if same else None


def _shipped_classes() -> dict[str, type[Any]]:
    """The policies of this library by their paths; imports the files that the catalogue names."""
    for text in policy_texts().values():
        if text.make:
            import_module(f"{OURS}{text.make.rpartition('.')[0]}")
    classes = _subclasses_of(Policy)
    return {_path_of(kind): kind for kind in classes if kind.__module__.startswith(OURS)}


def _subclasses_of(kind: type[Any]) -> Iterator[type[Any]]:
    for below in kind.__subclasses__():
        yield below
        yield from _subclasses_of(below)


def _path_of(kind: type[Any]) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _built(message: Any, classes: dict[str, type[Any]]) -> Any:
    values = {str(name): _value(plain) for name, plain in message["fields"].items()}
    return classes[message["class"]](**values)


def _value(plain: Any) -> Any:
    """The value of a field; ValueError for anything that `packed_policy` does not write."""
    if plain is None or type(plain) is bool:
        return plain
    if type(plain) is str and plain.isprintable() and len(plain) <= LONGEST_WORD:
        return plain
    if type(plain) is list:
        return tuple(map(_value, plain))
    if type(plain) is dict and "class" in plain:
        return _built(plain, {_path_of(kind): kind for kind in SCHEDULES})
    if type(plain) is dict and plain.get("law") in LAWS:
        return law(plain, "a law of a policy")
    return number(plain, "a field of a policy")
