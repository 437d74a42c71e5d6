"""The bounds of an instance against the horizon, and policies beside them, as a figure."""

from __future__ import annotations
import math
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING
from banditproof.theory.figure_style import (
    CURVE_COLOURS,
    SHAPES,
    drawing_style,
    label_ends,
    marked,
    plain_logarithms,
)
from banditproof.theory.logarithmic_grid import evenly_in_logarithms
from banditproof.theory.optional_libraries import library
from .horizon_bounds import bounds_at_horizon

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HERE, RELIABLE, ORDERS = "here or on a neighbour", "if 99 % reliable", "mean of all orders"
MEANINGS = {
    HERE: (
        "a lower bound: every {kind}policy has this much regret on this instance, or else on a "
        "neighbour, where another arm is the best one; on this instance alone one may have less."
    ),
    RELIABLE: (
        "a lower bound of the regret on this instance of every {kind}policy that pulls an arm "
        "which became the best one in more than half of the rounds, with a probability of 99 % "
        "at least; others may have less."
    ),
    ORDERS: (
        "a lower bound of the mean regret over all orders of the arms, for every {kind}policy, "
        "even one that knows the means; in one order it may have less."
    ),
}
"""What each bound says of a curve below it; a figure without these words misleads."""
REGRET = "regret; lower bounds are solid"
NOT_DRAWN = " It is 0 where no line is drawn: a logarithmic axis has no place for that."
WIDTH = 138
"""So many letters fit into a line of the caption of one panel."""


@dataclass(frozen=True)
class HorizonCurve:
    """A quantity at each horizon, None where it has no number; a policy has a band."""

    name: str
    values: tuple[float | None, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None
    meaning: str = ""
    """What the curve says, in a clause."""


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

    @property
    def curves(self) -> tuple[HorizonCurve, ...]:
        """The bounds, the limit, and the policies."""
        limit = () if self.limit is None else (self.limit,)
        return (*self.bounds, *limit, *self.policies)


def caption_of(*panels: HorizonCurves) -> str:
    """What each curve of the first panel says, a paragraph each, and which are 0 somewhere."""
    zeros = {curve.name for panel in panels for curve in panel.curves if 0 in curve.values}
    return "\n".join(
        f"{curve.name}: {curve.meaning}{NOT_DRAWN if curve.name in zeros else ''}"
        for curve in panels[0].curves
        if curve.meaning
    )


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
    kind = "" if eps is None else "eps-DP "
    kept = {name: row for name, row in found.items() if any(v is not None for v in row)}
    return tuple(
        HorizonCurve(name, tuple(row), meaning=MEANINGS[name].format(kind=kind))
        for name, row in kept.items()
    )


def horizon_figure(*panels: HorizonCurves) -> Figure:
    """Draw the curves, both axes logarithmic; several budgets are panels with one legend.

    Below them stands what each curve says.
    """
    library("matplotlib.backends.backend_agg", "A figure of bounds", "figures")
    with drawing_style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        if len(panels) == 1:
            caption = _wrapped(caption_of(*panels), WIDTH)
            below = 0.14 * (caption.count("\n") + 1)  # inches of the lines
            height = 4.5 + below
            figure = Figure(figsize=(7.6, height))
            FigureCanvasAgg(figure)
            axes = figure.add_axes((0.1, (0.65 + below) / height, 0.61, 3.4 / height))
            figure.text(0.02, 0.1 / height, caption, fontsize=7, va="bottom", color="#404040")
            axes.set_ylabel(REGRET)
            axes.set_title(panels[0].title, loc="left")
            label_ends(axes, _draw(axes, panels[0]), points=7.5)
            return figure
        width = round(WIDTH / 7.6 * (2.7 * len(panels) + 0.4))
        caption = _wrapped(caption_of(*panels), width)
        below = 0.14 * (caption.count("\n") + 1)
        figure = Figure(figsize=(2.7 * len(panels) + 0.6, 4.0 + below), layout="constrained")
        FigureCanvasAgg(figure)
        parts = figure.subfigures(2, 1, squeeze=False, height_ratios=(4.0, below + 0.1))
        above, words = parts[:, 0]
        words.text(0.02, 0.95, caption, fontsize=7, va="top", color="#404040")
        grid = above.subplots(1, len(panels), sharex=True, sharey=True)
        for axes, curves in zip(grid, panels, strict=True):
            _draw(axes, curves)
            axes.set_title(curves.budget, loc="left")
        above.suptitle(panels[0].instance)
        grid[0].set_ylabel(REGRET)
        handles, names = grid[0].get_legend_handles_labels()
        longest = 0.62 * 10 / 72 * max(map(len, names)) + 0.6  # inches, with the line beside it
        columns = max(1, min(3, int(figure.get_figwidth() / longest)))
        above.legend(handles, names, loc="outside lower center", ncols=columns)
        return figure


def _wrapped(text: str, width: int) -> str:
    """Paragraphs in lines of at most so many letters."""
    return "\n".join(
        line
        for paragraph in text.split("\n")
        for line in textwrap.wrap(paragraph, width, subsequent_indent="    ")
    )


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
    for place, (curve, dashes, colour, width) in enumerate(drawn):
        heights = [value if value else math.nan for value in curve.values]  # 0 has no logarithm
        # the kind of line says what a curve is about, so marks tell those of one kind apart
        marks = {} if curve is curves.limit else marked(place)
        axes.plot(
            curves.horizons,
            heights,
            linestyle=dashes,
            color=colour,
            linewidth=width,
            label=curve.name,
            **marks,
        )
        if curve.low is not None and curve.high is not None:
            axes.fill_between(
                curves.horizons, curve.low, curve.high, color=colour, alpha=0.15, linewidth=0
            )
        if heights[-1] == heights[-1]:
            ends[f"{curve.name} {SHAPES[marks.get('marker', '')]}".strip()] = (heights[-1], colour)
    for axis in (axes.xaxis, axes.yaxis):
        plain_logarithms(axis)
    return ends
