"""The files of checks by their names alone, each imported when a test first uses it.

`from programs import gaussian_profile` says nothing of folders, as no name of a file repeats, and
imports no check while tests are collected.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from banditproof import paper_checks


@cache
def modules() -> dict[str, str]:
    """The module of each file of the room by the name of the file."""
    root = Path(*paper_checks.__path__)
    files = (file.relative_to(root).with_suffix("") for file in root.rglob("*.py"))
    return {file.name: ".".join((paper_checks.__name__, *file.parts)) for file in files}


class Program:
    """A file of checks, for a test that reads, calls or replaces what it holds."""

    __slots__ = ("_file",)

    def __init__(self, file: str) -> None:
        object.__setattr__(self, "_file", file)

    def _module(self) -> ModuleType:
        return import_module(modules()[self._file])

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """What the file holds; `monkeypatch` looks here for what it has to put back."""
        return vars(self._module())

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "_mock", "_pytest", "pytest")):  # pytest asks all that it sees
            raise AttributeError(name)
        return getattr(self._module(), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._module(), name, value)


def __getattr__(name: str) -> Program:
    if name not in modules():
        raise AttributeError(f"There is no file {name}.py in paper_checks; give the name of one.")
    return Program(name)
