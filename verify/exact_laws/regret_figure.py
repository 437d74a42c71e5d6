"""The figure of regret against the horizon, one panel for each budget."""

from __future__ import annotations
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING
from banditproof.theory.figure_style import drawing_style, label_ends
from banditproof.theory.optional_libraries import library
from .regret_curves import RegretPanel

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73")
BOUND, LIMIT = "#7a1f5c", "#444444"


def regret_figure(panels: Sequence[RegretPanel], instance: str) -> Figure:
    """Draw the panels below each other, both axes logarithmic."""
    library("matplotlib.backends.backend_agg", "A figure of regret", "figures")
    with drawing_style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        height = 1.0 + 2.9 * len(panels)
        figure = Figure(figsize=(8.6, height))
        FigureCanvasAgg(figure)
        grid = figure.add_gridspec(
            len(panels), 1, left=0.085, right=0.66, top=1 - 0.9 / height, bottom=0.5 / height,
            hspace=0.4,
        )  # fmt: skip
        title = f"Regret at T of {instance}"
        figure.text(0.085, 1 - 0.2 / height, title, fontsize=10.5, fontweight="bold", va="center")
        explained = "algorithms: the exact law with integer noise; bounds: proved at each T"
        figure.text(0.085, 1 - 0.42 / height, explained, fontsize=8, color=LIMIT, va="center")
        for place, panel in enumerate(panels):
            _draw(figure.add_subplot(grid[place]), panel, last=place == len(panels) - 1)
        return figure


def _draw(axes: Axes, panel: RegretPanel, last: bool) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(panel.horizons[0], panel.horizons[-1])
    axes.set_title(f"eps = {float(panel.eps):.4g}", loc="left")
    ends: dict[str, tuple[float, str]] = {}
    for colour, (name, means) in zip(COLOURS, panel.algorithms.items(), strict=True):
        values = [float(mean) for mean in means]
        axes.plot(panel.horizons, values, color=colour, linewidth=1.7)
        ends[f"{name}, exact"] = (values[-1], colour)
    lower = (
        ("every policy that finds a better arm in 99 %", panel.reliable, "-"),
        ("every policy, here or on a neighbour", panel.everywhere, "--"),
    )
    for name, bounds, dashes in lower:
        values = [math.nan if bound is None else bound for bound in bounds]
        axes.plot(panel.horizons, values, color=BOUND, linestyle=dashes, linewidth=1.4)
        if values[-1] > 0:
            ends[name] = (values[-1], BOUND)
    axes.plot(panel.horizons, panel.limit, color=LIMIT, linestyle=":", linewidth=1.2)
    ends["limit as T grows, no bound at one T"] = (panel.limit[-1], LIMIT)
    axes.set_ylabel("regret")
    if last:
        axes.set_xlabel("horizon T")
    label_ends(axes, ends, points=7.5)
