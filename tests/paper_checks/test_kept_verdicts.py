"""Verdicts that are kept: used again while no program changed, and never trusted otherwise."""

import os
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.places_of_work import Workers
from banditproof.paper_checks import find, run_all
from banditproof.paper_checks.running import check_tasks, content_keys, runner
from banditproof.paper_checks.running.check_tasks import CheckTask, answer_of, is_readable

IDS = ("bern.lemF.3",)


@pytest.fixture
def ran(monkeypatch) -> list[str]:
    """The claims whose check runs."""
    results: list[str] = []
    checked = runner.run

    def noted(claim, **subjects):
        results.append(claim.id)
        return checked(claim, **subjects)

    for module in (runner, check_tasks):
        monkeypatch.setattr(module, "run", noted)
    return results


def chosen() -> list:
    return [find(id) for id in IDS]


def facts(results) -> list[dict]:
    return [result.to_json() for result in results]


def test_kept_verdicts_are_the_same_and_are_not_run_again(tmp_path: Path, ran) -> None:
    first = run_all(chosen(), workers=1, keep=tmp_path)
    assert ran
    ran.clear()
    again = run_all(chosen(), workers=1, keep=tmp_path)
    assert ran == []
    assert facts(again) == facts(first)
    assert not any(result.kept for result in first)
    assert all(result.kept for result in again)


@pytest.mark.parametrize("what", ["programs", "versions"])
def test_a_verdict_of_other_programs_is_not_used(tmp_path, ran, monkeypatch, what) -> None:
    run_all(chosen()[:1], workers=1, keep=tmp_path)
    ran.clear()
    keys = content_keys.ContentKeys()
    if what == "programs":
        name = "banditproof.theory.balls"
        keys.programs.modules[name] = replace(keys.programs.modules[name], digest="edited")
    else:
        monkeypatch.setattr(content_keys, "version", lambda name: "0")
    monkeypatch.setattr(check_tasks, "content_keys", lambda folder: keys)
    run_all(chosen()[:1], workers=1, keep=tmp_path)
    assert ran == ["bern.lemF.3"]


class Trap:
    """What a pickle of somebody else may do."""

    def __reduce__(self):
        return (os.mkdir, ("trap",))


def test_a_file_of_somebody_else_runs_nothing(tmp_path: Path, ran, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (task,) = check_tasks.tasks_of(chosen()[:1], tmp_path / "kept")
    with CellStore(tmp_path / "kept") as store:
        store.keep([(task.key, pickle.dumps((Trap(), 0.0, None)))])
    with pytest.warns(UserWarning, match=r"bern\.lemF\.3 cannot be read .*; the check runs again"):
        (result,) = run_all(chosen()[:1], workers=1, keep=tmp_path / "kept")
    assert not Path("trap").exists()
    assert ran == ["bern.lemF.3"]
    assert result.as_recorded


def test_a_check_that_stopped_is_not_kept() -> None:
    content = CheckTask("bern.lemF.3").content()
    verdict, seconds, _ = answer_of(content)
    assert is_readable(content)
    assert not is_readable(pickle.dumps((verdict, seconds, "KeyError: 3")))
    assert not is_readable(b"text")


def test_a_process_that_was_lost_is_an_open_verdict_with_an_error(monkeypatch) -> None:
    from banditproof.algorithms.sweeps.task import Finished

    def lost(tasks, places):
        assert places == Workers(2)
        return ((task, Finished(None, 0.0, "its worker ended")) for task in tasks)

    monkeypatch.setattr(runner, "finished", lost)
    (result,) = run_all(chosen()[:1], workers=2)
    assert result.verdict.outcome.value == "open"
    assert result.error == "its worker ended"
    assert not result.as_recorded
