"""The directive `benchmark-plots`: the measured ratios against other programs, and all values.

The numbers are those of `benchmarks/results.json`. A bar is a ratio: above 1, the measured program
needs less than its baseline; below 1, it needs more.
"""

import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

RESULTS = Path(__file__).resolve().parent.parent.parent / "benchmarks" / "results.json"
WIDTH, ROW, BORDER, ROOM = 520, 34, 10, 60
"""The width of a plot, the height of a bar with its name, the border, and the room for a number."""
NOTE = 16
MEANING = "grey line: 1, as much as that; blue: better, orange: worse; lengths are logarithms"
"""Below each plot: without it a bar of 1.3 looks like one of 1,000 in another plot."""
BETTER, WORSE = "#2b6cb0", "#c05621"


@dataclass(frozen=True)
class Bar:
    """One measurement with a baseline."""

    name: str
    ratio: float


def measurements(path: Path = RESULTS) -> list[dict[str, Any]]:
    """What was measured, in its order."""
    result: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["measurements"]
    return result


def bars(rows: list[dict[str, Any]]) -> dict[str, list[Bar]]:
    """The ratios by baseline; errors of numbers are no times, and stay in the table.

    >>> bars([{"name": "a", "baseline": "b", "ratio": 2.0, "unit": "s"},
    ...       {"name": "c", "baseline": "", "ratio": None, "unit": "s"}])
    {'b': [Bar(name='a', ratio=2.0)]}
    """
    results: dict[str, list[Bar]] = {}
    for row in rows:
        if row["ratio"] is not None and "relative error" not in row["name"]:
            results.setdefault(row["baseline"], []).append(Bar(row["name"], row["ratio"]))
    return results


def number(value: float | None) -> str:
    """A number of the table, to four digits.

    >>> number(65890.0), number(2.501e-16), number(None)
    ('65,890', '2.501e-16', '')
    """
    if value is None:
        return ""
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e8 else f"{value:.4g}"


def file_of(baseline: str) -> str:
    """The file name of a plot.

    >>> file_of("cvxpy log_det, SCS")
    'cvxpy-log-det-scs'
    """
    return re.sub(r"[^a-z0-9]+", "-", baseline.lower()).strip("-")


def draw(baseline: str, shown: list[Bar], path: Path) -> None:
    """One plot of ratios, as SVG, on a logarithmic axis through 1.

    Names stand above their bars, so that no width of a letter matters.
    """
    ends = [0.0, *(math.log(bar.ratio) for bar in shown)]
    low, high = min(ends), max(ends)
    scale = (WIDTH - 2 * BORDER - ROOM) / max(high - low, 1e-9)

    def across(ratio: float) -> float:
        return BORDER + (math.log(ratio) - low) * scale

    height = ROW * len(shown) + 2 * BORDER + 14 + NOTE
    one = f"{across(1):.1f}"
    lines = [f'<path d="M{one} {BORDER}V{height - 24 - NOTE}" stroke="#888"/>']
    for row, bar in enumerate(shown):
        top = BORDER + row * ROW
        left, right = sorted((across(1), across(bar.ratio)))
        colour = BETTER if bar.ratio >= 1 else WORSE
        lines += [
            f'<text x="{BORDER}" y="{top + 11}">{escape(bar.name)}</text>',
            f'<rect x="{left:.1f}" y="{top + 16}" width="{right - left:.1f}" height="10" '
            f'fill="{colour}"/>',
            f'<text x="{right + 4:.1f}" y="{top + 25}">{number(bar.ratio)}</text>',
        ]
    foot = (
        f'<text x="{BORDER}" y="{height - 8 - NOTE}">times better than: {escape(baseline)}</text>'
        f'<text x="{BORDER}" y="{height - 8}" fill="#666" font-size="11">{MEANING}</text>'
    )
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(lines)}{foot}</svg>\n',
        encoding="utf-8",
    )


def draw_all(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "_build" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for baseline, shown in bars(measurements()).items():
        draw(baseline, shown, folder / f"benchmark-{file_of(baseline)}.svg")


def plots() -> list[str]:
    """The plots as lines of reStructuredText."""
    lines: list[str] = []
    for baseline, shown in bars(measurements()).items():
        words = "; ".join(f"{bar.name}: {number(bar.ratio)}" for bar in shown)
        picture = f".. image:: /_build/pictures/benchmark-{file_of(baseline)}.svg"
        lines += [picture, f"   :alt: Times better than {baseline}. {words}.", ""]
    return lines


def table() -> list[str]:
    """All that was measured, as a table of reStructuredText."""
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 50 20 15 15", ""]
    heads = ("measured", "value", "demanded", "ratio to its baseline")
    for cells in (heads, *(row_of(row) for row in measurements())):
        lines += [f"   {'*' if not index else ' '} - {cell}" for index, cell in enumerate(cells)]
    return [*lines, ""]


def row_of(row: dict[str, Any]) -> tuple[str, str, str, str]:
    name = re.sub(r"([*_`|\\])", r"\\\1", row["name"])
    word = "at most " if row["at_most"] else "at least "
    demanded = word + number(row["demand"]) if row["demand"] is not None else ""
    missed = "" if row["met"] else " (missed)"
    ratio = f"{number(row['ratio'])} ({row['baseline']})" if row["ratio"] is not None else ""
    return name, f"{number(row['value'])} {row['unit']}", demanded + missed, ratio


class BenchmarkPlots(SphinxDirective):
    """`benchmark-plots:: plots` or `benchmark-plots:: table`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        lines = {"plots": plots, "table": table}[self.arguments[0]]()
        result = nodes.section()
        result.document = self.state.document
        text = StringList(lines, source=self.get_source_info()[0])
        self.state.nested_parse(text, self.content_offset, result)
        return list(result.children)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", draw_all)
    app.add_directive("benchmark-plots", BenchmarkPlots)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
