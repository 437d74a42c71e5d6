"""The list of commands has each of them, with the first line of its help."""

import ast
from pathlib import Path
import pytest
from banditproof.cli.application import COMMANDS, module_of

PROJECT = Path(__file__).resolve().parent.parent


def first_line(name: str) -> str:
    """The first line of the docstring of a command, read without importing it."""
    tree = ast.parse((PROJECT / "cli" / f"{module_of(name)}.py").read_text(encoding="utf-8"))
    (function,) = (
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "command"
    )
    return (ast.get_docstring(function) or "").split("\n")[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_of_a_command_is_the_first_of_its_docstring(name: str) -> None:
    assert COMMANDS[name] == first_line(name)


def test_every_module_with_a_command_is_listed() -> None:
    files = (PROJECT / "cli").glob("*.py")
    have = {file.stem for file in files if "\ndef command(" in file.read_text(encoding="utf-8")}
    assert have == set(map(module_of, COMMANDS))
