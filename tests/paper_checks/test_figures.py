"""Figures: three files each, the data behind them, one sentence for what cannot be done."""

import csv
import math
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
import numpy as np
import pytest
from legible_figures import cut_off, overlapping
from matplotlib.figure import Figure
from programs import (
    budget_curve,
    conversion_cells,
    defences_at_equal_privacy,
    experiment_settings,
    figure_1_drawing,
    figure_6_2_panels,
    figure_7_2_drawing,
    leakage_as_rows_grow,
    noise_placement_curves,
    privacy_price_figures,
    pure_cells,
    regret_against_budget,
    regret_curves,
    regret_over_time,
    stopping_time_cells,
    three_settings,
)
from programs import figures_2_and_3 as illustrations
from banditproof.paper_checks import document_figures as figures
from banditproof.paper_checks.document_figures import FIGURES, build_figure, figure_cells
from banditproof.theory import certify, privacy_threshold, regret_coefficient
from banditproof.theory.figure_style import spread_apart

TINY = experiment_settings.Size(2000, 20, 3)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, easy_stops: None) -> None:
    """All figures at a size of a second."""
    grid = ("0.05", "0.5", "1", "3.5", "4")
    monkeypatch.setattr(regret_curves, "size_of", lambda quick: TINY)
    monkeypatch.setattr(budget_curve, "sweep_settings", lambda quick: (grid, TINY))
    monkeypatch.setattr(
        privacy_price_figures, "sized", lambda setting, quick: tiny_setting(setting)
    )
    monkeypatch.setattr(noise_placement_curves, "HORIZON", 1000)
    monkeypatch.setattr(noise_placement_curves, "RUNS", 20)
    for module in (regret_over_time, regret_against_budget):
        monkeypatch.setattr(module, "FULL", pure_cells.Size(2000, 20, 2))
    small = conversion_cells.Size(("0.1", "1"), 200, (100, 200), "0.1", 2)
    monkeypatch.setattr(conversion_cells, "FULL", small)
    monkeypatch.setattr(figure_1_drawing, "FULL", figure_1_drawing.QUICK)
    monkeypatch.setattr(regret_against_budget, "PRINTED", ("0.05", "0.3", "1", "3", "10"))
    monkeypatch.setattr(stopping_time_cells, "GRID", ("1", "10"))
    monkeypatch.setattr(stopping_time_cells, "RUNS", 3)
    monkeypatch.setattr(figure_7_2_drawing, "FULL", 40)
    monkeypatch.setattr(figure_6_2_panels, "FULL", figure_6_2_panels.Setting(40, 10, 200))
    monkeypatch.setattr(leakage_as_rows_grow, "ROWS", (40, 80))
    monkeypatch.setattr(defences_at_equal_privacy, "DELTAS", defences_at_equal_privacy.EXACT[1:2])


