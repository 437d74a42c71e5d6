"""Figure 1: how two neighbouring loss sequences drive EXP3 to opposite arms, and what it leaks.

The first panel is that of the paper. The second follows both curves away from 1/2 on a logarithmic
scale; the third shows the privacy loss of all actions together, which the paper does not.
"""

from __future__ import annotations
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
import numpy as np
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.theory.adversarial.exp3_leak import (
    leak_curves,
    leak_per_round,
    leak_range,
    one_sided_curve,
)
from banditproof.theory.domains import Array
from banditproof.theory.figure_style import drawing_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "adv.fig1"
POINTS = 400
"""Of each curve so many rounds are drawn and kept in the table."""
ONE = LineStyle("$P_t(2)$", "#2f6fb0", "-", None, width=1.8)
TWO = LineStyle("$P'_t(2)$, the neighbour", "#c8460b", (0, (5, 2)), None, width=1.8)
FORCED = LineStyle("arms in turn, as in the figure", "#404040", "-", None, width=1.4)
ONLY = LineStyle("then arm 2 alone", "#7a3b9c", (0, (4, 1.6)), None, width=1.8)


@dataclass(frozen=True)
class Setting:
    """The rate eta = gamma, the rounds, and after how many of them only arm 2 is played."""

    rate: Fraction
    rounds: int
    turn: int


FULL = Setting(Fraction(1, 10**4), 10**6, 120_000)
"""The setting of the paper; the turn is ours."""
QUICK = Setting(Fraction(1, 1000), 10**5, 9_000)


class Curves(NamedTuple):
    """P and P' in every round, and the log-ratio of all actions of two sequences of them."""

    first: Array
    second: Array
    in_turn: Array
    one_sided: Array


def curves_of(setting: Setting) -> Curves:
    """The two runs in every round, and the log-ratios after every round.

    Of the actions in turn the log-ratio of a round is that of the two probabilities of the action.

    >>> found = curves_of(Setting(Fraction(1, 100), 1000, 700))
    >>> round(float(found.first[-2]), 3), round(float(found.second[-1]), 3)
    (0.995, 0.005)
    """
    rate = setting.rate
    first, second = leak_curves(rate, rate, setting.rounds)
    odd = np.arange(1, setting.rounds + 1) % 2 == 1
    loss = np.log(np.where(odd, first, 1 - first) / np.where(odd, second, 1 - second))
    alone = one_sided_curve(rate, rate, setting.turn, setting.rounds - setting.turn)
    return Curves(first, second, np.cumsum(loss), alone)


def crossing(curves: Curves) -> int:
    """The first round in which P_t(2) is above 3/4, in floats; adv.fig1.crossings has the proof.

    >>> crossing(curves_of(Setting(Fraction(1, 100), 1000, 700)))
    477
    """
    return int(np.argmax(curves.first > 0.75)) + 1


def shown_rounds(rounds: int, logarithmic: bool = False) -> list[int]:
    """Rounds that are drawn: odd ones and the even ones after them, both ends among them.

    >>> shown_rounds(10)
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    """
    half = rounds // 2
    space = np.geomspace if logarithmic else np.linspace
    pairs = np.unique(np.round(space(1, half, min(POINTS, half))).astype(int))
    return [t for pair in pairs for t in (2 * int(pair) - 1, 2 * int(pair))]


def table_rows(setting: Setting, curves: Curves) -> Iterator[dict[str, Any]]:
    """The rounds of the table: evenly spaced ones, and the first ones at growing distances."""
    rounds = sorted({*shown_rounds(setting.rounds), *shown_rounds(setting.rounds, True)})
    for t in rounds:
        alone = curves.one_sided[t - setting.turn - 1] if t > setting.turn else ""
        yield {
            "t": t,
            "action": 2 - (t + 1) % 2,
            "probability": float(curves.first[t - 1]),
            "neighbour": float(curves.second[t - 1]),
            "log_ratio_in_turn": float(curves.in_turn[t - 1]),
            "log_ratio_then_arm_2": alone if alone == "" else float(alone),
        }


