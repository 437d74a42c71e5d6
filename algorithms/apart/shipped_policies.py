"""Policies of this library that a module made: their fields as plain values, and made anew.

Plays in another process take a message for each pull. A policy that is one of this library's own,
with plain fields, needs none: what is made of the same fields here is the same policy, and no code
of the module has touched it.
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


def _packed_object(made: Any) -> dict[str, Any]:
    named = {one.name: _packed(getattr(made, one.name)) for one in fields(made) if one.init}
    return {"class": _word_of(type(made)), "fields": named}


def _packed(value: Any) -> Any:
    if type(value) in SCHEDULES:
        return _packed_object(value)
    if type(value) is tuple:
        return [_packed(one) for one in value]
    return value if type(value) is str else packed(value)


def shipped_policy(message: Any, declared: Declared) -> Policy[Any] | None:
    """The policy of such a message, if it declares what was declared; None otherwise.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from .plain_declaration import rebuilt
    >>> one, two = (DPIMED(arms=2, eps=eps) for eps in (1, 2))
    >>> declared = rebuilt(plain_declaration(one))
    >>> shipped_policy(packed_policy(one), declared) == one
    True
    >>> shipped_policy(packed_policy(two), declared)
    """
    try:
        made = _made(message, _shipped())
        same = canonical(plain_declaration(made)) == declared.plain
    except Exception:  # whatever numbers that were never checked lead to
        return None
    return made if same else None


def _shipped() -> dict[str, type[Any]]:
    """The policies of this library by their words; the files of the catalogue are imported."""
    for text in policy_texts().values():
        if text.make:
            import_module(f"{OURS}{text.make.rpartition('.')[0]}")
    return {_word_of(kind): kind for kind in _below(Policy) if kind.__module__.startswith(OURS)}


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def _word_of(kind: type[Any]) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _made(message: Any, kinds: dict[str, type[Any]]) -> Any:
    named = {str(key): _value(one) for key, one in message["fields"].items()}
    return kinds[message["class"]](**named)


def _value(plain: Any) -> Any:
    if plain is None or type(plain) is bool:
        return plain
    if type(plain) is str and plain.isprintable() and len(plain) <= LONGEST_WORD:
        return plain
    if type(plain) is list:
        return tuple(map(_value, plain))
    if type(plain) is dict and "class" in plain:
        return _made(plain, {_word_of(kind): kind for kind in SCHEDULES})
    if type(plain) is dict and plain.get("law") in LAWS:
        return law(plain, "a law of a policy")
    return number(plain, "a field of a policy")
