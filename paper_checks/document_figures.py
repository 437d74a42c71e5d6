"""All figures of the documents: what each needs, and how one is built.

Only the module of the figure that is asked for is imported. Its `build` takes those of the
arguments `figure_id`, `folder`, `simulate` and `quick` that it needs; its `figure_cells`, if there
is one, gives the simulations of a figure.
"""

from __future__ import annotations
import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from .drawing.listed_figures import FIGURES, MODULES

if TYPE_CHECKING:
    from .drawing.simulated_cells import Progress

LIKE_AN_ID = re.compile(r"[a-z]+\.[\w.]+\Z")
CELLS = "cells"
"""The folder of the finished simulations, inside the output folder."""


def checked_figure(figure: str) -> str:
    """The ID of the one figure that a word or a phrase names, or a sentence with the nearest ones.

    >>> checked_figure("Figure 8 of the Bernoulli paper")
    'bern.fig8'
    >>> checked_figure("bern.fig9")
    Traceback (most recent call last):
    ...
    ValueError: There is no figure 'bern.fig9'; the nearest are bern.fig8, bern.fig7, bern.fig6.
    """
    if figure in FIGURES:
        return figure
    if LIKE_AN_ID.match(figure):  # refused without reading what claims and documents say
        near = get_close_matches(figure, FIGURES, n=3, cutoff=0.4)
        hint = "the nearest are" if near else "give one of"
        listed = ", ".join(near or FIGURES)
        raise ValueError(f"There is no figure {figure!r}; {hint} {listed}.")
    from .statements.resolver import figure_named

    return figure_named(figure, FIGURES)


def figure_cells(figure_id: str, quick: bool = False) -> int:
    """How many simulations a figure needs; 0 for an illustration.

    >>> figure_cells("bern.fig1"), figure_cells("bern.fig3")
    (12, 0)
    """
    module = _module_of(figure_id)
    if not hasattr(module, "figure_cells"):
        return 0
    cells = _call(module.figure_cells, figure_id=figure_id, quick=quick)
    return len({*(cells.values() if isinstance(cells, Mapping) else cells)})


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
    in seconds, which the picture says. Finished simulations are kept in the folder `cells` beside
    the figure and are used again; `progress` is called with (1, label) after each; `dask` is the
    address of a scheduler. The result depends on neither `workers`, `dask` nor interruptions.
    """
    from banditproof.theory.atomic_files import filled_folder
    from .drawing.figure_drawing import previewed
    from .drawing.simulated_cells import CellFolder

    module = _module_of(figure_id)
    with filled_folder(out) as folder:
        cells = CellFolder(folder / CELLS)
        simulate = partial(cells.regrets, workers=workers, progress=progress, dask=dask)
        with filled_folder(folder / CELLS) if figure_cells(figure_id, quick) else nullcontext():
            smaller = quick and "quick" in inspect.signature(module.build).parameters
            mark = previewed.set(smaller)
            try:
                files: list[Path] = _call(
                    module.build, figure_id=figure_id, folder=folder, simulate=simulate, quick=quick
                )
            finally:
                previewed.reset(mark)
    return files


def _module_of(figure_id: str) -> ModuleType:
    """The module that draws a figure."""
    return import_module(f".{MODULES[checked_figure(figure_id)]}", __package__)


def _call(function: Callable[..., Any], **arguments: Any) -> Any:
    """Call a function with those of the arguments that it takes."""
    return function(**{name: arguments[name] for name in inspect.signature(function).parameters})
