"""The report of an audit as a table: in a terminal, and in a notebook."""

from __future__ import annotations
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .report import AuditReport

COLUMNS = ("check", "verdict", "grade", "privacy loss", "note")
WIDTH = 100
"""The columns of a terminal that a table takes at most, where its words allow it."""
LEAST_NOTE = 24


def rows_of(report: AuditReport) -> list[tuple[str, ...]]:
    """A row for each station of the audit: what it is, its verdict, its grade, the loss, a note."""
    return [
        (
            check.name,
            check.verdict,
            "" if check.grade is None else str(check.grade.value),
            "" if check.loss is None else check.loss.rounded(),
            " ".join(check.note.split()),
        )
        for check in report.checks
    ]


def report_text(report: AuditReport) -> str:
    """The table of an audit, and its verdict in a sentence below."""
    rows = rows_of(report)
    sizes = [max(map(len, column)) for column in zip(COLUMNS, *rows, strict=True)]
    sizes[-1] = max(LEAST_NOTE, WIDTH - sum(sizes[:-1]) - 2 * (len(sizes) - 1))
    lines = [_line(COLUMNS, sizes)]
    for row in rows:
        notes = wrap(row[-1], sizes[-1]) or [""]
        lines.append(_line((*row[:-1], notes[0]), sizes))
        lines += [_line(("",) * (len(row) - 1) + (note,), sizes) for note in notes[1:]]
    said = wrap(report.sentence, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *said])


def _line(cells: tuple[str, ...], sizes: list[int]) -> str:
    padded = (cell.ljust(size) for cell, size in zip(cells, sizes, strict=True))
    return "  ".join(padded).rstrip()


def report_html(report: AuditReport) -> str:
    """The same for a browser; every text of a policy is escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in COLUMNS)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows_of(report)
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"{table}<p>{escape(report.sentence)}</p>"
