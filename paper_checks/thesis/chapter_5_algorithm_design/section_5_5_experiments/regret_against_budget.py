"""Figure 5.3: regret at the horizon against the budget, beside the lower bounds."""

from __future__ import annotations
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.paper_checks.drawing.simulated_cells import Floats
from banditproof.theory import certify, kl
from banditproof.theory.figure_style import drawing_style
from .pure_cells import (
    DISTINCT,
    FULL,
    KLUCB,
    QUICK,
    RUNS_OF_THE_THESIS,
    SE,
    SWEPT,
    UCB,
    PureCell,
    bound_at,
    said_horizon,
)
from .regret_over_time import STYLES, Simulate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "thesis.fig5.3"
PRINTED = (
    *("0.05", "0.07", "0.1", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4", "0.5", "0.6", "0.7"),
    *("0.85", "1", "1.2", "1.5", "1.75", "2", "2.5", "3", "4", "5", "6", "7", "8.5", "10"),
)
"""Budgets in the printed range; the grid of the thesis is not given."""
BEYOND = ("14", "20", "30", "50")
"""Budgets beyond it, where the regret hardly falls any more."""
QUICK_GRID = ("0.05", "0.1", "0.3", "1", "3", "10", "30")
PLAYERS = (KLUCB, UCB, SE)
INSTANCES = {"of the thesis": SWEPT, "distinct": DISTINCT}
PRINTED_CHANGE = 0.3
NEW = LineStyle("Theorem 4.16", "#000000", (0, (1.2, 2.4)), None, width=1.4)
OLD = LineStyle("the older bound, factor 6", "#707070", (0, (4, 2)), None, width=1.1)


def figure_cells(quick: bool) -> dict[tuple[str, str, str], PureCell]:
    """What the figure simulates, by instance, algorithm and budget, at the horizon alone."""
    size = QUICK if quick else FULL
    return {
        (name, player.policy, eps): size.cell(player, means, eps, curve=False)
        for name, means in INSTANCES.items()
        for player in PLAYERS
        for eps in (QUICK_GRID if quick else (*PRINTED, *BEYOND))
    }


def table_rows(
    cells: Mapping[tuple[str, str, str], PureCell], regrets: Mapping[PureCell, Floats]
) -> Iterator[dict[str, Any]]:
    """The tidy table behind the figure: one row for each instance, algorithm and budget."""
    for (name, policy, eps), cell in cells.items():
        regret = regrets[cell][:, -1]
        yield {
            "instance": name,
            "means": " ".join(cell.means),
            "algorithm": policy,
            "eps": eps,
            "t": cell.horizon,
            "runs": cell.runs,
            "mean": float(regret.mean()),
            "sd": float(regret.std(ddof=1)),
            "lower_bound": bound_at(cell.means, eps, cell.horizon),
            "older_lower_bound": bound_at(cell.means, eps, cell.horizon, 6),
        }


def _draw_panel(axes: Axes, name: str, rows: list[dict[str, Any]]) -> None:
    for player in PLAYERS:
        mine = [row for row in rows if row["algorithm"] == player.policy]
        x, mean = [float(row["eps"]) for row in mine], [row["mean"] for row in mine]
        style = STYLES[player.policy]
        low, high = ([max(r["mean"] + s * r["sd"], 1.0) for r in mine] for s in (-1, 1))
        axes.fill_between(x, low, high, color=style.colour, alpha=0.14, lw=0)
        axes.plot(x, mean, markevery=2, label=style.name, zorder=3, **style.line(), **style.dots())
    for column, style in (("lower_bound", NEW), ("older_lower_bound", OLD)):
        bound = [row[column] for row in mine]
        axes.plot(x, bound, label=style.name + r", times $\log T$", zorder=2, **style.line())
    axes.axvspan(10, 1.1 * x[-1], color="#f7f3e8", zorder=0, lw=0)
    axes.axvline(PRINTED_CHANGE, color="#c8460b", lw=1.1, ls=(0, (6, 2)))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(0.93 * x[0], 1.1 * x[-1])
    axes.set_ylim(0.5 * min(bound), 1.6 * max(row["mean"] for row in rows))
    axes.set_xticks([0.05, 0.3, 1, 10], ["0.05", "0.3", "1", "10"])
    axes.set_xlabel(r"privacy budget $\epsilon$")
    letter, kind = ("(a)", "the means of the thesis") if name == "of the thesis" else (
        "(b)", "distinct means"
    )  # fmt: skip
    axes.set_title(f"{letter}  {kind}: {', '.join(INSTANCES[name])}", loc="left")


def _caption(rows: list[dict[str, Any]]) -> str:
    own = {
        row["eps"]: row["mean"]
        for row in rows
        if (row["instance"], row["algorithm"]) == ("of the thesis", "adap-klucb")
    }
    best, other = SWEPT[:2]
    change = float(certify(kl, other, best)) / (float(best) - float(other))
    return (
        f"Lines: mean of {rows[0]['runs']} runs ({RUNS_OF_THE_THESIS} in the thesis) at "
        f"{said_horizon(rows[0]['t'])}; shaded around them: one standard deviation. "
        "Shaded ground: beyond the range of the thesis.\n"
        r"The thesis says that the regret of AdaP-KLUCB does not depend on $\epsilon$ above 0.3 "
        f"(red). Not reproduced: in (a) it is {own['0.3']:.0f} at 0.3, {own['1']:.0f} at 1, "
        f"{own['3']:.0f} at 3, {own['10']:.0f} at 10.\n"
        rf"The older bound is constant in $\epsilon$ from {change / 6:.3f}, Theorem 4.16 from "
        f"{change:.3f} on. The bounds are limits: finite-time regret may lie below. "
        "The grid of the thesis is not given."
    )


def build(folder: Path, simulate: Simulate, quick: bool) -> list[Path]:
    """Simulate what is missing, and write the files of the figure."""
    from matplotlib.figure import Figure

    cells = figure_cells(quick)
    rows = list(table_rows(cells, simulate(cells.values())))
    with drawing_style():
        figure = Figure(figsize=(10.2, 5.1), dpi=100)
        figure.subplots_adjust(left=0.065, right=0.98, wspace=0.16, top=0.93, bottom=0.275)
        for axes, name in zip(figure.subplots(1, 2), INSTANCES, strict=True):
            _draw_panel(axes, name, [row for row in rows if row["instance"] == name])
        figure.axes[0].set_ylabel("regret at the horizon")
        names = figure.axes[0].get_legend_handles_labels()
        below: dict[str, Any] = {"loc": "lower center", "bbox_to_anchor": (0.52, 0.135)}
        figure.legend(*names, ncols=5, fontsize=8, handlelength=3, **below)
        figure.text(0.065, 0.015, _caption(rows), fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(rows, folder, FIGURE)]
