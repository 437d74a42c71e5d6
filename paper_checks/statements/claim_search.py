"""Finding all claims of a kind, by words, place, verdict or grade, and in which order."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from ..verdicts.verdict_words import WRONG
from .asked_places import chapter_has, lies_in
from .catalogue import DOCUMENTS
from .claim_facts import ClaimFacts
from .index import claim_index
from .places import ROMAN
from .resolver import answering, ranked_for


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


def wanted(filter: Filter) -> Iterator[ClaimFacts]:
    """The claims that a filter admits, in the order of the documents; no module is imported."""
    return (facts for facts in claim_index().values() if filter.admits(facts))


def best_first(chosen: Sequence[ClaimFacts], words: Sequence[str]) -> list[ClaimFacts]:
    """Claims in the order in which they fit the words of a search; as they stand without words."""
    places = {id: place for place, id in enumerate(ranked_for(words))}
    return sorted(chosen, key=lambda facts: places.get(facts.id, len(places)))
