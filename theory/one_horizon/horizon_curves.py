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

HERE, RELIABLE, ORDERS = "here or on a neighbour", "if 99 % reliable", "mean of both orders"


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

    title: str
    horizons: tuple[int, ...]
    bounds: tuple[HorizonCurve, ...]
    limit: HorizonCurve | None
    policies: tuple[HorizonCurve, ...]


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
    """The bounds at each horizon: here or on a neighbour, if reliable, of both orders."""
    found: dict[str, list[float | None]] = {HERE: [], RELIABLE: [], ORDERS: []}
    for horizon in horizons:
        bounds = bounds_at_horizon(means, horizon, eps, [Fraction(99, 100)])
        found[HERE].append(bounds.regret)
        found[RELIABLE].append(bounds.reliable[0].regret if bounds.reliable else None)
        found[ORDERS].append(bounds.swapped)
        advance()
    kept = {name: row for name, row in found.items() if any(v is not None for v in row)}
    return tuple(HorizonCurve(name, tuple(row)) for name, row in kept.items())


def horizon_figure(curves: HorizonCurves) -> Figure:
    """Draw the curves, both axes logarithmic, in the style of the project."""
    library("matplotlib.backends.backend_agg", "A figure of bounds", "figures")
    with drawing_style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.6, 4.4))
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.1, 0.12, 0.61, 0.76))
        _draw(axes, curves)
        return figure


def _draw(axes: Axes, curves: HorizonCurves) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("horizon T")
    axes.set_ylabel("regret")
    axes.set_title(curves.title, loc="left")
    ends: dict[str, tuple[float, str]] = {}
    shown = [(curve, "-") for curve in curves.bounds] + [(c, "--") for c in curves.policies]
    for place, (curve, dashes) in enumerate(shown):
        colour = CURVE_COLOURS[place % len(CURVE_COLOURS)]
        heights = [math.nan if value is None else value for value in curve.values]
        axes.plot(curves.horizons, heights, dashes, color=colour, linewidth=1.7)
        if curve.low is not None and curve.high is not None:
            axes.fill_between(
                curves.horizons, curve.low, curve.high, color=colour, alpha=0.15, linewidth=0
            )
        if heights[-1] == heights[-1]:
            ends[curve.name] = (heights[-1], colour)
    if curves.limit is not None:
        heights = [math.nan if value is None else value for value in curves.limit.values]
        axes.plot(curves.horizons, heights, ":", color="black", linewidth=1.2)
        ends[curves.limit.name] = (heights[-1], "black")
    label_ends(axes, ends, points=7.5)
