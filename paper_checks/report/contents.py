"""The claims of a report in the order of their documents, under the titles of their sections."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from ..statements.claim_facts import ClaimFacts
from ..statements.claim_search import by_place
from ..statements.counted_claims import counted
from ..statements.places import Place, heading
from ..verdicts.verdict import Outcome
from ..verdicts.verdict_words import ALL_GRADES
from .errata import errata
from .reported import Reported

NO_GRADE = "none"
MANY = 60
"""A document with more claims has a page for each of its sections."""


@dataclass(frozen=True)
class Group:
    """The claims of a section."""

    title: str
    anchor: str
    claims: tuple[ClaimFacts, ...]


@dataclass(frozen=True)
class Unit:
    """A chapter, or a section of a document without chapters."""

    number: str
    title: str


@dataclass(frozen=True)
class Contents:
    """A document and its claims in a report."""

    name: str
    title: str
    groups: tuple[Group, ...]
    units: tuple[Unit, ...]
    number: int
    ours: int
    to_mend: str
    """How many of its statements are to mend, and how many nobody has examined."""

    @property
    def cut(self) -> bool:
        """Whether each section has a separate page."""
        return self.number > MANY


def contents_of(reported: Reported) -> tuple[Contents, ...]:
    """The documents of the chosen claims, each with its claims by section."""
    ordered = sorted((reported.claims[id] for id in reported.chosen), key=_place_in_contents)
    return tuple(
        _contents(reported, name, list(claims))
        for name, claims in groupby(ordered, key=lambda facts: facts.document)
    )


def _place_in_contents(facts: ClaimFacts) -> tuple[int, bool, list[tuple[int, str]]]:
    """A key that puts claims in the order of their documents and sections, those of none last."""
    document, numbers = by_place(facts)
    return document, not numbers, numbers


def _contents(reported: Reported, name: str, claims: Sequence[ClaimFacts]) -> Contents:
    groups = tuple(
        Group(title, f"section-{place}", tuple(inside))
        for place, (title, inside) in enumerate(groupby(claims, key=_heading), 1)
    )
    units = {unit_of(facts): _unit(facts) for facts in claims}
    return Contents(
        name=name,
        title=reported.documents.get(name, name),
        groups=groups,
        units=tuple(unit for number, unit in units.items() if number),
        number=len(claims),
        ours=sum(not facts.stated for facts in claims),
        to_mend=errata(reported, name).in_short,
    )


def _heading(facts: ClaimFacts) -> str:
    """The title of a section, without the name of the document."""
    title = heading(facts.document, facts.section).removeprefix(facts.document).lstrip(", ")
    number, _, name = title.partition(": ")
    return (name if number == name else title) or "Elsewhere"


def unit_of(facts: ClaimFacts) -> str:
    """The chapter of a claim, or its section where there are no chapters; empty if neither.

    >>> from ..statements.index import text_index
    >>> unit_of(text_index()["bern.lemF.3"]), unit_of(text_index()["thesis.thm4.24"])
    ('F', '4')
    """
    if facts.chapter:
        return facts.chapter
    parts = Place("", "", facts.section, "", "").sections
    return parts[0].split(".")[0].split("-")[0] if parts else ""


def _unit(facts: ClaimFacts) -> Unit:
    number = unit_of(facts)
    title = heading(facts.document, number).removeprefix(facts.document).lstrip(", ")
    if facts.chapter and facts.chapter.isdigit():
        title = title.replace("Section", "Chapter", 1)
    return Unit(number, title or number)


@dataclass(frozen=True)
class Row:
    """One verdict in a table of totals: how many claims have each grade, and in all."""

    verdict: str
    counts: tuple[int, ...]
    number: int


@dataclass(frozen=True)
class Totals:
    """How many claims have each verdict and grade."""

    name: str
    number: int
    grades: tuple[str, ...]
    rows: tuple[Row, ...]


def totals_of(reported: Reported) -> tuple[Totals, ...]:
    """Verdicts by grades: of what the documents state, and of what is ours."""
    claims = [reported.claims[id] for id in reported.chosen]
    once = counted(claims).single
    single = [facts for facts in claims if facts.id in once]
    tables = (
        _totals(reported, "Stated by the documents", [f for f in single if f.stated]),
        _totals(reported, "Ours", [facts for facts in single if not facts.stated]),
    )
    return tuple(table for table in tables if table.number)


def _totals(reported: Reported, name: str, claims: Sequence[ClaimFacts]) -> Totals:
    counter = Counter((reported.verdict(facts.id), facts.graded or NO_GRADE) for facts in claims)
    found = {grade for _, grade in counter}
    grades = tuple(grade for grade in (*ALL_GRADES, NO_GRADE) if grade in found)
    rows = []
    for outcome in Outcome:
        counts = tuple(counter[outcome.value, grade] for grade in grades)
        if any(counts):
            rows.append(Row(outcome.value, counts, sum(counts)))
    return Totals(name, len(claims), grades, tuple(rows))
