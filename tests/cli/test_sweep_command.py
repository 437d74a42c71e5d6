"""`banditproof sweep`: its files, its JSON, its exit codes."""

import json
from pathlib import Path
import pytest
from jsonschema import Draft202012Validator
from banditproof.algorithms.sweeps.points import SweepCell
from banditproof.cli.json_schema import published_schema

TEXT = """
policies = ["dp-imed", {name = "etc", label = "commit"}]
budgets = [{eps = 1}]
horizons = [60]
seeds = 2
[instances.mu]
means = [0.75, 0.5]
"""


@pytest.fixture
def sweep(banditproof, tmp_path: Path):
    file = tmp_path / "sweep.toml"
    file.write_text(TEXT)
    return lambda *words: banditproof("sweep", str(file), "--out", str(tmp_path / "out"), *words)


def test_the_table_and_the_bands_are_written_and_json_says_where(sweep, tmp_path: Path) -> None:
    result = sweep("--json")
    assert (result.code, result.err) == (0, "")
    facts = json.loads(result.out)
    assert facts == {
        "points": 2,
        "seeds": 2,
        "cells": 4,
        "runs": 1,
        "kept": 0,
        "shuffled": [],
        "files": [str(tmp_path / "out" / name) for name in ("table.csv", "bands.csv")],
    }
    schema = published_schema()
    judge = Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/sweep"})
    judge.validate(facts)
    assert not judge.is_valid(facts | {"cells": "4"})
    assert (tmp_path / "out" / "table.csv").read_text().startswith("policy,instance,eps")
    again = sweep()
    assert again.code == 0
    assert "kept from before  4" in again.out


def test_a_cell_that_fails_is_exit_code_1_and_no_table(sweep, tmp_path, monkeypatch) -> None:
    def broken(cell: SweepCell):
        raise RuntimeError("no luck")

    monkeypatch.setattr(SweepCell, "numbers", broken)
    result = sweep()
    assert result.code == 1
    assert result.out == ""
    assert "could not be run: RuntimeError: no luck" in result.err
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"cells"}


def test_an_interruption_says_how_to_go_on(sweep, monkeypatch) -> None:
    own, ran = SweepCell.numbers, []

    def interrupted(cell: SweepCell):
        ran.append(cell)
        if len(ran) == 3:
            raise KeyboardInterrupt
        return own(cell)

    monkeypatch.setattr(SweepCell, "numbers", interrupted)
    result = sweep()
    assert result.code == 130
    assert "2 of 4 cells are kept in" in result.err
    assert "run the same command to go on." in result.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--workers", "3", "--dask", "tcp://a:1"], "There are --workers and --dask; give one"),
        (["--format", "cvs"], "There is no format 'cvs'; did you mean csv?"),
        pytest.param(
            ["--dask", "nonsense://a"], "nonsense", marks=pytest.mark.slow, id="no such address"
        ),
    ],
)
def test_wrong_words_are_one_sentence(sweep, words, sentence) -> None:
    assert sentence in sweep(*words).mistake


def test_a_file_that_is_not_there_is_one_sentence(banditproof, tmp_path: Path) -> None:
    missing = banditproof("sweep", str(tmp_path / "none.toml"), "--out", str(tmp_path / "out"))
    assert "There is no file" in missing.mistake
    assert not (tmp_path / "out").exists()


def test_files_of_somebody_else_stay(sweep, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "cells").mkdir(parents=True)
    for name in ("table.csv", "cells/mine.cells", "notes.md"):
        (out / name).write_text("mine")
    (out / "table.csv").rename(out / "bands.csv")
    assert "holds bands.csv, and no cells of a sweep that wrote it" in sweep().mistake
    (out / "bands.csv").rename(out / "mine.csv")
    assert (sweep().code, sweep("--json").err) == (0, "")
    for name in ("mine.csv", "cells/mine.cells", "notes.md"):
        assert (out / name).read_text() == "mine"
