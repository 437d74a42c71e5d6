"""`banditproof figure`: whole files, reuse after an interruption, errors that write nothing."""

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
import pytest
from banditproof.algorithms.sweeps.segments import records
from banditproof.paper_checks.document_figures import figure_cells
from banditproof.paper_checks.drawing.listed_figures import FIGURES

COMMAND = [sys.executable, "-m", "banditproof.cli", "figure"]


def test_a_preview_writes_three_files_and_prints_their_names(banditproof, tmp_path) -> None:
    out = banditproof("figure", "bern.fig8", "--quick", "--out", str(tmp_path)).shown
    names = ["bern.fig8.png", "bern.fig8.svg", "bern.fig8.csv"]
    assert [Path(line).name for line in out.split()] == names
    for name in names:
        assert (tmp_path / name).stat().st_size > 1000


def test_json_names_the_files(banditproof, tmp_path) -> None:
    facts = banditproof("figure", "bern.fig3", "--out", str(tmp_path), "--json").facts
    assert (facts["figure"], facts["quick"]) == ("bern.fig3", False)
    assert facts["files"]
    assert all(Path(file).exists() for file in facts["files"])


def test_an_illustration_needs_no_simulation(banditproof, tmp_path) -> None:
    assert banditproof("figure", "bern.fig3", "--out", str(tmp_path)).code == 0
    assert (tmp_path / "bern.fig3.png").exists()


def interrupted(out: Path) -> subprocess.CompletedProcess:
    """Start a figure of full size, wait for its first finished cell, and interrupt it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    words = [*COMMAND, "bern.fig8", "--out", str(out), "--workers", "1"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # a suite that runs in the background ignores this signal, and its children would too
    listening = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(words, env=environment, preexec_fn=listening, **pipes)
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline and process.poll() is None:
        if any(segment.stat().st_size > 0 for segment in (out / "cells").glob("*.cells")):
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    text, errors = process.communicate(timeout=60)
    return subprocess.CompletedProcess(words, process.returncode, text, errors)


@pytest.mark.slow
def test_an_interrupted_figure_keeps_its_cells_and_is_finished_later(banditproof, tmp_path) -> None:
    answer = interrupted(tmp_path)
    assert answer.returncode == 130
    assert answer.stderr.strip().endswith("Interrupted.")
    said = re.search(
        r"(\d+) of (\d+) simulations (?:is|are) kept in (\S+/cells); run the", answer.stderr
    )
    assert said is not None
    assert int(said[2]) == figure_cells("bern.fig8")
    assert 0 < int(said[1]) <= len(records_in(tmp_path / "cells"))
    assert "Traceback" not in answer.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["cells"]
    kept = records_in(tmp_path / "cells")
    assert 0 < len(kept) < figure_cells("bern.fig8")
    assert banditproof("figure", "bern.fig8", "--out", str(tmp_path)).code == 0
    now = records_in(tmp_path / "cells")
    assert now.keys() >= kept.keys()
    assert set(now.values()) == {1}, "a finished cell is used again, not run again"
    assert len(now) == figure_cells("bern.fig8")


@pytest.mark.parametrize("inside", ["", "new/figures"])
def test_a_figure_that_was_stopped_at_once_leaves_no_folder(
    banditproof, tmp_path, monkeypatch, inside: str
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("banditproof.paper_checks.drawing.simulated_cells.finished", stopped)
    out = tmp_path / "figures" / inside
    answer = banditproof("figure", "bern.fig8", "--quick", "--out", str(out))
    assert (answer.code, answer.out) == (130, "")
    assert answer.err.splitlines()[0].startswith("banditproof: Nothing is kept of the figure; run")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine").mkdir()
    banditproof("figure", "bern.fig8", "--quick", "--out", str(tmp_path / "mine"))
    assert [path.name for path in tmp_path.rglob("*")] == ["mine"], "it was there before"


def records_in(folder: Path) -> Counter[bytes]:
    """How often each cell stands in the files of kept cells."""
    counter: Counter[bytes] = Counter()
    for segment in folder.iterdir():
        with segment.open("rb") as file:
            counter.update(place.key for place in records(file))
    return counter


def test_an_unwritable_folder_is_an_error_before_any_simulation(banditproof, tmp_path) -> None:
    (tmp_path / "file").write_text("not a folder")
    where = str(tmp_path / "file" / "figures")
    assert where in banditproof("figure", "bern.fig4", "--quick", "--out", where).mistake


def test_the_help_lists_every_figure_with_its_title(banditproof) -> None:
    shown = banditproof("figure", "--help-all").text
    for name, title in FIGURES.items():
        assert f"{name}: {title.split()[0]}" in shown
