"""All figures of the documents: what each needs, and how one is built."""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial
from pathlib import Path

from banditproof.theory.atomic_files import writable_folder

from .adversarial.appendix_g_barriers import figure_1_drawing as leak_of_exp3
from .adversarial.section_3_adversarial_bandits import conversion_regret_figure
from .adversarial.section_4_experts import map_of_regimes
from .bernoulli.appendix_b_adaptive_model import figures_2_and_3 as reward_inputs
from .bernoulli.appendix_g_experiments import budget_curve
from .bernoulli.section_5_experiments import regret_curves
from .bernoulli.section_5_experiments.experiment_settings import PANELS
from .bernoulli.section_5_experiments.experiment_settings import figure_cells as regret_cells
from .drawing.figure_titles import FIGURES
from .drawing.simulated_cells import CellFolder, Progress
from .thesis.chapter_5_algorithm_design.section_5_5_experiments import (
    regret_against_budget,
    regret_over_time,
    stopping_time_cells,
    stopping_time_figure,
)
from .thesis.chapter_6_fixed_target_games.section_6_5_defences import figure_6_1_drawing
from .thesis.chapter_6_fixed_target_games.section_6_6_experiments import (
    defences_at_equal_privacy,
    figure_6_2_panels,
    leakage_as_rows_grow,
    table_6_1_drawing,
)
from .thesis.chapter_7_gradient_attacks.section_7_4_experiments import figure_7_2_drawing
from .zcdp.appendix_h_noise_placement import noise_placement_curves
from .zcdp.section_7_experiments import privacy_price_figures

CELLS = "cells"
"""The folder of the finished simulations, inside the output folder."""


def checked_figure(figure_id: str) -> str:
    """The ID of a figure, or a sentence with the nearest IDs.

    >>> checked_figure("bern.fig9")
    Traceback (most recent call last):
    ...
    ValueError: There is no figure 'bern.fig9'; the nearest are bern.fig8, bern.fig7, bern.fig6.
    """
    if figure_id not in FIGURES:
        near = get_close_matches(figure_id, FIGURES, n=3, cutoff=0.4)
        hint = "the nearest are" if near else "give one of"
        listed = ", ".join(near or FIGURES)
        raise ValueError(f"There is no figure {figure_id!r}; {hint} {listed}.")
    return figure_id


def figure_cells(figure_id: str, quick: bool = False) -> int:
    """How many simulations a figure needs; 0 for an illustration.

    >>> figure_cells("bern.fig1"), figure_cells("bern.fig3")
    (12, 0)
    """
    checked_figure(figure_id)
    if figure_id in PANELS:
        cells = regret_cells(figure_id, regret_curves.size_of(quick))
        return len(set(cells.values()))
    if figure_id in privacy_price_figures.SHOWN:
        return len(privacy_price_figures.figure_cells(figure_id, quick))
    if figure_id in noise_placement_curves.SHOWN:
        return len({*noise_placement_curves.figure_cells(quick).values()})
    if figure_id == regret_over_time.FIGURE:
        return len({*regret_over_time.figure_cells(quick).values()})
    if figure_id == regret_against_budget.FIGURE:
        return len(regret_against_budget.figure_cells(quick))
    if figure_id == "thesis.fig5.7":
        return len({*stopping_time_cells.figure_cells(quick).values()})
    if figure_id == conversion_regret_figure.FIGURE:
        return len({*conversion_regret_figure.figure_cells(quick).values()})
    return len(budget_curve.sweep_settings(quick)[0]) if figure_id == "bern.fig8" else 0


def build_figure(
    figure_id: str,
    out: Path,
    quick: bool = False,
    workers: int = 1,
    progress: Progress | None = None,
    dask: str | None = None,
) -> list[Path]:
    """Write ID.png, ID.svg and ID.csv into a folder, and return their paths.

    The full size is that of the paper, with more runs where a run is cheap; `quick` is a preview
    in seconds. Finished simulations are kept in the folder `cells` beside the figure and are used
    again; `progress` is called with (1, label) after each; `dask` is the address of a
    scheduler. The result depends on neither `workers`, `dask` nor interruptions.
    """
    checked_figure(figure_id)
    folder = writable_folder(out)
    cells = CellFolder(folder / CELLS)
    simulate = partial(cells.regrets, workers=workers, progress=progress, dask=dask)
    if figure_id in PANELS:
        return regret_curves.build(figure_id, folder, simulate, quick)
    if figure_id in privacy_price_figures.SHOWN:
        return privacy_price_figures.build(figure_id, folder, simulate, quick)
    if figure_id in noise_placement_curves.SHOWN:
        return noise_placement_curves.build(figure_id, folder, simulate, quick)
    if figure_id == regret_over_time.FIGURE:
        return regret_over_time.build(folder, simulate, quick)
    if figure_id == regret_against_budget.FIGURE:
        return regret_against_budget.build(folder, simulate, quick)
    if figure_id == "thesis.fig5.7":
        return stopping_time_figure.build(folder, simulate, quick)
    if figure_id == leak_of_exp3.FIGURE:
        return leak_of_exp3.build(folder, leak_of_exp3.QUICK if quick else leak_of_exp3.FULL)
    if figure_id == conversion_regret_figure.FIGURE:
        return conversion_regret_figure.build(folder, simulate, quick)
    if figure_id == map_of_regimes.FIGURE:
        return map_of_regimes.build(folder)
    if figure_id == figure_6_2_panels.FIGURE:
        return figure_6_2_panels.build(folder, quick)
    if figure_id == leakage_as_rows_grow.FIGURE:
        return leakage_as_rows_grow.build(folder, quick)
    if figure_id == figure_6_1_drawing.FIGURE:
        return figure_6_1_drawing.build(folder)
    if figure_id == table_6_1_drawing.FIGURE:
        return table_6_1_drawing.build(folder)
    if figure_id == defences_at_equal_privacy.FIGURE:
        return defences_at_equal_privacy.build(folder)
    if figure_id == figure_7_2_drawing.FIGURE:
        return figure_7_2_drawing.build(folder, quick)
    if figure_id == "bern.fig8":
        return budget_curve.build(folder, simulate, quick)
    return reward_inputs.build(figure_id, folder)
