"""Regret of the three conversions against the budget and the horizon, beside their bounds.

The paper compares them by their bounds alone.
"""

from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.paper_checks.drawing.simulated_cells import Floats
from banditproof.theory.adversarial import PrivateGame
from banditproof.theory.adversarial import conversion_bounds as bounds
from banditproof.theory.adversarial.bound_row import Formula
from banditproof.theory.figure_style import drawing_style
from . import conversion_cells
from .conversion_cells import (
    ARMS,
    EXP3,
    FREE,
    FTPL,
    HTINF,
    LOSSES,
    POLICIES,
    QUICK,
    TUNED,
    LossCell,
    comparison_cells,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "adv.regret"
Simulate = Callable[[Iterable[LossCell]], dict[LossCell, Floats]]
Key = tuple[str, str, str, str, int]
STYLES = {
    HTINF: LineStyle("HTINF", "#2f6fb0", "-", "o"),
    EXP3: LineStyle("EXP3", "#c8460b", (0, (5, 2)), "s"),
    FTPL: LineStyle("FTPL", "#2a7d4f", (0, (1.5, 1.5)), "^"),
    TUNED: LineStyle("EXP3, our tuning", "#7a3b9c", (0, (4, 1.5, 1, 1.5)), "s", filled=False),
    FREE: LineStyle("HTINF without privacy", "#707070", (0, (3, 3)), "o", filled=False, width=1.2),
}
PROVED: Mapping[str, Formula] = {
    HTINF: bounds.htinf_conversion_proved,
    FTPL: bounds.ftpl_conversion_proved,
    TUNED: bounds.exp3_conversion_tuned,
}
PRINTED: Mapping[str, Formula] = {
    HTINF: bounds.htinf_conversion_printed,
    EXP3: bounds.exp3_conversion_printed,
    FTPL: bounds.ftpl_conversion_printed,
}
"""The bounds of the paper; the one of FTPL is true of the repaired listing, which is played."""
PANELS = {
    ("budgets", "linear"): "(a)  against the budget, losses from 0.1 to 0.9",
    ("budgets", "small-gap"): "(b)  against the budget, a small gap",
    ("horizons", "linear"): "(c)  against the horizon, losses from 0.1 to 0.9",
    ("horizons", "small-gap"): "(d)  against the horizon, a small gap",
}


def figure_cells(quick: bool) -> dict[Key, LossCell]:
    """What the figure simulates, by panel, losses, algorithm, budget and horizon."""
    return comparison_cells(QUICK if quick else conversion_cells.FULL)


def _bound(formulas: Mapping[str, Formula], policy: str, game: PrivateGame) -> float | str:
    """A bound of an algorithm; an empty string where there is none."""
    formula = formulas.get(policy)
    if formula is None or not game.batches or game.eps * game.horizon < 1:
        return ""
    return float(game.value(formula, 6))


def table_rows(
    cells: Mapping[Key, LossCell], regrets: Mapping[LossCell, Floats]
) -> Iterator[dict[str, Any]]:
    """The tidy table behind the figure: one row for each panel, losses, algorithm and point."""
    for (panel, losses, policy, eps, horizon), cell in cells.items():
        regret = regrets[cell][:, -1]
        game = PrivateGame.of(cell.arms, horizon, eps)
        yield {
            "panel": panel,
            "losses": losses,
            "algorithm": policy,
            "arms": cell.arms,
            "eps": eps,
            "T": horizon,
            "runs": cell.runs,
            "mean": float(regret.mean()),
            "sd": float(regret.std(ddof=1)),
            "proved_bound": _bound(PROVED, policy, game),
            "printed_bound": _bound(PRINTED, policy, game),
        }


def _draw_panel(axes: Axes, panel: str, rows: list[dict[str, Any]]) -> None:
    column = "eps" if panel == "budgets" else "T"
    for policy in POLICIES:
        mine = [row for row in rows if row["algorithm"] == policy]
        x = [float(row[column]) for row in mine]
        mean = [row["mean"] for row in mine]
        low, high = ([max(row["mean"] + s * row["sd"], 1.0) for row in mine] for s in (-1, 1))
        style = STYLES[policy]
        axes.plot(x, mean, label=style.name, zorder=3, **style.line(), **style.dots())
        axes.fill_between(x, low, high, color=style.colour, alpha=0.14, lw=0)
        proved = [row["proved_bound"] for row in mine]
        if any(proved):
            axes.plot(x, [float(y or "nan") for y in proved], zorder=2, lw=0.9, **_thin(style))
    best = [float(row["printed_bound"] or "nan") for row in rows if row["algorithm"] == HTINF]
    axes.plot(x, best, color="black", lw=1.0, ls=(0, (1, 1.2)), label="Corollary 2", zorder=2)
    trivial = [float(row["T"]) for row in mine]
    top = 8 * max(trivial)
    axes.fill_between(x, trivial, [top] * len(x), color="#ececec", lw=0, zorder=0)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(0.93 * x[0], x[-1] / 0.93)  # the markers at both ends are whole
    axes.set_ylim(0.6 * min(row["mean"] for row in rows), top)
    axes.set_xlabel(r"budget $\epsilon$" if panel == "budgets" else "horizon $T$")


def _thin(style: LineStyle) -> dict[str, Any]:
    return {"color": style.colour, "linestyle": style.dashes, "alpha": 0.75}


def _caption(rows: list[dict[str, Any]], size: conversion_cells.Size) -> str:
    return (
        rf"$K={ARMS}$ arms, oblivious constant losses; (a), (b) at $T={size.horizon}$, (c), (d) at "
        rf"$\epsilon={size.budget}$. In (b), (d) one arm is better by "
        rf"$2\sqrt{{K/(T\epsilon)}}$, at most 0.4." + "\n"
        f"Thick with markers: mean of {rows[0]['runs']} runs; shaded: one standard deviation. "
        r"Batches of $\lceil 1/\epsilon\rceil$ rounds with Laplace noise (Algorithm 1)." + "\n"
        "The learners have the parameters of the paper; FTPL is the repaired listing. "
        "Thin lines of the same kind: proved upper bounds of HTINF, of FTPL and of our tuning of "
        "EXP3.\n"
        "Dots: the upper bound of Corollary 2 with its printed constant 208; those of "
        "Corollaries 22 and 24 are above it. Grey ground: above $T$, where a bound says nothing."
    )


def build(folder: Path, simulate: Simulate, quick: bool) -> list[Path]:
    """Simulate what is missing, and write the files of the figure."""
    from matplotlib.figure import Figure

    cells = figure_cells(quick)
    rows = list(table_rows(cells, simulate(cells.values())))
    with drawing_style():
        figure = Figure(figsize=(10.6, 8.0), dpi=100)
        figure.subplots_adjust(
            left=0.07, right=0.985, wspace=0.15, hspace=0.3, top=0.96, bottom=0.2
        )
        for axes, ((panel, losses), title) in zip(
            figure.subplots(2, len(LOSSES)).flat, PANELS.items(), strict=True
        ):
            shown = [row for row in rows if (row["panel"], row["losses"]) == (panel, losses)]
            _draw_panel(axes, panel, shown)
            axes.set_title(title, loc="left")
        for axes in figure.axes[::2]:
            axes.set_ylabel("regret at the horizon")
        names = figure.axes[0].get_legend_handles_labels()
        below: dict[str, Any] = {"loc": "lower center", "bbox_to_anchor": (0.52, 0.1)}
        figure.legend(*names, ncols=6, fontsize=8, handlelength=3.4, **below)
        size = QUICK if quick else conversion_cells.FULL
        figure.text(0.07, 0.015, _caption(rows, size), fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(rows, folder, FIGURE)]
