"""The price of privacy against the budget, beside what the documents say."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from banditproof.theory.balls import enclose
from banditproof.theory.figure_style import CURVE_COLOURS, drawing_style, label_ends
from banditproof.theory.logarithmic_grid import evenly_in_logarithms
from banditproof.theory.lower_bounds.minimax import bernoulli_logarithmic
from .exact_price import exact_price

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS = 13
COLOURS = {
    "every eps-DP policy": CURVE_COLOURS[0],
    "without privacy": "black",
    "minimax bound of the thesis, sharpened": CURVE_COLOURS[1],
    "without looking at rewards": CURVE_COLOURS[2],
}
"""The curves, and their colours."""


@dataclass(frozen=True)
class PriceCurve:
    """Budgets, and each curve at them; `ends` are proved."""

    arms: int
    horizon: int
    goal: str
    budgets: tuple[float, ...]
    ends: tuple[tuple[Fraction, Fraction], ...]
    curves: dict[str, tuple[float, ...]]


def price_curve(
    arms: int,
    horizon: int,
    low: Fraction,
    high: Fraction,
    advance: Callable[[], None] = lambda: None,
    **asked: Any,
) -> PriceCurve:
    """Both ends at budgets from low to high, evenly on a logarithmic axis.

    >>> curve = price_curve(2, 2, Fraction(1, 2), Fraction(2))
    >>> [round(x, 4) for x in curve.curves["every eps-DP policy"]][::6]
    [0.8775, 0.7689, 0.6192]
    """
    budgets = evenly_in_logarithms(low, high, POINTS)
    found = []
    for eps in budgets:
        price = exact_price(arms, horizon, eps, **asked)
        found.append((price.lower, price.upper))
        advance()
    free = exact_price(arms, horizon, **{**asked, "delta": 0})
    advance()
    curves = {
        "every eps-DP policy": tuple(float(lower) for lower, _ in found),
        "without privacy": (float(free.lower),) * POINTS,
    }
    if asked.get("goal", "regret") == "regret" and asked.get("prior") is None:
        bounds = tuple(_minimax_bound(arms, horizon, eps) for eps in budgets)
        curves["minimax bound of the thesis, sharpened"] = bounds
        curves["without looking at rewards"] = (horizon * (arms - 1) / arms,) * POINTS
    return PriceCurve(
        arms,
        horizon,
        asked.get("goal", "regret"),
        tuple(float(eps) for eps in budgets),
        tuple(found),
        curves,
    )


def _minimax_bound(arms: int, horizon: int, eps: Fraction) -> float:
    """The strongest minimax bound of the table for Bernoulli arms."""
    return float(enclose(lambda: bernoulli_logarithmic(arms, Fraction(horizon), eps), 6).lo)


def price_figure(curve: PriceCurve) -> Figure:
    """Draw the curves, the proved interval as a band."""
    with drawing_style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.ticker import NullLocator

        figure = Figure(figsize=(8.2, 4.2))
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.08, 0.12, 0.6, 0.76))
        axes.set_xscale("log")
        axes.set_xlim(curve.budgets[0], curve.budgets[-1])
        axes.set_ylim(0, 1.05 * max(max(values) for values in curve.curves.values()))
        lower, upper = ([float(x) for x in side] for side in zip(*curve.ends, strict=True))
        axes.fill_between(
            curve.budgets, lower, upper, color=CURVE_COLOURS[0], alpha=0.4, linewidth=0
        )
        for name, values in curve.curves.items():
            width = 1.8 if name == "every eps-DP policy" else 1.2
            axes.plot(curve.budgets, values, color=COLOURS[name], linewidth=width)
        marks = [curve.budgets[i] for i in range(0, POINTS, (POINTS - 1) // 4)]
        axes.set_xticks(marks, [f"{mark:.2g}" for mark in marks])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlabel("budget eps of pure differential privacy")
        axes.set_title(
            f"Least {curve.goal} of {curve.arms} arms at T = {curve.horizon}, both ends proved",
            loc="left",
        )
        label_ends(axes, {n: (v[-1], COLOURS[n]) for n, v in curve.curves.items()}, points=8)
        return figure
