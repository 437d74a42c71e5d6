"""Verdicts about other papers are kept as long as nothing changes that decides them."""

import math
import shutil
import time
import warnings
from collections.abc import Callable
from pathlib import Path
import pytest
import banditproof
from banditproof.claims import Result, close_document, open_document, run_all
from banditproof.paper_checks.derivations.developments import development_of, has_derivation
from banditproof.paper_checks.derivations.stored_certificates import store_certificates
from banditproof.paper_checks.other_papers.description import TICK
from banditproof.paper_checks.proofs.writing_proofs import write_proofs_of
from banditproof.paper_checks.running import kept_verdicts, keys_of_papers
from banditproof.paper_checks.statements.registry import claims

PROGRAM = "section_1_setting.py"


@pytest.fixture(scope="module")
def stored(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The new folder with its proofs stored, which no run searches for again."""
    folder = tmp_path_factory.mktemp("stored") / "my-paper"
    shutil.copytree(pristine, folder)
    document = open_document(folder)
    try:
        for claim in claims("my-paper"):
            if claim.proof:
                write_proofs_of(claim)
            if has_derivation(claim.id):
                development_of(document).derive(claim.id)
        for name, derivation in development_of(document).derived.items():
            if name.startswith(f"{document.prefix}."):
                store_certificates(name, derivation.certificates.used)
    finally:
        close_document(document)
    return folder


@pytest.fixture
def paper(stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, in the working folder of the test."""
    shutil.copytree(stored, tmp_path / "my-paper")
    monkeypatch.chdir(tmp_path)
    return Path("my-paper")


def checked(paper: Path, keep: Path, done: Callable[..., None] | None = None) -> list[bool]:
    """Whether each verdict of a program was kept by an earlier run."""
    time.sleep(2 * TICK)  # what was written just before might have been read before
    document = open_document(paper)
    try:
        results = run_all(claims("my-paper"), workers=1, done=done, keep=keep)
    finally:
        close_document(document)
    assert all(result.as_recorded for result in results)
    return [result.kept for result in results if result.claim.program]


def add(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as end:
        end.write(text)


def test_they_are_used_again_also_from_a_folder_inside(paper: Path) -> None:
    assert not any(checked(paper, paper / "kept"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(checked(paper, paper / "kept"))


@pytest.mark.parametrize("file", [PROGRAM, "tables/deep/data.csv", "src/x/a.py", "linked/b.py"])
def test_an_edit_of_any_file_counts(paper: Path, tmp_path: Path, file: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (paper / "linked").symlink_to(tmp_path / "elsewhere")
    checked(paper, tmp_path / "kept")
    add(paper / file, "# 1\n")
    assert not any(checked(paper, tmp_path / "kept"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import helper_of_two", r"section_1_setting\.py imports helper_of_two from .*elsewhere"),
        ("def f():\n    from helper_of_two import x", "imports helper_of_two from"),
        ("exec('x = 1')", r"section_1_setting\.py imports or runs what its text does not show"),
        ("import builtins\nbuiltins.exec('x = 1')", "imports or runs what its text does not show"),
    ],
)
def test_what_stands_elsewhere_is_named_and_nothing_is_kept(
    paper: Path, tmp_path: Path, monkeypatch, text: str, reason: str
) -> None:
    add(tmp_path / "elsewhere" / "helper_of_two.py", "x = 1\n")
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")
    add(paper / PROGRAM, f"\n{text}\n")
    for _ in range(2):
        with pytest.warns(UserWarning, match=f"verdicts of my-paper are not kept: .*{reason}"):
            assert not any(checked(paper, tmp_path / "kept"))


def test_a_program_named_almost_like_a_tool_is_looked_at(paper: Path, tmp_path: Path) -> None:
    add(paper / "setup_of_worlds.py", 'exec("x = 1")\n')
    with pytest.warns(UserWarning, match=r"setup_of_worlds\.py imports or runs what its text"):
        assert not any(checked(paper, tmp_path / "kept"))


def test_a_change_while_checks_run_is_noticed(paper: Path, tmp_path: Path) -> None:
    """The check read one file, and its key is that of another."""
    edit = paper / PROGRAM

    def done(result: Result) -> None:
        if result.claim.program:
            add(edit, "# 1\n")

    with pytest.warns(UserWarning, match=rf"{PROGRAM} changed while checks ran"):
        checked(paper, tmp_path / "kept", done)
    assert not any(checked(paper, tmp_path / "kept"))


def test_the_tick_of_the_opening_counts_as_after_it(paper: Path) -> None:
    before = time.time()
    document = open_document(paper)
    close_document(document)
    assert document.opened_at < before - TICK / 2


def test_a_change_before_the_keys_are_made_is_noticed(paper: Path, tmp_path: Path) -> None:
    time.sleep(2 * TICK)  # the other files were written before
    document = open_document(paper)
    add(paper / PROGRAM, "# 1\n")
    try:
        with pytest.warns(UserWarning, match=rf"{PROGRAM} changed after it was read"):
            run_all(claims("my-paper"), workers=1, keep=tmp_path / "kept")
    finally:
        close_document(document)
    assert not any(checked(paper, tmp_path / "kept"))


def test_verdicts_found_before_a_change_stay(paper: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(kept_verdicts, "EACH", -math.inf)
    results: list[Result] = []

    def done(result: Result) -> None:
        results.extend([result] if result.claim.program else [])
        if len(results) == 2:
            add(paper / "new.txt", "1")

    with pytest.warns(UserWarning, match=r"new\.txt changed"):
        checked(paper, tmp_path / "kept", done)
    (paper / "new.txt").unlink()
    assert sum(checked(paper, tmp_path / "kept")) == 2


def test_the_files_of_the_package_itself_count() -> None:
    """`banditproof.claims` stands beside the rooms."""
    root = Path(banditproof.__path__[0])
    assert root in keys_of_papers.folders_of(())
    assert keys_of_papers.is_root(root)
