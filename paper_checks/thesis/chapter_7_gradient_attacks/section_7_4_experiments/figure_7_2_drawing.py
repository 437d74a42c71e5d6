"""Figure 7.2: ROC curves of the attacks on softmax regression, synthetic rows and digits."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.theory.figure_style import drawing_style
from .attacked_softmax_models import ATTACKS, DIGITS, SYNTHETIC, Attacked, Place, played

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "thesis.fig7.2"
FULL, QUICK = 4000, 400
"""The games for each target."""
LEVELS = np.round(np.linspace(0.0, 1.0, 201), 3)
PLACES: tuple[Place, Place] = ("easy", "hard")
STYLES = {
    ("easy", ATTACKS[0]): LineStyle("easy, covariance", "#0b5fa5", "-", None),
    ("easy", ATTACKS[1]): LineStyle("easy, scalar product", "#c8460b", (0, (6, 2)), None),
    ("easy", ATTACKS[2]): LineStyle("easy, log-mean-exp", "#1a7f37", (0, (5, 2, 1, 2)), None),
    ("hard", ATTACKS[0]): LineStyle("hard, covariance", "#6d9fc9", (0, (2, 1.5)), None, width=1.3),
    ("hard", ATTACKS[1]): LineStyle(
        "hard, scalar product", "#e0a184", (0, (1, 1.5)), None, width=1.3
    ),
}
"""The four printed curves, and the ratio that is right for one epoch."""
Row = dict[str, Any]


def panels(quick: bool) -> dict[str, Attacked]:
    """The two models, with the games of the size."""
    games = QUICK if quick else FULL
    return {"synthetic": replace(SYNTHETIC, games=games), "digits": replace(DIGITS, games=games)}


def table_rows(cells: Mapping[str, Attacked]) -> list[Row]:
    """Power at each level, with randomised thresholds, for each model, target and attack."""
    rows = []
    for name, cell in cells.items():
        for place in PLACES:
            scored = played(cell, place)
            for attack, curve in scored.curves.items():
                common = {
                    "data": name,
                    "target": place,
                    "score": scored.score,
                    "attack": attack,
                    "games": cell.games,
                    "rows": cell.rows,
                    "batch": cell.batch,
                    "area": curve.area,
                }
                powers = curve.randomised_power(LEVELS)
                rows += [
                    {**common, "alpha": float(a), "power": float(p)}
                    for a, p in zip(LEVELS, powers, strict=True)
                ]
    return rows


def _panel(axes: Axes, rows: list[Row], title: str) -> None:
    for (place, attack), style in STYLES.items():
        mine = [row for row in rows if (row["target"], row["attack"]) == (place, attack)]
        label = f"{style.name} ({mine[0]['area']:.2f})"
        x, y = ([row[key] for row in mine] for key in ("alpha", "power"))
        axes.plot(x, y, label=label, **style.line())
    axes.plot([0, 1], [0, 1], color="#999999", lw=0.6)
    axes.set_title(title, loc="left")
    axes.set_xlabel("false alarms")
    axes.set_ylabel("power")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.legend(fontsize=7, loc="lower right", title="curve (area)", title_fontsize=7)


def caption(cells: Mapping[str, Attacked]) -> str:
    """What the figure shows, and what of the print it does not."""
    games = next(iter(cells.values())).games
    return (
        f"{games} games for each target, half of them with it; one epoch of SGD; the highest and "
        "the lowest Mahalanobis score of the references; Algorithm 13 with sign\nand index "
        "corrected, the centred covariance on its range. Dash-dotted: the mean of the likelihood "
        "ratios of the batches in place of the sum.\nThe digits of a game are drawn from all that "
        "are not the target. The print has Fashion-MNIST and CIFAR10."
    )


def build(folder: Path, quick: bool) -> list[Path]:
    """Play the games, and write the PNG, the SVG and the CSV."""
    from matplotlib.figure import Figure

    cells = panels(quick)
    rows = table_rows(cells)
    titles = {
        "synthetic": "(a)  synthetic rows, 12 features, 4 classes",
        "digits": "(b)  digits, 64 pixels, 10 classes",
    }
    with drawing_style():
        figure = Figure(figsize=(9.6, 5.0), dpi=100)
        grid = figure.subplots(1, 2)
        figure.subplots_adjust(left=0.07, right=0.98, wspace=0.18, top=0.93, bottom=0.21)
        for axes, name in zip(grid, cells, strict=True):
            mine = [row for row in rows if row["data"] == name]
            _panel(axes, mine, f"{titles[name]}, {cells[name].steps} batches")
        figure.text(0.07, 0.02, caption(cells), fontsize=7.2, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(rows, folder, FIGURE)]
