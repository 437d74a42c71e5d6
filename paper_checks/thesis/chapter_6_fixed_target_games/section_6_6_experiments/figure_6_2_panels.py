"""Figure 6.2: laws of the score and trade-offs, from played games and from the limits.

Panels (a) to (e) are those of the thesis. In panel (f) the dotted curves are those of Theorem 6.6,
which the games do not follow, and the dashed ones the corrected limits, which they do.
"""

from __future__ import annotations
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.algorithms.membership.engine.score_sample import ScoreSample
from banditproof.paper_checks.drawing.figure_drawing import save_figure, save_table
from banditproof.theory.domains import Array
from banditproof.theory.figure_style import drawing_style, marked
from banditproof.theory.membership import leak, power, sub_sampled_power
from .experiment_setting import FULL, KINDS, QUICK, Setting

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "thesis.fig6.2"
COLOURS = ("#2f6fb0", "#c8460b", "#2f7d4f", "#7a3b9c", "#8a6d1a")
GAMMAS = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2))
SHARES = (Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 10))
LEVELS: Array = np.geomspace(1e-3, 1.0, 61)
BINS = 60
FEWEST = 10
"""Games without the target above the least level that is drawn."""
LIMIT, CORRECTED = (0, (1, 1.3)), (0, (5, 1.6))
SOLID: Any = "-"


@dataclass(frozen=True)
class Curve:
    """A trade-off of a panel: played powers, the limit of the thesis, and the right one."""

    panel: str
    name: str
    m_star: float
    played: Array
    printed: Array
    corrected: Array | None = None


NONE = Fraction(0)
"""No noise."""


@cache
def games_of(setting: Setting, kind: str, gamma: Fraction, kept: int | None) -> ScoreSample:
    """The games of a curve, played once for all panels that show them."""
    return setting.played(kind, gamma=gamma, kept=kept)


def power_played(sample: ScoreSample) -> Array:
    """The played powers; none at a level that fewer than ten games without the target exceed."""
    result = np.array(sample.roc.power(LEVELS), dtype=float)
    result[LEVELS * len(sample.out) < FEWEST] = np.nan
    return result


def curves(setting: Setting) -> Iterator[Curve]:
    """The curves of the panels (c) to (f)."""
    for panel, kinds in (("c", KINDS), ("d", KINDS)):
        for kind in kinds:
            m = float(setting.score(kind))
            played = power_played(games_of(setting, kind, NONE, None))
            yield Curve(panel, kind, m, played, np.asarray(power(LEVELS, m)))
    for gamma in GAMMAS:
        m = float(setting.score("easy", gamma))
        played = power_played(games_of(setting, "easy", gamma, None))
        name = rf"$\gamma={float(gamma):g}$"
        yield Curve("e", name, m, played, np.asarray(power(LEVELS, m)))
    m = float(setting.score("hard"))
    for share in SHARES:
        kept = None if share == 1 else int(share * setting.rows)
        played = power_played(games_of(setting, "hard", NONE, kept))
        printed = np.asarray(power(LEVELS, m * float(share)))
        right = np.asarray(sub_sampled_power(LEVELS, m, float(share)))
        yield Curve("f", rf"$\rho={float(share):g}$", m, played, printed, right)


def histograms(setting: Setting) -> Iterator[dict[str, Any]]:
    """The laws of the score of panels (a) and (b): heights of played scores, and the densities."""
    for panel, kind in (("a", "easy"), ("b", "hard")):
        m = float(setting.score(kind))
        sample = games_of(setting, kind, NONE, None)
        reach = m / 2 + 4.5 * np.sqrt(m)
        edges = np.linspace(-reach, reach, BINS + 1)
        middles = (edges[1:] + edges[:-1]) / 2
        for hypothesis, scores, centre in (
            ("H0", sample.out, -m / 2),
            ("H1", sample.inside, m / 2),
        ):
            heights = np.histogram(scores, edges)[0] / (len(scores) * np.diff(edges))
            density = np.exp(-((middles - centre) ** 2) / (2 * m)) / np.sqrt(2 * np.pi * m)
            for x, height, limit in zip(middles, heights, density, strict=True):
                yield {
                    "panel": panel,
                    "curve": f"{kind}, {hypothesis}",
                    "m_star": m,
                    "x": float(x),
                    "played": float(height),
                    "printed": float(limit),
                    "corrected": "",
                }


def table_rows(setting: Setting, found: list[Curve]) -> Iterator[dict[str, Any]]:
    """All numbers that are drawn: of a law x is a score, of a trade-off it is a level."""
    yield from histograms(setting)
    for curve in found:
        for place, level in enumerate(LEVELS):
            right = "" if curve.corrected is None else float(curve.corrected[place])
            yield {
                "panel": curve.panel,
                "curve": curve.name,
                "m_star": curve.m_star,
                "x": float(level),
                "played": "" if np.isnan(curve.played[place]) else float(curve.played[place]),
                "printed": float(curve.printed[place]),
                "corrected": right,
            }


