"""Figure 4, which is also Figures 5.4 to 5.6 of the thesis: what privacy adds, and its price."""

from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.paper_checks.drawing.figure_words import in_words_of
from banditproof.paper_checks.drawing.simulated_cells import Floats
from banditproof.theory.figure_style import drawing_style
from .price_of_privacy import Band, Block, all_cells
from .three_settings import BY_NAME, DIMENSION, MEANS, ORDER, SETTINGS, SettingCell, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Simulate = Callable[[Iterable[SettingCell]], dict[SettingCell, Floats]]

SHOWN = {
    "zcdp.fig4": tuple(BY_NAME),
    "zcdp.fig4a": ("finite",),
    "zcdp.fig4b": ("linear",),
    "zcdp.fig4c": ("contextual",),
    "zcdp.fig4.renyi": tuple(BY_NAME),
    "thesis.fig5.4": ("finite",),
    "thesis.fig5.5": ("linear",),
    "thesis.fig5.6": ("contextual",),
}
"""The settings of each figure."""
NAMES = {
    "adac-ucb": "AdaC-UCB",
    "adac-gope": "AdaC-GOPE",
    "adac-oful": "AdaC-OFUL",
    "ucb-episodes": "UCB in episodes",
    "gope": "GOPE",
    "rs-oful": "RS-OFUL",
}
STYLES = (
    LineStyle("first", "#000000", "-", "o"),
    LineStyle("second", "#0b5fa5", (0, (5, 1.6)), "s", filled=False),
    LineStyle("third", "#c8460b", (0, (1.4, 1.4)), "^"),
)


def blocks_of(figure_id: str, quick: bool) -> tuple[Block, ...]:
    """The blocks of a figure: each setting as in the paper, then as covered."""
    return tuple(
        Block(sized(setting, quick), covered, figure_id.endswith("renyi"))
        for setting in SETTINGS
        if setting.name in SHOWN[figure_id]
        for covered in (False, True)
    )


def figure_cells(figure_id: str, quick: bool) -> tuple[SettingCell, ...]:
    """What a figure simulates."""
    return all_cells(blocks_of(figure_id, quick))


def table_rows(
    blocks: Sequence[Block], regrets: Mapping[SettingCell, Floats]
) -> Iterator[dict[str, Any]]:
    """The tidy table behind a figure: one row for each block, budget and checkpoint."""
    for block in blocks:
        bare = regrets[block.cell(None)]
        differences, prices = block.differences(regrets), block.prices(regrets)
        for rho in block.budgets:
            cell = block.cell(rho)
            for place, t in enumerate(cell.checkpoints):
                yield {
                    "setting": block.setting.name,
                    "hypotheses": "of the theorems" if block.covered else "of the paper",
                    "algorithm": cell.policy,
                    "counterpart": block.setting.bare,
                    "rho": rho,
                    "t": t,
                    "runs": cell.runs,
                    "instances": cell.instances,
                    "mean": float(regrets[cell][:, place].mean()),
                    "mean_of_counterpart": float(bare[:, place].mean()),
                    **_numbers("difference", differences[rho], place),
                    **_numbers("price", prices[rho], place),
                }


def _numbers(name: str, band: Band, place: int) -> dict[str, float]:
    return {
        name: float(band.value[place]),
        f"{name}_low": float(band.low[place]),
        f"{name}_high": float(band.high[place]),
    }


def _power(t: int) -> str:
    return f"$10^{len(str(t)) - 1}$"


def _draw_differences(axes: Axes, block: Block, bands: Mapping[str, Band]) -> None:
    """The difference against the budget, one line for each horizon, and the lower bound."""
    checkpoints = block.cell(None).checkpoints
    swept = block.setting.swept
    x = [float(rho) for rho in swept]
    for t, style in zip(block.setting.compared, STYLES, strict=False):
        place = checkpoints.index(t)
        value, low, high = (
            [float(getattr(bands[rho], name)[place]) for rho in swept]
            for name in ("value", "low", "high")
        )
        axes.fill_between(x, low, high, color=style.colour, alpha=0.13, lw=0)
        axes.plot(x, value, label=f"$T$ = {_power(t)}", **style.line(), **style.dots())
    axes.axhline(0, color="#707070", lw=0.8)
    least = [b for rho in x if (b := lower_bound(block.setting.name, rho)) is not None]
    if least:
        # near 0, where it may not be seen beside the regret of hundreds
        name = f"lower bound, about {max(least):.2g} or less"
        axes.plot(x, least, color="#a0307a", ls=(0, (3, 1, 1, 1)), lw=1.4, label=name)
    axes.set_xscale("log")
    axes.set_xlabel(r"budget $\epsilon/\alpha$" if block.renyi else r"budget $\rho$")
    axes.set_ylabel("regret that privacy adds")
    axes.legend(loc="upper right", fontsize=8)


def _draw_prices(axes: Axes, block: Block, bands: Mapping[str, Band]) -> None:
    """The price of privacy against time, one line for each budget."""
    t = block.cell(None).checkpoints
    name = r"\epsilon/\alpha" if block.renyi else r"\rho"
    for rho, style in zip(block.setting.budgets, STYLES, strict=True):
        band = bands[rho]
        axes.fill_between(t, band.low, band.high, color=style.colour, alpha=0.13, lw=0)
        axes.plot(
            t, band.value, label=f"${name}$ = {rho}", markevery=5, **style.line(), **style.dots()
        )
    axes.axhline(0, color="#707070", lw=0.8)
    axes.set_xscale("log")
    axes.set_xlim(t[0], t[-1])
    axes.set_xlabel("round $t$")
    axes.set_ylabel("price of privacy")
    # above the panel, where no curve can be
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, fontsize=8)


