"""Verdicts about the folders of others are not kept, and none that stands in a folder is read."""

import re
import warnings
from pathlib import Path
import pytest
import banditproof
from banditproof.claims import Result, close_document, open_document, run_all
from banditproof.paper_checks.running.check_tasks import tasks_of
from banditproof.paper_checks.running.import_closure import ROOT, folders_of_rooms
from banditproof.paper_checks.running.kept_verdicts import KeptVerdicts
from banditproof.paper_checks.statements.registry import claims, find

SAID = re.escape("The verdicts of my-paper are not kept: programs of others run")


def checked(paper: Path, keep: Path) -> list[Result]:
    document = open_document(paper)
    try:
        return run_all(claims("my-paper")[1:3], workers=1, keep=keep)
    finally:
        close_document(document)


def test_they_run_each_time_and_that_is_said(paper: Path, tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.warns(UserWarning, match=SAID):
            results = checked(paper, tmp_path / "kept")
        assert [result.kept for result in results] == [False, False]


def test_no_claim_of_a_folder_has_a_key(paper: Path, tmp_path: Path) -> None:
    document = open_document(paper)
    chosen = [*claims("my-paper"), find("bern.thm3.1")]
    with pytest.warns(UserWarning, match=SAID):
        tasks = tasks_of(chosen, tmp_path / "kept")
    assert {task.id for task in tasks if task.decided_by} == {"bern.thm3.1"}
    close_document(document)


def test_a_verdict_that_somebody_put_there_is_not_read(paper: Path, tmp_path: Path) -> None:
    document = open_document(paper)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tasks = tasks_of(claims("my-paper")[1:3], tmp_path / "kept")
    with KeptVerdicts(tmp_path / "kept") as kept:
        forged = [(task.key, b'["whatever",0.0,null]') for task in tasks]
        kept.store.keep(forged)
        assert list(kept.answers(tasks)) == []
    close_document(document)


def test_the_files_of_the_package_itself_count() -> None:
    """`banditproof.claims` stands beside the rooms."""
    assert folders_of_rooms()[ROOT] == Path(banditproof.__path__[0])
