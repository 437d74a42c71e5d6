"""Wrong command lines and their sentences, which stand by command in `cli/mistakes.toml`."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path

import pytest

FILE = Path(__file__).parent / "cli" / "mistakes.toml"


def mistaken(section: str) -> pytest.MarkDecorator:
    """The lines of a section, one test each: the words of a line, and a part of its sentence."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))[section]
    rows = [pytest.param(shlex.split(line), table[line], id=line) for line in table]
    return pytest.mark.parametrize(("words", "sentence"), rows)
