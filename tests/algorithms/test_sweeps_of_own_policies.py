"""Sweeps with policies that are not in the catalogue: factories of modules, and objects."""

import pickle
import subprocess
import sys
from pathlib import Path
import pytest
from case_tables import table
from banditproof.algorithms import Sweep
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.theory import BernoulliBandit

MODULE = table(__file__, "module")
TWO, THREE = BernoulliBandit(("0.75", "0.5")), BernoulliBandit(("0.75", "0.5", "0.3"))


@pytest.fixture
def module(tmp_path, monkeypatch) -> Path:
    """A module of the user, in the working directory."""
    file = tmp_path / "sweep_of_mine.py"
    file.write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    yield file
    sys.modules.pop("sweep_of_mine", None)


def swept(policies, **more) -> Sweep:
    return Sweep(policies, {"two": TWO}, [200], budgets=[{"eps": 1}], **more)


def test_a_factory_and_an_object_are_the_policy_of_the_list_and_are_run(module, tmp_path) -> None:
    sweep = swept(["dp-imed", "sweep_of_mine:make", DPIMED(arms=2, eps=1)], seeds=2, runs=3)
    first, *others = [point.made()[0] for point in sweep.points]
    assert all(policy == first for policy in others)
    with sweep.run(tmp_path / "out", workers=2) as results:
        assert {row[0] for row in results.rows()} == {"dp-imed", "sweep_of_mine:make", "DPIMED"}


def test_an_edit_of_the_module_runs_its_cells_again_and_no_others(module) -> None:
    from banditproof.algorithms import own_policies

    before = {p.label: p.digest for p in swept(["dp-imed", "sweep_of_mine:make"]).points}
    module.write_text(MODULE + "\n# edited\n")
    own_policies.source_digest.cache_clear()
    after = {p.label: p.digest for p in swept(["dp-imed", "sweep_of_mine:make"]).points}
    changed = {label for label in before if before[label] != after[label]}
    assert changed == {label for label in before if "sweep_of_mine" in label}


def test_objects_play_where_their_arms_fit_and_need_no_budget() -> None:
    named = {"name": DPIMED(arms=3, eps=1), "label": "three"}
    sweep = Sweep([DPIMED(arms=2, eps=1), named], {"two": TWO, "three": THREE}, [100])
    assert [(p.policy.label, p.instance, p.budget.label) for p in sweep.points] == [
        ("DPIMED", "two", ""),
        ("three", "three", ""),
    ]


@pytest.mark.parametrize(
    ("policies", "sentence"),
    [
        (["sweep_of_mine:mak"], "has no mak; did you mean make"),
        (["sweep_of_mine:stops"], "stops with an answer"),
        ([{"name": "sweep_of_mine:make", "beta": 1}], "has no setting beta"),
        ([{"name": "sweep_of_mine:make", "eps": 1}], "has no"),
        ([3], "A policy is 3"),
        ([DPIMED(arms=3, eps=1)], "cannot be played on any of the instances"),
    ],
)
def test_what_cannot_be_swept_is_said(module, policies, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        swept(policies)


@pytest.mark.slow
def test_a_process_that_works_elsewhere_finds_the_module(module) -> None:
    cell = next(iter(swept(["sweep_of_mine:make"]).cells()))
    program = "import pickle, sys; pickle.loads(sys.stdin.buffer.read()).content()"
    words = [sys.executable, "-c", program]
    run = subprocess.run(words, input=pickle.dumps(cell), cwd="/", capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
