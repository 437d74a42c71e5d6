"""Figure 8: regret of DP-IMED at the horizon against the budget, beside the lower bound."""

from __future__ import annotations
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.theory import certify, privacy_threshold
from banditproof.theory.figure_style import drawing_style
from ...drawing.figure_drawing import LineStyle, mean_markers, save_figure, save_table
from ...drawing.simulated_cells import Cell, Floats, Simulation, Summary, summarised
from ..section_5_experiments.experiment_settings import (
    PRINTED_GRID,
    QUICK_SWEEP,
    SWEEP,
    SWEPT,
    WIDE_GRID,
    Size,
    coefficient,
    sweep_cells,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

QUICK_PRINTED = ("0.01", "0.02", "0.05", *(f"{k / 10:g}" for k in range(1, 11)))
MEDIAN = LineStyle("median", "#0b5fa5", "-", None, width=2.0)
MEAN = LineStyle("mean", "#000000", "-", "o", filled=False)
BOUND = LineStyle("lower bound", "#000000", (0, (1.2, 2.0)), None, width=1.5)


def sweep_settings(quick: bool) -> tuple[tuple[str, ...], Size]:
    """The budgets and the size: the printed grid, then the wider one."""
    if quick:
        return (*QUICK_PRINTED, *WIDE_GRID), QUICK_SWEEP
    return (*PRINTED_GRID, *WIDE_GRID), SWEEP


def table_rows(
    cells: Mapping[str, Cell], summaries: Mapping[Cell, Summary]
) -> Iterator[dict[str, Any]]:
    """The tidy table behind the figure: one row for each budget."""
    for eps, cell in cells.items():
        yield {
            "means": " ".join(cell.means),
            "algorithm": cell.policy,
            "batch_ratio": cell.ratio,
            "eps": eps,
            "in_printed_range": eps in PRINTED_GRID,
            "t": cell.horizon,
            "runs": cell.runs,
            **summaries[cell].at(0),
            "lower_bound": coefficient(SWEPT, eps) * math.log(cell.horizon),
        }


def _column(rows: list[dict[str, Any]], name: str) -> Floats:
    return np.array([row[name] for row in rows], dtype=np.float64)


def _as_printed(axes: Axes, rows: list[dict[str, Any]]) -> None:
    """Mean, standard deviation and median of the regret on the printed range."""
    eps = [float(row["eps"]) for row in rows]
    mean, sd, median, bound = (_column(rows, n) for n in ("mean", "sd", "median", "lower_bound"))
    low, high, label = np.maximum(mean - sd, 1.0), mean + sd, "mean ± standard deviation"
    axes.fill_between(eps, low, high, color="#000000", alpha=0.1, lw=0, label=label)
    every = max(1, len(rows) // 16)
    axes.plot(eps, mean, lw=0.8, color=MEAN.colour, markevery=every, label="mean", **MEAN.dots())
    axes.plot(eps, median, label="median", **MEDIAN.line())
    axes.plot(eps, bound, label=r"Theorem 3.1 times $\log T$", zorder=3, **BOUND.line())
    axes.set_yscale("log")
    axes.set_xlim(0, 1)
    axes.set_ylim(0.5 * rows[-1]["lower_bound"], 4 * max(mean))
    axes.set_xlabel(r"privacy budget $\epsilon$")
    axes.set_ylabel("regret at the horizon")
    axes.set_title("(a)  the printed range", loc="left")
    axes.legend(loc="upper right", fontsize=8, handlelength=2.6)


def _as_ratio(axes: Axes, rows: list[dict[str, Any]]) -> None:
    """The regret over the lower bound, also beyond the printed range, with the threshold."""
    eps = [float(row["eps"]) for row in rows]

    def ratio(name: str) -> Floats:
        return _column(rows, name) / _column(rows, "lower_bound")

    mean, low, high = ratio("mean"), ratio("mean_low"), ratio("mean_high")
    axes.fill_between(eps, ratio("q05"), ratio("q95"), color=MEDIAN.colour, alpha=0.14, lw=0)
    shown = [k for k, x in enumerate(eps) if x > 1 or k < 10 or (k + 1) % 10 == 0]
    mean_markers(
        axes, [eps[k] for k in shown], mean[shown], low[shown], high[shown], MEAN, zorder=2
    )
    axes.plot(eps, ratio("median"), **MEDIAN.line())
    axes.axhline(1.0, **BOUND.line())
    threshold = float(certify(privacy_threshold, SWEPT[1], SWEPT[0]))
    top = 1.15 * max(max(mean), max(ratio("q95")))
    axes.axvspan(0.9 * min(eps), 1.0, color="#f7f3e8", zorder=0, lw=0)
    axes.axvline(threshold, color="#c8460b", lw=1.2, ls=(0, (6, 2)))
    axes.set_xscale("log")
    axes.set_xlim(0.9 * min(eps), 1.08 * max(eps))
    axes.set_ylim(0, top)
    axes.set_xticks([0.01, 0.1, 1, threshold], ["0.01", "0.1", "1", r"$\log 36$"])
    axes.set_xlabel(r"privacy budget $\epsilon$")
    axes.set_ylabel("regret / lower bound")
    axes.set_title("(b)  beyond it: where the regime changes", loc="left")
    note: dict[str, Any] = {"fontsize": 8, "va": "top"}
    axes.text(0.1, 0.97 * top, "printed range", ha="center", color="#7a6a3a", **note)
    axes.text(threshold * 0.94, 0.97 * top, "threshold", ha="right", color="#c8460b", **note)


def draw(
    cells: Mapping[str, Cell], regrets: Mapping[Cell, Floats], folder: Path, name: str = "bern.fig8"
) -> list[Path]:
    """Write the PNG, the SVG and the CSV of Figure 8."""
    from matplotlib.figure import Figure

    rows = list(table_rows(cells, {cell: summarised(regret) for cell, regret in regrets.items()}))
    with drawing_style():
        figure = Figure(figsize=(9.6, 4.5), dpi=100)
        left, right = figure.subplots(1, 2)
        figure.subplots_adjust(left=0.07, right=0.975, wspace=0.22, top=0.92, bottom=0.275)
        _as_printed(left, [row for row in rows if row["in_printed_range"]])
        _as_ratio(right, rows)
        figure.text(0.07, 0.02, _caption(rows[0]), fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, name)
    return [*files, save_table(rows, folder, name)]


def _caption(row: Mapping[str, Any]) -> str:
    return (
        f"DP-IMED with batch ratio {row['batch_ratio']} on the means {row['means']}, "
        f"$T = 10^{{{math.log10(row['t']):g}}}$, {row['runs']} runs for each budget. "
        r"Below $\epsilon = \log 36 \approx 3.58$ every arm is in the high-privacy regime:"
        "\nthe printed range shows no other. In (b), line: median; markers: mean, with its 95% "
        "bootstrap interval; shaded: 5% to 95% quantiles.\nThe band of (a) reaches the lower edge "
        "where the standard deviation is almost the mean or more. "
        r"The bound, of Theorem 3.1, is a limit of the mean regret over"
        "\n"
        r"$\log T$ as $T$ grows: at one $T$ a mean, and at any $T$ a median, may be below it."
    )


def build(folder: Path, simulate: Simulation, quick: bool) -> list[Path]:
    """Simulate what is missing, and write the files of Figure 8."""
    wanted = figure_cells(quick)
    return draw(wanted, simulate(wanted.values()), folder)


def figure_cells(quick: bool) -> dict[str, Cell]:
    """The simulation of each budget."""
    return sweep_cells(*sweep_settings(quick))
