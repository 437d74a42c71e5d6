"""The fast tests of the logic notice nearly every one-place edit of what is trusted."""

from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
import pytest
from edited_kernel import changed, fresh_processes, run
from tiers import sampled

HERE = Path(__file__).parent
ROWS = (HERE / "kernel_mutants.txt").read_text("utf-8").split("\n")[2:-1]
NAMES = (
    "kernel_rules",
    "kernel_from_python",
    "rules_of_laws",
    "terms",
    "arithmetic_steps",
    "random_derivations",
    "false_theorems",
)
FIRST = {"arithmetic": "arithmetic_steps"}
"""Which tests notice most edits of a file, if it is not the first of all."""


def noticed_by(module: str) -> list[str]:
    """The files of tests, in the order in which they are tried on an edit of a file."""
    names = sorted(NAMES, key=lambda name: name != FIRST.get(module))
    return [str(HERE / f"test_{name}.py") for name in names]


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with fresh_processes() as pool:
        yield pool


def parts(row: str) -> tuple[str, str, str]:
    """The file of an edit, what it replaces, and by what."""
    module, _, change = row.partition(" ## ")[0].partition(" :: ")
    old, _, new = change.partition(" => ")
    return module, old, new


def test_each_edit_has_its_place() -> None:
    for row in ROWS:
        changed(*parts(row))


@pytest.mark.parametrize("row", sampled(ROWS, 5))
def test_an_edit_of_the_kernel_is_noticed(row: str, processes: Executor) -> None:
    module, old, new = parts(row)
    tests = noticed_by(module)
    was_imported, code, output = processes.submit(run, module, old, new, tests).result()
    assert was_imported, output
    assert (code == 0) == (" ## " in row), f"{row}\n{output[-1500:]}"


def test_nearly_every_edit_is_noticed() -> None:
    assert sum(" ## " in row for row in ROWS) <= len(ROWS) / 10
