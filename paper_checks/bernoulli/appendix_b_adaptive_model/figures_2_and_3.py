"""Figures 2 and 3: the protocol of adaptive continual release, and rewards as list, table, tree."""

from __future__ import annotations
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.paper_checks.drawing.figure_drawing import save_figure, save_table
from banditproof.theory.figure_style import drawing_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ACCENT, PALE, INK = "#c8460b", "#fbe9dd", "#000000"
ROUNDS, ARMS, TRAJECTORY = 3, 2, (1, 2, 1)


def tree_nodes(rounds: int = ROUNDS, arms: int = ARMS) -> list[tuple[int, ...]]:
    """The reward nodes of a tree: every non-empty sequence of at most `rounds` actions.

    >>> len(tree_nodes()), tree_nodes()[:3]
    (14, [(1,), (2,), (1, 1)])
    """
    actions = range(1, arms + 1)
    return [node for t in range(1, rounds + 1) for node in product(actions, repeat=t)]


def input_rows() -> Iterator[dict[str, Any]]:
    """The entries of the three inputs of Figure 3, and whether the policy observes them.

    >>> [sum(row["observed"] for row in input_rows() if row["input"] == kind)
    ...  for kind in ("list", "table", "tree")]
    [3, 3, 3]
    """
    for t in range(1, ROUNDS + 1):
        yield {"input": "list", "t": t, "actions": "", "observed": True}
    for t in range(1, ROUNDS + 1):
        for arm in range(1, ARMS + 1):
            seen = TRAJECTORY[t - 1] == arm
            yield {"input": "table", "t": t, "actions": str(arm), "observed": seen}
    for node in tree_nodes():
        seen = TRAJECTORY[: len(node)] == node
        name = " ".join(map(str, node))
        yield {"input": "tree", "t": len(node), "actions": name, "observed": seen}


STEPS = ("1", "2", "…", "t*", "…", "T")


def protocol_rows() -> Iterator[dict[str, Any]]:
    """The channel that the policy observes at each step of Figure 2, with the corrected caption."""
    for bit in ("L", "R"):
        for step in STEPS:
            if step != "…":
                channel = bit if step == "t*" else "L"
                yield {"panel": f"b = {bit}", "step": step, "observed_channel": channel}


def _box(
    axes: Axes,
    at: tuple[float, float],
    text: str,
    framed: bool,
    w: float,
    h: float = 0.62,
    size: float = 9.5,
) -> None:
    from matplotlib.patches import FancyBboxPatch

    face, edge, width = (PALE, ACCENT, 1.8) if framed else ("white", "#b0b0b0", 0.8)
    look: dict[str, Any] = {"facecolor": face, "edgecolor": edge, "linewidth": width, "zorder": 3}
    corner = (at[0] - w / 2, at[1] - h / 2)
    axes.add_patch(FancyBboxPatch(corner, w, h, "round,pad=0,rounding_size=0.08", **look))
    axes.text(*at, text, ha="center", va="center", fontsize=size, zorder=4)


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float], **style: Any) -> None:
    look = {"arrowstyle": "-|>", "color": "#555555", "linewidth": 0.9, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=end, xytext=start, arrowprops={**look, **style}, zorder=2)


def _protocol(axes: Axes, bit: str) -> None:
    """One run of the protocol: actions go down to the adversary, one channel comes back."""
    axes.set_xlim(-1.35, 2 * len(STEPS) + 0.05)
    axes.set_ylim(-1.0, 3.2)
    for y, name in ((2.4, r"policy $\pi$"), (0.0, r"adversary $\mathcal{A}$")):
        axes.text(-1.3, y, name, ha="left", va="center", fontsize=10)
    for place, step in enumerate(STEPS):
        x = 2 * place + 1.0
        if step == "…":
            axes.text(x, 1.2, "…", ha="center", va="center", fontsize=13)
            continue
        challenge = step == "t*"
        sub = r"t^\star" if challenge else step
        if challenge:
            axes.axvspan(x - 0.95, x + 0.95, color="#f3f3f3", zorder=0, lw=0)
            axes.text(x, 2.97, "challenge", ha="center", va="center", fontsize=8, color="#555555")
        observed = bit if challenge else "L"
        _box(axes, (x, 2.4), f"$a_{{{sub}}}$", False, w=0.9)
        for channel, at in (("L", x - 0.44), ("R", x + 0.44)):
            name = f"$r^{{{channel}}}_{{{sub}}}$"
            _box(axes, (at, 0.0), name, channel == observed, w=0.8, h=0.66)
        _arrow(axes, (x, 2.08), (x, 0.36))
        back = x - 0.44 if observed == "L" else x + 0.44
        _arrow(axes, (back, 0.36), (back, 2.0), color=ACCENT, linewidth=1.3)
        axes.text(x, -0.62, f"${sub}$", ha="center", va="center", fontsize=9)
    axes.text(-1.3, -0.62, "step", ha="left", va="center", fontsize=9, color="#555555")
    letter = "a" if bit == "L" else "b"
    axes.set_title(f"({letter})  $b = {bit}$", loc="left")
    axes.set_axis_off()


