"""Folders about other papers for tests: a new one, its changes, and an end without traces."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from banditproof.paper_checks.documents import OPENED
from banditproof.paper_checks.other_papers.new_folder import new_folder
from banditproof.paper_checks.other_papers.opening import close_document

Change = Callable[[Path], None]


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as `banditproof new` makes it."""
    folder = tmp_path_factory.mktemp("new") / "my-paper"
    new_folder(folder, title="On Private Bandits")
    return folder


@pytest.fixture
def paper(pristine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the new folder, in the working folder of the test; what is opened is closed."""
    shutil.copytree(pristine, tmp_path / "my-paper")
    monkeypatch.chdir(tmp_path)
    before = set(OPENED)
    yield Path("my-paper")
    for name in set(OPENED) - before:
        close_document(OPENED[name])


@pytest.fixture
def without_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working folder, after which opened documents are closed."""
    monkeypatch.chdir(tmp_path)
    yield Path(os.curdir)
    for document in list(OPENED.values()):
        close_document(document)
