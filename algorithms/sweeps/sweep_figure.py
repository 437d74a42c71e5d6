"""A sweep as a figure: regret over time, and samples until a stop against the budget."""

from __future__ import annotations
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any
from banditproof.theory.figure_style import drawing_style
from banditproof.theory.optional_libraries import library
from .bands import Band

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PANELS = 36
WIDE = 3
CAPTION = "Lines: medians. Shaded: from the 5 % to the 95 % quantile of all seeds and runs."


def sweep_figure(bands: Sequence[Band]) -> Figure:
    """The medians, with bands from 5 % to 95 %.

    A panel of regret shows the policies of an instance at a budget and a horizon over time; those
    without privacy are in each. A panel of samples shows an instance and a horizon.
    """
    figures: Any = library("matplotlib.figure", "A figure of a sweep", "figures")
    panels = _panels(bands)
    if len(panels) > MOST_PANELS:
        raise ValueError(
            f"A figure of {len(panels)} panels cannot be read; plot a part of the table."
        )
    wide = min(WIDE, len(panels))
    high = -(-len(panels) // wide)
    with drawing_style():
        figure: Figure = figures.Figure(figsize=(4.2 * wide, 3.2 * high), layout="constrained")
        for place, (title, shown, draw) in enumerate(panels, 1):
            axes = figure.add_subplot(high, wide, place)
            for policy, own in groupby(shown, key=lambda band: band.policy):
                draw(axes, policy, list(own))
            axes.set_title(title, fontsize="medium")
            if axes.get_legend_handles_labels()[0]:
                axes.legend(fontsize="small")
        figure.supxlabel(CAPTION, fontsize="small", color="0.3")
    return figure


Panel = tuple[str, list[Band], Callable[["Axes", str, list[Band]], None]]


def _panels(bands: Sequence[Band]) -> list[Panel]:
    results: list[Panel] = []
    regret = [band for band in bands if band.quantity == "regret"]
    places = dict.fromkeys((b.instance, _budget(b), b.horizon) for b in regret if _budget(b))
    for place in dict.fromkeys((b.instance, "", b.horizon) for b in regret):
        if not any((p[0], "", p[2]) == place for p in places):
            places[place] = None
    for instance, budget, horizon in places:
        shown = [
            band
            for band in regret
            if (band.instance, band.horizon) == (instance, horizon)
            and _budget(band) in ("", budget)
        ]
        title = f"{instance}, {budget}" if budget else instance
        results.append((f"{title}, T = {horizon:.3g}", shown, _draw_regret))
    stopping = [band for band in bands if band.quantity == "samples"]
    for instance, horizon in dict.fromkeys((b.instance, b.horizon) for b in stopping):
        shown = [b for b in stopping if (b.instance, b.horizon) == (instance, horizon)]
        results.append((f"{instance}, up to {horizon:.3g} samples", shown, _draw_samples))
    return results


def _budget(band: Band) -> str:
    given = (("alpha", band.alpha), ("eps", band.eps), ("rho", band.rho))
    return ", ".join(f"{name} = {value:g}" for name, value in given if value is not None)


def _draw_regret(axes: Axes, policy: str, bands: list[Band]) -> None:
    rounds = [band.round for band in bands]
    (line,) = axes.plot(rounds, [_number(band.median) for band in bands], label=policy)
    low, high = [_number(band.q05) for band in bands], [_number(band.q95) for band in bands]
    axes.fill_between(rounds, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    axes.set_xscale("log")
    axes.set_xlabel("round")
    axes.set_ylabel("pseudo-regret")


def _draw_samples(axes: Axes, policy: str, bands: list[Band]) -> None:
    known = [band for band in bands if band.median is not None]
    if not known:
        said = f"{policy}:\nmost runs were cut off"
        axes.text(0.5, 0.5, said, transform=axes.transAxes, ha="center", fontsize="small")
    elif all(band.budget is None for band in known):
        for band in known:
            axes.axhline(_number(band.median), linestyle="--", color="0.4", label=policy)
    else:
        budgets = [_number(band.budget) for band in known]
        (line,) = axes.plot(budgets, [_number(b.median) for b in known], "o-", label=policy)
        low = [_number(band.q05) for band in known]
        high = [band.horizon if band.q95 is None else band.q95 for band in known]
        axes.fill_between(budgets, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
        axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("budget")
    axes.set_ylabel("samples until the stop")


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
