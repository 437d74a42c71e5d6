r"""Verdicts for the margin of the author's own paper: a file that `banditproof.sty` reads."""

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from .drift import drift
from .source_record import Record

STYLE = "banditproof.sty"
HEAD = "% The verdicts of claims, for banditproof.sty; `banditproof mark` writes this file anew."
UNFIT = re.compile(r"[\\{}%#\x00-\x1f]")
"""What a label cannot hold if TeX is to read it in this file."""


def labels_now(record: Record, folder: Path) -> dict[str, str]:
    """The label of each claim in the source as it stands, or as it was if that cannot be read."""
    try:
        changes = drift(record, record.paper(folder)).changes
    except ValueError:
        return {id: one.label for id, one in record.statements.items()}
    return {change.id: change.label for change in changes if change.id and change.state != "gone"}


def verdict_lines(
    labels: Mapping[str, str], found: Iterable[tuple[str, str, str | None]]
) -> list[str]:
    r"""The lines of the file, from the ID, the verdict and the grade of each claim.

    >>> print(*verdict_lines({"my.a": "thm:a"}, [("my.a", "holds", "points")])[1:])
    \banditproofverdict{thm:a}{my.a}{holds}{points}
    """
    lines = [HEAD]
    for id, verdict, grade in found:
        label = labels.get(id, "")
        if label and not UNFIT.search(label):
            lines.append(rf"\banditproofverdict{{{label}}}{{{id}}}{{{verdict}}}{{{grade or ''}}}")
    return lines


def style_text() -> str:
    """The text of the style file."""
    return files(__package__).joinpath(STYLE).read_text(encoding="utf-8")
