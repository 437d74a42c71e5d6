"""The bounds of an instance against the horizon, and policies beside them, as a figure."""

from __future__ import annotations
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING
from banditproof.theory.figure_style import CURVE_COLOURS, drawing_style, label_ends
from banditproof.theory.logarithmic_grid import evenly_in_logarithms
from banditproof.theory.optional_libraries import library
from .horizon_bounds import bounds_at_horizon

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HERE, RELIABLE, ORDERS = "here or on a neighbour", "if 99 % reliable", "mean of all orders"


@dataclass(frozen=True)
class HorizonCurve:
    """A quantity at each horizon, None where it has no number; a policy has a band."""

    name: str
    values: tuple[float | None, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None


@dataclass(frozen=True)
class HorizonCurves:
    """What a figure against the horizon shows."""

    instance: str
    budget: str
    horizons: tuple[int, ...]
    bounds: tuple[HorizonCurve, ...]
    limit: HorizonCurve | None
    policies: tuple[HorizonCurve, ...]
    eps: Fraction | None

    @property
    def title(self) -> str:
        """The instance and the budget."""
        return f"{self.instance}, {self.budget}"


def horizon_grid(low: int, high: int, points: int) -> tuple[int, ...]:
    """Horizons from low to high, evenly spaced in the logarithm; equal ones appear once.

    >>> horizon_grid(10, 1000, 3)
    (10, 100, 1000)
    """
    grid = evenly_in_logarithms(Fraction(low), Fraction(high), points)
    return tuple(dict.fromkeys(map(round, grid)))


def bound_curves(
    means: Sequence[Fraction],
    eps: Fraction | None,
    horizons: Iterable[int],
    advance: Callable[[], None] = lambda: None,
) -> tuple[HorizonCurve, ...]:
    """The bounds at each horizon: here or on a neighbour, if reliable, of all orders."""
    found: dict[str, list[float | None]] = {HERE: [], RELIABLE: [], ORDERS: []}
    for horizon in horizons:
        bounds = bounds_at_horizon(means, horizon, eps, [Fraction(99, 100)])
        found[HERE].append(bounds.regret)
        found[RELIABLE].append(bounds.reliable[0].regret if bounds.reliable else None)
        found[ORDERS].append(bounds.swapped)
        advance()
    kept = {name: row for name, row in found.items() if any(v is not None for v in row)}
    return tuple(HorizonCurve(name, tuple(row)) for name, row in kept.items())


def horizon_figure(*panels: HorizonCurves) -> Figure:
    """Draw the curves, both axes logarithmic; several budgets are panels with one legend."""
    library("matplotlib.backends.backend_agg", "A figure of bounds", "figures")
    with drawing_style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        if len(panels) == 1:
            figure = Figure(figsize=(7.6, 4.4))
            FigureCanvasAgg(figure)
            axes = figure.add_axes((0.1, 0.12, 0.61, 0.76))
            axes.set_ylabel("regret")
            axes.set_title(panels[0].title, loc="left")
            label_ends(axes, _draw(axes, panels[0]), points=7.5)
            return figure
        figure = Figure(figsize=(2.7 * len(panels) + 0.6, 4.0), layout="constrained")
        FigureCanvasAgg(figure)
        grid = figure.subplots(1, len(panels), sharex=True, sharey=True)
        for axes, curves in zip(grid, panels, strict=True):
            _draw(axes, curves)
            axes.set_title(curves.budget, loc="left")
        figure.suptitle(panels[0].instance)
        grid[0].set_ylabel("regret")
        figure.legend(*grid[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
        return figure


def _draw(axes: Axes, curves: HorizonCurves) -> dict[str, tuple[float, str]]:
    """Draw the curves, and return where each ends, and its colour."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("horizon T")
    ends: dict[str, tuple[float, str]] = {}
    shown = [(curve, "-") for curve in curves.bounds] + [(c, "--") for c in curves.policies]
    drawn = [
        (curve, dashes, CURVE_COLOURS[place % len(CURVE_COLOURS)], 1.7)
        for place, (curve, dashes) in enumerate(shown)
    ]
    if curves.limit is not None:
        drawn.append((curves.limit, ":", "black", 1.2))
    for curve, dashes, colour, width in drawn:
        heights = [math.nan if value is None else value for value in curve.values]
        axes.plot(curves.horizons, heights, dashes, color=colour, linewidth=width, label=curve.name)
        if curve.low is not None and curve.high is not None:
            axes.fill_between(
                curves.horizons, curve.low, curve.high, color=colour, alpha=0.15, linewidth=0
            )
        if heights[-1] == heights[-1]:
            ends[curve.name] = (heights[-1], colour)
    return ends
