"""Figure 5, and C.1 of the thesis: AdaC-GOPE and its variant with noise on the sums of the arms."""

from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.paper_checks.drawing.figure_words import in_words_of
from banditproof.paper_checks.drawing.simulated_cells import Floats
from banditproof.theory.figure_style import drawing_style, plain_logarithms
from ..section_7_experiments.price_of_privacy import resampled_means
from ..section_7_experiments.three_settings import BY_NAME, ORDER, SettingCell, cell_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Simulate = Callable[[Iterable[SettingCell]], dict[SettingCell, Floats]]

BUDGETS = ("0.001", "0.01", "0.1", "1")
HORIZON, RUNS = 10**6, 1000
QUICK = (10**5, 100)
"""The horizon and the runs of a preview."""
VARIANTS = {
    "adac": LineStyle("whitened vector, its own phases", "#000000", "-", "o", width=2.0),
    "var": LineStyle("sums of arms, their own phases", "#c8460b", (0, (5, 1.6)), "s", filled=False),
    "var-short": LineStyle("sums of arms, phases of the first", "#0b5fa5", (0, (1.4, 1.4)), "^"),
    "bare": LineStyle("no noise", "#707070", (0, (6, 1.5, 1.2, 1.5)), None, width=1.3),
}
"""Where the noise is added, and which length the phases have."""


def placement_cell(variant: str, covered: bool, rho: str, quick: bool = False) -> SettingCell:
    """The cell of a variant: the phases are those of (4), or of the scalar tail if covered.

    >>> placement_cell("var-short", True, "0.1").length
    'scalar'
    """
    horizon, runs = QUICK if quick else (HORIZON, RUNS)
    setting = replace(BY_NAME["linear"], horizon=horizon, runs=runs)
    own = "scalar" if covered else "printed"
    if variant == "bare":
        return cell_of(setting, covered, "gope", None)
    if variant == "adac":
        return cell_of(setting, covered, "adac-gope", rho, length=own, placement="whitened")
    length = "support" if variant == "var" else own
    return cell_of(setting, covered, "adac-gope", rho, length=length, placement="sums")


def figure_cells(quick: bool) -> dict[tuple[str, bool, str], SettingCell]:
    """What the figure simulates, by variant, hypotheses and budget."""
    return {
        (variant, covered, rho): placement_cell(variant, covered, rho, quick)
        for covered in (False, True)
        for rho in BUDGETS
        for variant in VARIANTS
    }


def mean_band(cell: SettingCell, regret: Floats) -> tuple[Floats, Floats, Floats]:
    """The mean regret at each checkpoint with its 95% bootstrap interval, the instances fixed."""
    mean = regret.mean(axis=0)
    low, high = np.quantile(resampled_means(regret, cell.instances, 1), [0.025, 0.975], axis=0)
    return mean, np.minimum(low, mean), np.maximum(high, mean)


def table_rows(
    cells: Mapping[tuple[str, bool, str], SettingCell], regrets: Mapping[SettingCell, Floats]
) -> Iterator[dict[str, Any]]:
    """The tidy table behind the figure: one row for each curve and checkpoint."""
    for (variant, covered, rho), cell in cells.items():
        bands = mean_band(cell, regrets[cell])
        for place, t in enumerate(cell.checkpoints):
            yield {
                "hypotheses": "of the theorems" if covered else "of the paper",
                "rho": rho,
                "noise_on": VARIANTS[variant].name.split(",")[0],
                "length": cell.length or "none",
                "t": t,
                "runs": cell.runs,
                "instances": cell.instances,
                **{n: float(b[place]) for n, b in zip(("mean", "low", "high"), bands, strict=True)},
            }


def _draw(axes: Axes, curves: Mapping[str, tuple[SettingCell, Floats]]) -> None:
    for number, (variant, (cell, regret)) in enumerate(curves.items()):
        style, t = VARIANTS[variant], cell.checkpoints
        mean, low, high = mean_band(cell, regret)
        axes.fill_between(t, low, high, color=style.colour, alpha=0.13, lw=0)
        dots = style.dots() if style.marker else {}
        axes.plot(t, mean, markevery=(2 * number, 7), label=style.name, **style.line(), **dots)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(t[0], t[-1])
    for axis in (axes.xaxis, axes.yaxis):
        plain_logarithms(axis)


def build(figure_id: str, folder: Path, simulate: Simulate, quick: bool) -> list[Path]:
    """Simulate what is missing, and write the files of the figure."""
    from matplotlib.figure import Figure

    cells = figure_cells(quick)
    regrets = simulate(dict.fromkeys(cells.values()))
    renyi = figure_id.endswith("renyi")
    name = r"\epsilon/\alpha" if renyi else r"\rho"
    with drawing_style():
        figure = Figure(figsize=(15.5, 8.0), dpi=100)
        grid = figure.subplots(2, 4, sharex=True)
        figure.subplots_adjust(left=0.05, right=0.985, top=0.9, bottom=0.15, hspace=0.52)
        for row, covered in zip(grid, (False, True), strict=True):
            for axes, rho in zip(row, BUDGETS, strict=True):
                results = {v: cells[v, covered, rho] for v in VARIANTS}
                _draw(axes, {v: (cell, regrets[cell]) for v, cell in results.items()})
                axes.set_title(f"${name}$ = {rho}", loc="left")
            for axes in grid[-1]:
                axes.set_xlabel("round $t$")
            row[0].set_ylabel("regret")
            row[0].legend(loc="lower right", fontsize=8)
            phases = "of the scalar tail" if covered else "of (4)"
            setting = BY_NAME["linear"]
            note = setting.covered if covered else setting.paper
            note += f" Optimal designs. First curve: phases {phases}."
            kind = "Hypotheses of the theorems" if covered else "Parameters of the zCDP paper"
            box = row[0].get_position()
            x, y = box.x0, box.y1 + 0.062
            head, note = (in_words_of(figure_id, text) for text in (f"{kind}.", note))
            figure.text(x, y, head, fontsize=10.5, weight="bold", va="bottom")
            figure.text(x, y - 0.004, note, fontsize=7.5, va="top", color="#333333")
        caption = in_words_of(figure_id, _caption(cells, renyi))
        figure.text(0.05, 0.015, caption, fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, figure_id)
    return [*files, save_table(table_rows(cells, regrets), folder, figure_id)]


def _caption(cells: Mapping[tuple[str, bool, str], SettingCell], renyi: bool) -> str:
    cell = next(iter(cells.values()))
    text = (
        f"Means of {cell.runs} runs (100 in the paper) on {cell.instances} random instances, with "
        "95% bootstrap intervals; in the paper $T=10^7$ in the text, $10^6$ in the figure. "
        "In the paper Step 4 alone changes: the phases are those of AdaC-GOPE (third curve, "
        "zcdp.fig5), for which\nno theorem covers the variant. Those of its own confidence bound "
        "have a private part $\\sqrt{d(d+1)/2}$ times that of one normal number. With "
        "equal phases the two placements differ little: the order is that of the lengths."
    )
    if renyi:
        text += (
            "\nThe Renyi paper has no experiments: these are those of the zCDP paper, for "
            rf"$\alpha={ORDER}$: the first curve is AdaR-GOPE with whitened noise, "
            "the second is AdaR-GOPE as printed."
        )
    return text
