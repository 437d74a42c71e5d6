"""`banditproof figure`: draw a figure of a paper, with the data behind it."""

from pathlib import Path
from typing import Annotated
import typer
from . import arguments
from .output import print_json, progress
from .places_of_work import Dask, Workers, checked_places
from .streams import say

Figure = Annotated[
    str, typer.Argument(help="The figure: bern.fig4, or 'Figure 4 of the Bernoulli paper'")
]


def short_help() -> str:
    """The names of the figures."""
    from banditproof.paper_checks.drawing.listed_figures import FIGURES

    return f"The figures: {', '.join(FIGURES)}."


def more_help() -> str:
    """The end of the help page: every figure with its title."""
    from banditproof.paper_checks.drawing.listed_figures import FIGURES

    lines = (f"- `{name}`: {title}" for name, title in FIGURES.items())
    return "The figures:\n\n" + "\n".join(lines)


def command(
    figure: Figure,
    out: Path,
    quick: bool = False,
    workers: Workers = 2,
    dask: Dask = None,
    json: arguments.AsJson = False,
) -> None:
    """Write a figure as PNG and SVG, and the CSV behind it.

    Finished simulations are kept in the folder: an interrupted figure continues where it stopped.

    Example: banditproof figure bern.fig4 --out figures --quick
    """
    from banditproof.paper_checks.document_figures import build_figure, checked_figure, figure_cells

    figure = checked_figure(figure)
    checked_places(workers, dask, 2)
    from banditproof.theory.optional_libraries import library
    from .results import FigureFacts

    library("matplotlib.backends.backend_agg", "A figure", "figures")
    cells = figure_cells(figure, quick)
    finished = 0

    with progress(cells, figure) as advance:

        def note(steps: int = 1, label: str = "") -> None:
            nonlocal finished
            finished += steps
            advance(steps, label)

        try:
            files = build_figure(
                figure, out, quick=quick, workers=workers, progress=note, dask=dask
            )
        except KeyboardInterrupt:
            say(_kept(finished, cells, out))
            raise
    if json:
        print_json(FigureFacts(figure, quick, tuple(map(str, files))))
        return
    for file in files:
        print(file)


def _kept(finished: int, cells: int, out: Path) -> str:
    """What a figure that was stopped has left, in a sentence.

    >>> _kept(3, 12, Path("figures")), _kept(0, 0, Path("figures"))
    ('3 of 12 simulations are kept in figures/cells; run the same command to go on.', 'Nothing \
is kept of the figure; run the same command to draw it.')
    """
    if not finished:
        return "Nothing is kept of the figure; run the same command to draw it."
    number = f"{finished} of {cells} simulation{'s' * (cells > 1)}"
    kept = f"{'is' if finished == 1 else 'are'} kept in {(out / 'cells').as_posix()}"
    return f"{number} {kept}; run the same command to go on."
