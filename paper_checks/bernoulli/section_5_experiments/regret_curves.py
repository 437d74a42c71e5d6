"""Figures 1 and 4 to 7: regret over time of five private algorithms and one without privacy."""

from __future__ import annotations
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.theory.figure_style import drawing_style, label_ends
from ...drawing.figure_drawing import LineStyle, mean_markers, save_figure, save_table
from ...drawing.simulated_cells import Cell, Floats, Simulation, Summary, summarised
from .experiment_settings import (
    ALGORITHMS,
    FULL,
    INSTANCES,
    PANELS,
    QUICK,
    ROUND_BY_ROUND,
    Size,
    coefficient,
)
from .experiment_settings import figure_cells as cells_of_size

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STYLES = {
    "dp-klucb": LineStyle("DP-KLUCB", "#000000", "-", "o", width=2.2),
    "dp-imed": LineStyle("DP-IMED", "#0b5fa5", (0, (5, 1.6)), "s", width=2.2),
    "adap-klucb": LineStyle("AdaP-KLUCB", "#c8460b", "-", "^", filled=False),
    "lazy-dp-ts": LineStyle("Lazy-DP-TS", "#8a3f86", (0, (6, 1.5, 1.2, 1.5)), "D", filled=False),
    "dp-se": LineStyle("DP-SE", "#2b7a4b", (0, (3, 1.2)), "v", filled=False),
    "imed": LineStyle("IMED, not private", "#707070", (0, (1, 1.2)), "x"),
}
BOUND = LineStyle("lower bound", "#000000", (0, (1.2, 2.4)), None, width=1.3)
BANDED = ("dp-klucb", "dp-imed")
"""Algorithms whose 5%-95% band is shaded; the others have narrow ones, which are in the CSV."""

FIRST = 100
"""The round at which the panels begin."""

Panel = tuple[str, str]


def table_rows(
    cells: Mapping[tuple[str, str, str], Cell], summaries: Mapping[Cell, Summary]
) -> Iterator[dict[str, Any]]:
    """The tidy table behind a figure: one row for each panel, algorithm and checkpoint."""
    for (instance, eps, policy), cell in cells.items():
        for place, t in enumerate(cell.checkpoints):
            yield {
                "instance": instance,
                "means": " ".join(cell.means),
                "eps": eps,
                "algorithm": policy,
                "t": t,
                "runs": cell.runs,
                **summaries[cell].at(place),
                "lower_bound": coefficient(cell.means, eps) * math.log(t),
            }


def _draw_panel(
    axes: Axes, panel: Panel, cells: Mapping[str, Cell], of: Mapping[Cell, Summary]
) -> None:
    instance, eps = panel
    axes.set_xscale("log")
    axes.set_yscale("log")
    ends: dict[str, tuple[float, str]] = {}
    for number, policy in enumerate(ALGORITHMS):
        cell, style = cells[policy], STYLES[policy]
        summary, t = of[cell], cell.checkpoints
        if policy in BANDED:
            axes.fill_between(t, summary.q05, summary.q95, color=style.colour, alpha=0.13, lw=0)
        axes.plot(t, summary.median, zorder=3, **style.line())
        every = list(range(number % 6, len(t) - 1, 6))
        mean, low, high = (x[every] for x in (summary.mean, summary.mean_low, summary.mean_high))
        mean_markers(axes, [t[k] for k in every], mean, low, high, style, zorder=4)
        ends[style.name] = (float(summary.median[-1]), style.colour)
    t = cells["dp-klucb"].checkpoints
    bound = [coefficient(INSTANCES[instance], eps) * math.log(x) for x in t]
    axes.plot(t, bound, zorder=2, **BOUND.line())
    ends[BOUND.name] = (bound[-1], BOUND.colour)
    axes.set_xlim(FIRST, t[-1])
    top = max(float(of[cell].mean_high[-1]) for cell in cells.values())
    least = min(end for end, _ in ends.values())
    axes.set_ylim(max(1.0, least / 12), 1.6 * top)
    axes.set_title(rf"$\{instance[:2]}_{instance[2:]}$,  $\epsilon = {eps}$", loc="left")
    label_ends(axes, ends)


