"""Rows of the package's own tables of text: a mistake in one is a sentence with its place.

Whoever adds a row sees at the next command which row of which file it is about, what was given,
and what would be right.
"""

from __future__ import annotations
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any


def read_tables(file: Path) -> dict[str, Any]:
    """The tables of a file of TOML."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(f"{file.name} cannot be read as TOML: {problem}.") from None


@contextmanager
def reading(file: Path, what: str) -> Iterator[None]:
    """Where a part of a file is read: a ValueError says of which part of which file it is.

    >>> with reading(Path("theory/bounds.toml"), "the bound of my.thm1"):
    ...     one_of("side", "above", ("lower", "upper"))
    Traceback (most recent call last):
    ...
    ValueError: bounds.toml, the bound of my.thm1: side is 'above'; give one of lower, upper.
    """
    try:
        yield
    except ValueError as problem:
        raise ValueError(f"{file.name}, {what}: {problem}") from None


def check_fields(row: Mapping[str, Any], needed: Collection[str], known: Collection[str]) -> None:
    """A row has all fields that are needed, and others only if they are known.

    >>> check_fields({"claim": "my.thm1", "sied": "lower"}, ["claim"], ["claim", "side"])
    Traceback (most recent call last):
    ...
    ValueError: There is no field 'sied'; did you mean 'side'?
    """
    for field in row:
        if field not in known:
            near = get_close_matches(field, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"give some of {', '.join(known)}."
            raise ValueError(f"There is no field {field!r}; {hint}")
    for field in needed:
        if field not in row:
            raise ValueError(f"The field {field!r} is missing; give it.")


def one_of(field: str, given: Any, words: Collection[Any]) -> None:
    """A field has one of some words."""
    if given not in words:
        raise ValueError(f"{field} is {given!r}; give one of {', '.join(map(str, words))}.")


def words_of(field: str, given: Any, words: Collection[str]) -> None:
    """A field is a list, in which each has one of some words.

    >>> words_of("needs", "whole", ["whole", "small"])
    Traceback (most recent call last):
    ...
    ValueError: needs is 'whole'; give a list of some of whole, small.
    """
    if not isinstance(given, list) or any(one not in words for one in given):
        raise ValueError(f"{field} is {given!r}; give a list of some of {', '.join(words)}.")


def loaded(load: Callable[[], ModuleType], package: str, path: str, name: str) -> Any:
    """What a row names, as a file below a package, which `load` imports, and a name in it.

    The caller imports it, so that its text says below which package that is.

    >>> from importlib import import_module
    >>> loaded(lambda: import_module("banditproof.theory.exact"), "theory", "exact", "exakt")
    Traceback (most recent call last):
    ...
    ValueError: There is no 'exakt' in theory/exact.py; give a name that stands there.
    """
    file = f"{path.replace('.', '/')}.py"
    try:
        found = load()
    except ModuleNotFoundError as problem:
        if problem.name is None or not problem.name.endswith(f".{path}"):
            raise  # what the file itself imports is missing
        raise ValueError(f"There is no file {file} in {package}; give one that is.") from None
    if not hasattr(found, name):
        raise ValueError(
            f"There is no {name!r} in {package}/{file}; give a name that stands there."
        )
    return getattr(found, name)
