"""Python functions that a proof as text names: `module.function` of the folder where it stands."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from banditproof.theory.logic.passages import NAME, Passage
from ...statements.documents import OPENED, ROOM, SHARED


@dataclass(frozen=True, eq=False)
class Program:
    """A function by its name, which is imported when it is called.

    `module.function` is one of a module beside the proof, and a longer name is that of any module.
    It is equal to the function, so that a proof with it is equal to the same one in Python.
    """

    name: str
    folder: Path | None = None
    """The folder of the file that names it."""

    def __call__(self, *values: Any) -> Any:
        """What the function returns."""
        return self.function(*values)

    @property
    def function(self) -> Callable[..., Any]:
        """The function; a sentence if there is none."""
        if _runs_elsewhere(self.folder):
            raise ValueError(f"The function {self.name} of somebody else's folder runs elsewhere.")
        module, _, name = self.name.rpartition(".")
        if "." not in module:
            module = f"{package_of(self.folder)}.{module}"
        try:
            program = vars(importlib.import_module(module)).get(name)
        except ModuleNotFoundError as missing:
            if not missing.name or not f"{module}.".startswith(f"{missing.name}."):
                raise
            program = None
        if not callable(program):
            raise ValueError(
                f"There is no function {self.name}, which a proof names; write it beside this "
                "proof, or name another one."
            )
        function: Callable[..., Any] = program
        return function

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Program) and self.folder == other.folder:
            return self.name == other.name
        return callable(other) and self.function == _function(other)

    def __hash__(self) -> int:
        return hash(self.function)


def _runs_elsewhere(folder: Path | None) -> bool:
    """Whether a folder is that of a document whose programs this process does not import."""
    homes = [paper.folder for paper in OPENED.values() if paper.foreign and paper.folder]
    return folder is not None and any(folder.is_relative_to(home) for home in homes)


def _function(value: Callable[..., Any]) -> Callable[..., Any]:
    return value.function if isinstance(value, Program) else value


def package_of(folder: Path | None) -> str:
    """The package of a folder of this package, or of an opened document."""
    homes = [(ROOM, SHARED)]
    homes += [
        (paper.package, paper.folder) for paper in OPENED.values() if paper.folder is not None
    ]
    for package, home in homes:
        if folder is not None and folder.is_relative_to(home):
            return ".".join((package, *folder.relative_to(home).parts))
    raise ValueError(
        f"The folder {folder} belongs to no document that is open, so its proofs name no function."
    )


def program_named(piece: Passage, folder: Path | None) -> Program:
    """The function that a piece names."""
    name = piece.plain
    parts = name.split(".")
    if len(parts) < 2 or not all(NAME.match(part) for part in parts):
        raise piece.error(
            f"{name!r} was read; a function was expected, as `module.function` of this folder."
        )
    return Program(name, folder)


def name_of(program: Callable[..., Any], folder: Path | None) -> str:
    """The name by which a proof in a folder calls a function."""
    if isinstance(program, Program):
        return program.name
    module, name = getattr(program, "__module__", ""), getattr(program, "__qualname__", "")
    if not module or not NAME.match(name):
        raise ValueError(f"{program!r} is no function of a module; give it a name there.")
    package, _, last = module.rpartition(".")
    beside = folder is None or package == package_of(folder)
    return f"{last if beside else module}.{name}"
