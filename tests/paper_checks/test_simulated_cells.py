"""Cells: keyed by everything that decides them, kept whole, read back, and never trusted."""

import zlib
from pathlib import Path
import numpy as np
import pytest
from case_tables import table
from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.checkpoints import log_spaced
from banditproof.paper_checks.drawing.simulated_cells import Cell, CellFolder, summarised

CELL = Cell("dp-imed", ("0.75", "0.5"), "1", 200, 30, (10, 100, 200))
SECOND = Cell(**{**vars(CELL), "seed": 9})


@pytest.fixture
def calls(monkeypatch) -> list[Cell]:
    """The cells that are simulated: each gives another number."""
    results: list[Cell] = []

    def simulated(cell: Cell, workers: int = 1) -> np.ndarray:
        results.append(cell)
        if cell.seed == 13:
            raise KeyboardInterrupt
        return np.full((cell.runs, len(cell.checkpoints)), float(len(results)))

    monkeypatch.setattr(Cell, "simulated", simulated)
    return results


@pytest.mark.parametrize(
    "change", table(__file__, "a_changed_parameter_gives_another_cell"), ids=str
)
def test_a_changed_parameter_gives_another_cell(change: dict) -> None:
    assert Cell(**{**vars(CELL), **change}).digest != CELL.digest


def test_a_cell_is_the_curve_of_the_simulator_whatever_the_workers() -> None:
    regret = CELL.simulated(workers=1)
    assert regret.shape == (30, 3)
    assert (np.diff(regret, axis=1) >= 0).all(), "regret never falls"
    assert regret[:, -1].max() > 0
    assert (CELL.simulated(workers=2) == regret).all()


def test_finished_cells_are_used_again_and_missing_ones_simulated(tmp_path: Path, calls) -> None:
    seen: list[tuple[int, str]] = []
    folder = CellFolder(tmp_path / "cells")
    first = folder.regrets([CELL])
    other = Cell(**{**vars(CELL), "eps": "2"})
    both = folder.regrets([CELL, other], progress=lambda n, label: seen.append((n, label)))
    assert calls == [CELL, other]
    assert (both[CELL] == first[CELL]).all()
    assert seen == [(1, "dp-imed, eps = 1"), (1, "dp-imed, eps = 2")]


def test_an_interruption_keeps_the_finished_cells(tmp_path: Path, calls) -> None:
    folder = CellFolder(tmp_path)
    cells = [Cell(**{**vars(CELL), "seed": seed}) for seed in (1, 2, 13)]
    with pytest.raises(KeyboardInterrupt):
        folder.regrets(cells)
    folder.regrets(cells[:2])
    assert calls == cells


@pytest.mark.slow
def test_processes_simulate_the_same(tmp_path: Path) -> None:
    cells = [CELL, SECOND]
    result = CellFolder(tmp_path).regrets(cells, workers=2)
    assert all((result[cell] == cell.simulated()).all() for cell in cells)


ONES = np.ones((30, 3))
IMPOSSIBLE = {
    "not finite": np.full((30, 3), np.nan),
    "shape": np.ones((30, 2)),
    "falling": np.tile([3.0, 2.0, 1.0], (30, 1)),
    "too large": 11 * ONES,
}


@pytest.mark.parametrize("regret", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_the_regret_is_simulated_again(tmp_path: Path, calls, regret) -> None:
    with CellStore(tmp_path) as store:
        store.keep([(CELL.key, zlib.compress(regret.astype("<f8").tobytes()))])
    with pytest.warns(UserWarning, match=r"is not what its name says; it is run again"):
        result = CellFolder(tmp_path).regrets([CELL])
    assert calls == [CELL]
    assert (result[CELL] == ONES).all()


@pytest.mark.parametrize("content", [b"", b"text", zlib.compress(b"text")])
def test_content_of_another_kind_is_simulated_again(tmp_path: Path, calls, content) -> None:
    with CellStore(tmp_path) as store:
        store.keep([(CELL.key, content)])
    with pytest.warns(UserWarning, match="run again"):
        CellFolder(tmp_path).regrets([CELL])
    assert calls == [CELL]


def test_a_simulation_that_fails_is_named(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(Cell, "simulated", lambda cell, workers=1: 1 / 0)
    with pytest.raises(ValueError, match="The simulation dp-imed, eps = 1 was not run: ZeroDiv"):
        CellFolder(tmp_path).regrets([CELL])


@pytest.mark.parametrize(("first", "last"), [(10, 10**6), (100, 101), (1, 10**12)])
def test_checkpoints_increase_from_the_first_to_the_last(first: int, last: int) -> None:
    rounds = log_spaced(first, last, 12)
    assert rounds[0] == first
    assert rounds[-1] == last
    assert list(rounds) == sorted(set(rounds))


def test_a_summary_has_its_quantiles_and_a_band_of_the_right_width() -> None:
    rng = np.random.default_rng(4)
    sample = rng.normal(10.0, 2.0, size=(4000, 1))
    result = summarised(sample).at(0)
    assert result["q05"] < result["mean_low"] < result["mean"] < result["mean_high"] < result["q95"]
    half = (result["mean_high"] - result["mean_low"]) / 2
    assert half == pytest.approx(1.96 * 2 / 4000**0.5, rel=0.15)
    assert result["sd"] == pytest.approx(2.0, rel=0.1)


def test_equal_runs_have_a_band_that_holds_their_mean() -> None:
    result = summarised(np.full((7, 2), 0.1)).at(1)
    assert result["mean_low"] <= result["mean"] <= result["mean_high"]
    assert result["sd"] == pytest.approx(0.0, abs=1e-15)
    assert summarised(np.array([[3.0]])).at(0)["sd"] == 0.0
