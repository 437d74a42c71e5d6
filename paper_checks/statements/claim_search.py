"""Finding claims: by the words of a reader, by their place, verdict or kind, by patterns of IDs."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from ..verdicts.verdict_words import WRONG
from .catalogue import DOCUMENTS, present_id
from .claim_facts import ClaimFacts
from .claim_words import asked, chapter_has, lies_in, matches, nearest, words_of
from .index import claim_index
from .places import ROMAN, section_title

__all__ = ["Filter", "Resolved", "by_place", "matches", "nearest", "resolve", "wanted", "words_of"]


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
            and all(_word_admits(facts, word) for word in self.words)
        )


def _word_admits(facts: ClaimFacts, phrase: str) -> bool:
    if is_pattern(phrase):
        return fnmatchcase(facts.id, phrase)
    title = section_title(facts.document, facts.section)
    return phrase == facts.id or matches(facts, asked(phrase), beside=title)


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


def is_pattern(word: str) -> bool:
    """Whether a word is a pattern of IDs such as bern.lemF.*"""
    return any(sign in word for sign in "*?[")


@dataclass(frozen=True)
class Resolved:
    """The IDs that words on the command line stand for, and notes about former IDs."""

    ids: tuple[str, ...]
    notes: tuple[str, ...]


def resolve(words: Iterable[str], document: str | None = None) -> Resolved:
    """The claims that are named: by ID, by former ID, by a pattern, or by a label.

    Patterns and labels are those of one document, if one is given, whose prefix may be left out.

    >>> found = resolve(["derived.klgap", "Lemma F.3"])
    >>> found.ids, found.notes
    (('bern.derived.klgap', 'bern.lemF.3'), ('derived.klgap is now called bern.derived.klgap.',))
    """
    ids: list[str] = []
    notes: list[str] = []
    index = claim_index()
    prefix = ""
    if document is not None:
        index = {id: facts for id, facts in index.items() if facts.document == document}
        prefix = next((id.partition(".")[0] for id in index), "")
    for word in words:
        now = present_id(word)
        if word in index or f"{prefix}.{word}" in index:
            ids.append(word if word in index else f"{prefix}.{word}")
        elif is_pattern(word):
            results = [id for id in index if fnmatchcase(id, word)]
            if not results:
                raise ValueError(f"No claim has an ID like {word!r}; see `banditproof claims`.")
            ids += results
        elif now is not None:
            ids.append(now)
            notes.append(f"{word} is now called {now}.")
        elif (named := _by_label(word, index)) is not None:
            ids.append(named)
        else:
            if document is not None and word not in claim_index():
                raise ValueError(f"There is no claim {word!r}; {near_in(word, document)}")
            ids.append(word)
    return Resolved(tuple(dict.fromkeys(ids)), tuple(notes))


def near_in(word: str, document: str) -> str:
    """What to ask for instead of a word that names no claim of a document.

    >>> near_in("lemF.33", "bernoulli")
    'did you mean bern.lemF.3, bern.lemF.5, bern.lemF.1?'
    """
    near = nearest(word, document)
    if near:
        return f"did you mean {', '.join(near)}?"
    return f"`banditproof claims` shows those of {document}."


def _by_label(word: str, index: Mapping[str, ClaimFacts]) -> str | None:
    """The one stated claim whose label is the word; None if there is none, or several."""
    words = words_of(word)
    stated = (f for f in index.values() if f.stated and f.label and not f.part_of)
    results = [facts.id for facts in stated if words_of(facts.label) == words]
    if len(results) > 1:
        raise ValueError(
            f"{word!r} is the label of {' and '.join(results)}; give one of these IDs."
        )
    return results[0] if results else None
