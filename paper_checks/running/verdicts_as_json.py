"""Verdicts as JSON, exactly: how they leave a process, and how a folder keeps them.

The declared types of the fields say how each is written and read, so a file that anybody may have
written gives a verdict or an error, and no name in it is looked up.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import jsonable
from ..verdicts.verdict import Verdict
from .about_answers import About

Answer = tuple[Verdict, float, str | None]
"""A verdict, the seconds of its check, and the error that stopped it."""


class _Form(NamedTuple):
    """How values of a type become JSON, and come back."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def content_of(answer: Answer, about: About) -> bytes:
    """The JSON of an answer, and of what it is about; a ValueError if a number has no JSON form.

    >>> from ..verdicts.verdict import undecided
    >>> answer = (undecided("Too long.", numbers={"q": Fraction(1, 3)}, grade="points"), 0.5, None)
    >>> content = content_of(answer, About("my.lem1", "", "0a"))
    >>> answer_in(content, About("my.lem1", "", "0a"))[0].evidence.numbers
    {'q': Fraction(1, 3)}
    >>> answer_in(content, About("my.lem2", "", "0a"))
    Traceback (most recent call last):
      ...
    ValueError: it is about my.lem1, and the question was about my.lem2
    """
    verdict, seconds, error = answer
    parts = [list(about), _form(Verdict).write(verdict), float(seconds), error]
    return json.dumps(parts, separators=(",", ":")).encode()


def answer_in(content: bytes, about: About) -> Answer:
    """The answer that a content is; a ValueError if it is none, or is about something else."""
    try:
        given, verdict, seconds, error = json.loads(content)
        About(*map(_form(str).read, _checked(given, list))).require(about)
        read: Answer = (
            _form(Verdict).read(verdict),
            _form(float).read(seconds),
            _form(str | None).read(error),
        )
        if not 0 <= read[1] < math.inf:
            raise ValueError("it took no time that there is")
        return read
    except (TypeError, LookupError, ArithmeticError, AttributeError, RecursionError) as problem:
        raise ValueError(f"it is no verdict: {problem}") from None


def written_as(kind: type, value: Any) -> bytes:
    """The JSON of a value of a dataclass, in one line."""
    return json.dumps(_form(kind).write(value), separators=(",", ":")).encode()


def read_as(kind: type, content: bytes) -> Any:
    """The value of a dataclass that a content is; a ValueError if it is none."""
    try:
        return _form(kind).read(json.loads(content))
    except (TypeError, LookupError, ArithmeticError, AttributeError, RecursionError) as problem:
        raise ValueError(f"it has no such form: {problem}") from None


@cache
def _form(hint: Any) -> _Form:
    """The form of the values of a declared type."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return _Form(_written, _read)
    if is_dataclass(hint):
        return _form_of_fields(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _Form(lambda item: hint(item).value, hint)
    if origin in (Union, UnionType):  # with None alone
        write, read = _form(next(item for item in inner if item is not type(None)))
        return _Form(
            lambda item: None if item is None else write(item),
            lambda item: None if item is None else read(item),
        )
    if origin is tuple:
        write, read = _form(inner[0])
        return _Form(
            lambda many: [write(item) for item in many],
            lambda many: tuple(read(item) for item in _checked(many, list)),
        )
    if origin is Mapping:
        write, read = _form(inner[1])
        return _Form(
            lambda many: {str(key): write(item) for key, item in many.items()},
            lambda many: {key: read(item) for key, item in _checked(many, dict).items()},
        )
    return _Form(hint, lambda item: _checked(item, hint))


def _form_of_fields(cls: Any) -> _Form:
    hints = get_type_hints(cls)
    forms = {field.name: _form(hints[field.name]) for field in fields(cls)}

    def read(facts: Any) -> Any:
        if _checked(facts, dict).keys() != forms.keys():
            raise ValueError(f"it has other fields than a {cls.__name__}")
        return cls(**{name: form.read(facts[name]) for name, form in forms.items()})

    return _Form(
        lambda item: {name: form.write(getattr(item, name)) for name, form in forms.items()}, read
    )


def _checked(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(f"it has a {type(value).__name__} where a {kind.__name__} belongs")
    return value


_TAGGED: Mapping[str, tuple[type, _Form]] = {
    # without a limit of their digits, which decimal numbers have
    "int": (int, _Form(hex, lambda text: int(text, 16))),
    "fraction": (
        Fraction,
        _Form(
            lambda item: [hex(item.numerator), hex(item.denominator)],
            lambda ends: Fraction(int(ends[0], 16), int(ends[1], 16)),
        ),
    ),
    "enclosure": (
        Enclosure,
        _Form(
            lambda item: [_written(item.lo), _written(item.hi)],
            lambda ends: Enclosure(_read(ends[0]), _read(ends[1])),
        ),
    ),
    "tuple": (
        tuple,
        _Form(lambda many: [*map(_written, many)], lambda many: tuple(map(_read, many))),
    ),
    "dict": (
        dict,
        _Form(
            lambda many: [[_written(key), _written(item)] for key, item in many.items()],
            lambda many: {_read(key): _read(item) for key, item in many},
        ),
    ),
}
"""The numbers of evidence that JSON has not, by a word that stands before each."""
_WORDS = {kind: word for word, (kind, _) in _TAGGED.items()}


def _written(value: Any) -> Any:
    """A value of unknown type: exactly, or in the plain form that all output has."""
    kind = type(value)
    if value is None or kind in (bool, float, str):
        return value
    if kind is list:
        return [_written(item) for item in value]
    word = _WORDS.get(kind)
    if word is None:
        return _written(json.loads(json.dumps(jsonable(value))))
    return {word: _TAGGED[word][1].write(value)}


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(item) for item in value]
    if isinstance(value, dict):
        ((word, inner),) = value.items()
        return _TAGGED[word][1].read(inner)
    return value
