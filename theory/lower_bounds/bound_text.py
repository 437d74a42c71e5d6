"""A table of bounds as plain text and as HTML."""

from collections.abc import Iterator
from html import escape
from textwrap import wrap
from .answered_bounds import AnsweredBounds
from .bound_sections import sections
from .section import Section

WIDTH = 88
GAP = "  "
LONGEST_NAME = 44


def as_text(table: AnsweredBounds) -> str:
    """The sections below each other, in lines of at most 88 letters where the numbers allow it."""
    return "\n".join(line for section in sections(table) for line in (*_text(section), "")).rstrip()


def _text(section: Section) -> Iterator[str]:
    yield section.title
    yield from wrap(section.lead, WIDTH - 2, initial_indent="  ", subsequent_indent="  ")
    widths = [
        max(map(len, (heading, *column)), default=0)
        for heading, column in zip(
            section.headings, zip(*(line[:3] for line in section.lines), strict=True), strict=False
        )
    ]
    rows = [*([section.headings] if any(section.headings) else []), *section.lines]
    for name, value, policies, *below in rows:
        first, *others = wrap(name, LONGEST_NAME, subsequent_indent="  ") or [""]
        cells = (first.ljust(min(widths[0], LONGEST_NAME)), value.ljust(widths[1]), policies)
        yield GAP.join(cells).rstrip()
        yield from others
        for text in below:
            yield from wrap(
                text, WIDTH - 4, initial_indent="    ", subsequent_indent="    ",
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
    if section.more:
        yield f"... and {section.more} more"


def as_html(table: AnsweredBounds) -> str:
    """The sections as tables of a notebook page; every text is escaped."""
    return "<div>" + "".join(map(_html, sections(table))) + "</div>"


def _html(section: Section) -> str:
    left = 'style="text-align: left"'
    head = "".join(f"<th {left}>{escape(cell)}</th>" for cell in (*section.headings, ""))
    rows = "".join(
        "<tr>" + "".join(f"<td {left}>{escape(cell)}</td>" for cell in line) + "</tr>"
        for line in section.lines
    )
    more = f"<p>... and {section.more} more</p>" if section.more else ""
    return (
        f"<h4>{escape(section.title)}</h4><p>{escape(section.lead)}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"
    )
