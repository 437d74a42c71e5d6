"""The figure of the bounds of an instance against the budget."""

from __future__ import annotations
import math
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING
from banditproof.theory.bound_words import Privacy, Side
from banditproof.theory.figure_style import (
    CURVE_COLOURS,
    drawing_style,
    label_ends,
    plain_logarithms,
)
from banditproof.theory.optional_libraries import library
from .bound import COEFFICIENT, REGRET
from .bound_curves import BoundCurves, Panel

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BUDGET_NAMES = {
    Privacy.PURE: "budget eps of pure differential privacy",
    Privacy.ZCDP: "budget rho of zCDP",
}
SYMBOLS = {Privacy.PURE: "eps", Privacy.ZCDP: "rho"}
SHADE, STRONGEST, GREY = "#f1e3d3", "#c9c9c9", "#555555"
FEW_DECADES = 10.0
LETTERS = 84
"""How many letters a line above a panel may have."""


def curve_figure(curves: BoundCurves) -> Figure:
    """Draw the panels below each other, in the style of the project, as a Matplotlib figure."""
    library("matplotlib.backends.backend_agg", "A figure of bounds", "figures")
    with drawing_style():
        return _figure(curves)


def _figure(curves: BoundCurves) -> Figure:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    count = len(curves.panels)
    above = 1.66
    height = above + 3.4 * count
    figure = Figure(figsize=(8.6, height))
    FigureCanvasAgg(figure)
    grid = figure.add_gridspec(
        count, 1, left=0.085, right=0.62, top=1 - above / height, bottom=0.55 / height, hspace=0.62
    )
    title = f"Bounds of {curves.instance}"
    figure.text(0.085, 1 - 0.2 / height, title, fontsize=10.5, fontweight="bold", va="center")
    explained = [text for drawn, text in _explained(curves) if drawn]
    for place, text in enumerate(explained):
        figure.text(
            0.085, 1 - (0.42 + 0.18 * place) / height, text, fontsize=8, color=GREY, va="center"
        )
    for place, panel in enumerate(curves.panels):
        _draw_panel(figure.add_subplot(grid[place]), panel, curves)
    return figure


def _explained(curves: BoundCurves) -> list[tuple[bool, str]]:
    """What the lines and the ground mean, and whether they are drawn; names alone leave it open."""
    panels = curves.panels
    short = any(
        any(map(math.isnan, curve))
        for panel in panels
        for curve in panel.of(Side.LOWER, panel.privacy).values()
    )
    return [
        (
            True,
            "in colour: lower bounds for private policies, certified at each budget"
            + ("; none is drawn where its theorem does not apply" if short else ""),
        ),
        (
            any(panel.of(Side.LOWER, Privacy.NONE) for panel in panels),
            "thin line without colour: the largest lower bound without privacy",
        ),
        (
            any(panel.of(Side.UPPER, panel.privacy) for panel in panels),
            "dotted: upper bounds, proved for the algorithms that they name; nothing is simulated",
        ),
        (
            True,
            "wide grey line: the strongest lower bound that is known for the policies of the axis",
        ),
        (
            any(panel.costs for panel in panels),
            "shaded: there it is above every lower bound without privacy that is known here",
        ),
    ]


def _draw_panel(axes: Axes, panel: Panel, curves: BoundCurves) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(panel.budgets[0], panel.budgets[-1])
    ends: dict[str, tuple[float, str]] = {}
    places: dict[str, float] = {}
    axes.plot(panel.budgets, panel.strongest, color=STRONGEST, linewidth=6.0, zorder=1)
    lower = _distinct(panel.of(Side.LOWER, panel.privacy))
    for place, (name, curve) in enumerate(lower.items()):
        colour, dashes = CURVE_COLOURS[place % len(CURVE_COLOURS)], ("-", "--", "-.")[place % 3]
        over = 3 + 0.1 * (place % 3)  # dashes above a solid line let it be seen
        axes.plot(panel.budgets, curve, color=colour, linestyle=dashes, linewidth=1.7, zorder=over)
        ends[name] = (_last(curve), colour)
        places[name] = max(x for x, y in zip(panel.budgets, curve, strict=True) if y == y)
    for name, curve in panel.of(Side.UPPER, panel.privacy).items():
        axes.plot(panel.budgets, curve, color="#444444", linestyle=":", linewidth=1.5)
        ends[name] = (_last(curve), "#444444")
    for name, curve in _largest(panel.of(Side.LOWER, Privacy.NONE)).items():
        axes.plot(panel.budgets, curve, color="black", linewidth=1.0, zorder=2)
        ends[name] = (_last(curve), "black")
    for low, high in panel.costs:
        axes.axvspan(low, high, color=SHADE, linewidth=0, zorder=0)
    _mark_budgets(axes, panel.budgets[0], panel.budgets[-1])
    axes.set_xlabel(BUDGET_NAMES[panel.privacy])
    notes = [line for text in (_where(panel), panel.note) if text for line in wrap(text, LETTERS)]
    axes.set_title(_title(panel, curves), loc="left", pad=6 + 10.5 * len(notes))
    for place, text in enumerate(reversed(notes)):
        axes.annotate(
            text, (0, 1), xytext=(0, 4 + 10.5 * place), xycoords="axes fraction",
            textcoords="offset points", fontsize=7.5, color=GREY, annotation_clip=False,
        )  # fmt: skip
    plain_logarithms(axes.yaxis)
    known = {name: end for name, end in ends.items() if end[0] == end[0]}
    label_ends(axes, known, points=7.5, last=places)