def _list_and_table(left: Axes, middle: Axes) -> None:
    for axes, width in ((left, 1), (middle, ARMS)):
        axes.set_xlim(-1.05, width - 0.4)
        axes.set_ylim(-2.75, 0.85)
        axes.set_axis_off()
        for t in range(1, ROUNDS + 1):
            axes.text(-1.0, 1 - t, f"$t={t}$", ha="left", va="center", fontsize=8.5)
            for arm in range(1, width + 1):
                name = f"$r_{t}$" if width == 1 else f"$x_{{{t},{arm}}}$"
                seen = width == 1 or TRAJECTORY[t - 1] == arm
                _box(axes, (arm - 1, 1 - t), name, seen, w=0.72)
    for arm in range(1, ARMS + 1):
        middle.text(arm - 1, 0.58, f"arm {arm}", ha="center", va="center", fontsize=8.5)
    left.set_title("(a)  list: 3 rewards", loc="left")
    middle.set_title("(b)  table: 3 × 2 rewards", loc="left")


def _tree(axes: Axes) -> None:
    places: dict[tuple[int, ...], tuple[float, float]] = {(): (3.5, 1.0)}
    for node in tree_nodes():
        t = len(node)
        rank = sum((a - 1) * ARMS ** (t - 1 - k) for k, a in enumerate(node))
        width = ARMS ** (ROUNDS - t)
        places[node] = (rank * width + (width - 1) / 2, 1.0 - t)
    for node, (x, y) in places.items():
        if not node:
            axes.plot([x], [y - 0.25], "o", color=INK, markersize=4, zorder=3)
            continue
        seen = TRAJECTORY[: len(node)] == node
        from_x, top = places[node[:-1]]
        from_y, to_y = top - (0.31 if node[:-1] else 0.25), y + 0.31
        colour, width = (ACCENT, 2.0) if seen else ("#b0b0b0", 0.9)
        axes.plot([from_x, x], [from_y, to_y], color=colour, lw=width, zorder=1)
        look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7.5, "zorder": 2}
        look["color"] = ACCENT if seen else "#555555"
        look["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
        axes.text((from_x + x) / 2, (from_y + to_y) / 2, str(node[-1]), **look)
        _box(axes, (x, y), f"$r({','.join(map(str, node))})$", seen, w=0.88, size=8.3)
    axes.set_xlim(-0.6, 7.6)
    axes.set_ylim(-2.75, 0.85)
    axes.set_title("(c)  tree: 2 + 4 + 8 = 14 rewards", loc="left")
    axes.set_axis_off()


def build(figure_id: str, folder: Path) -> list[Path]:
    """Write the PNG, the SVG and the CSV of Figure 2 or 3."""
    from matplotlib.figure import Figure

    with drawing_style():
        if figure_id == "bern.fig2":
            figure, rows = Figure(figsize=(9.2, 5.4), dpi=100), list(protocol_rows())
            for axes, bit in zip(figure.subplots(2, 1), ("L", "R"), strict=True):
                _protocol(axes, bit)
            figure.subplots_adjust(left=0.03, right=0.985, top=0.94, bottom=0.1, hspace=0.16)
            caption = (
                "The adversary sees the action and chooses a pair of rewards; the policy observes "
                "the coloured one.\n"
                r"The two runs differ at the challenge step $t^\star$ only: "
                "left channel with $b = L$ in (a), right channel with $b = R$ in (b)."
            )
        else:
            figure, rows = Figure(figsize=(10.4, 3.6), dpi=100), list(input_rows())
            left, middle, right = figure.subplots(1, 3, width_ratios=(1.65, 2.65, 6.3))
            _list_and_table(left, middle)
            _tree(right)
            figure.subplots_adjust(left=0.02, right=0.99, top=0.9, bottom=0.08, wspace=0.07)
            caption = (
                "Rewards of 3 rounds and 2 arms. Coloured: what the policy observes on the "
                "trajectory (1, 2, 1); the numbers on the branches of the tree are actions."
            )
        figure.text(0.03, 0.025, caption, fontsize=7.5, color="#333333", va="bottom")
        return [*save_figure(figure, folder, figure_id), save_table(rows, folder, figure_id)]