def _draw_probabilities(axes: Axes, setting: Setting, curves: Curves) -> None:
    rounds = shown_rounds(setting.rounds)
    for style, curve in ((ONE, curves.first), (TWO, curves.second)):
        axes.plot(rounds, [curve[t - 1] for t in rounds], label=style.name, **style.line())
    crossed = crossing(curves)
    axes.axvline(crossed, color="#707070", lw=0.8, ls=(0, (1, 2)))
    axes.annotate(
        f"above 3/4 from\nround {crossed} on",
        (crossed, 0.5),
        xytext=(8, 0),
        textcoords="offset points",
        fontsize=7.5,
        va="center",
    )
    axes.set_ylim(-0.03, 1.03)
    axes.set_ylabel("probability of action 2")
    axes.set_title("(a)  as in the paper", loc="left")
    axes.legend(loc="center right", fontsize=8)


def _draw_split(axes: Axes, setting: Setting, curves: Curves) -> None:
    end = min(setting.rounds, 2 * crossing(curves))
    for style, curve, start in ((ONE, curves.first, 3), (TWO, curves.second, 2)):
        rounds = [t for t in shown_rounds(end) if t % 2 == start % 2 and t >= start]
        axes.plot(
            rounds, [abs(curve[t - 1] - 0.5) for t in rounds], label=style.name, **style.line()
        )
    axes.set_yscale("log")
    axes.set_ylabel(r"distance from $\frac{1}{2}$")
    axes.set_title(r"(b)  the split grows like $e^{\eta t}$", loc="left")
    axes.legend(loc="lower right", fontsize=8)


def _draw_losses(axes: Axes, setting: Setting, curves: Curves) -> None:
    low, high = _range(setting)
    rounds = shown_rounds(setting.rounds)
    for parity in (0, 1):
        mine = [t for t in rounds if t % 2 == parity]
        name = FORCED.name if parity else "_"
        axes.plot(mine, [curves.in_turn[t - 1] for t in mine], label=name, **FORCED.line())
    later = [t for t in rounds if t > setting.turn]
    axes.plot(
        later,
        [curves.one_sided[t - setting.turn - 1] for t in later],
        label=ONLY.name,
        **ONLY.line(),
    )
    axes.axhspan(low, high, color="#f0ead8", zorder=0, lw=0)
    axes.set_yscale("symlog", linthresh=10)
    axes.set_ylabel("log-ratio of all actions so far")
    axes.set_title("(c)  the total privacy loss", loc="left")
    axes.legend(loc="center right", fontsize=8)


def _range(setting: Setting) -> tuple[float, float]:
    result = leak_range(setting.rate)
    return float(result.lo), float(result.hi)


def _caption(setting: Setting, curves: Curves) -> str:
    low, high = _range(setting)
    each, total = float(leak_per_round(setting.rate)), float(curves.one_sided[-1])
    return (
        rf"$\eta=\gamma={float(setting.rate):g}$, $T={setting.rounds}$. Losses are 1, but for that "
        "of arm 2 in round 1, which is 0 in the first run and 1 in the neighbour's; the actions "
        "2, 1, 2, 1, ... are forced. No randomness.\n"
        "(a), (b): the neighbour's curve is the mirror image, one round earlier; (b) shows odd "
        "rounds of the first run, and even ones of the neighbour's.\n"
        rf"(c): one round leaks at most $\log(2/\gamma-1)={each:.4f}$, whatever $T$. The actions "
        rf"of the figure together stay in $({low:.4f}, {high:.4f})$, shaded (odd and even rounds "
        "are at its two ends);\n"
        rf"but if arm 2 alone is played from round {setting.turn + 1} on, they leak {total:.3g} in "
        "the end. The axis of (c) is linear up to 10, and logarithmic above."
    )


def build(folder: Path, quick: bool) -> list[Path]:
    """Write the files of the figure."""
    from matplotlib.figure import Figure

    setting = QUICK if quick else FULL
    curves = curves_of(setting)
    with drawing_style():
        figure = Figure(figsize=(11.4, 4.5), dpi=100)
        figure.subplots_adjust(left=0.055, right=0.985, wspace=0.24, top=0.93, bottom=0.305)
        panels: Sequence[Axes] = figure.subplots(1, 3)
        for axes, draw in zip(
            panels, (_draw_probabilities, _draw_split, _draw_losses), strict=True
        ):
            draw(axes, setting, curves)
            axes.set_xlabel("round $t$")
            axes.ticklabel_format(axis="x", style="sci", scilimits=(-3, 4), useMathText=True)
        figure.text(
            0.055, 0.02, _caption(setting, curves), fontsize=7.5, color="#333333", va="bottom"
        )
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(table_rows(setting, curves), folder, FIGURE)]
