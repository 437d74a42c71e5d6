"""Imports point downwards only: theory < algorithms < verify < paper_checks < cli.

Inside a room no files import each other in a circle, and paper_checks has floors.
"""

import ast
from collections.abc import Container, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from pathlib import Path
import pytest
from case_tables import table

ROOMS = ("theory", "algorithms", "verify", "paper_checks", "cli")
PROJECT = Path(__file__).resolve().parent.parent
FILES = sorted(file for room in ROOMS for file in (PROJECT / room).rglob("*.py"))


def asks_for_a_module(node: ast.AST) -> bool:
    """Whether a node is a call of `import_module`, by whatever name in front of it."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr.endswith("import_module")
    return isinstance(function, ast.Name) and function.id.endswith("import_module")


@cache
def imports_in(source: str) -> tuple[tuple[ast.AST, bool], ...]:
    """The imports of a file, read once; each with whether it runs, or is below `TYPE_CHECKING`."""
    found: list[tuple[ast.AST, bool]] = []
    left: list[tuple[ast.AST, bool]] = [(ast.parse(source), True)]
    while left:
        node, runs = left.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)) or asks_for_a_module(node):
            found.append((node, runs))
        inside = runs and not (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        left.extend((child, inside) for child in ast.iter_child_nodes(node))
    return tuple(found)


def imported_rooms(source: str, room: str, depth: int) -> set[str]:
    """The rooms that a file imports; `depth` is the number of folders from the room to it."""
    result = set()
    for node, _ in imports_in(source):
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
        elif isinstance(node, ast.Call):
            names = [a.value for a in node.args if isinstance(a, ast.Constant)]
        else:
            continue
        for name in map(str, names):
            parts = name.split(".")
            if parts[0] == "banditproof" and len(parts) > 1:
                result.add(parts[1])
            elif parts[0] in ROOMS:
                result.add(f"{parts[0]}, not as banditproof.{parts[0]}")
    return result


def violations(source: str, room: str, depth: int = 0) -> set[str]:
    beside = ("__version__", "lazy_names", "table_rows", *["__main__"] * (room == "cli"))
    allowed = {*ROOMS[: ROOMS.index(room) + 1], *beside}
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


@pytest.mark.parametrize(("source", "room"), table(__file__, "an_upward_or_stray_import_is_found"))
def test_an_upward_or_stray_import_is_found(source: str, room: str) -> None:
    assert violations(source, room)


@pytest.mark.parametrize(("source", "room"), table(__file__, "a_downward_import_is_fine"))
def test_a_downward_import_is_fine(source: str, room: str) -> None:
    assert not violations(source, room)


def module_of(file: Path) -> str:
    """The dotted name of a file, without `banditproof`; that of a package is its folder."""
    parts = file.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in FILES}


def imported_files(
    module: str, source: str, is_package: bool, modules: Container[str], *, types: bool = False
) -> set[str]:
    """The files that a file imports, at its top or in its functions; those for types if asked.

    `from a import b` imports the file a.b if there is one, and otherwise the file a.
    """
    folder = module.split(".") if is_package else module.split(".")[:-1]
    imported: set[str] = set()
    for node, runs in imports_in(source):
        if not (runs or types):
            continue
        if isinstance(node, ast.Import):
            names = [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = ["banditproof", *folder][: len(folder) + 2 - node.level] if node.level else []
            home = ".".join([*above, *([node.module] if node.module else [])])
            names = [(home, alias.name) for alias in node.names]
        else:
            continue
        for home, name in names:
            inside = home.removeprefix("banditproof.")
            if inside != home:
                imported |= {next((m for m in (f"{inside}.{name}", inside) if m in modules), "")}
    return imported - {module, ""}


def graph_of(room: str, *, types: bool = False) -> dict[str, set[str]]:
    return {
        module: imported_files(
            module, file.read_text(), file.name == "__init__.py", MODULES, types=types
        )
        for module, file in MODULES.items()
        if module.split(".")[0] == room
    }


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """The files of one circle of imports; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("room", ROOMS)
def test_no_files_import_each_other_in_a_circle(room: str) -> None:
    assert circle(graph_of(room)) == []


