"""Finding all claims of a kind, by words, place, verdict or grade, and in which order."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from ..verdicts.verdict_words import WRONG
from .asked_places import chapter_has, lies_in, stands_at
from .catalogue import DOCUMENTS
from .claim_facts import ClaimFacts
from .index import claim_index
from .places import ROMAN
from .reader_words import Label
from .resolver import answering, document_alone, places_asked, ranked_for


@dataclass(frozen=True)
class Filter:
    """Which claims are wanted; a field that is None admits all of them."""

    words: tuple[str, ...] = ()
    document: str | None = None
    chapter: str | None = None
    section: str | None = None
    kind: str | None = None
    verdict: str | None = None
    grade: str | None = None
    tier: str | None = None
    stated: bool | None = None
    wrong: bool = False
    """Only what is not true exactly as printed."""

    def admits(self, facts: ClaimFacts) -> bool:
        """Whether a claim is wanted."""
        return (
            self.document in (None, facts.document)
            and (self.chapter is None or chapter_has(facts, self.chapter))
            and (self.section is None or lies_in(facts, self.section))
            and (self.kind is None or self.kind.lower() in facts.kind.lower())
            and self.verdict in (None, facts.recorded)
            and self.grade in (None, facts.grade)
            and self.tier in (None, "all", facts.tier)
            and self.stated in (None, facts.stated)
            and (not self.wrong or facts.recorded in WRONG)
            and (not self.words or self._answers(facts.id))
        )

    @cached_property
    def _answers(self) -> Callable[[str], bool]:
        """Whether a claim answers to the words."""
        return answering(self.words)


def _place_key(part: str) -> tuple[int, str]:
    """Sections come first, by their Arabic or Roman numbers; appendices after them, by letter."""
    if part in ROMAN:
        return ROMAN.index(part), ""
    return (int(part), "") if part.isdigit() else (100, part)


def by_place(facts: ClaimFacts) -> tuple[int, list[tuple[int, str]]]:
    """A key that puts claims in the order of their documents and sections."""
    first = facts.section.split(", ")[0].split(" to ")[0]
    parts = [part for part in re.split(r"[.-]", first) if part]
    numbers = [_place_key(part) for part in parts]
    if first in ("Abstract", "Notation"):
        numbers = [(-1, first)]
    return list(DOCUMENTS).index(facts.document), numbers


def asked_place_first(
    words: Sequence[str], section: str | None = None
) -> Callable[[ClaimFacts], bool]:
    """A key that puts the claims first whose first section is asked for, in words or by itself.

    A claim of Section 1 that Section 6 says again stands behind those of Section 6. If the words
    name a document and nothing else, its claims come first.

    >>> first, known = asked_place_first(["Section 6"]), claim_index()
    >>> [first(known[id]) for id in ("bern.sec6.tight", "bern.sec1.forgetting")]
    [False, True]
    >>> first = asked_place_first(["zcdp"])
    >>> [first(known[id]) for id in ("zcdp.thm8", "bern.thm3.1")]
    [False, True]
    """
    document = document_alone(" ".join(words))
    if document is not None:
        return lambda facts: facts.document != document.name
    places = [place for place in places_asked(words) if place.kind != "page"]
    if section is not None:
        places.append(Label("section", section))
    return lambda facts: not all(stands_at(_First.of(facts), place) for place in places)


class _First(NamedTuple):
    """Where a claim stands first."""

    document: str
    chapter: str
    section: str
    page: str

    @classmethod
    def of(cls, facts: ClaimFacts) -> "_First":
        first = facts.section.split(", ")[0].split(" to ")[0]
        return cls(facts.document, facts.chapter, first, facts.page)


def wanted(filter: Filter) -> Iterator[ClaimFacts]:
    """The claims that a filter admits, in the order of the documents; no module is imported."""
    return (facts for facts in claim_index().values() if filter.admits(facts))


def best_first(chosen: Sequence[ClaimFacts], words: Sequence[str]) -> list[ClaimFacts]:
    """Claims in the order in which they fit the words of a search.

    They are left as they stand without words, and where these name a document alone: all of its
    claims fit, and those of other documents that have the word fit no better.
    """
    if document_alone(" ".join(words)) is not None:
        return list(chosen)
    places = {id: place for place, id in enumerate(ranked_for(words))}
    return sorted(chosen, key=lambda facts: places.get(facts.id, len(places)))
