"""The notebooks run and are stored without output; the examples of the extensions are true."""

import doctest
import json
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
import pytest

ROOT = Path(__file__).resolve().parents[2]
EXECUTED = os.environ.get("EXECUTED_NOTEBOOKS", "")
"""The folder where a build of the pages has put the notebooks that it ran, if there was one."""
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
EXTENSIONS = sorted(
    file.stem for file in (ROOT / "docs" / "extensions").glob("*.py") if file.stem != "__init__"
)


def cells(path: Path) -> list[dict[str, object]]:
    result: list[dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return result


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_output(path: Path) -> None:
    code = [cell for cell in cells(path) if cell["cell_type"] == "code"]
    assert len(code) >= 3
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


def test_there_are_four_notebooks() -> None:
    assert len(NOTEBOOKS) >= 4


def test_the_build_runs_the_examples_of_every_page() -> None:
    looked_at = import_module("extensions.checked_examples").pages(ROOT / "docs")
    names = {page.relative_to(ROOT / "docs").as_posix() for page in looked_at}
    assert names > {
        "auditing.md",
        "commands_for_researchers.md",
        "proving.md",
        "tutorials/review_a_paper.md",
    }
    assert not any(name.startswith("_build") for name in names)


@pytest.mark.parametrize(
    ("text", "said"),
    [("# A\n\n>>> 1 + 1\n2\n", ""), ("# B\n\n>>> 1 + 1\n3\n", "Got:\n    2"), ("# C\n", "")],
)
def test_an_example_that_is_not_true_is_reported(tmp_path: Path, text: str, said: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    failures = import_module("extensions.checked_examples").failed_examples(page)
    assert said in failures
    assert bool(failures) == bool(said)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.each("examples in print")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient", reason="pip install banditproof[docs]")
    nbformat = import_module("nbformat")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    book = nbformat.read(path, as_version=4)
    if EXECUTED:
        stored, book = book, nbformat.read(Path(EXECUTED) / path.name, as_version=4)
        assert [cell.source for cell in book.cells] == [cell.source for cell in stored.cells]
    else:
        folder = {"metadata": {"path": str(tmp_path)}}
        nbclient.NotebookClient(book, timeout=120, resources=folder).execute()
    printed = [cell.outputs for cell in book.cells if cell.get("outputs")]
    assert len(printed) >= 2
    assert not [shown for outputs in printed for shown in outputs if shown.output_type == "error"]


@pytest.fixture
def digits_without_limit() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.slow
@pytest.mark.each("examples in print")
@pytest.mark.parametrize("name", EXTENSIONS)
def test_the_examples_of_an_extension_are_true(name: str, digits_without_limit: None) -> None:
    pytest.importorskip("sphinx", reason="pip install banditproof[docs]")
    assert doctest.testmod(import_module(f"extensions.{name}")).failed == 0
