"""`banditproof sweep`: run a sweep of simulations on many processes, and keep each cell."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
import typer
from . import arguments
from .output import Advance, print_facts, print_table, print_text, progress
from .places_of_work import Dask, Workers, checked_places
from .streams import say

if TYPE_CHECKING:
    from banditproof.algorithms.sweeps.sweep import Sweep
    from banditproof.algorithms.sweeps.sweep_results import SweepResults
    from .results import SweepFacts

FORMATS = ("csv", "parquet")
PICTURES = ("plot.png", "plot.svg")


def command(
    sweep: Path,
    out: Path,
    workers: Workers = 1,
    dask: Dask = None,
    format: str = "csv",
    plot: bool = False,
    keep_order: bool = False,
    json: arguments.AsJson = False,
) -> None:
    """Run policies x instances x budgets x horizons x seeds, and write one tidy table.

    Each finished cell is kept in the folder, so that the same command goes on where another one
    stopped, for whatever reason; with more seeds or horizons, only the new cells are run. The
    table depends on neither workers, cluster nor interruptions. `docs/sweeps.md` describes the
    file.

    The exit code is 1 if a cell could not be run; then there is no table.

    Example: banditproof sweep sweep.toml --out results --workers 8
    """
    from banditproof.algorithms.sweeps.bands import write_bands
    from banditproof.algorithms.sweeps.sweep_file import read_sweep
    from banditproof.theory.number_files.exact_rows import read_rows

    arguments.one_of("format", format, FORMATS)
    checked_places(workers, dask)
    _check_libraries(format, plot)
    _require_own(out, (f"table.{format}", "bands.csv", *PICTURES * plot))
    wanted = read_sweep(sweep, read_rows)
    if keep_order:
        wanted = replace(wanted, keep_order=True)
    results, kept = _run(wanted, out, workers, dask)
    with results:
        table = out / f"table.{format}"
        written = [results.write_csv(table) if format == "csv" else results.write_parquet(table)]
        bands = results.bands()
        written.append(write_bands(bands, out / "bands.csv"))
        if plot:
            written += _draw(results, out)
    facts = _facts(wanted, results, kept, written)
    print_facts(facts, json, _print)


def _check_libraries(format: str, plot: bool) -> None:
    """Raise a sentence for a library that is missing before any work."""
    from banditproof.theory.optional_libraries import library

    if format == "parquet":
        library("pyarrow.parquet", "A Parquet file", "tables")
    if plot:
        library("matplotlib.backends.backend_agg", "A figure of a sweep", "figures")


def _require_own(out: Path, names: Sequence[str]) -> None:
    """Files of these names are those of a sweep, whose cells are kept beside them."""
    from banditproof.algorithms.sweeps.cell_store import SEGMENT
    from banditproof.algorithms.sweeps.sweep import CELLS

    there = [name for name in names if (out / name).exists()]
    if there and not any(SEGMENT.fullmatch(file.name) for file in (out / CELLS).glob("*")):
        raise ValueError(
            f"The folder {out} holds {there[0]}, and no cells of a sweep that wrote it; move it "
            "elsewhere, or give another folder."
        )


class _Count:
    """Counts finished cells for a progress bar; those that were kept before come first."""

    def __init__(self, advance: Advance) -> None:
        self.advance = advance
        self.before: int | None = None
        self.finished = 0

    def __call__(self, cells: int, left: str) -> None:
        if self.before is None:
            self.before = cells
        self.finished += cells
        self.advance(cells, left or "cells")


def _run(wanted: Sweep, out: Path, workers: int, dask: str | None) -> tuple[SweepResults, int]:
    """The results, and how many cells were kept before; an interruption says how to go on."""
    from banditproof.algorithms.sweeps.sweep import UnfinishedCells

    with progress(wanted.size, "cells") as advance:
        count = _Count(advance)
        try:
            return wanted.run(out, workers, dask, count), count.before or 0
        except KeyboardInterrupt:
            say(
                f"{count.finished} of {wanted.size} cells are kept in {out}; run the same command "
                "to go on."
            )
            raise
        except UnfinishedCells as problem:
            say(str(problem))
            raise typer.Exit(1) from None


def _draw(results: SweepResults, out: Path) -> list[Path]:
    from banditproof.theory.atomic_files import write_atomically
    from banditproof.theory.figure_style import drawing_style

    figure = results.plot()
    written = []
    metadata = {"png": {"Software": None}, "svg": {"Date": None}}
    for kind, data in metadata.items():

        def write(part: Path, kind: str = kind, data: dict[str, None] = data) -> None:
            figure.savefig(part, dpi=150, format=kind, metadata=data)

        with drawing_style():
            written.append(write_atomically(out / f"plot.{kind}", write))
    return written


def _facts(wanted: Sweep, results: SweepResults, kept: int, written: list[Path]) -> SweepFacts:
    from banditproof.algorithms.sweeps.points import shuffled_policies
    from .results import SweepFacts

    return SweepFacts(
        points=len(wanted.points),
        cells=wanted.size,
        seeds=len(results.seeds),
        runs=int(wanted.runs),
        kept=kept,
        files=tuple(map(str, written)),
        shuffled=shuffled_policies(wanted.points),
    )


def _print(facts: SweepFacts) -> None:
    print_table(
        ("sweep", "of cells"),
        [
            ("points", str(facts.points)),
            ("seeds", str(facts.seeds)),
            ("cells", str(facts.cells)),
            ("kept from before", str(facts.kept)),
            ("runs of a cell", str(facts.runs)),
        ],
    )
    if facts.shuffled:
        print_text(
            f"The order of the arms may decide what {', '.join(facts.shuffled)} plays, so each run "
            "has them in an order of its own; --keep-order plays them as they are given."
        )
    for file in facts.files:
        print_text(file)
