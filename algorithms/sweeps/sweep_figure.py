"""A sweep as a figure whose panels follow its design: a row an instance, a column a budget."""

from __future__ import annotations
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any
from banditproof.algorithms.engines.engine import Played
from banditproof.algorithms.engines.limit_of_regret import regret_limit
from banditproof.theory.budgets import PureDP
from banditproof.theory.figure_style import CURVE_COLOURS, drawing_style, marked
from banditproof.theory.optional_libraries import library
from .bands import Band

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PANELS = 36
WIDE = 3
"""Panels beside each other, where only the instances differ."""
LETTERS = 46
TITLE, HIGH = 32, 22
"""So many letters of a title, or of a label, are as long as a panel is wide, or high."""
FEW = 6
"""So many budgets are all marked on an axis."""
FAR = 20.0
"""Regret that differs by such a factor has a logarithmic axis."""
LIMIT = "lower bound, as T grows"
CAPTION = "Lines: medians of {runs} runs. Shaded: from their 5 % to their 95 % quantile."
OF_LIMIT = (
    "The lower bound is that of the budget eps; without one, that of all policies.\n"
    "It is a limit as T grows, times log t: the regret at one T may be below it."
)
ZEROS = "The median of {names} is 0 at some rounds, which a logarithmic axis does not show."
Place = tuple[str, str]
"""The row and the column of a panel."""
Style = Mapping[str, dict[str, Any]]
"""The colour and the dashes of each policy."""


