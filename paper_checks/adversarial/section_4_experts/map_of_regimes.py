"""The map of regimes: which rate with experts is the best one, and where Table 2 says another.

Each panel is a slice of the exact partition at a power K = T^b. Corners are exact fractions.
"""

from __future__ import annotations
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from banditproof.paper_checks.drawing.figure_drawing import save_figure, save_table
from banditproof.theory.adversarial.rate_partition import (
    PARAMETERS,
    TABLE_2,
    misses,
    regimes,
    uncovered,
)
from banditproof.theory.adversarial.rates import COROLLARY_8, THEOREM_9, THEOREM_10, Point
from banditproof.theory.figure_style import drawing_style
from banditproof.theory.rational_polytopes import Polytope, around

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "adv.regimes"
SLICES = tuple(Fraction(k, 10) for k in (0, 1, 2, 5))
"""The powers b of the number of arms, K = T^b."""
COLOURS = {COROLLARY_8: "#9cc3e6", THEOREM_9: "#f3c68f", THEOREM_10: "#a8d5a2", None: "#e9e9e9"}
SHORT = {COROLLARY_8: "Cor. 8", THEOREM_9: "Thm. 9", THEOREM_10: "Thm. 10", None: "none below T"}
WRONG, SILENT = "//", ".."
AREA_OF_A_NAME = Fraction(1, 60)
"""A part with less area than this has no room for its name."""


class Area(NamedTuple):
    """A polygon of a slice, as corners in order, and what it says."""

    kind: str
    says: str
    arms: Fraction
    corners: list[Point]
    colour: str | None = None


def _parts() -> Iterator[tuple[str, str, Polytope, str | None]]:
    """The polytopes of the map: what kind they are, what they say, and their colour."""
    for regime in regimes():
        yield "best", regime.name, regime.polytope, COLOURS[regime.best]
    for row in TABLE_2:
        for miss in misses(row):
            says = f"{row.name}: {row.recommends.name}; better: {miss.better.name}"
            yield "wrong", says, miss.polytope, None
    for regime in regimes():
        if regime.best is not None:
            silent = uncovered().cut(*regime.polytope.half_spaces)
            yield "silent", f"no row; best: {regime.name}", silent, None


def areas(arms: Fraction) -> Iterator[Area]:
    """The polygons of a slice: the best rate, then where Table 2 is wrong, then where it is silent.

    >>> [(area.kind, len(area.corners)) for area in areas(Fraction(1, 5))]
    [('best', 4), ('best', 4), ('best', 4), ('wrong', 3), ('silent', 4)]
    """
    for kind, says, polytope, colour in _parts():
        corners = around(polytope.slice(1, arms).vertices)
        if len(corners) > 2:
            yield Area(kind, says, arms, corners, colour)


def table_rows() -> Iterator[dict[str, Any]]:
    """The corners of all polygons, as exact fractions."""
    for arms in SLICES:
        for area in areas(arms):
            for place, (a, c) in enumerate(area.corners):
                yield {
                    "K": f"T^{arms}",
                    "kind": area.kind,
                    "says": area.says,
                    "corner": place,
                    "experts_exponent": str(a),
                    "privacy_exponent": str(c),
                }


def _draw(axes: Axes, arms: Fraction) -> None:
    """One slice: coloured by the best rate, hatched where the table is wrong, dotted if silent."""
    for area in areas(arms):
        corners = [(float(a), float(c)) for a, c in area.corners]
        if area.colour is not None:
            axes.fill(*zip(*corners, strict=True), fc=area.colour, ec="#404040", lw=0.8)
            continue
        hatch = WRONG if area.kind == "wrong" else SILENT
        axes.fill(*zip(*corners, strict=True), fc="none", ec="#303030", lw=0, hatch=hatch)
    for regime in regimes():
        part = regime.polytope.slice(1, arms)
        if part.volume > AREA_OF_A_NAME:
            x, y = _middle(part)
            axes.text(x, y, SHORT[regime.best], ha="center", va="center", fontsize=8.5, bbox=NAME)
    axes.set_xlim(0, 2)
    axes.set_ylim(0, 1)
    axes.grid(visible=False)
    axes.set_title(rf"$K=T^{{{arms}}}$" if arms else "$K$ constant", loc="left")
    axes.set_xlabel("$a$, with $N=T^a$ experts")


NAME: dict[str, Any] = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none", "alpha": 0.75}


def _middle(part: Polytope) -> tuple[float, float]:
    """The centre of the corners of a polygon."""
    count = len(part.vertices)
    x, y = (float(sum(values) / count) for values in zip(*part.vertices, strict=True))
    return x, y


def _caption() -> str:
    shares = {SHORT[part.best]: part.share for part in regimes()}
    of_space = "; ".join(f"{name} on {share} of the box" for name, share in shares.items())
    (second,), (third,) = misses(TABLE_2[1]), misses(TABLE_2[2])
    return (
        "Which rate is the least, constants and logarithms aside, decided by exact linear "
        r"programs over $0\leq a\leq 2$, $0\leq b,c\leq 1$, with $N=T^a$, $K=T^b$, "
        r"$\epsilon=T^{-c}$. "
        f"\nColours: {of_space}.\n"
        "Hatched: a row of Table 2 recommends a rate that another one beats, by a factor of up to "
        rf"$T^{{{second.excess}}}$ (row 2, by Theorem 10) and $T^{{{third.excess}}}$ (row 3, by "
        "Corollary 8).\n"
        rf"Dotted: no row of Table 2 applies ($N\geq K$, $1/\sqrt{{T}}<\epsilon<K/N$; "
        f"{uncovered().volume / PARAMETERS.volume} of the box), drawn where a rate is below $T$."
    )


def build(folder: Path) -> list[Path]:
    """Write the files of the map."""
    from matplotlib.figure import Figure

    with drawing_style():
        figure = Figure(figsize=(12.0, 4.1), dpi=100)
        figure.subplots_adjust(left=0.05, right=0.99, wspace=0.13, top=0.92, bottom=0.31)
        panels = figure.subplots(1, len(SLICES), sharey=True)
        for axes, arms in zip(panels, SLICES, strict=True):
            _draw(axes, arms)
        panels[0].set_ylabel(r"$c$, with $\epsilon=T^{-c}$")
        figure.text(0.05, 0.02, _caption(), fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(table_rows(), folder, FIGURE)]
