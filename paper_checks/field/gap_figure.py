"""The table of the field as a figure: which cells are closed, open or empty, and the gaps.

Each state has a shape or a hatch of its own, so that the figure can be read in print without
colour: the wider a gap, the darker its cell, and a closed one is framed.
"""

from __future__ import annotations
import re
from fractions import Fraction
from textwrap import fill
from typing import TYPE_CHECKING
from banditproof.theory.figure_style import drawing_style
from banditproof.theory.known_bounds.rows import NOTIONS, SETTINGS
from .cell_facts import word_of
from .cells import Cell, cells

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 9.2, 6.0
TITLE = "How far the best known upper and lower bounds are apart, by setting and notion of privacy"
WIDEST = Fraction(1, 2)
"""The gap that is drawn darkest: the square root of T, which private bounds are apart at most."""
DARK = 0.85
"""The share of black in the darkest cell; words in it are white."""
COLOUR = (0.0, 0.275, 0.42)
"""A blue whose lightness falls as its share rises, for any kind of sight."""
LEGEND = (
    "A number is the gap: the largest quotient of the best upper and lower bounds of the minimax "
    "regret, as a power of T, over K, d <= T, N <= T^2, eps from 1/T to 1, and rho and the eps of"
    " Renyi privacy from 1/T^2 to 1; logarithms are left out, delta <= eps, and alpha and kappa "
    "are constants. Best arm: samples, which have no gap here. =: closed, up to constants and "
    "logarithms. Darker: a wider gap. Hatched: every lower bound is one of all policies, private "
    "or not. A triangle: bounds of one side only were judged here. open: both sides are known, "
    "for one instance each. quoted: a document quotes a bound that nobody judged here. Empty: no "
    "bound of its own. Columns: none is without privacy, View is zCDP of lists of rewards."
)
GAP = "$T^{{{}}}$"
"""How a gap is written: a power of T in the mathematics of Matplotlib."""
CHARACTERS = 145
"""Of a line below the table."""


def gap_figure() -> Figure:
    """The table as a Matplotlib figure, a rectangle for each cell.

    >>> figure = gap_figure()
    >>> len(figure.axes[0].patches) >= len(SETTINGS) * len(NOTIONS)
    True
    """
    with drawing_style():
        from matplotlib.figure import Figure as NewFigure

        figure = NewFigure(figsize=(WIDTH, HEIGHT))
        figure.text(0.02, 0.965, TITLE, fontsize=10.5, fontweight="bold", va="center")
        axes = figure.add_axes((0.19, 0.23, 0.8, 0.655))
        axes.set_xlim(0, len(NOTIONS))
        axes.set_ylim(len(SETTINGS), 0)
        axes.grid(visible=False)
        axes.xaxis.tick_top()
        axes.set_xticks([place + 0.5 for place in range(len(NOTIONS))], [*NOTIONS.values()])
        labels = [re.sub("^ +", "... ", name) for name in SETTINGS.values()]
        axes.set_yticks([place + 0.5 for place in range(len(SETTINGS))], labels)
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)
        rows, columns = [*SETTINGS], [*NOTIONS]
        for one in cells():
            _draw(axes, one, columns.index(one.notion), rows.index(one.setting))
        legend = fill(LEGEND, CHARACTERS)
        figure.text(0.02, 0.04, legend, fontsize=8, linespacing=1.35, va="bottom")
    return figure


def _draw(axes: Axes, cell: Cell, x: int, y: int) -> None:
    """One cell: its ground by the gap, its shape by the state, and a word."""
    from matplotlib.patches import Polygon, Rectangle

    gap = None if cell.gap is None else cell.gap.power
    share = DARK * float(min(gap, WIDEST) / WIDEST) if gap else 0.0
    ground = tuple(1 - share * (1 - part) for part in COLOUR)
    closed = cell.state == "closed"
    axes.add_patch(
        Rectangle(
            (x + 0.04, y + 0.06),
            0.92,
            0.88,
            facecolor=ground,
            edgecolor=COLOUR if closed else "#bbbbbb",
            linewidth=1.8 if closed else 0.6,
            linestyle=":" if cell.state == "quoted" else "-",
        )
    )
    if cell.state == "without":
        axes.add_patch(
            Rectangle((x + 0.04, y + 0.06), 0.92, 0.88, fill=False, hatch="////", linewidth=0)
        )
    if cell.state in ("lower", "upper"):
        low = cell.state == "lower"
        tip, base = (y + 0.94, y + 0.56) if low else (y + 0.06, y + 0.44)
        corners = [(x + 0.04, tip), (x + 0.96, tip), (x + 0.5, base)]
        axes.add_patch(Polygon(corners, facecolor="#b9cfdd", edgecolor="none"))
    word = word_of(cell, GAP, without="")
    axes.text(
        x + 0.5,
        y + {"lower": 0.36, "upper": 0.66}.get(cell.state, 0.52),
        word,
        ha="center",
        va="center",
        fontsize=12 if word == "=" else 8,
        color="white" if share > DARK / 2 and cell.state != "without" else "black",
        bbox=(
            {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
            if cell.state == "without"
            else None
        ),
    )
