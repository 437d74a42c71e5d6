"""The price of privacy against the budget, beside what the documents say."""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from banditproof.theory.balls import enclose
from banditproof.theory.exact import exact
from banditproof.theory.figure_style import CURVE_COLOURS, drawing_style, label_ends
from banditproof.theory.logarithmic_grid import evenly_in_logarithms
from banditproof.theory.lower_bounds.minimax import bernoulli_logarithmic
from .exact_price import exact_price

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS = 13
SEEN = 1e-3
"""Ends that are so far apart are seen as a band."""
PRIVATE, FREE = "best private policy", "best policy without privacy"
MINIMAX = "minimax lower bound"
UNIFORM = "arms at random"
COLOURS = {
    PRIVATE: CURVE_COLOURS[0],
    FREE: "black",
    MINIMAX: CURVE_COLOURS[1],
    UNIFORM: CURVE_COLOURS[2],
}
DASHES = {PRIVATE: "-", FREE: "-", MINIMAX: "--", UNIFORM: "-."}
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
    over: str
    """Over which instances the cost is the largest, or the mean."""
    delta: Fraction


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
    >>> [round(x, 4) for x in curve.curves[PRIVATE]][::6]
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
        PRIVATE: tuple(float(lower) for lower, _ in found),
        FREE: (float(free.lower),) * POINTS,
    }
    delta, instances = exact(asked.get("delta", 0)), asked.get("instances", "worst")
    worst = asked.get("prior") is None and isinstance(instances, str | int)
    if asked.get("goal", "regret") == "regret" and worst:  # both are of the worst of all instances
        if delta == 0:
            bounds = tuple(_minimax_bound(arms, horizon, eps) for eps in budgets)
            curves[MINIMAX] = bounds
        curves[UNIFORM] = (horizon * (arms - 1) / arms,) * POINTS
    return PriceCurve(
        arms,
        horizon,
        asked.get("goal", "regret"),
        tuple(float(eps) for eps in budgets),
        tuple(found),
        curves,
        _over(instances, asked.get("prior") is not None),
        delta,
    )


def _over(instances: Any, mean: bool) -> str:
    """The instances in words."""
    kind = "the mean over" if mean else "the largest over"
    if isinstance(instances, int):
        return f"{kind} the instances whose means are multiples of 1/{instances}"
    words = {"worst": "all instances", "corners": "the instances with the means 1 and 0"}
    return f"{kind} {words[instances] if isinstance(instances, str) else 'the given instances'}"


def _minimax_bound(arms: int, horizon: int, eps: Fraction) -> float:
    """The strongest minimax bound of the table for Bernoulli arms."""
    return float(enclose(lambda: bernoulli_logarithmic(arms, Fraction(horizon), eps), 6).lo)


def price_figure(curve: PriceCurve) -> Figure:
    """Draw the curves, the proved interval as a band."""
    with drawing_style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.ticker import NullLocator

        figure = Figure(figsize=(8.2, 4.7))
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.08, 0.225, 0.6, 0.685))
        axes.set_xscale("log")
        axes.set_xlim(curve.budgets[0], curve.budgets[-1])
        top = max(max(values) for values in curve.curves.values())
        axes.set_ylim(0, 1.05 * top or 1)
        lower, upper = ([float(x) for x in side] for side in zip(*curve.ends, strict=True))
        axes.fill_between(
            curve.budgets, lower, upper, color=CURVE_COLOURS[0], alpha=0.4, linewidth=0
        )
        for name, values in curve.curves.items():
            width = 1.8 if name == PRIVATE else 1.2
            axes.plot(curve.budgets, values, DASHES[name], color=COLOURS[name], linewidth=width)
        marks = [curve.budgets[i] for i in range(0, POINTS, (POINTS - 1) // 4)]
        axes.set_xticks(marks, [f"{mark:.2g}" for mark in marks])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlabel(
            "budget eps of pure differential privacy"
            if curve.delta == 0
            else f"budget eps, with delta = {float(curve.delta):g}"
        )
        axes.set_ylabel(f"expected {curve.goal} at T = {curve.horizon}")
        axes.set_title(
            f"Least {curve.goal} of policies on {curve.arms} Bernoulli arms at T = {curve.horizon}",
            loc="left",
        )
        figure.text(0.02, 0.03, caption(curve), fontsize=7.5, color="#404040", va="bottom")
        label_ends(axes, {n: (v[-1], COLOURS[n]) for n, v in curve.curves.items()}, points=8)
        return figure


def caption(curve: PriceCurve) -> str:
    """What each curve is, and how well it is known."""
    apart = max(float(upper - lower) for lower, upper in curve.ends)
    if apart > SEEN:
        known = "shaded between them"
    else:
        known = f"at most 1e{math.ceil(math.log10(apart))} apart" if apart else "which are equal"
    lines = [
        f"The {curve.goal} is {curve.over}. Blue: both ends proved, {known}; nothing is simulated.",
        f"Lines join what was computed at {POINTS} budgets.",
    ]
    if MINIMAX in curve.curves:
        lines.append(
            "Dashed: the strongest minimax bound of Bernoulli arms in `banditproof bounds`."
        )
    return "\n".join(lines)
