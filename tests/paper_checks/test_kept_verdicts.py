"""Verdicts that are kept: used again while no program changed, and never trusted otherwise."""

import errno
import json
import math
import os
import pickle
import sys
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
import numpy as np
import pytest
from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.places_of_work import Workers
from banditproof.algorithms.sweeps.segments import SegmentWriter
from banditproof.paper_checks import find, run_all
from banditproof.paper_checks.running import check_tasks, content_keys, kept_verdicts, runner
from banditproof.paper_checks.running.about_answers import About, about
from banditproof.paper_checks.running.check_tasks import CheckTask, stopped
from banditproof.paper_checks.running.content_keys import ContentKeys
from banditproof.paper_checks.running.verdicts_as_json import Answer, answer_in, content_of
from banditproof.paper_checks.statements.claim import REGISTERED
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.verdicts.step_facts import StepFacts
from banditproof.paper_checks.verdicts.verdict import ForAll, Outcome, Sharpness, Verdict, undecided
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Evidence, Grade, JudgedBy

IDS = ("bern.lemF.3",)


@pytest.fixture(scope="module")
def keys() -> ContentKeys:
    return ContentKeys(content_keys.content_keys().programs.kept)


@pytest.fixture(autouse=True)
def keys_read_once(keys: ContentKeys, monkeypatch) -> None:
    monkeypatch.setattr(check_tasks, "content_keys", lambda: keys)


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
def test_a_verdict_of_other_programs_is_not_used(tmp_path, ran, monkeypatch, keys, what) -> None:
    run_all(chosen()[:1], workers=1, keep=tmp_path)
    ran.clear()
    again = ContentKeys(keys.programs.kept)
    if what == "programs":
        name = "banditproof.theory.balls"
        again.programs.modules[name] = replace(again.programs.modules[name], digest="edited")
    else:
        monkeypatch.setattr(content_keys, "version", lambda name: "0")
    monkeypatch.setattr(check_tasks, "content_keys", lambda: again)
    run_all(chosen()[:1], workers=1, keep=tmp_path)
    assert ran == ["bern.lemF.3"]


class Trap:
    """What a pickle of somebody else may do: call a function, or import a module."""

    def __init__(self, called: str | tuple) -> None:
        self.called = called

    def __reduce__(self):
        return self.called


UNUSED = "banditproof.theory.prover.coq.coqc"
"""A module of this package that no check imports."""
FORGED = {
    "a call": lambda: pickle.dumps((Trap((os.mkdir, ("trap",))), 0.0, None)),
    # protocol 0: the lines are a module and a data class of it
    "a module": lambda: f"(c{UNUSED}\nSecondOpinion\n)o.".encode(),
    "a text": lambda: b"text",
    "an error": lambda: content_of(stopped("KeyError: 3"), about(IDS[0])),
    "a verdict of another claim": lambda: content_of(answer_of_the_claim(), about("bern.thm3.1")),
    "a verdict of its mutant": lambda: changed(lambda facts: None, mutant="m"),
    "deep lists": lambda: b"[" * 100_000,
    "a list": lambda: b"[1, 2]",
    "no summary": lambda: changed(lambda facts: facts.pop("summary")),
    "a number for a text": lambda: changed(lambda facts: facts.update(summary=3)),
    "steps of no proof": lambda: changed(lambda facts: facts.update(steps=[{"number": 1}])),
    "another outcome": lambda: changed(lambda facts: facts.update(outcome="true")),
    "no evidence": lambda: changed(lambda facts: facts.update(evidence=None)),
    "no number": lambda: changed(lambda facts: numbers(facts, {"fraction": ["0x1", "0x0"]})),
    "a call by name": lambda: changed(lambda facts: numbers(facts, {"os.mkdir": "trap"})),
}


def answer_of_the_claim() -> Answer:
    return answer_in(CheckTask(IDS[0]).content(), about(IDS[0]))


def changed(change, mutant: str = "") -> bytes:
    """What a folder keeps of a claim, changed by hand."""
    (id, _, read), verdict, seconds, error = json.loads(CheckTask(IDS[0]).content())
    change(verdict)
    return json.dumps([(id, mutant, read), verdict, seconds, error]).encode()


def numbers(facts, number) -> None:
    facts["evidence"]["numbers"]["x"] = number


@pytest.mark.parametrize("what", FORGED)
def test_a_file_of_somebody_else_runs_nothing(tmp_path: Path, ran, monkeypatch, what) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, UNUSED, raising=False)
    content = FORGED[what]()
    ran.clear()
    (task,) = check_tasks.tasks_of(chosen()[:1], tmp_path / "kept")
    with CellStore(tmp_path / "kept") as store:
        store.keep([(task.key, content)])
    with pytest.warns(UserWarning, match=r"bern\.lemF\.3 cannot be read .*; the check runs again"):
        (result,) = run_all(chosen()[:1], workers=1, keep=tmp_path / "kept")
    assert not Path("trap").exists()
    assert UNUSED not in sys.modules
    assert ran == ["bern.lemF.3"]
    assert result.as_recorded


