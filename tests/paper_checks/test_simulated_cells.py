"""Cells: keyed by everything that decides them, written whole, read back, and never trusted."""

import os
import warnings
from pathlib import Path

import numpy as np
import pytest

from banditproof.paper_checks.simulated_cells import (
    Cell,
    CellFolder,
    log_spaced,
    mark_of,
    simulated,
    summarised,
)

CELL = Cell("dp-imed", ("0.75", "0.5"), "1", 200, 30, (10, 100, 200))
SECOND = Cell(**{**vars(CELL), "seed": 9})


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


def flipped(path: Path, place: int) -> None:
    """Turn over the bits of one byte of a file."""
    content = bytearray(path.read_bytes())
    content[place] ^= 0xFF
    path.write_bytes(bytes(content))


def written(folder: CellFolder, regret: np.ndarray, mark: str | None = None) -> None:
    with folder.path(CELL).open("wb") as file:
        np.savez(file, regret=regret, mark=np.array(mark or mark_of(CELL, regret)))


ONES = np.ones((30, 3))
DAMAGES = {
    "truncated": lambda f: f.path(CELL).write_bytes(f.path(CELL).read_bytes()[:-40]),
    "cut in half": lambda f: f.path(CELL).write_bytes(f.path(CELL).read_bytes()[:200]),
    "empty": lambda f: f.path(CELL).write_bytes(b""),
    "text": lambda f: f.path(CELL).write_text("regret"),
    "compressed data": lambda f: [flipped(f.path(CELL), place) for place in range(75, 95)],
    "not finite": lambda f: written(f, np.full((30, 3), np.nan)),
    "shape": lambda f: written(f, np.ones((30, 2))),
    "content": lambda f: written(f, 2 * ONES, mark_of(CELL, ONES)),
    "no digest": lambda f: np.savez(f.path(CELL), regret=ONES),
    "falling": lambda f: written(f, np.tile([3.0, 2.0, 1.0], (30, 1))),
    "too large": lambda f: written(f, 11 * ONES),
    "objects": lambda f: np.savez(f.path(CELL), regret=np.array([{}]), mark="", allow_pickle=True),
    "another cell": lambda f: (
        f.keep(SECOND, ONES),
        f.path(SECOND).replace(f.path(CELL)),
    ),
    "a folder": lambda f: (f.path(CELL).unlink(), f.path(CELL).mkdir()),
    "a pipe": lambda f: (f.path(CELL).unlink(), os.mkfifo(f.path(CELL))),
    "a loop": lambda f: (f.path(CELL).unlink(), f.path(CELL).symlink_to(f.path(CELL))),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_cell_is_simulated_again_with_a_warning(tmp_path: Path, damage) -> None:
    folder = CellFolder(tmp_path)
    folder.keep(CELL, ONES)
    assert (folder.stored(CELL) == ONES).all()
    damage(folder)
    with pytest.warns(UserWarning, match=r"is damaged, or not what its name says; it is run again"):
        assert folder.stored(CELL) is None


def test_every_flipped_byte_is_noticed_or_changes_nothing(tmp_path: Path) -> None:
    folder = CellFolder(tmp_path)
    folder.keep(CELL, ONES)
    whole = folder.path(CELL).read_bytes()
    for place in range(len(whole)):
        flipped(folder.path(CELL), place)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = folder.stored(CELL)
        assert found is None or (found == ONES).all()
        folder.path(CELL).write_bytes(whole)


def test_a_damaged_cell_is_replaced(tmp_path: Path) -> None:
    folder = CellFolder(tmp_path)
    folder.keep(CELL, ONES)
    flipped(folder.path(CELL), 80)
    calls: list[Cell] = []
    with pytest.warns(UserWarning, match="run again"):
        folder.regrets([CELL], simulate_cell=counted(calls))
    folder.regrets([CELL], simulate_cell=counted(calls))
    assert calls == [CELL]


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
