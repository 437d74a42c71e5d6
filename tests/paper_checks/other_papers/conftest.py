"""Folders about other papers for tests: a new one, its changes, and an end without traces."""

import os
import shutil
from pathlib import Path
import pytest
from banditproof.paper_checks.other_papers.new_folder import new_folder


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as `banditproof new` makes it."""
    folder = tmp_path_factory.mktemp("new") / "my-paper"
    new_folder(folder, title="On Private Bandits")
    return folder


@pytest.fixture
def paper(pristine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the new folder, in the working folder of the test."""
    shutil.copytree(pristine, tmp_path / "my-paper")
    monkeypatch.chdir(tmp_path)
    return Path("my-paper")


@pytest.fixture
def without_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return Path(os.curdir)
