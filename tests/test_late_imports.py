"""Imports stand at the top of files, except at the doors that are listed, each with its reason."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
import pytest
from case_tables import table

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = ("theory", "algorithms", "verify", "paper_checks", "cli")
FILES = [
    *(file for room in ROOMS for file in sorted((PROJECT / room).rglob("*.py"))),
    *sorted((PROJECT / "src/banditproof").glob("*.py")),
]
LIBRARIES = table(__file__, "libraries")
DOORS = table(__file__, "doors")
KERNELS = "_kernels"
"""The ending of modules that are compiled where they are imported: only what plays loads them."""
INDENTED = re.compile(r"^[ \t]+(?:import|from)\b", re.MULTILINE)
"""What a file with an import in a function has; few have it, and only these are parsed."""


def late_imports(source: str) -> Iterator[str]:
    """What the functions of a file import, as it is written; a library by its first name."""
    left: list[tuple[ast.AST, bool]] = [(ast.parse(source), False)]
    while left:
        node, inside = left.pop()
        within = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        left.extend((child, within) for child in ast.iter_child_nodes(node))
        if not inside:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            ours = node.level > 0 or (node.module or "").partition(".")[0] == "banditproof"
            whole = "." * node.level + (node.module or "")
            names = [f"{whole}.{alias.name}" for alias in node.names]
            if not ours:
                yield whole.partition(".")[0]
            elif not (whole.endswith(KERNELS) or all(name.endswith(KERNELS) for name in names)):
                yield whole


def door_of(file: Path) -> str | None:
    """The door that a file is, or stands behind: itself, or a folder above it."""
    path = file.relative_to(PROJECT)
    return next((str(p) for p in (path, *path.parents) if p.as_posix() in DOORS), None)


@cache
def late() -> dict[Path, set[str]]:
    """The late imports of each file, read by the process that runs these tests alone."""
    texts = {file: file.read_text(encoding="utf-8") for file in FILES}
    return {
        file: set(late_imports(text)) if INDENTED.search(text) else set()
        for file, text in texts.items()
    }


def test_an_import_in_a_function_is_of_a_heavy_library_or_stands_at_a_listed_door() -> None:
    strays = {
        file.relative_to(PROJECT).as_posix(): sorted(names - LIBRARIES.keys())
        for file, names in late().items()
        if door_of(file) is None and names - LIBRARIES.keys()
    }
    assert strays == {}, "move it to the top of the file, or list the door with its reason"


def test_each_listed_door_has_such_an_import() -> None:
    needed = {door_of(file) for file, names in late().items() if names - LIBRARIES.keys()}
    assert DOORS.keys() - needed == set()


def test_each_listed_library_is_imported_in_a_function() -> None:
    outside = [names for file, names in late().items() if door_of(file) is None]
    assert LIBRARIES.keys() - set().union(*outside) == set()


@pytest.mark.parametrize("reasons", [LIBRARIES, DOORS], ids=["libraries", "doors"])
def test_each_has_its_reason(reasons: dict[str, str]) -> None:
    assert all(len(reason.split()) > 3 for reason in reasons.values())


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f():\n    from .a import b", {".a"}),
        ("def f():\n    from banditproof.theory import kl", {"banditproof.theory"}),
        ("def f():\n    def g():\n        import sympy as sp", {"sympy"}),
        ("class A:\n    async def f(self):\n        import a.b, c", {"a", "c"}),
        ("def f():\n    from .index_kernels import play", set()),
        ("def f():\n    from . import index_kernels, tree_kernels", set()),
        ("def f():\n    from . import index_kernels, tree", {"."}),
        ("import a\nif TYPE_CHECKING:\n    import b", set()),
    ],
)
def test_the_measurement_sees_functions_alone(source: str, found: set[str]) -> None:
    assert set(late_imports(source)) == found
    assert INDENTED.search(source) or not found, "what has none is not parsed"