def note_of(block: Block) -> str:
    """How the experiment of a block differs from the paper, from the theorems, or from itself."""
    note = block.setting.covered if block.covered else block.setting.paper
    if block.setting.name != "linear":
        return note
    if block.renyi:
        return f"{note}\nOptimal designs, noise on the sum of each arm, phases of Algorithm 3, (8)."
    phases = "the scalar tail (zcdp.fix.gope.f)" if block.covered else "Algorithm 2, (4)"
    return f"{note}\nOptimal designs, noise by their measured leverage, phases of {phases}."


def _headline(block: Block) -> str:
    setting = block.setting
    letter = "abc"[list(BY_NAME).index(setting.name)]
    kind = "hypotheses of the theorems" if block.covered else "parameters of the zCDP paper"
    return f"({letter})  {setting.title}, {kind}"


def lower_bound(name: str, rho: float) -> float | None:
    """The private term of the minimax lower bound in a setting; none is known with contexts.

    Theorems 17 and 9 of the zCDP paper, 4.20 and 4.21 of the thesis; for the worst instance, which
    is not the one of the figure.

    >>> round(lower_bound("finite", 0.01), 4), lower_bound("contextual", 1)
    (0.1613, None)
    """
    if name == "finite":
        return float((len(MEANS) - 1) ** 0.5 / 124 / rho**0.5)
    return float(exp(-2.25) / 4 * DIMENSION / rho**0.5) if name == "linear" else None


def _caption(blocks: Sequence[Block]) -> str:
    pairs = []
    for setting in dict.fromkeys(block.setting for block in blocks):
        name = NAMES[setting.private]
        if blocks[0].renyi:
            name = name.replace("AdaC", "AdaR")
        over = f" on {setting.instances} random instances" if setting.instances > 1 else ""
        pairs.append(f"{name} against {NAMES[setting.bare]}, {setting.runs} runs{over}")
    text = (
        f"{';  '.join(pairs)};  100 runs of each in the paper.\n"
        "Shaded: 95% bootstrap intervals of the runs on these instances. Price: the regret that "
        "privacy adds, over the regret without it."
    )
    if any(lower_bound(block.setting.name, 1) for block in blocks):
        text += (
            "\nLower bound: the private term of the minimax bound, for the worst instance; "
            "others may add less."
        )
    if any(block.setting.name == "linear" for block in blocks):
        text += (
            "\nLinear bandits: on one instance the price stays constant once the best arm is left "
            "alone (zcdp.claim.pop.linear)."
        )
    if blocks[0].renyi:
        text += (
            "\nThe Renyi paper has no experiments: these are those of the zCDP paper, for "
            rf"$\alpha={ORDER}$. AdaR-UCB and AdaR-OFUL are AdaC-UCB and AdaC-OFUL at "
            r"$\rho=\epsilon/\alpha$, so (a) and (c) are those of Figure 4."
        )
    return text


def _compose(
    figure: Figure,
    figure_id: str,
    blocks: Sequence[Block],
    regrets: Mapping[SettingCell, Floats],
    across: int,
    bottom: float,
) -> None:
    """Place the two panels of each block, its headline and its note, above the caption."""
    down = -(-len(blocks) // across)
    width, height = figure.get_size_inches()
    top, panel = 1.0, 2.55
    step = (height - bottom) / down
    for number, block in enumerate(blocks):
        row, column = divmod(number, across)
        base = bottom + (down - 1 - row) * step
        left = column * width / across + 0.7
        size = width / across / 2 - 0.95
        for side, draw in enumerate((_draw_differences, _draw_prices)):
            x = left + side * (size + 0.85)
            axes = figure.add_axes((x / width, (base + 0.2) / height, size / width, panel / height))
            bands = block.prices(regrets) if side else block.differences(regrets)
            draw(axes, block, bands)
        above = (base + 0.2 + panel + top - 0.18) / height
        head, note = (in_words_of(figure_id, text) for text in (_headline(block), note_of(block)))
        head = head[5:] if figure_id.startswith("thesis.") else head
        figure.text(left / width, above, head, fontsize=10.5, va="top", weight="bold")
        below = above - 0.2 / height
        figure.text(left / width, below, note, fontsize=7.5, va="top", color="#333333")


def build(figure_id: str, folder: Path, simulate: Simulate, quick: bool) -> list[Path]:
    """Simulate what is missing, and write the files of the figure."""
    from matplotlib.figure import Figure

    blocks = blocks_of(figure_id, quick)
    regrets = simulate(figure_cells(figure_id, quick))
    across = 1 if len(blocks) == 2 else 2
    with drawing_style():
        caption = in_words_of(figure_id, _caption(blocks))
        bottom = 0.4 + 0.145 * (caption.count("\n") + 1)
        height = 4.35 * len(blocks) / across + bottom - 0.5
        figure = Figure(figsize=(8.8 * across, height), dpi=100)
        _compose(figure, figure_id, blocks, regrets, across, bottom)
        width = figure.get_figwidth()
        figure.text(0.7 / width, 0.012, caption, fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, figure_id)
    return [*files, save_table(table_rows(blocks, regrets), folder, figure_id)]
