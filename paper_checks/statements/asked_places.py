"""Whether a claim stands at a place that a person asks for: a section, a chapter, or a page."""

import re
from typing import Protocol
from .documents import document_named
from .places import ROMAN, Place
from .reader_words import Label


class Placed(Protocol):
    """What has a place in a document."""

    @property
    def document(self) -> str:
        """Its document."""

    @property
    def chapter(self) -> str:
        """Its chapter."""

    @property
    def section(self) -> str:
        """Its sections."""

    @property
    def page(self) -> str:
        """Its pages."""


def stands_at(claim: Placed, place: Label) -> bool:
    """Whether a claim stands in a section, an appendix, a chapter or on a page."""
    number = place.number.upper()
    if place.kind == "page":
        return has_page(claim.page, number)
    if place.kind == "chapter":
        return chapter_has(claim, number)
    return lies_in(claim, _as_printed(claim, number))


def _as_printed(claim: Placed, section: str) -> str:
    """The number of a section as the document of a claim writes it: V for 5, G.1 for G1."""
    home = document_named(claim.document)
    first, dash, rest = section.partition("-")
    if home is not None and home.numerals == "roman":
        known = first.isdigit() and int(first) < len(ROMAN)
        return ROMAN[int(first)] + dash + rest if known else section
    return f"{section[0]}.{section[1:]}" if re.match(r"[A-Z]\d", section) else section


def has_page(pages: str, page: str) -> bool:
    """Whether a page is among those of a place: 85 is among 80-91, and among 7, 80-91.

    >>> has_page("7, 80-91", "85"), has_page("80-91", "7")
    (True, False)
    """
    ranges = (part.partition("-") for part in pages.split(", "))
    return any(
        all(end.isdigit() for end in (low, page, high or low))
        and int(low) <= int(page) <= int(high or low)
        for low, _, high in ranges
    )


def chapter_has(claim: Placed, chapter: str) -> bool:
    """Whether a claim stands in a chapter or an appendix."""
    wanted = chapter.strip().upper()
    return claim.chapter == wanted or (not claim.chapter and lies_in(claim, wanted))


def lies_in(claim: Placed, section: str) -> bool:
    """Whether a claim stands in a section, or in a part of it."""
    wanted = section.strip().removeprefix("§").upper()
    return Place("", "", claim.section.upper(), "", "").lies_in(wanted)
