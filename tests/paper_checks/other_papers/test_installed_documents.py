"""Documents that packages announce: listed without an import, run only when they are asked for."""

import sys
from dataclasses import replace
from importlib import invalidate_caches
from pathlib import Path
import pytest
from banditproof.claims import claims, close_document, find, run
from banditproof.paper_checks.other_papers.installed import installed_documents, open_installed
from banditproof.paper_checks.other_papers.new_folder import new_folder
from banditproof.paper_checks.statements.documents import OPENED


def announce(site: Path, distribution: str, points: str) -> None:
    """Write the metadata of a distribution, as an installer would."""
    info = site / f"{distribution}-1.2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[banditproof.documents]\n{points}\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages; one of them announces a document."""
    package = tmp_path / "bandit_papers"
    package.mkdir()
    (package / "__init__.py").write_text("")
    new_folder(package / "announced", title="An Announced Paper", prefix="an")
    (package / "announced" / "__init__.py").write_text("")
    announce(tmp_path, "bandit-papers", "announced = bandit_papers.announced")
    monkeypatch.syspath_prepend(str(tmp_path))
    invalidate_caches()
    return tmp_path


def test_an_announced_document_is_listed_and_not_imported(site: Path) -> None:
    (known,) = [
        document for document in installed_documents() if document.distribution == "bandit-papers"
    ]
    assert (known.name, known.package, known.version) == (
        "announced",
        "bandit_papers.announced",
        "1.2",
    )
    assert "bandit_papers" not in sys.modules


def test_an_announced_document_runs_by_its_name(site: Path) -> None:
    document = open_installed("announced")
    try:
        assert open_installed("announced") is document
        assert (document.installed, document.asked("an.lem1")) == (True, "announced an.lem1")
        apart = replace(document, installed=False, shown="our papers/announced")
        assert apart.asked("an.lem1") == "'our papers/announced/' an.lem1"
        assert find("an.lem1").file == "bandit_papers/announced/section_1_setting.py"
        assert document.source(find("an.lem1").file).is_file()
        assert claims("announced")[0].id == "an.lem1"
        assert run(find("an.lem1")).as_recorded
    finally:
        close_document(document)
    assert "bandit_papers.announced" not in sys.modules


def test_announcements_that_cannot_be_opened(site: Path) -> None:
    broken = site / "broken_papers"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise RuntimeError('no')")
    announce(site, "broken", "broken = broken_papers.inner\nabsent = bandit_papers.absent")
    announce(site, "again", "other = bandit_papers.announced\nA.Name = bandit_papers.announced")
    announce(site, "twice", "announced = bandit_papers.second")
    invalidate_caches()
    assert "A.Name" not in {document.name for document in installed_documents()}
    for name, sentence in {
        "broken": "broken_papers.inner, which is no package",
        "absent": "bandit_papers.absent, which is no package",
        "other": "announces 'other', and its document.claims says 'announced'",
        "announced": "bandit-papers and twice announce a document 'announced'",
        "unknown": "No installed package announces a document 'unknown'",
    }.items():
        with pytest.raises(ValueError, match=sentence):
            open_installed(name)
    assert OPENED == {}
