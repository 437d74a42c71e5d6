"""What of a document is settled: its sentences by section, each with its claims or a reason.

The sentences are the places of the stated claims, and what `document.sentences` lists besides.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated
from .claim_facts import ClaimFacts
from .counted_claims import counted
from .documents import Document
from .index import claim_index
from .listed_sentences import read_sentences
from .misfits import CONFLICT
from .places import heading, numbered_section

ELSEWHERE = "Elsewhere"


@dataclass(frozen=True)
class Sentence:
    """A sentence of a document that asserts something, and what became of it."""

    place: Annotated[
        str, "Where it stands in its section; empty if a claim names the section alone."
    ]
    words: Annotated[str, "What it is about, in our words."]
    claims: Annotated[tuple[str, ...], "The IDs of the claims that say it."]
    reason: Annotated[str, "Why it is no claim; empty if it is one, or is not settled."]

    @property
    def open(self) -> bool:
        """Whether it has neither a claim nor a reason."""
        return not self.claims and not self.reason


@dataclass(frozen=True)
class CoveredSection:
    """A section of a document with its sentences."""

    section: Annotated[str, "The number of the section; empty if the claims name none."]
    title: Annotated[str, "The section with its title."]
    sentences: Annotated[tuple[Sentence, ...], "Its sentences: those of claims, then the others."]


@dataclass(frozen=True)
class Coverage:
    """What of a document is settled."""

    document: Annotated[str, "The name of the document."]
    sections: Annotated[tuple[CoveredSection, ...], "Its sections with their sentences."]
    conflicts: Annotated[
        tuple[str, ...], "The IDs of the claims that two places contradict each other."
    ]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of all sections."""
        return tuple(one for section in self.sections for one in section.sentences)


def coverage(document: Document) -> Coverage:
    """The sentences of a document by section, in the order of its table of contents.

    >>> from .documents import SHIPPED
    >>> found = coverage(SHIPPED[0])
    >>> [section.section for section in found.sections][-2:], found.sections[-1].sentences[0].claims
    (['G', 'H'], ('bern.H1',))
    """
    known = [facts for facts in claim_index().values() if facts.document == document.name]
    wholes = counted(known).wholes
    found: dict[str, list[Sentence]] = {number: [] for number in document.sections}
    for facts in known:
        if facts.stated and facts.id not in wholes:
            section = numbered_section(document.name, facts.section)
            place = _within(facts)
            found.setdefault(section, []).append(Sentence(place, facts.title, (facts.id,), ""))
    for item in read_sentences(document):
        found.setdefault(item.section, []).append(
            Sentence(item.place, item.words, item.claims, item.reason)
        )
    return Coverage(
        document.name,
        tuple(
            CoveredSection(number, _title(document, number), tuple(sentences))
            for number, sentences in found.items()
            if sentences
        ),
        tuple(facts.id for facts in conflicts(known)),
    )


def conflicts(claims: Iterable[ClaimFacts]) -> list[ClaimFacts]:
    """The claims that two places contradict each other."""
    return [facts for facts in claims if CONFLICT in facts.kind.split(", ")]


def _within(facts: ClaimFacts) -> str:
    """The place of a claim without its first section, which is the one that it stands under."""
    first, _, rest = facts.place.partition(", ")
    return rest if first.startswith(("Section ", "Appendix ", "Chapter ")) else facts.place


def _title(document: Document, section: str) -> str:
    title = heading(document.name, section).removeprefix(document.name).lstrip(", ")
    return title or ELSEWHERE
