"""The curves of the figures of papers, distinct in black and white, and their three files."""

from __future__ import annotations
import csv
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.theory.atomic_files import write_atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PREVIEW = "preview: fewer, shorter runs"
previewed: ContextVar[bool] = ContextVar("previewed", default=False)
"""Whether the figure that is drawn is a preview, which its picture says."""


@dataclass(frozen=True)
class LineStyle:
    """Colour, dashes and marker of a curve; dashes and marker alone tell the curves apart."""

    name: str
    colour: str
    dashes: Any
    marker: str | None
    filled: bool = True
    width: float = 1.7

    def line(self) -> dict[str, Any]:
        """The keyword arguments of a line."""
        return {"color": self.colour, "linestyle": self.dashes, "linewidth": self.width}

    def dots(self) -> dict[str, Any]:
        """The keyword arguments of a marker."""
        face = self.colour if self.filled else "white"
        return {
            "marker": self.marker,
            "markersize": 5,
            "markerfacecolor": face,
            "markeredgecolor": self.colour,
            "markeredgewidth": 1.1,
        }


def mean_markers(
    axes: Axes, x: Sequence[float], mean: Any, low: Any, high: Any, style: LineStyle, zorder: float
) -> None:
    """Draw means as markers, with bars from `low` to `high`."""
    bars: dict[str, Any] = {"ls": "none", "ecolor": style.colour, "elinewidth": 0.9, "capsize": 2}
    axes.errorbar(x, mean, (mean - low, high - mean), zorder=zorder, **bars, **style.dots())


def save_figure(figure: Figure, folder: Path, name: str) -> list[Path]:
    """Write NAME.png and NAME.svg, each complete or not at all; the bytes are reproducible.

    A preview says so: it has the form of the figure, and other numbers.
    """
    if previewed.get():
        words: dict[str, Any] = {"fontsize": 6.5, "color": "#b3261e", "ha": "right", "va": "top"}
        figure.text(0.995, 0.995, PREVIEW, **words)

    def write(part: Path) -> None:
        metadata = {"Date": None} if part.suffix == ".svg" else {"Software": None}
        figure.savefig(part, dpi=200, metadata=metadata)

    return [write_atomically(folder / f"{name}.{kind}", write) for kind in ("png", "svg")]


def save_table(rows: Iterable[Mapping[str, Any]], folder: Path, name: str) -> Path:
    """Write NAME.csv; floats keep all their digits."""
    listed = list(rows)

    def write(part: Path) -> None:
        with part.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, fieldnames=list(listed[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(listed)

    return write_atomically(folder / f"{name}.csv", write)
