"""Figure 6.1: the angle between the target and the point of the adversary, and what it costs.

The first panel is that of the thesis. The second one, which the thesis does not have, shows the
advantage against the angle, with the best threshold and with the threshold 0.
"""

from __future__ import annotations
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.theory.domains import Array
from banditproof.theory.figure_style import drawing_style
from banditproof.theory.membership import Misspecified

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "thesis.fig6.1"
M_STAR = 5
SHORT, LONG = Fraction(5, 4), Fraction(20)
"""The squared lengths m_targ of two points of the adversary; their best thresholds do as well."""
DEGREES = tuple(range(0, 181, 5))
BEST = LineStyle("printed: best threshold and sign", "#2f6fb0", "-", None, width=1.9)
AT_0 = {
    SHORT: LineStyle("threshold 0, half the length", "#c8460b", (0, (5, 2)), None),
    Fraction(M_STAR): LineStyle("threshold 0, the same length", "#2f7d4f", (0, (1, 1.4)), None),
    LONG: LineStyle("threshold 0, twice the length", "#7a3b9c", (0, (4, 1.4, 1, 1.4)), None),
}


def attack_at(degrees: int, m_target: Fraction) -> Misspecified:
    """The attack at an angle; the cosine is a float, exact as it stands.

    >>> attack_at(90, Fraction(5)).m_scalar
    Fraction(0, 1)
    """
    cosine = Fraction(0) if degrees == 90 else Fraction(float(np.cos(np.radians(degrees))))
    length = Fraction(float(np.sqrt(float(M_STAR * m_target))))
    product = min(abs(cosine) * length, Fraction(float(np.sqrt(float(M_STAR * m_target)) * ROUND)))
    return Misspecified.of(M_STAR, m_target, product if cosine >= 0 else -product)


ROUND = 1 - 1e-15
"""Keeps a rounded inner product within the inequality of Cauchy and Schwarz."""


def table_rows() -> Iterator[dict[str, Any]]:
    """The advantages at each angle.

    >>> first = next(table_rows())
    >>> round(first["best"], 6), round(first["threshold_0_same_length"], 6)
    (0.736448, 0.736448)
    """
    names = ("half_length", "same_length", "twice_length")
    for degrees in DEGREES:
        row = {"degrees": degrees, "best": float(attack_at(degrees, SHORT).best_advantage(12))}
        for name, m_target in zip(names, AT_0, strict=True):
            result = attack_at(degrees, m_target).advantage_at_zero(12)
            row[f"threshold_0_{name}"] = float(result)
        yield row


def _draw_angle(axes: Axes) -> None:
    covariance = np.array([[1.6, 0.0], [0.0, 0.35]])
    turn: Array = np.linspace(0, 2 * np.pi, 200)
    circle = np.vstack((np.cos(turn), np.sin(turn)))
    for radius in (0.7, 1.4):
        x, y = radius * np.sqrt(covariance.diagonal())[:, None] * circle
        axes.plot(x, y, color="#b8b8b8", lw=0.8)
    points = {r"$z^\star$": (1.5, 0.55), r"$z^{\mathrm{targ}}$": (0.35, 0.95)}
    for (name, (x, y)), colour in zip(points.items(), (BEST.colour, "#c8460b"), strict=True):
        axes.annotate(
            "", (x, y), (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 1.6}
        )
        axes.annotate(name, (x, y), xytext=(4, 3), textcoords="offset points", color=colour)
    whitened = [np.array(p) / np.sqrt(covariance.diagonal()) for p in points.values()]
    ends = [float(np.arctan2(v[1], v[0])) for v in whitened]
    arc: Array = np.linspace(ends[0], ends[1], 40)
    x, y = 0.45 * np.sqrt(covariance.diagonal())[:, None] * np.vstack((np.cos(arc), np.sin(arc)))
    axes.plot(x, y, color="#303030", lw=1.2)
    axes.annotate(r"$\theta$", (x[20], y[20]), xytext=(5, 3), textcoords="offset points")
    axes.plot([0], [0], "o", color="#303030", ms=3.5)
    axes.annotate(r"$\mu$", (0, 0), xytext=(-10, -10), textcoords="offset points")
    axes.set_xlim(-1.9, 2.1)
    axes.set_ylim(-1.15, 1.4)
    axes.set_aspect("equal", anchor="N")
    axes.set_xlabel("column 1")
    axes.set_ylabel("column 2")
    axes.set_title(r"(a)  the angle in the metric of $C_\sigma^{-1}$", loc="left")


def _draw_costs(axes: Axes, rows: Sequence[dict[str, Any]]) -> None:
    degrees = [row["degrees"] for row in rows]
    axes.plot(degrees, [row["best"] for row in rows], label=BEST.name, **BEST.line())
    for column, style in zip(list(rows[0])[2:], AT_0.values(), strict=True):
        axes.plot(degrees, [row[column] for row in rows], label=style.name, **style.line())
    axes.axhline(0, color="#707070", lw=0.8)
    axes.set_ylim(-0.45, 0.8)
    axes.set_xticks(range(0, 181, 30))
    axes.set_xlabel(r"angle $\theta$ in degrees")
    axes.set_ylabel("advantage in the limit")
    axes.set_title(rf"(b)  the advantage for $m^\star={M_STAR}$", loc="left")
    axes.legend(loc="lower left", fontsize=7.5)


CAPTION = (
    r"(a): ellipses are points of one Mahalanobis distance from $\mu$; $\theta$ is the angle after"
    r" $C_\sigma^{-1/2}$ (thesis.fig6.1)."
    "\n"
    r"(b): Theorem 6.7 prints $\mathrm{leak}(m^\star\cos^2\theta)$, whatever the length of "
    r"$z^{\mathrm{targ}}-\mu$; this needs the best threshold and sign (thesis.thm6.7.advantage)."
    "\n"
    "With the threshold 0 of the Bayes adversary the advantage depends on that length, meets the "
    r"print only at $m^{\mathrm{scal}}=m^{\mathrm{targ}}$ and at a right angle,"
    "\nand is negative for obtuse angles (thesis.thm6.7.plug_in); lengths are those of "
    r"$z^{\mathrm{targ}}-\mu$ in units of that of $z^\star-\mu$."
)


def build(folder: Path) -> list[Path]:
    """Write the files of the figure."""
    from matplotlib.figure import Figure

    rows = list(table_rows())
    with drawing_style():
        figure = Figure(figsize=(9.6, 4.6), dpi=100)
        figure.subplots_adjust(left=0.065, right=0.985, wspace=0.2, top=0.93, bottom=0.275)
        left, right = figure.subplots(1, 2)
        _draw_angle(left)
        _draw_costs(right, rows)
        figure.text(0.065, 0.03, CAPTION, fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(rows, folder, FIGURE)]
