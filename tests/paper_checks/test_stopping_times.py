"""Figure 5.7 and the claims behind it: quantiles with runs cut off, the table, the caption."""

import csv
import math
from fractions import Fraction
import numpy as np
import pytest
from programs import experiment_on_stopping_times as claims
from programs import remark_5_24_rounds_of_adaptivity as rounds
from programs import stopping_time_cells as cells
from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.paper_checks import document_figures as figures
from banditproof.paper_checks.document_figures import build_figure, figure_cells


@pytest.fixture
def tiny(monkeypatch, easy_stops) -> None:
    """Few short runs on two arms."""
    monkeypatch.setattr(cells, "QUICK_GRID", ("1", "10"))
    monkeypatch.setattr(cells, "QUICK_RUNS", 3)


@pytest.mark.slow
def test_the_figure_keeps_its_cells_and_says_what_was_cut(tiny, tmp_path) -> None:
    result = build_figure("thesis.fig5.7", tmp_path, quick=True)
    assert [path.suffix for path in result] == [".png", ".svg", ".csv"]
    with result[2].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * 5 * 2
    assert {"cut_off", "wrong", "lower_bound", "q50"} <= set(rows[0])
    with CellStore(tmp_path / figures.CELLS) as kept:
        assert len(kept) == figure_cells("thesis.fig5.7", quick=True)


def test_quantiles_count_runs_that_were_cut_as_longer_than_all() -> None:
    rows = np.array([[cells.RIGHT, 5.0], [cells.CUT, 3.0], [cells.WRONG, 9.0], [cells.RIGHT, 1.0]])
    assert [cells.quantile(rows, share) for share in (0.25, 0.5, 0.75, 1.0)] == [1, 5, 9, math.inf]
    assert claims.pulls(rows) == [1.0, 5.0, 9.0, math.inf]


def test_limits_of_a_median_miss_it_seldom() -> None:
    """Each is missed with a chance below 5e-8, and with six places less with more than 1e-6."""
    from scipy.stats import binom

    times = np.arange(1.0, 65.0)
    low, high = claims.median_between(np.column_stack([np.zeros(64), times]))
    assert low + high == 65.0
    assert binom.cdf(low - 1, 64, 0.5) <= claims.MISS / 2 < binom.cdf(low, 64, 0.5)


@pytest.mark.parametrize("width", [Fraction(1, 2**4), Fraction(1, 2**8)])
def test_the_factor_of_the_remark_tends_to_eight_from_below(width) -> None:
    results = [float(rounds.missed_factor(level, 2, width).mid()) for level in (24, 30, 60)]
    assert results == sorted(results)
    assert results[-1] == pytest.approx(float(8 / (1 + width) ** 2), rel=1e-9)
    assert float(rounds.missed_factor(60, 1, width).mid()) == pytest.approx(results[-1] / 2)


def test_the_missed_threshold_is_above_twice_the_logarithm() -> None:
    """The factor 8 rests on C_G(x) >= x, and so on 2 c^G >= 2 log(1/delta)."""
    from banditproof.theory import certify
    from banditproof.theory.stopping.mixture_calibration import calibration_gain

    for x in ("0.01", "1", "100", "1e6", "1e12"):
        assert certify(calibration_gain, x) > Fraction(x)