def _draw_laws(axes: Axes, panel: str, rows: list[dict[str, Any]]) -> None:
    own = [row for row in rows if row["panel"] == panel]
    for colour, name in zip(COLOURS, dict.fromkeys(row["curve"] for row in own), strict=False):
        chosen = [row for row in own if row["curve"] == name]
        x = [row["x"] for row in chosen]
        axes.step(x, [row["played"] for row in chosen], where="mid", color=colour, lw=1.1)
        axes.plot(x, [row["printed"] for row in chosen], color=colour, ls=LIMIT, lw=2, label=name)
    kind = "easy" if panel == "a" else "hard"
    axes.set_title(f"({panel})  law of the score, {kind} target", loc="left")
    axes.set_xlabel("score (6.4)")
    axes.set_ylabel("density")
    axes.legend(fontsize=7.5)


TITLES = {
    "c": "(c)  trade-offs of three targets",
    "d": r"(d)  effect of $m^\star$",
    "e": r"(e)  effect of $\gamma$, easy target",
    "f": r"(f)  effect of $\rho$, hard target",
}


def _draw_powers(axes: Axes, panel: str, found: list[Curve]) -> None:
    own = [c for c in found if c.panel == panel]
    for place, (colour, curve) in enumerate(zip(COLOURS, own, strict=False)):
        name = rf"$m^\star={curve.m_star:.1f}$" if panel == "d" else curve.name
        # the kind of line says played or printed, so marks tell the curves apart without colour
        axes.plot(LEVELS, curve.played, color=colour, ls=SOLID, lw=1.5, label=name, **marked(place))
        hollow = marked(place) | ({"markerfacecolor": "white"} if place else {})
        axes.plot(LEVELS, curve.printed, color=colour, ls=LIMIT, lw=2, **hollow)
        if curve.corrected is not None:
            axes.plot(LEVELS, curve.corrected, color=colour, ls=CORRECTED, lw=1)
    if panel != "c":
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_ylim(1e-3, 1.3)
    axes.set_title(TITLES[panel], loc="left")
    axes.set_xlabel(r"level $\alpha$")
    axes.set_ylabel("power")
    first = axes.legend(loc="lower right", fontsize=7.5)
    if panel in "cf":
        axes.add_artist(first)
        shown = {"played": (SOLID, 1.5), "printed limit": (LIMIT, 2.0)}
        if panel == "f":
            shown["corrected limit"] = (CORRECTED, 1.0)
        lines = [
            axes.plot([], [], color="#505050", ls=dashes, lw=width, label=name)[0]
            for name, (dashes, width) in shown.items()
        ]
        axes.legend(
            handles=lines, loc="lower center" if panel == "c" else "lower left", fontsize=7.5
        )


def _caption(setting: Setting) -> str:
    m = float(setting.score("hard"))
    right, printed = float(sub_sampled_power(0.01, m, 0.5)), float(power(0.01, m / 2))
    played = float(games_of(setting, "hard", NONE, setting.rows // 2).roc.power([0.01])[0])
    scores = ", ".join(f"{kind} {float(setting.score(kind)):.2f}" for kind in KINDS)
    advantage = float(leak(setting.score("easy").__float__()))
    return (
        rf"$n={setting.rows}$, $d={setting.columns}$, Bernoulli columns; p on twenty values from "
        rf"0.12 to 0.88, since the thesis gives none; {setting.games} games for each curve, half "
        "of them with the target."
        "\n"
        rf"Scores $m^\star$: {scores}; the easy target has the advantage {advantage:.3f}. Solid: "
        "played games with the score (6.4) for the mechanism,\nwhere at least ten games without "
        "the target are above the threshold. Dotted: the limits of the thesis. Dashed, in (f): the "
        "corrected limits "
        "(thesis.fix.sub.limit.power), which the games follow.\nAt "
        rf"$\rho=1/2$ and a level of 0.01 the played power is {played:.3f}, "
        rf"the corrected limit {right:.3f} and the printed one {printed:.3f} (thesis.thm6.6). "
        "At small levels fewer rows can leak more (thesis.fig6.2.part)."
    )


def build(folder: Path, quick: bool = False) -> list[Path]:
    """Write the files of the figure."""
    from matplotlib.figure import Figure

    setting = QUICK if quick else FULL
    result = list(curves(setting))
    rows = list(table_rows(setting, result))
    with drawing_style():
        figure = Figure(figsize=(12.0, 7.6), dpi=100)
        figure.subplots_adjust(
            left=0.05, right=0.985, wspace=0.22, hspace=0.32, top=0.955, bottom=0.17
        )
        panels = figure.subplots(2, 3).ravel()
        for axes, panel in zip(panels, "abcdef", strict=True):
            if panel in "ab":
                _draw_laws(axes, panel, rows)
            else:
                _draw_powers(axes, panel, result)
        figure.text(0.05, 0.02, _caption(setting), fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(rows, folder, FIGURE)]
