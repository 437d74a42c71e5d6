"""`banditproof drift`: what a source says now against what its claims were written for."""

from __future__ import annotations
import shlex
from collections.abc import Mapping
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
    other words are one, in a statement or in what it or its proof refers to: another statement, an
    equation, an algorithm, a figure. Algorithms, figures and their like are compared also where
    nothing refers to them; the last line says what of the source is not watched. A claim that has
    drifted is `stale` in `check`, `report` and the errata until it is accepted. Nothing of the
    folder runs.

    With --accept alone, moves, numbers, labels and new statements are accepted. New words are
    accepted by the IDs of their claims: read the program of each beside them first, since its
    verdict is about what it tests. What no claim refers to is accepted by its label.

    A statement that no claim of the folder is about is said, too, unless `document.sentences` lists
    it by its ID with a reason.

    The exit code is 0 if all that is watched says the same, 1 if something has changed or is gone,
    or has no claim, and 2 if something cannot be read.

    Example: banditproof drift my-paper/; banditproof drift my-paper/ my.thm-main --accept
    """
    from banditproof.paper_checks.other_papers.accepting import accept as accept_now
    from banditproof.paper_checks.other_papers.description import described
    from banditproof.paper_checks.other_papers.drift import OLDER, drift
    from banditproof.paper_checks.other_papers.source_record import record_of
    from banditproof.paper_checks.other_papers.unclaimed import in_a_sentence, unclaimed
    from banditproof.paper_checks.statements.programs_of_others import Programs

    place = Path(folder)
    record = record_of(place, folder)
    if ids and not accept:
        raise ValueError("There are IDs without --accept; leave them out, or accept their changes.")
    found = drift(record, record.paper(place))
    beside = {change.called for change in found.of_places}
    chosen = [word if word in beside else _known(word, record.statements) for word in ids or ()]
    accepted: tuple[str, ...] = ()
    if accept:
        accepted = accept_now(place, record, found, chosen)
        found = drift(record_of(place, folder), found.paper)
    document = described(place, programs=Programs.NOT_RUN)
    lost = unclaimed(document, record_of(place, folder))
    if json:
        print_json([*found.changes, *found.of_places, *lost, found.not_watched])
    else:
        for sentence in accepted:
            print(f"Accepted: {sentence}")
        _print(found)
        if lost:
            print_text(in_a_sentence(lost, document.name))
        if found.older:
            print_text(OLDER.format(folder.rstrip("/")))
        if accept and found.loud:
            left = [*found.stale, *(change.called for change in found.beside)]
            print_text(
                f"Not accepted: {', '.join(left)}. Read each statement beside its program; "
                f"then `banditproof drift {folder} {shlex.quote(left[0])} --accept`."
            )
    if found.loud or found.older or lost:
        raise typer.Exit(1)


def _known(word: str, statements: Mapping[str, object]) -> str:
    """The ID of a statement, whose prefix may be left out."""
    from banditproof.paper_checks.statements.ids_in_texts import spelt_like

    prefix = next(iter(statements), "").partition(".")[0]
    for id in (word, f"{prefix}.{word}"):
        if id in statements:
            return id
    hint = ", ".join(spelt_like(word.removeprefix(f"{prefix}."), statements))
    raise ValueError(
        f"No statement of the source belongs to {word}; "
        + (f"did you mean {hint}?" if hint else "see `banditproof drift`.")
    )


def _print(found: Drift) -> None:
    for change in (*found.changes, *found.of_places):
        if change.sentence:
            print(change)
    print_text(found.counts)
    print_text(found.watched)
