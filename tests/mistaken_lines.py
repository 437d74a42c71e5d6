"""Command lines of tests: wrong ones with their sentences, and right ones."""

import shlex
import tomllib
from functools import cache
from pathlib import Path
from typing import Any
import pytest

CLI = Path(__file__).parent / "cli"


@cache
def _sections(file: str) -> dict[str, Any]:
    return tomllib.loads((CLI / file).read_text(encoding="utf-8"))


def sentences(section: str) -> list[tuple[list[str], str]]:
    """The wrong lines of a section: the words of each, and a part of its sentence."""
    table = _sections("mistakes.toml")[section]
    return [(shlex.split(line), table[line]) for line in table]


def mistaken(section: str) -> pytest.MarkDecorator:
    """The lines of a section, one test each: the words of a line, and a part of its sentence."""
    ids = list(_sections("mistakes.toml")[section])
    return pytest.mark.parametrize(("words", "sentence"), sentences(section), ids=ids)


def command_lines(section: str) -> dict[str, Any]:
    """The words of each line of a section of `cli/command_lines.toml`, or of each of a list."""
    table = _sections("command_lines.toml")[section]
    return {
        name: shlex.split(lines) if isinstance(lines, str) else [*map(shlex.split, lines)]
        for name, lines in table.items()
    }