def test_a_check_that_stopped_is_not_kept(tmp_path: Path, ran, monkeypatch) -> None:
    stops = find(IDS[0])
    monkeypatch.setitem(REGISTERED, stops.id, replace(stops, check=lambda: 1 / 0))
    for _ in range(2):
        (result,) = run_all([find(stops.id)], workers=1, keep=tmp_path)
        assert "ZeroDivisionError" in (result.error or "")
    assert ran == [*IDS, *IDS]


class Level(StrEnum):
    HIGH = "high"


ABOUT = About("my.lem1", "", "0a")
SHORT = ("fraction", "enclosure", "half line", "floats", "tuple", "by numbers")
"""The numbers below that have few digits."""


def test_a_verdict_comes_back_as_it_was() -> None:
    exact = {
        "fraction": Fraction(-1, 3),
        "long": 7**9000,
        "long fraction": Fraction(7**9000, 2**20_000),
        "enclosure": Enclosure.of("0.33", "0.34"),
        "half line": Enclosure(Fraction(0), math.inf),
        "floats": [0.1, 5e-324, math.inf, -math.inf, -0.0],
        "tuple": (1, (2, [True, None]), "x"),
        "by numbers": {1: {"a": 2}, (1, 2): 0.5},
    }
    facts = {"kind": "words", "says": "$x$", "formula": "", "uses": (1,), "rests_on": ()}
    first = StepFacts(number=2, where="", **facts)
    later = StepFacts.with_ranges_later(
        lambda: "x in [0, 1]", number=3, verdict=None, detail="", **facts
    )
    evidence = Evidence(Grade.PROVED, exact, "x = 1.", 0.25, {"x": "1"}, judged_by=JudgedBy.CHECK)
    verdict = Verdict(
        *(Outcome.HOLDS, "It holds.", evidence, "All.", "", ForAll.MACHINE),
        *(Sharpness(0.75, "x = 1", 3), {"my.thm1.a": "holds: so."}, (first, later)),
    )
    again, seconds, error = answer_in(content_of((verdict, 0.1, None), ABOUT), ABOUT)
    assert (again, seconds, error) == (verdict, 0.1, None)
    kinds = [repr(item.numbers[name]) for item in (again.evidence, evidence) for name in SHORT]
    assert kinds[: len(SHORT)] == kinds[len(SHORT) :]
    assert [step.where for step in again.steps] == ["", "x in [0, 1]"]


def test_other_numbers_come_back_as_all_output_shows_them() -> None:
    given = {"array": np.array([[1.5, 2.0]]), "count": np.int64(3), "float": np.float64(0.1)}
    given |= {"set": {1}, "level": Level.HIGH}
    answer = (undecided("So.", numbers=given, grade=Grade.POINTS), 0.0, None)
    again = answer_in(content_of(answer, ABOUT), ABOUT)[0]
    assert again.evidence is not None
    assert again.evidence.numbers == {
        "array": [[1.5, 2.0]],
        "count": 3,
        "float": 0.1,
        "set": [1],
        "level": "high",
    }
    with pytest.raises(ValueError, match="has no JSON form"):
        content_of(
            (undecided("So.", numbers={"x": object()}, grade=Grade.POINTS), 0.0, None), ABOUT
        )


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


def test_a_copy_among_parts_runs_nothing_and_is_kept_by_its_original(tmp_path: Path, ran) -> None:
    """Its key would not hold what decides it: the program of another claim."""
    whole = find("zcdp.prop1")
    copies = [find(part).repeats for part in whole.parts]
    assert any(copies)
    (first,) = run_all([whole], workers=1, keep=tmp_path)
    assert first.as_recorded
    assert len(ran) == len(set(ran))
    assert all(find(id).program for id in ran)
    ran.clear()
    (again,) = run_all([whole], workers=1, keep=tmp_path)
    assert ran == []
    assert facts([again]) == facts([first])


def test_a_text_without_a_program_is_not_kept(tmp_path: Path) -> None:
    plain = next(facts.id for facts in text_index().values() if facts.recorded == "not-mechanical")
    for _ in range(2):
        (result,) = run_all([find(plain)], workers=1, keep=tmp_path)
        assert result.as_recorded
        assert not result.kept


def test_a_full_disk_loses_no_verdict(tmp_path: Path, ran, monkeypatch) -> None:
    def full(writer, pairs):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(SegmentWriter, "append", full)
        disk.setattr(kept_verdicts, "EACH", -1.0)  # each verdict is kept at once
        with pytest.warns(UserWarning, match=r"No space left .* are not kept\.$") as said:
            results = run_all([*chosen(), find("bern.lemF.1")], workers=1, keep=tmp_path)
    assert len(said) == 1
    assert [result.as_recorded for result in results] == [True, True]
    ran.clear()
    again = run_all(chosen(), workers=1, keep=tmp_path)
    assert ran == ["bern.lemF.3"]
    (once_more,), first = again, results[0]
    assert once_more.verdict.outcome == first.verdict.outcome
    assert once_more.verdict.summary == first.verdict.summary
