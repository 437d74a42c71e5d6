"""A figure that the thesis lacks: the exact leakage against its limit as the rows grow.

All numbers are enclosures of exact laws, or of closed forms; nothing is simulated.
"""

from __future__ import annotations
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.theory import Enclosure, certify
from banditproof.theory.figure_style import drawing_style
from banditproof.theory.membership import leak, sub_sampled_leak
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    NormalLaw,
    ProductLaw,
    SubSampledLaw,
    mean_column,
)
from banditproof.theory.membership.sub_sampling import sub_sampled_leak_printed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "thesis.leakage.rows"
ROWS = (20, 40, 100, 200, 400, 1000)
QUICK_ROWS = (20, 40)
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


@dataclass(frozen=True)
class Case:
    """A law of the columns with d = 5n, its exact leakage for n rows, and the limits."""

    style: LineStyle
    exact: Callable[[int], Enclosure]
    limit: Enclosure
    printed: Enclosure
    """The limit of the thesis, where it differs."""


def coins(mean: Fraction, target: int) -> Callable[[int], Enclosure]:
    """The leakage of Bernoulli columns.

    >>> float(round(coins(Fraction(1, 2), 1)(20).mid, 6))
    0.749315
    """
    return lambda n: ProductLaw([(BernoulliColumn(n, mean, target), 5 * n)]).total_variation()


def normal(rows: int) -> Enclosure:
    """The leakage of normal columns at the distance 1."""
    return NormalLaw(rows, 5 * rows, 5).total_variation()


def off_support(rows: int) -> Enclosure:
    """Coin columns with the target 1/2, their mean: a mean is off by a half of its step."""
    column = mean_column([0, 1], [HALF, HALF], rows, HALF)
    return Enclosure.of(column.in_alone)


def half_of_the_rows(rows: int) -> Enclosure:
    """The leakage of the mean of half of the rows of coin columns."""
    law = ProductLaw([(BernoulliColumn(rows // 2, HALF, 1), 5 * rows)])
    return SubSampledLaw(law, kept=rows // 2, rows=rows).total_variation()


def cases() -> tuple[Case, ...]:
    """The five laws."""
    five, rare = certify(leak, 5), certify(leak, Fraction(5, 9))
    part, printed = certify(sub_sampled_leak, 5, HALF), sub_sampled_leak_printed(5, HALF)
    one = LineStyle("coins, target 1", "#2f6fb0", "-", "o")
    two = LineStyle("Bernoulli(1/10), target 0", "#2f7d4f", (0, (5, 2)), "s")
    three = LineStyle("normal columns, distance 1", "#8a6d1a", (0, (1, 1.4)), "D", filled=False)
    four = LineStyle("coins, target 1/2", "#303030", (0, (4, 1.4, 1, 1.4)), "v")
    five_style = LineStyle("coins, half of the rows", "#c8460b", "-", "^", filled=False)
    return (
        Case(one, coins(HALF, 1), five, five),
        Case(two, coins(TENTH, 0), rare, rare),
        Case(three, normal, five, five),
        Case(four, off_support, Enclosure.of(1), Enclosure.of(0)),
        Case(five_style, half_of_the_rows, part, printed),
    )


def table_rows(rows: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """The exact leakage of each case for each number of rows, with its limits."""
    for case in cases():
        for n in rows:
            exact = case.exact(n)
            yield {
                "columns": case.style.name,
                "n": n,
                "d": 5 * n,
                "exact_low": float(exact.lo),
                "exact_high": float(exact.hi),
                "limit": float(case.limit),
                "printed_limit": float(case.printed),
            }


def _draw(left: Axes, right: Axes, rows: list[dict[str, Any]]) -> None:
    counts = sorted({row["n"] for row in rows})
    for case in cases():
        own = [row for row in rows if row["columns"] == case.style.name]
        middles = [(row["exact_low"] + row["exact_high"]) / 2 for row in own]
        style = {**case.style.line(), **case.style.dots()}
        left.plot(counts, middles, label=case.style.name, **style)
        printed = float(case.printed)
        left.axhline(printed, color=case.style.colour, lw=0.9, ls=(0, (1, 2)))
        gaps = [abs(middle - printed) for middle in middles]
        right.plot(counts, gaps, **style)
        if case.limit != case.printed and float(case.limit) < 1:
            limit = float(case.limit)
            left.axhline(limit, color=case.style.colour, lw=0.9, ls=(0, (6, 3)))
            near = [abs(middle - limit) for middle in middles]
            look = {**style, "linestyle": (0, (6, 3)), "linewidth": 1.0}
            right.plot(counts, near, label=f"{case.style.name}: off the corrected limit", **look)
    right.plot(counts, [0.9 / n for n in counts], color="#a0a0a0", lw=0.8, label="slope of 1/n")
    for axes in (left, right):
        axes.set_xscale("log")
        axes.set_xticks(counts, [str(n) for n in counts])
        axes.minorticks_off()
        axes.set_xlabel("rows $n$, with $d=5n$ columns")
    left.set_ylabel("leakage")
    left.set_ylim(-0.03, 1.05)
    left.set_title("(a)  exact leakage; dotted: printed limits, dashed: corrected", loc="left")
    left.legend(loc="lower center", fontsize=7.5, ncol=2, bbox_to_anchor=(0.5, 0.05))
    right.legend(loc="upper left", fontsize=7.5, bbox_to_anchor=(0.0, 0.93))
    right.set_yscale("log")
    right.set_ylabel("distance of the exact leakage from a limit")
    right.set_title("(b)  how far the printed limits are off", loc="left")


CAPTION = (
    "Enclosures of exact laws: inversion of the characteristic function, a chi-squared law for "
    "normal columns, enumeration for the target 1/2. Nothing is simulated.\n"
    "Where a limit is right, the distance falls as $1/n$. Coins with the target 1/2, their mean, "
    "have the score 0 and tell the target without\nerror for every $n$ "
    "(thesis.ftm.claim.conclusion.distance); half of the rows leak 0.4431 in the "
    "limit, and not 0.5708 (thesis.thm6.6)."
)


def build(folder: Path, quick: bool = False) -> list[Path]:
    """Write the files of the figure."""
    from matplotlib.figure import Figure

    rows = list(table_rows(QUICK_ROWS if quick else ROWS))
    with drawing_style():
        figure = Figure(figsize=(10.6, 4.7), dpi=100)
        figure.subplots_adjust(left=0.06, right=0.985, wspace=0.2, top=0.92, bottom=0.27)
        left, right = figure.subplots(1, 2)
        _draw(left, right, rows)
        figure.text(0.06, 0.03, CAPTION, fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(rows, folder, FIGURE)]