def tiny_setting(setting: three_settings.Setting) -> three_settings.Setting:
    """Few runs of 1000 rounds, of 200 in contexts; the first horizon of comparison is 100."""
    rounds = 200 if setting.name == "contextual" else 1000
    runs = 2 * setting.instances
    return replace(setting, horizon=rounds, runs=runs, compared=(100, rounds), swept=("0.1", "10"))


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ALIKE = (
    *("bern.fig5", "bern.fig6", "bern.fig7"),
    *("zcdp.fig4", "zcdp.fig4b", "zcdp.fig4c", "zcdp.fig4.renyi", "zcdp.fig5.renyi"),
    *("thesis.fig5.4", "thesis.fig5.5", "thesis.fig5.6", "thesis.fig5.7", "thesis.figC.1"),
    "thesis.fig7.2",
    *("adv.fig1", "adv.regret", "adv.regimes"),
    *("thesis.fig6.1", "thesis.fig6.2", "thesis.tab6.1"),
    *("thesis.leakage.rows", "thesis.leakage.defences"),
)
"""Figures that are made like another one, or whose numbers have tests of their own."""


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    "figure_id", [pytest.param(f, marks=pytest.mark.slow) if f in ALIKE else f for f in FIGURES]
)
def test_a_figure_is_three_whole_files(
    figure_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    drawn = []

    def save(figure: Figure, *words: object, **options: object) -> None:
        drawn.append(figure)
        saved(figure, *words, **options)

    saved = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", save)
    files = build_figure(figure_id, tmp_path / "out", progress=lambda n, label: seen.append(label))
    assert [file.name for file in files] == [f"{figure_id}.{k}" for k in ("png", "svg", "csv")]
    png, svg, table = (file.read_bytes() for file in files)
    assert png.startswith(b"\x89PNG")
    assert len(png) > 20_000
    assert svg.rstrip().endswith(b"</svg>")
    assert table
    assert len(seen) == figure_cells(figure_id)
    names = {file.name for file in (tmp_path / "out").iterdir()}
    assert names - {"cells"} == {file.name for file in files}, "no fragments are left"
    assert (cut_off(drawn[0]), overlapping(drawn[0])) == ([], [])


@pytest.mark.usefixtures("tiny")
def test_the_table_holds_the_drawn_numbers(tmp_path: Path) -> None:
    table = build_figure("bern.fig1", tmp_path)[2]
    rows = rows_of(table)
    assert {row["algorithm"] for row in rows} == set(experiment_settings.ALGORITHMS)
    assert {(row["instance"], row["eps"]) for row in rows} == {("mu1", "0.25"), ("mu2", "0.25")}
    checkpoints = {int(row["t"]) for row in rows}
    assert max(checkpoints) == TINY.horizon
    assert len(rows) == 2 * 6 * len(checkpoints)
    for row in rows:
        assert int(row["runs"]) == (3 if row["algorithm"] in ("lazy-dp-ts", "imed") else 20)
        numbers = [float(row[name]) for name in ("q05", "median", "q95")]
        assert numbers == sorted(numbers)
        assert float(row["mean_low"]) <= float(row["mean"]) <= float(row["mean_high"])
        bound = certify(regret_coefficient, row["means"].split(), row["eps"])
        assert float(row["lower_bound"]) == pytest.approx(float(bound) * math.log(int(row["t"])))


@pytest.mark.usefixtures("tiny")
def test_a_second_build_simulates_nothing_and_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [file.read_bytes() for file in build_figure("bern.fig8", tmp_path)]
    stored = {file: file.stat().st_mtime_ns for file in (tmp_path / "cells").iterdir()}
    assert len(stored) == 1, "one file holds the five cells"
    again = [file.read_bytes() for file in build_figure("bern.fig8", tmp_path, workers=2)]
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "cells").iterdir()} == stored
    assert again == first


def test_an_unknown_figure_and_a_blocked_folder_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no figure 'bern.fig44'; the nearest are bern.fig4"):
        build_figure("bern.fig44", tmp_path / "never")
    assert not (tmp_path / "never").exists()
    blocked = tmp_path / "file"
    blocked.write_text("")
    calls: list[str] = []
    with pytest.raises(ValueError, match=r"cannot be written to"):
        build_figure("bern.fig1", blocked, progress=lambda n, label: calls.append(label))
    assert calls == [], "refused before any simulation"


def test_the_full_size_is_the_printed_one() -> None:
    full = regret_curves.size_of(quick=False)
    assert full.horizon == 10**6
    assert full.runs >= 200
    assert full.slow_runs == 20
    grid, sweep = budget_curve.sweep_settings(quick=False)
    assert sweep.horizon == 10**7
    assert sweep.runs >= 200
    assert grid[:100] == experiment_settings.PRINTED_GRID
    assert [float(eps) for eps in grid[:100]] == [k / 100 for k in range(1, 101)]
    assert figure_cells("bern.fig4") == 21, "4 panels of 5 private algorithms, and IMED once"
    assert figure_cells("bern.fig8") == len(grid)
    for figure_id in FIGURES:
        assert figure_cells(figure_id, quick=True) <= figure_cells(figure_id)


