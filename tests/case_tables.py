"""The tables of cases that stand as text beside the files of tests."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


def _frozen(value: Any) -> Any:
    """The value with a tuple for each array."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(item) for key, item in value.items()} if isinstance(value, dict) else value


@cache
def _tables(file: Path) -> Any:
    return _frozen(tomllib.loads(file.read_text(encoding="utf-8")))


def table(file: str, name: str) -> Any:
    """The table of this name in the TOML file beside a file of tests; each array is a tuple."""
    return _tables(Path(file).with_suffix(".toml"))[name]