@dataclass(frozen=True)
class Block:
    """Panels of one quantity: what each shows, and the names of rows and columns."""

    panels: dict[Place, list[Band]]
    draw: Callable[[Axes, list[Band], Style], None]
    across: str
    upwards: str

    @property
    def rows(self) -> list[str]:
        """The names of the rows."""
        return list(dict.fromkeys(row for row, _ in self.panels))

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(dict.fromkeys(column for _, column in self.panels))

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns are drawn; where only the rows differ, they are folded."""
        rows, columns = len(self.rows), len(self.columns)
        return (-(-rows // WIDE), min(WIDE, rows)) if columns == 1 else (rows, columns)


def sweep_figure(
    bands: Sequence[Band],
    bandits: Mapping[str, Played] | None = None,
    shuffled: Sequence[str] = (),
    free: Collection[str] = (),
) -> Figure:
    """The medians, with bands from 5 % to 95 %, one panel for each instance and budget.

    Regret is drawn over time, beside its lower bound on the Bernoulli `bandits`; policies without
    privacy are in every column. Samples until a stop are drawn against the budget. Axes are shared
    where they mean the same, and each panel names the policies that it leaves out. Those that are
    `shuffled` are named below; those that are `free` are called not private in the legend.
    """
    figures: Any = library("matplotlib.figure", "A figure of a sweep", "figures")
    blocks = [block for block in (_regret(bands), _samples(bands)) if block.panels]
    count = sum(math.prod(block.shape) for block in blocks)
    if count > MOST_PANELS:
        raise ValueError(f"A figure of {count} panels cannot be read; plot a part of the table.")
    policies = dict.fromkeys(band.policy for band in bands)
    style = {
        name: {
            "color": CURVE_COLOURS[place % len(CURVE_COLOURS)],
            # told apart without colour, too; dots are the lower bound
            "linestyle": ("-", "--", "-.")[place % 3],
            **marked(place // 3),
        }
        for place, name in enumerate(policies)
    }
    high = [block.shape[0] for block in blocks]
    size = (2.6 + 2.7 * max(block.shape[1] for block in blocks), 0.9 + 2.5 * sum(high))
    with drawing_style():
        figure: Figure = figures.Figure(figsize=size, layout="constrained")
        parts = figure.subfigures(len(blocks), 1, squeeze=False, height_ratios=high)[:, 0]
        for part, block in zip(parts, blocks, strict=True):
            _draw(part, block, style, bandits or {})
        lines: dict[str, Any] = {}
        for axes in figure.axes:
            handles, names = axes.get_legend_handles_labels()
            lines |= dict(zip(names, handles, strict=True))
        ordered = [name for name in (*policies, LIMIT) if name in lines]
        shown = [f"{name}, not private" if name in free else name for name in ordered]
        figure.legend([lines[name] for name in ordered], shown, loc="outside right upper")
        said = CAPTION.format(runs=_runs(bands))
        if LIMIT in lines:
            said += f"\n{OF_LIMIT}"
        zeros = [
            name
            for name in policies
            if any(b.policy == name and b.median == 0 and b.quantity == "regret" for b in bands)
        ]
        if zeros and any(axes.get_yscale() == "log" for axes in figure.axes):
            said += f"\n{ZEROS.format(names=', '.join(zeros))}"
        if shuffled:
            said += f"\nEach run of {', '.join(shuffled)} has the arms in an order of its own."
        figure.supxlabel(said, fontsize=7.5, color="0.35")
    return figure


def _runs(bands: Sequence[Band]) -> str:
    """How many runs of all seeds a line is made of: one number, or the least and the largest."""
    least, most = (end(band.runs for band in bands) for end in (min, max))
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


def _regret(bands: Sequence[Band]) -> Block:
    return Block(_panels(bands, "regret", _budget), _draw_regret, "round", "pseudo-regret")


def _samples(bands: Sequence[Band]) -> Block:
    return Block(
        _panels(bands, "samples", _kind), _draw_samples, "budget", "samples until the stop"
    )


def _panels(
    bands: Sequence[Band], quantity: str, column: Callable[[Band], str]
) -> dict[Place, list[Band]]:
    """The bands of each row and column; what has no budget is in every column."""
    shown = [band for band in bands if band.quantity == quantity]
    return {
        (row, name): [b for b in shown if _row(b) == row and column(b) in ("", name)]
        for row in dict.fromkeys(map(_row, shown))
        for name in dict.fromkeys(filter(None, map(column, shown))) or [""]
    }


def _row(band: Band) -> str:
    return f"{band.instance}, T = {band.horizon:.6g}"


def _budget(band: Band) -> str:
    given = (("alpha", band.alpha), ("eps", band.eps), ("rho", band.rho))
    return ", ".join(f"{name} = {value:g}" for name, value in given if value is not None)


def _kind(band: Band) -> str:
    """The axis to which a budget belongs."""
    if band.alpha is not None:
        return f"budget eps at alpha = {band.alpha:g}"
    return "budget rho" if band.rho is not None else "budget eps" if band.eps is not None else ""


def _draw(part: Any, block: Block, style: Style, bandits: Mapping[str, Played]) -> None:
    """Draw a block: names of columns above, of rows at the left, and what each panel leaves out."""
    folded = len(block.columns) == 1
    over = len({band.horizon for shown in block.panels.values() for band in shown}) == 1
    grid = part.subplots(
        *block.shape,
        squeeze=False,
        sharex=("all" if over else "row") if not folded else over,
        sharey=False if folded else "row",
    )
    policies = dict.fromkeys(b.policy for shown in block.panels.values() for b in shown)
    regret = block.draw is _draw_regret
    logarithmic = not regret or _far_apart(block)
    for axes, ((row, column), shown) in zip(grid.flat, block.panels.items(), strict=False):
        block.draw(axes, shown, style)
        if regret:
            axes.set_xscale("log")
            _draw_limit(axes, shown, bandits)
        if logarithmic:
            axes.set_yscale("log")
        subplot = axes.get_subplotspec()
        heading = [row, column * regret] if folded else [column] * subplot.is_first_row()
        notes = [
            line
            for note in _left_out(policies, shown, block)
            for line in wrap(note, LETTERS, break_on_hyphens=False)
        ]
        lines = [line for words in heading for line in wrap(words, TITLE)]
        axes.set_title("\n".join(lines), fontsize=9, pad=4 + 9 * len(notes))
        axes.annotate(
            "\n".join(notes), (0.5, 1), xytext=(0, 3), xycoords="axes fraction",
            textcoords="offset points", fontsize=6.5, color="0.35", ha="center", va="bottom",
        )  # fmt: skip
        if subplot.is_first_col():
            named = [] if folded else wrap(row, HIGH)  # a panel is as high as so many letters
            axes.set_ylabel("\n".join([*named, block.upwards]))
        if subplot.is_last_row() or folded or not over:
            axes.set_xlabel(column or block.across if not regret else block.across)
            axes.tick_params(labelbottom=True)
    for axes in grid.flat:
        if not logarithmic:
            axes.set_ylim(bottom=0)
        if folded and not axes.get_lines():
            axes.set_yticks([], [])
            axes.set_yticks([], [], minor=True)
    for axes in grid.flat[len(block.panels) :]:
        axes.set_axis_off()


def _far_apart(block: Block) -> bool:
    """Whether the last bands of a row are too far apart for an axis of equal steps."""
    for row in block.rows:
        ends: dict[tuple[str, str], tuple[float, float]] = {}
        for (name, _), shown in block.panels.items():
            for band in shown if name == row else ():
                median = band.median or 0.0
                ends[band.policy, _budget(band)] = (median, max(median, band.q95 or 0.0))
        if ends and max(high for _, high in ends.values()) > FAR * min(ends.values())[0] > 0:
            return True
    return False


def _left_out(policies: Mapping[str, None], shown: Sequence[Band], block: Block) -> list[str]:
    """The policies of the block that a panel does not show, and those that were mostly cut off."""
    if not shown:
        return ["no policy of the sweep has this budget here"]
    there = {band.policy for band in shown}
    instance = shown[0].instance
    played = {b.policy for bands in block.panels.values() for b in bands if b.instance == instance}
    missing = [name for name in policies if name not in there]
    notes = []
    for why, names in (
        ("other budgets", [name for name in missing if name in played]),
        ("other instances", [name for name in missing if name not in played]),
    ):
        if names:
            notes.append(f"left out ({why}): {', '.join(names)}")
    cut: dict[str, list[str]] = {}
    for band in shown:
        if band.median is None:
            cut.setdefault(band.policy, []).append(_budget(band))
    if cut:
        words = [f"{name} ({'; '.join(at)})" if all(at) else name for name, at in cut.items()]
        notes.append(f"without a median, most runs were cut off: {', '.join(words)}")
    return notes


def _draw_regret(axes: Axes, bands: list[Band], style: Style) -> None:
    for policy, group in groupby(bands, key=lambda band: band.policy):
        own = list(group)
        rounds = [band.round for band in own]
        axes.plot(rounds, _floats(b.median for b in own), label=policy, **style[policy])
        low, high = _floats(b.q05 for b in own), _floats(b.q95 for b in own)
        axes.fill_between(rounds, low, high, color=style[policy]["color"], alpha=0.18, linewidth=0)


def _draw_limit(axes: Axes, bands: list[Band], bandits: Mapping[str, Played]) -> None:
    """The lower bound c log t, where one is shown for the rewards of the instance."""
    bandit = bandits.get(bands[0].instance) if bands else None
    pure = (band.eps for band in bands if band.eps is not None and band.alpha is None)
    budget = next(map(PureDP, pure), None)
    limit = None if bandit is None else regret_limit(bandit, budget)
    if limit:
        rounds = sorted({band.round for band in bands if band.round > 1})
        bound = [limit * math.log(t) for t in rounds]
        axes.plot(rounds, bound, ":", color="0.25", linewidth=1.2, label=LIMIT)


def _draw_samples(axes: Axes, bands: list[Band], style: Style) -> None:
    for policy, group in groupby(bands, key=lambda band: band.policy):
        own = [band for band in group if band.median is not None]
        budgets = [band.budget for band in own if band.budget is not None]
        if own and not budgets:
            axes.axhline(own[0].median or 0.0, label=policy, **style[policy])
        elif own:
            medians = _floats(band.median for band in own)
            axes.plot(budgets, medians, label=policy, **{"marker": "o", **style[policy]})
            high = [float(band.horizon) if band.q95 is None else band.q95 for band in own]
            low = _floats(band.q05 for band in own)
            colour = style[policy]["color"]
            axes.fill_between(budgets, low, high, color=colour, alpha=0.18, linewidth=0)
    marks = sorted({band.budget for band in bands if band.budget is not None})
    axes.set_xscale("log")
    if 0 < len(marks) <= FEW:
        axes.set_xticks(marks, [f"{mark:g}" for mark in marks])
        axes.set_xticks([], minor=True)
        axes.set_xlim(marks[0] / 1.3, marks[-1] * 1.3)


def _floats(values: Any) -> list[float]:
    return [math.nan if value is None else value for value in values]