def test_the_settings_are_those_of_the_document() -> None:
    settings = experiment_settings
    assert list(settings.INSTANCES.values()) == [
        ("0.75", "0.70", "0.70", "0.70", "0.70"),
        ("0.75", "0.625", "0.5", "0.375", "0.25"),
        ("0.75", "0.53125", "0.375", "0.28125", "0.25"),
        ("0.75", "0.71875", "0.625", "0.46875", "0.25"),
    ]
    assert settings.PANELS["bern.fig6"] == tuple(
        ("mu3", eps) for eps in ("0.01", "0.1", "0.5", "1")
    )
    cells = settings.figure_cells("bern.fig1", settings.FULL)
    assert {c.ratio for c in cells.values()} == {"2"}
    assert {c.eps for (_, _, policy), c in cells.items() if policy == "imed"} == {None}
    sweep = settings.sweep_cells(("0.5",), settings.SWEEP)["0.5"]
    assert (sweep.policy, sweep.ratio, sweep.means) == (
        "dp-imed",
        "1.1",
        ("0.8", "0.1", "0.1", "0.1", "0.1"),
    )
    low = certify(privacy_threshold, sweep.means[1], sweep.means[0])
    assert max(map(float, settings.PRINTED_GRID)) < low.lo
    assert any(float(eps) > low.hi for eps in settings.WIDE_GRID)


def test_the_illustrations_have_their_counts() -> None:
    assert [len([n for n in illustrations.tree_nodes() if len(n) == t]) for t in (1, 2, 3)] == [
        2,
        4,
        8,
    ]
    right = [row for row in illustrations.protocol_rows() if row["panel"] == "b = R"]
    assert [row["step"] for row in right if row["observed_channel"] == "R"] == ["t*"]
    left = [row for row in illustrations.protocol_rows() if row["panel"] == "b = L"]
    assert {row["observed_channel"] for row in left} == {"L"}


def test_labels_are_apart_in_order_and_near() -> None:
    wanted = [0.3, 0.31, 0.9, 0.32, 0.05]
    placed = spread_apart(wanted, 0.1)
    order = sorted(range(5), key=wanted.__getitem__)
    heights = [placed[k] for k in order]
    assert all(b - a >= 0.1 - 1e-9 for a, b in pairwise(heights))
    assert placed[2] == 0.9
    assert placed[4] == 0.05
    assert abs(sum(placed) - sum(wanted)) < 1e-9, "a group stays centred"


def test_styles_differ_without_colour() -> None:
    looks = [(str(s.dashes), s.marker, s.filled) for s in regret_curves.STYLES.values()]
    assert len(set(looks)) == len(looks)
    assert len({s.marker for s in regret_curves.STYLES.values()}) == len(looks)


def test_the_module_does_not_import_the_drawing_library() -> None:
    code = f"import sys, {figures.__name__}; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("figure_id", "quick", "said"),
    [("bern.fig1", True, True), ("bern.fig1", False, False), ("bern.fig3", True, False)],
)
@pytest.mark.usefixtures("tiny")
def test_a_preview_says_so_in_its_picture(
    figure_id: str, quick: bool, said: bool, tmp_path: Path
) -> None:
    """A picture outlives the command that drew it; an illustration has no smaller form."""
    svg = build_figure(figure_id, tmp_path, quick=quick)[1].read_text(encoding="utf-8")
    assert ("preview: fewer, shorter runs" in svg) == said


@pytest.mark.parametrize("panel", ["d", "e", "f"])
def test_trade_offs_of_one_panel_differ_without_colour(panel: str) -> None:
    """Solid, dotted and dashed say what is played, printed and corrected, so marks say of what."""
    levels = np.asarray(figure_6_2_panels.LEVELS)
    curves = [figure_6_2_panels.Curve(panel, str(n), n, levels, levels) for n in range(5)]
    axes = Figure().add_subplot()
    figure_6_2_panels._draw_powers(axes, panel, curves)
    shown = [line for line in axes.get_lines() if len(line.get_xdata())]
    assert len(shown) == 10
    assert len({(line.get_linestyle(), line.get_marker()) for line in shown}) == 10