def _title(panel: Panel, curves: BoundCurves) -> str:
    """What the panel shows; a worst case also names its class, which is not the instance."""
    if panel.quantity == COEFFICIENT:
        return "regret / log T as T grows; lower bounds are for consistent policies"
    if panel.quantity == REGRET:
        name = (panel.over or "").split("; ")[0]
        return f"minimax regret at T = {curves.horizon} over {name}"
    return f"expected samples until the stop, if errors have probability <= {curves.delta}"


def _where(panel: Panel) -> str:
    """At which budgets the bound with privacy is the larger one.

    Some policy without privacy reaches the coefficient of log T, so that privacy costs there. The
    other bounds have constants that no policy is known to reach, and a larger one is no cost.
    """
    symbol = SYMBOLS[panel.privacy]
    if not panel.compared:
        return "no bound without privacy is known here for this class"
    subject = "privacy costs" if panel.quantity == COEFFICIENT else "above those without privacy"
    return f"{subject} at {_budgets(panel, symbol)}"


def _budgets(panel: Panel, symbol: str) -> str:
    """The shaded budgets in words."""
    if not panel.costs:
        return "none of these budgets, as far as is known here"
    first, last = panel.budgets[0], panel.budgets[-1]
    phrases = []
    for low, high in panel.costs:
        if (low, high) == (first, last):
            return "all of these budgets"
        below, above = f"{symbol} < {high:.3g}", f"{symbol} > {low:.3g}"
        phrases.append(below if low == first else above if high == last else f"{low:.3g} < {below}")
    return " and at ".join(phrases)


def _mark_budgets(axes: Axes, low: float, high: float) -> None:
    """Less than a decade has no powers of ten to mark: five budgets, with digits that differ."""
    if high / low >= FEW_DECADES:
        return
    from matplotlib.ticker import NullLocator

    marks = [low * (high / low) ** (k / 4) for k in range(5)]
    axes.set_xticks(marks, tick_labels(marks))
    axes.xaxis.set_minor_locator(NullLocator())


def tick_labels(marks: Sequence[float]) -> list[str]:
    """Numbers with as few digits as tell them apart, three at least.

    >>> tick_labels([0.1, 0.2]), tick_labels([0.1, 0.10001])
    (['0.1', '0.2'], ['0.1', '0.10001'])
    """
    for digits in range(3, 17):
        labels = [f"{mark:.{digits}g}" for mark in marks]
        if len(set(labels)) == len(marks):
            break
    return labels


def _distinct(curves: Mapping[str, list[float]]) -> dict[str, list[float]]:
    """The curves, those that are equal everywhere under one name."""
    kept: dict[str, list[float]] = {}
    for name, curve in curves.items():
        same = next((other for other, known in kept.items() if _equal(known, curve)), None)
        if same is None:
            kept[name] = curve
        else:
            kept[f"{same} = {name}"] = kept.pop(same)
    return kept


def _equal(one: Sequence[float], other: Sequence[float]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(a == b or (a != a and b != b) or abs(a - b) <= 1e-5 * abs(a) for a, b in pairs)


def _largest(free: Mapping[str, list[float]]) -> dict[str, list[float]]:
    """The best bound without privacy, which is the same at every budget."""
    if not free:
        return {}
    name = max(free, key=lambda name: _last(free[name]))
    return {name: free[name]}


def _last(curve: Sequence[float]) -> float:
    return next((value for value in reversed(curve) if value == value), math.nan)
