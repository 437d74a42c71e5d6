"""Cells: keyed by everything that decides them, written whole, read back, and never trusted."""

from pathlib import Path

import numpy as np
import pytest

from banditproof.paper_checks.atomic_files import writable_folder, write_atomically
from banditproof.paper_checks.simulated_cells import (
    Cell,
    CellFolder,
    log_spaced,
    simulated,
    summarised,
)

CELL = Cell("dp-imed", ("0.75", "0.5"), "1", 200, 30, (10, 100, 200))


def counted(calls: list[Cell]):
    def simulate(cell: Cell, workers: int) -> np.ndarray:
        calls.append(cell)
        return np.full((cell.runs, len(cell.checkpoints)), float(len(calls)))

    return simulate


@pytest.mark.parametrize(
    "change",
    [
        {"policy": "dp-klucb"},
        {"means": ("0.75", "0.25")},
        {"eps": "0.5"},
        {"horizon": 201},
        {"runs": 31},
        {"checkpoints": (10, 200)},
        {"ratio": "1.1"},
        {"seed": 2},
    ],
    ids=str,
)
def test_a_changed_parameter_gives_another_cell(change: dict) -> None:
    assert Cell(**{**vars(CELL), **change}).digest != CELL.digest


def test_a_cell_is_the_curve_of_the_simulator_whatever_the_workers() -> None:
    regret = simulated(CELL, workers=1)
    assert regret.shape == (30, 3)
    assert (np.diff(regret, axis=1) >= 0).all(), "regret never falls"
    assert regret[:, -1].max() > 0
    assert (simulated(CELL, workers=2) == regret).all()


def test_finished_cells_are_used_again_and_missing_ones_simulated(tmp_path: Path) -> None:
    calls: list[Cell] = []
    seen: list[tuple[int, str]] = []
    folder = CellFolder(tmp_path / "cells")
    first = folder.regrets([CELL], simulate_cell=counted(calls))
    other = Cell(**{**vars(CELL), "eps": "2"})
    both = folder.regrets(
        [CELL, other],
        progress=lambda n, label: seen.append((n, label)),
        simulate_cell=counted(calls),
    )
    assert calls == [CELL, other]
    assert (both[CELL] == first[CELL]).all()
    assert seen == [(1, "dp-imed, eps = 1"), (1, "dp-imed, eps = 2")]


def test_an_interruption_keeps_the_finished_cells_and_leaves_no_fragments(tmp_path: Path) -> None:
    folder = CellFolder(tmp_path)
    cells = [Cell(**{**vars(CELL), "seed": seed}) for seed in range(3)]

    def interrupted(cell: Cell, workers: int) -> np.ndarray:
        if cell.seed == 2:
            raise KeyboardInterrupt
        return np.zeros((30, 3))

    with pytest.raises(KeyboardInterrupt):
        folder.regrets(cells, simulate_cell=interrupted)
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        f"{cell.digest}.npz" for cell in cells[:2]
    )


@pytest.mark.parametrize("damage", ["truncated", "empty", "another cell", "not finite", "shape"])
def test_a_damaged_cell_is_simulated_again(tmp_path: Path, damage: str) -> None:
    folder = CellFolder(tmp_path)
    folder.keep(CELL, np.ones((30, 3)))
    path = folder.path(CELL)
    if damage == "truncated":
        path.write_bytes(path.read_bytes()[:-40])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "another cell":
        other = Cell(**{**vars(CELL), "seed": 9})
        folder.keep(other, np.ones((30, 3)))
        folder.path(other).replace(path)
    elif damage == "not finite":
        folder.keep(CELL, np.full((30, 3), np.nan))
    else:
        folder.keep(CELL, np.ones((30, 2)))
    calls: list[Cell] = []
    folder.regrets([CELL], simulate_cell=counted(calls))
    assert calls == [CELL]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("old")

    def broken(part: Path) -> None:
        part.write_text("half")
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        write_atomically(path, broken)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_written_is_refused_with_a_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(ValueError, match=r"cannot be written to .*; give another one\."):
        writable_folder(blocked / "figures")


@pytest.mark.parametrize(("first", "last"), [(10, 10**6), (100, 101), (1, 10**12)])
def test_checkpoints_increase_from_the_first_to_the_last(first: int, last: int) -> None:
    rounds = log_spaced(first, last, 12)
    assert rounds[0] == first
    assert rounds[-1] == last
    assert list(rounds) == sorted(set(rounds))


def test_a_summary_has_its_quantiles_and_a_band_of_the_right_width() -> None:
    rng = np.random.default_rng(4)
    sample = rng.normal(10.0, 2.0, size=(4000, 1))
    found = summarised(sample).at(0)
    assert found["q05"] < found["mean_low"] < found["mean"] < found["mean_high"] < found["q95"]
    half = (found["mean_high"] - found["mean_low"]) / 2
    assert half == pytest.approx(1.96 * 2 / 4000**0.5, rel=0.15)
    assert found["sd"] == pytest.approx(2.0, rel=0.1)


def test_equal_runs_have_a_band_that_holds_their_mean() -> None:
    found = summarised(np.full((7, 2), 0.1)).at(1)
    assert found["mean_low"] <= found["mean"] <= found["mean_high"]
    assert found["sd"] == pytest.approx(0.0, abs=1e-15)
    assert summarised(np.array([[3.0]])).at(0)["sd"] == 0.0
