"""The kernel imports the files that are counted as trusted, and else the checker alone."""

import ast
from collections.abc import Iterator
from importlib.resources import files
import pytest
from banditproof.paper_checks.running.second_reading import TRUSTED, trusted_lines

LOGIC, CHECKER = "banditproof.theory.logic", "banditproof.theory.prover"


def imported(text: str) -> Iterator[str]:
    """The modules of banditproof that a file of the logic imports, wherever it does."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{LOGIC}.{node.module}" if node.level else str(node.module)]
        else:
            continue
        yield from (name for name in names if name.startswith("banditproof"))


def reached(module: str) -> set[str]:
    """The modules that the kernel needs, those of the checker without what they import."""
    found, left = set[str](), [module]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            place = files(LOGIC).joinpath(f"{name.removeprefix(f'{LOGIC}.')}.py")
            left += imported(place.read_text("utf-8")) if name.startswith(f"{LOGIC}.") else ()
    return found


def test_the_kernel_needs_what_is_trusted_and_nothing_else() -> None:
    found = reached(f"{LOGIC}.kernel")
    assert {name for name in found if not name.startswith(f"{CHECKER}.")} == {
        f"{LOGIC}.{name}" for name in TRUSTED
    }


def test_what_is_trusted_stays_small() -> None:
    assert trusted_lines() <= 800


@pytest.mark.parametrize(
    "line",
    [
        "from .printing import shown",
        "import banditproof.theory.logic.printing",
        "def later():\n    from banditproof.theory.logic.printing import shown",
    ],
)
def test_an_import_is_found(line: str) -> None:
    assert list(imported(line)) == [f"{LOGIC}.printing"]
