"""How figures look: one style whatever the user's settings are, and names at the ends of curves."""

from __future__ import annotations
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from .optional_libraries import library

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "mathtext.fontset": "dejavusans",
    "axes.titlesize": 10,
    "axes.labelsize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.5,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.direction": "out",
    "ytick.direction": "out",
    "xtick.minor.visible": False,
    "ytick.minor.visible": False,
    "lines.solid_capstyle": "round",
    "legend.frameon": False,
    "savefig.facecolor": "auto",
    "svg.hashsalt": "banditproof",
}

CURVE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Colours that people with any kind of sight tell apart, by Okabe and Ito."""
MARKS = ("", "o", "s", "^", "D", "v", "P", "X")
"""What tells curves of one kind of line apart without colour; the first one has none."""
SHAPES = dict(zip(MARKS, ("", "●", "■", "▲", "◆", "▼", "✚", "✖"), strict=True))
"""The marks as letters, for the names of curves."""
EDGE = 0.002
"""A curve that ends so far outside of its panel, as a share of the height, is said to."""
ABOVE, BELOW = " (above)", " (below)"
PLAIN = (0.001, 100_000)
"""A logarithmic axis between these numbers is written without powers."""
LEADER = {"arrowstyle": "-", "linewidth": 0.6, "shrinkA": 0, "shrinkB": 0, "relpos": (0.0, 0.5)}


def marked(place: int) -> dict[str, Any]:
    """The marks of the curve at a place, sparse, and not at the same rounds as those of others.

    >>> marked(0), marked(1)["marker"], marked(9)["marker"]
    ({}, 'o', 'o')
    """
    mark = MARKS[place % len(MARKS)]
    if not mark:
        return {}
    return {"marker": mark, "markersize": 4.5, "markevery": (0.04 * (place % 4), 0.16)}


@contextmanager
def drawing_style() -> Iterator[None]:
    """Draw with the style of the project, whatever the user's settings are."""
    matplotlib = library("matplotlib", "A figure", "figures")
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        settings: Any = matplotlib.rcParams
        settings.update(STYLE)
        yield


def spread_apart(wanted: Sequence[float], distance: float) -> list[float]:
    """Positions near the wanted ones, in the same order, at least a distance apart.

    >>> spread_apart([0.0, 0.1, 5.0], 1.0)
    [-0.45, 0.55, 5.0]
    """
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    # least squares under "increasing by the distance at least": pool adjacent violators
    groups: list[tuple[float, int]] = []
    for step, place in enumerate(order):
        total, count = wanted[place] - distance * step, 1
        while groups and groups[-1][0] / groups[-1][1] > total / count:
            before, members = groups.pop()
            total, count = total + before, count + members
        groups.append((total, count))
    starts = [total / count for total, count in groups for _ in range(count)]
    positions = [0.0] * len(wanted)
    for step, (place, start) in enumerate(zip(order, starts, strict=True)):
        positions[place] = round(start + distance * step, 12)
    return positions


def label_ends(
    axes: Axes,
    ends: Mapping[str, tuple[float, str]],
    points: float = 8.0,
    last: Mapping[str, float] | None = None,
) -> None:
    """Write the name of each curve at its right end, apart from each other, with a thin leader.

    `ends` maps a name to the last value (in data units) and the colour of its curve, `last` to
    where it ends if that is not the right edge. A curve that ends outside of the panel is labelled
    at the border, with a word that says so.
    """
    low, high = axes.get_ylim()
    x_end = axes.get_xlim()[1]
    places = {
        name: _in_axes(axes, (last or {}).get(name, x_end), y) for name, (y, _) in ends.items()
    }
    box = axes.get_window_extent()
    distance = points * 1.32 * axes.figure.dpi / 72 / box.height
    heights = [min(max(y, 0.0), 1.0) for _, y in places.values()]
    for (name, (_, colour)), height, position in zip(
        ends.items(), heights, spread_apart(heights, distance), strict=True
    ):
        across, wanted = places[name]
        axes.annotate(
            name + (ABOVE if wanted > 1 + EDGE else BELOW if wanted < -EDGE else ""),
            xy=(min(across, 1.0), height),
            xytext=(1.045, position),
            xycoords="axes fraction",
            textcoords="axes fraction",
            fontsize=points,
            color=colour,
            va="center",
            ha="left",
            annotation_clip=False,
            arrowprops=LEADER | {"color": colour},
        )
    axes.set_ylim(low, high)


def _in_axes(axes: Axes, x: float, y: float) -> tuple[float, float]:
    """A point of the data as shares of the panel; 0 on a logarithmic axis is far below."""
    across, up = axes.transAxes.inverted().transform(axes.transData.transform((x, y)))
    return float(across), float(up) if math.isfinite(up) else -math.inf


def plain_logarithms(axis: Axis) -> None:
    """Write the numbers of a logarithmic axis as people do: 20, not 2 times 10 to the 1.

    An axis that reaches far from 1 keeps its powers of ten. Where fewer than two decades are
    shown, Matplotlib names numbers between the powers too, which overlap in its own form.
    """
    from matplotlib.ticker import LogFormatterSciNotation

    class Plain(LogFormatterSciNotation):
        def __call__(self, x: float, pos: int | None = None) -> str:
            text: str = super().__call__(x, pos)
            low, high = sorted(axis.get_view_interval())
            return f"{x:g}" if text and PLAIN[0] <= low and high <= PLAIN[1] else text

    axis.set_major_formatter(Plain())
    axis.set_minor_formatter(Plain(labelOnlyBase=False))
