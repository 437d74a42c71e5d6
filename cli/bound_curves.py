"""The bounds of an instance as curves against the budget, and the figure of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banditproof.paper_checks.atomic_files import write_atomically
from banditproof.paper_checks.figure_drawing import drawing_style, label_ends
from banditproof.theory import Bandit, Bound, bounds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

QUANTITIES = {
    "coefficient of log T": "regret / log T as T grows",
    "regret at T": "worst-case regret at T = {horizon}",
    "samples": "expected samples at risk {delta}",
}
BUDGET_NAMES = {"pure": "budget eps of pure differential privacy", "zcdp": "budget rho of zCDP"}
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
SUFFIXES = (".png", ".pdf", ".svg")
DIGITS = 6
SHADE = "#f1e3d3"
FEW_DECADES = 10.0


@dataclass
class Panel:
    """The curves of one quantity against one budget: a value or NaN for each budget."""

    quantity: str
    privacy: str
    budgets: list[float]
    private: dict[str, list[float]] = field(default_factory=dict)
    upper: dict[str, list[float]] = field(default_factory=dict)
    free: dict[str, float] = field(default_factory=dict)

    def costs(self) -> list[bool]:
        """Where the largest lower bound with privacy is above all the ones without it."""
        free = max(self.free.values(), default=0.0) * (1 + 10.0 ** (2 - DIGITS))
        best = [max((v for v in column if v == v), default=0.0) for column in self._columns()]
        return [value > free for value in best]

    def _columns(self) -> list[tuple[float, ...]]:
        return list(zip(*self.private.values(), strict=True)) or [()] * len(self.budgets)


def budget_grid(low: Fraction, high: Fraction, points: int) -> list[Fraction]:
    """Budgets from low to high, evenly spaced in the logarithm, both ends exact.

    >>> [round(float(b), 9) for b in budget_grid(Fraction(1, 100), Fraction(1), 3)]
    [0.01, 0.1, 1.0]
    """
    first, last = math.log(low), math.log(high)
    inner = [
        Fraction(math.exp(first + (last - first) * k / (points - 1))) for k in range(1, points - 1)
    ]
    return [low, *inner, high]


def panels(
    bandit: Bandit,
    privacy: str,
    budgets: Sequence[Fraction],
    horizon: int | None,
    delta: Fraction | None,
    advance: Callable[[], None] = lambda: None,
) -> list[Panel]:
    """The panels of one kind of budget; a quantity without a private curve has none."""
    found: dict[str, Panel] = {}
    option = "eps" if privacy == "pure" else "rho"
    axis = [float(budget) for budget in budgets]
    for place, budget in enumerate(budgets):
        given: dict[str, Any] = {option: budget}
        table = bounds(bandit, horizon=horizon, delta=delta, digits=DIGITS, **given)
        for bound in table:
            if bound.quantity in QUANTITIES:
                panel = found.setdefault(bound.quantity, Panel(bound.quantity, privacy, axis))
                _place(panel, bound, place)
        advance()
    return [panel for panel in found.values() if _drawable(panel)]


def _place(panel: Panel, bound: Bound, place: int) -> None:
    value = float(bound.enclosure) if bound.enclosure is not None else math.nan
    value = value if value > 0 and math.isfinite(value) else math.nan
    if bound.privacy == "none":
        if bound.side == "lower" and value == value:
            panel.free[bound.name] = value
        return
    curves = panel.upper if bound.side == "upper" else panel.private
    curve = curves.setdefault(bound.name, [math.nan] * len(panel.budgets))
    curve[place] = value


def _drawable(panel: Panel) -> bool:
    return any(value == value for curve in panel.private.values() for value in curve)


def draw(found: Sequence[Panel], title: str, facts: Mapping[str, str], out: Path) -> Path:
    """Draw the panels below each other and write the file, complete or not at all."""
    with drawing_style():
        figure = _figure(found, title, facts)

        def write(part: Path) -> None:
            kind = out.suffix.lower().removeprefix(".")
            metadata: dict[str, Any] = {"png": {"Software": None}, "svg": {"Date": None}}.get(
                kind, {"CreationDate": None}
            )
            # the labels beside the axes are as long as the names of the bounds
            figure.savefig(
                part, dpi=200, format=kind, metadata=metadata, bbox_inches="tight", pad_inches=0.15
            )

        return write_atomically(out, write)


def _figure(found: Sequence[Panel], title: str, facts: Mapping[str, str]) -> Figure:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    height = 1.2 + 3.1 * len(found)
    figure = Figure(figsize=(8.6, height))
    FigureCanvasAgg(figure)
    grid = figure.add_gridspec(
        len(found),
        1,
        left=0.085,
        right=0.62,
        top=1 - 0.8 / height,
        bottom=0.55 / height,
        hspace=0.42,
    )
    figure.text(0.085, 1 - 0.2 / height, title, fontsize=10.5, fontweight="bold", va="center")
    figure.text(
        0.085,
        1 - 0.4 / height,
        "shaded: the lower bound with privacy is above the one without",
        fontsize=8,
        color="#555555",
        va="center",
    )
    for place, panel in enumerate(found):
        _draw_panel(figure.add_subplot(grid[place]), panel, facts)
    return figure


def _draw_panel(axes: Axes, panel: Panel, facts: Mapping[str, str]) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(panel.budgets[0], panel.budgets[-1])
    ends: dict[str, tuple[float, str]] = {}
    for place, (name, curve) in enumerate(_distinct(panel.private).items()):
        colour, dashes = COLOURS[place % len(COLOURS)], ("-", "--", "-.")[place % 3]
        axes.plot(panel.budgets, curve, color=colour, linestyle=dashes, linewidth=1.7, zorder=3)
        ends[name] = (_last(curve), colour)
    for name, curve in panel.upper.items():
        axes.plot(panel.budgets, curve, color="#444444", linestyle=":", linewidth=1.5)
        ends[name] = (_last(curve), "#444444")
    for name, value in _largest(panel.free).items():
        axes.axhline(value, color="black", linewidth=1.0, zorder=2)
        ends[name] = (value, "black")
    for low, high in _stretches(panel):
        axes.axvspan(low, high, color=SHADE, linewidth=0, zorder=0)
    _mark_budgets(axes, panel.budgets[0], panel.budgets[-1])
    axes.set_xlabel(BUDGET_NAMES[panel.privacy])
    axes.set_title(_title(panel, facts), loc="left")
    label_ends(axes, {name: end for name, end in ends.items() if end[0] == end[0]}, points=7.5)


def _mark_budgets(axes: Axes, low: float, high: float) -> None:
    """Less than a decade has no powers of ten to mark: five budgets, told apart by their digits."""
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


def _title(panel: Panel, facts: Mapping[str, str]) -> str:
    """What the panel shows; a worst case also names its class, which is not the instance."""
    title = QUANTITIES[panel.quantity].format(**facts)
    if panel.quantity != "regret at T":
        return title
    linear = any(name.startswith("linear") for name in panel.private)
    where = "linear bandits on [-1, 1]^d" if linear else "unit-variance normal arms"
    if any("Bernoulli arms" in name for name in panel.private):
        where += " (or Bernoulli arms, where the name says so)"
    return f"{title}, over {where}"


def _distinct(curves: Mapping[str, list[float]]) -> dict[str, list[float]]:
    """The curves with a value, those that are equal everywhere under one name."""
    kept: dict[str, list[float]] = {}
    for name, curve in curves.items():
        if all(value != value for value in curve):
            continue
        same = next((other for other, known in kept.items() if _equal(known, curve)), None)
        if same is None:
            kept[name] = curve
        else:
            kept[f"{same} = {name}"] = kept.pop(same)
    return kept


def _equal(one: Sequence[float], other: Sequence[float]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(a == b or (a != a and b != b) or abs(a - b) <= 1e-5 * abs(a) for a, b in pairs)


def _largest(free: Mapping[str, float]) -> dict[str, float]:
    """The best bound without privacy."""
    if not free:
        return {}
    name = max(free, key=free.__getitem__)
    return {name: free[name]}


def _last(curve: Sequence[float]) -> float:
    return next((value for value in reversed(curve) if value == value), math.nan)


def _stretches(panel: Panel) -> list[tuple[float, float]]:
    """The intervals of budgets where privacy costs, each ending half way to the next budget."""
    flags, budgets = panel.costs(), panel.budgets
    found: list[tuple[float, float]] = []
    start = None
    for place, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = place
        if not flag and start is not None:
            low = budgets[0] if start == 0 else math.sqrt(budgets[start - 1] * budgets[start])
            last = place - 1
            high = (
                budgets[-1]
                if last == len(budgets) - 1
                else math.sqrt(budgets[last] * budgets[last + 1])
            )
            found.append((low, high))
            start = None
    return found
