"""Figure 5.2: regret over time of four private algorithms at eps = 1."""

from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.paper_checks.drawing.simulated_cells import Floats, Summary, summarised
from banditproof.theory.figure_style import drawing_style, label_ends, plain_logarithms
from .pure_cells import (
    AS_DESCRIBED,
    COVERED,
    FULL,
    QUICK,
    RUNS_OF_THE_THESIS,
    TIMED,
    Player,
    PureCell,
    bound_at,
    said_horizon,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Simulate = Callable[[Iterable[PureCell]], dict[PureCell, Floats]]
FIGURE = "thesis.fig5.2"
EPS = "1"
STYLES = {
    "adap-klucb": LineStyle("AdaP-KLUCB", "#000000", "-", "o", width=2.2),
    "adap-ucb": LineStyle("AdaP-UCB", "#0b5fa5", (0, (5, 1.6)), "s", width=2.0),
    "dp-se": LineStyle("DP-SE", "#2b7a4b", (0, (3, 1.2)), "v", filled=False),
    "dp-ucb-printed": LineStyle("DP-UCB, index of 5.1", "#c8460b", "-", "^", filled=False),
    "dp-ucb": LineStyle("DP-UCB, index of 5.1", "#c8460b", "-", "^", filled=False),
    "dp-ucb-mt15-printed": LineStyle(
        "DP-UCB, older index", "#8a3f86", (0, (6, 1.5, 1.2, 1.5)), "D"
    ),
    "dp-ucb-mt15": LineStyle("DP-UCB, older index", "#8a3f86", (0, (6, 1.5, 1.2, 1.5)), "D"),
}
BOUND = LineStyle("lower bound", "#000000", (0, (1.2, 2.4)), None, width=1.3)
PANELS: dict[str, tuple[Player, ...]] = {"of the thesis": AS_DESCRIBED, "of the theorems": COVERED}
"""The algorithms with the parameters of the section, and with those that the theorems cover."""
NOTES = {
    "of the thesis": r"(a)  as described: DP-UCB with $\ln T$ levels, $\gamma = 0.1$",
    "of the theorems": r"(b)  as covered: true levels, $\delta = T^{-2}$ in the index of 5.1",
}


def figure_cells(quick: bool) -> dict[tuple[str, str], PureCell]:
    """What the figure simulates, by panel and algorithm, the fast ones first."""
    size = QUICK if quick else FULL
    players = [(panel, player) for panel, among in PANELS.items() for player in among]
    return {
        (panel, player.policy): size.cell(player, TIMED, EPS, curve=True)
        for panel, player in sorted(players, key=lambda pair: pair[1].decides_in_each_round)
    }


def table_rows(
    cells: Mapping[tuple[str, str], PureCell], of: Mapping[PureCell, Summary]
) -> Iterator[dict[str, Any]]:
    """The tidy table behind the figure: one row for each panel, algorithm and checkpoint."""
    for (panel, policy), cell in cells.items():
        for place, t in enumerate(cell.checkpoints):
            yield {
                "hypotheses": panel,
                "algorithm": policy,
                "settings": " ".join(f"{name}={value}" for name, value in cell.settings),
                "means": " ".join(cell.means),
                "eps": cell.eps,
                "t": t,
                "runs": cell.runs,
                **of[cell].at(place),
                "lower_bound": bound_at(cell.means, cell.eps, t),
            }


def _draw_panel(
    axes: Axes, panel: str, cells: Mapping[str, PureCell], of: Mapping[PureCell, Summary]
) -> None:
    """Means with a band of one standard deviation, and the lower bound."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    ends: dict[str, tuple[float, str]] = {}
    for number, player in enumerate(PANELS[panel]):
        cell, style = cells[player.policy], STYLES[player.policy]
        summary, t = of[cell], cell.checkpoints
        low = np.maximum(summary.mean - summary.sd, 1.0)
        axes.fill_between(t, low, summary.mean + summary.sd, color=style.colour, alpha=0.14, lw=0)
        every = (3 + number, 12)
        axes.plot(t, summary.mean, markevery=every, zorder=3, **style.line(), **style.dots())
        ends[style.name] = (float(summary.mean[-1]), style.colour)
    bound = [bound_at(TIMED, EPS, x) for x in t]
    axes.plot(t, bound, zorder=2, **BOUND.line())
    ends[BOUND.name] = (bound[-1], BOUND.colour)
    axes.set_xlim(100, t[-1])
    axes.set_ylim(20, 1.6 * max(end for end, _ in ends.values()))
    axes.set_title(NOTES[panel], loc="left")
    axes.set_xlabel("round $t$")
    plain_logarithms(axes.yaxis)
    label_ends(axes, ends)


def _caption(cells: Mapping[tuple[str, str], PureCell], of: Mapping[PureCell, Summary]) -> str:
    ours = {name: of[cells["of the thesis", name]] for name in ("adap-klucb", "adap-ucb", "dp-se")}
    end = {name: float(summary.mean[-1]) for name, summary in ours.items()}
    by_round = [cells["of the thesis", p.policy] for p in AS_DESCRIBED if p.decides_in_each_round]
    factors = {c.policy: float(of[c].mean[-1]) / end["adap-klucb"] for c in by_round}
    index, older = (factors[p.policy] for p in AS_DESCRIBED if p.decides_in_each_round)
    fast = cells["of the thesis", "dp-se"]
    early = ""
    if any(ours["dp-se"].mean == 0):
        early = "DP-SE begins with the first arm, the best one: its regret is 0 at first.\n"
    return (
        rf"Bernoulli means {', '.join(TIMED)}; $\epsilon = {EPS}$; lines: mean of {fast.runs} runs "
        f"({by_round[0].runs} of DP-UCB; {RUNS_OF_THE_THESIS} in the thesis); shaded: one standard "
        f"deviation.\n{early}Dotted: the coefficient of Theorem 4.16 times $\\log t$, a limit: "
        "early regret may lie below. The thesis says that AdaP-UCB and AdaP-KLUCB have ten times "
        "lower regret than the others.\n"
        f"Not reproduced: at {said_horizon(fast.horizon)} DP-SE has "
        f"{end['dp-se'] / end['adap-klucb']:.1f} times the mean regret of AdaP-KLUCB, and AdaP-UCB "
        f"{end['adap-ucb'] / end['adap-klucb']:.2f} times;\n"
        rf"DP-UCB in (a) {index:.2f} or {older:.0f} times, as its parameter $\gamma$ is read. "
        r"With $\ln T$ for the levels the index of 5.1 is not $\epsilon$-DP; in (b) it is."
    )


def build(folder: Path, simulate: Simulate, quick: bool) -> list[Path]:
    """Simulate what is missing, and write the files of the figure."""
    from matplotlib.figure import Figure

    cells = figure_cells(quick)
    regrets = simulate(dict.fromkeys(cells.values()))
    of = {cell: summarised(regret) for cell, regret in regrets.items()}
    with drawing_style():
        figure = Figure(figsize=(10.6, 5.0), dpi=100)
        figure.subplots_adjust(left=0.06, right=0.865, wspace=0.5, top=0.93, bottom=0.3)
        for axes, panel in zip(figure.subplots(1, 2), PANELS, strict=True):
            mine = {policy: cell for (where, policy), cell in cells.items() if where == panel}
            _draw_panel(axes, panel, mine, of)
        figure.axes[0].set_ylabel("regret")
        caption = _caption(cells, of)
        figure.text(0.06, 0.015, caption, fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(table_rows(cells, of), folder, FIGURE)]