@pytest.mark.parametrize(
    ("first", "second"), table(__file__, "a_circle_is_found_wherever_its_imports_stand")
)
def test_a_circle_is_found_wherever_its_imports_stand(first: str, second: str) -> None:
    sources = {"theory.one": first, "theory.two": second}
    graph = {m: imported_files(m, source, False, sources) for m, source in sources.items()}
    assert set(circle(graph)) == {"theory.one", "theory.two"}
    assert circle({**graph, "theory.two": set()}) == []


def test_an_import_for_types_makes_no_circle_when_it_runs() -> None:
    source = "if TYPE_CHECKING:\n    from .two import b"
    assert imported_files("theory.one", source, False, {"theory.two"}) == set()
    for_types = imported_files("theory.one", source, False, {"theory.two"}, types=True)
    assert for_types == {"theory.two"}


CIRCLES_OF_TYPES = table(__file__, "circles_of_types")
"""The circles that imports for types close, by the folders that they lie in."""


def files_in_circles(graph: Mapping[str, set[str]]) -> set[str]:
    """The files from which their imports lead back to them."""
    left = {module: used & graph.keys() for module, used in graph.items()}

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        to_see = [start]
        while to_see:
            new = left[to_see.pop()] - seen
            seen |= new
            to_see += new
        return seen

    return {module for module in left if module in reached(module)}


@pytest.mark.parametrize("room", ROOMS)
def test_imports_for_types_close_no_circle_but_the_listed(room: str) -> None:
    found = files_in_circles(graph_of(room, types=True))
    for folders, most, reason in CIRCLES_OF_TYPES:
        inside = {m for m in found if m.rpartition(".")[0].startswith(folders) or m in folders}
        if folders[0].startswith(room):
            assert inside, f"{reason}: this circle is gone; take it from the list"
            assert len(inside) <= most, reason
        found -= inside
    assert found == set()


def test_a_circle_of_types_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}
    assert files_in_circles(graph) == {"b", "c"}


FLOORS = (
    {"verdicts", "drafts"},
    {"statements"},
    {"tex_source"},
    {"proofs"},
    {"derivations"},
    {"checking", "running"},
    {"drawing", "models"},
    {"bernoulli", "zcdp", "renyi", "adversarial", "one_horizon", "state_of_the_field", "thesis"},
    {"field", "report", "other_papers"},
)
"""The folders of paper_checks, from the ground up: each uses those below it, and none above.

The file `checking` has the words of the folders below it in one place.
"""


def floor_of(module: str) -> int | None:
    room, folder, *_ = (*module.split("."), "")
    if room != "paper_checks":
        return None
    return next((place for place, folders in enumerate(FLOORS) if folder in folders), None)


def climbs(graph: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The imports from a floor to a higher one."""
    floors = {module: floor_of(module) for module in {*graph, *chain(*graph.values())}}
    return [
        (module, used)
        for module, imported in graph.items()
        for used in sorted(imported)
        if (low := floors[module]) is not None and (high := floors[used]) is not None and high > low
    ]


def test_no_import_of_paper_checks_climbs_to_a_higher_floor() -> None:
    assert climbs(graph_of("paper_checks")) == []


def test_a_climb_is_found() -> None:
    up = ("paper_checks.verdicts.verdict", "paper_checks.proofs.proof")
    assert climbs({up[0]: {up[1]}}) == [up]
    assert climbs({up[1]: {up[0]}}) == []


def test_every_folder_of_paper_checks_has_a_floor() -> None:
    folders = {
        m.split(".")[1] for m in MODULES if m.count(".") > 1 and m.startswith("paper_checks")
    }
    assert folders | {"checking"} == set().union(*FLOORS)