def draw(
    figure_id: str,
    cells: Mapping[tuple[str, str, str], Cell],
    regrets: Mapping[Cell, Floats],
    folder: Path,
) -> list[Path]:
    """Write the PNG, the SVG and the CSV of a regret figure."""
    from matplotlib.figure import Figure

    of = {cell: summarised(regret) for cell, regret in regrets.items()}
    panels = PANELS[figure_id]
    rows = math.ceil(len(panels) / 2)
    with drawing_style():
        figure = Figure(figsize=(9.6, 3.75 * rows + 0.55), dpi=100)
        grid = figure.subplots(rows, 2, squeeze=False)
        height = figure.get_figheight()
        figure.subplots_adjust(left=0.068, right=0.86, wspace=0.5, hspace=0.3)
        caption = _caption(cells, of)
        below = 0.62 + 0.15 * (caption.count("\n") + 1)
        figure.subplots_adjust(top=1 - 0.36 / height, bottom=below / height)
        for axes, panel in zip(grid.flat, panels, strict=True):
            _draw_panel(axes, panel, {p: cells[(*panel, p)] for p in ALGORITHMS}, of)
        for axes in grid[-1]:
            axes.set_xlabel("round $t$")
        for axes in grid[:, 0]:
            axes.set_ylabel("regret")
        figure.text(0.068, 0.012, caption, fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, figure_id)
    return [*files, save_table(table_rows(cells, of), folder, figure_id)]


def _caption(cells: Mapping[tuple[str, str, str], Cell], of: Mapping[Cell, Summary]) -> str:
    runs = {cell.policy: cell.runs for cell in cells.values()}
    slow = " and ".join(STYLES[p].name.split(",")[0] for p in ROUND_BY_ROUND)
    return (
        f"Lines: median of {runs['dp-klucb']} runs ({runs[ROUND_BY_ROUND[0]]} of {slow}). "
        "Markers: mean, with its 95% bootstrap interval. "
        "Shaded: 5% to 95% quantiles of DP-KLUCB and DP-IMED.\n"
        r"Lower bound: the coefficient of Theorem 3.1 times $\log t$, an asymptotic bound: "
        "finite-time regret may lie below it." + _zeros(cells, of)
    )


def _zeros(cells: Mapping[tuple[str, str, str], Cell], of: Mapping[Cell, Summary]) -> str:
    """The curves that a logarithmic axis cannot show, at first or at all, in a sentence."""
    names = [
        rf"{STYLES[policy].name} at $\epsilon = {eps}$"
        for (_, eps, policy), cell in cells.items()
        if not any(of[cell].median > 0)
    ]
    late = [
        STYLES[policy].name
        for policy in dict.fromkeys(policy for _, _, policy in cells)
        if any(_starts_at_zero(cell, of[cell]) for key, cell in cells.items() if key[2] == policy)
    ]
    said = ""
    if late:
        said = (
            f"\nThe median of {', '.join(late)} is 0 before its curve begins: arms are pulled in "
            "the order of the instance, which has the best one first."
        )
    if names:
        why = "is 0 to the end, which a logarithmic axis does not show."
        said += f"\nThe median of {', '.join(names)} {why}"
    return said


def _starts_at_zero(cell: Cell, summary: Summary) -> bool:
    """Whether the curve of a cell begins inside of its panel and not at the edge."""
    shown = [value for t, value in zip(cell.checkpoints, summary.median, strict=True) if t >= FIRST]
    return bool(shown and shown[0] == 0 and shown[-1] > 0)


def build(figure_id: str, folder: Path, simulate: Simulation, quick: bool) -> list[Path]:
    """Simulate what is missing, and write the files of a regret figure."""
    wanted = figure_cells(figure_id, quick)
    return draw(figure_id, wanted, simulate(dict.fromkeys(wanted.values())), folder)


def figure_cells(figure_id: str, quick: bool) -> dict[tuple[str, str, str], Cell]:
    """The simulations of a regret figure, by panel and algorithm."""
    return cells_of_size(figure_id, size_of(quick))


def size_of(quick: bool) -> Size:
    """The size of a regret figure."""
    return QUICK if quick else FULL
