"""`banditproof drift`: what a source says now against what its claims were written for."""

from __future__ import annotations
from pathlib import Path
from typing import TYPE_CHECKING
import typer
from .arguments import AsJson
from .output import print_json, print_text

if TYPE_CHECKING:
    from banditproof.paper_checks.other_papers.drift import Drift


def command(
    folder: str, ids: list[str] | None = None, accept: bool = False, json: AsJson = False
) -> None:
    """Compare the claims of a folder with the LaTeX source that they were written for.

    Statements are joined by their labels. Layout, renamed macros and new numbers are no change;
    other words are one, in a statement or in one that it names. A claim that has drifted is
    `stale` in `check`, `report` and the errata until --accept. Nothing of the folder runs.

    The exit code is 0 if every statement says the same, 1 if one has changed or is gone, and 2 if
    something cannot be read.

    Example: banditproof drift my-paper/; banditproof drift my-paper/ my.thm-main --accept
    """
    from banditproof.paper_checks.other_papers.accepting import accept as accept_now
    from banditproof.paper_checks.other_papers.drift import drift
    from banditproof.paper_checks.other_papers.source_record import record_of

    place = Path(folder)
    record = record_of(place, folder)
    unknown = [id for id in ids or () if id not in record.statements]
    if unknown:
        raise ValueError(
            f"No statement of the source belongs to {unknown[0]}; see `banditproof drift`."
        )
    if ids and not accept:
        raise ValueError("There are IDs without --accept; leave them out, or accept their changes.")
    found = drift(record, record.paper(place))
    if accept:
        accept_now(place, record, found, ids or ())
        found = drift(record_of(place, folder), found.paper)
    if json:
        print_json(list(found.changes))
    else:
        _print(found)
    if found.stale:
        raise typer.Exit(1)


def _print(found: Drift) -> None:
    for change in found.changes:
        if change.sentence:
            print(change)
    print_text(found.counts)
