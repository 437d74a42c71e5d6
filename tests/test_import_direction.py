"""Imports point downwards only: theory < algorithms < verify < paper_checks < cli."""

import ast
from pathlib import Path

import pytest

ROOMS = ("theory", "algorithms", "verify", "paper_checks", "cli")
PROJECT = Path(__file__).resolve().parent.parent
FILES = sorted(file for room in ROOMS for file in (PROJECT / room).rglob("*.py"))


def imported_rooms(source: str, room: str, depth: int) -> set[str]:
    """The rooms that a file imports; `depth` is the number of folders from the room to it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # one dot is the folder of the file; `depth` more of them lead out of the room
            inside = ["banditproof", room, *["_"] * depth]
            base = inside[: len(inside) + 1 - node.level]
            tail = f".{node.module}" if node.module else ""
            names = [f"{'.'.join(base)}{tail}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            names = [a.value for a in node.args if isinstance(a, ast.Constant)]
        else:
            continue
        for name in map(str, names):
            parts = name.split(".")
            if parts[0] == "banditproof" and len(parts) > 1:
                found.add(parts[1])
            elif parts[0] in ROOMS:
                found.add(f"{parts[0]}, not as banditproof.{parts[0]}")
    return found


def violations(source: str, room: str, depth: int = 0) -> set[str]:
    allowed = {*ROOMS[: ROOMS.index(room) + 1], "__version__", "lazy_names"}
    return imported_rooms(source, room, depth) - allowed


@pytest.mark.parametrize("room", ROOMS)
def test_a_file_imports_from_its_own_room_or_below(room: str) -> None:
    wrong = {}
    for file in FILES:
        inside = file.relative_to(PROJECT)
        if inside.parts[0] == room:
            wrong[str(inside)] = violations(file.read_text(), room, len(inside.parts) - 2)
    assert {file: rooms for file, rooms in wrong.items() if rooms} == {}


def test_there_are_files_to_check() -> None:
    assert {file.relative_to(PROJECT).parts[0] for file in FILES} >= {"theory", "verify"}


@pytest.mark.parametrize(
    ("source", "room"),
    [
        ("from banditproof.algorithms import x", "theory"),
        ("import banditproof.cli", "paper_checks"),
        ("from banditproof import verify", "algorithms"),
        ("from ..verify import strategies", "theory"),
        ("def f():\n    from banditproof.cli.main import app", "verify"),
        ("import importlib\nimportlib.import_module('banditproof.verify')", "theory"),
        ("from theory import kl", "algorithms"),
    ],
)
def test_an_upward_or_stray_import_is_found(source: str, room: str) -> None:
    assert violations(source, room)


@pytest.mark.parametrize(
    ("source", "room"),
    [
        ("from banditproof.theory import kl", "cli"),
        ("from .enclosure import Enclosure", "theory"),
        ("from ..theory import kl", "algorithms"),
        ("from banditproof import __version__", "cli"),
        ("import numpy", "theory"),
    ],
)
def test_a_downward_import_is_fine(source: str, room: str) -> None:
    assert not violations(source, room)
