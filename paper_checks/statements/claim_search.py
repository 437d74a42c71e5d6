"""Finding claims: by the words of a reader, by their place, verdict or kind, by patterns of IDs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import lru_cache

from .catalogue import DOCUMENTS, KINDS_OF_LABELS, present_id
from .claim_facts import ClaimFacts
from .index import known_facts

ABBREVIATIONS = {short: full.lower() for short, full in KINDS_OF_LABELS.items()} | {
    "def": "definition",
    "eqn": "equation",
    "expl": "example",
    "tab": "table",
}
PLACES = {"section", "sections", "appendix", "page", "p", "sec", "app"}
LONGEST_NAME = 200
"""The letters of a word beyond which nothing is near to it."""
NUMBERED = re.compile(r"(\d|[a-h]\.?\d|\(\d)")


def words_of(text: str) -> list[str]:
    """The words of a query or a title: lower case, kinds in full, numbers without brackets.

    >>> words_of("Thm. 4.3"), words_of("eq (2.14)"), words_of("Lemma F.3, KL-UCB")
    (['theorem', '4.3'], ['equation', '2.14'], ['lemma', 'f.3', 'kl-ucb'])
    """
    found = re.findall(r"[\w.\-*]+", text.lower().replace("(", " ").replace(")", " "))
    words = [word.strip(".-") for word in found]
    return [_in_full(word) for word in words if word]


@lru_cache(maxsize=64)
def _asked(query: str) -> tuple[str, ...]:
    """The words of a query, which are compared with those of every claim."""
    return tuple(words_of(query))


def _in_full(word: str) -> str:
    """The kind of a statement, if the word is one, short or in the plural; else the word."""
    singular = word.removesuffix("s")
    if singular in KINDS:
        return singular
    return ABBREVIATIONS.get(singular, ABBREVIATIONS.get(word, word))


KINDS = set(ABBREVIATIONS.values())


def _searched(facts: ClaimFacts) -> tuple[list[str], str]:
    names = words_of(f"{facts.label} {facts.kind} {facts.place}")
    return names, f"{facts.id} {facts.title} {facts.statement}".lower()


def matches(facts: ClaimFacts, words: Sequence[str], *, beside: str = "") -> bool:
    """Whether a claim answers to every word: a number exactly, another word as a part.

    "theorem 4.3" asks for the label of the statement, not for a theorem that mentions 4.3. No claim
    answers to no words. `beside` is searched beside what the claim says, as the title of its
    section is.
    """
    if not words:
        return False
    if len(words) == 2 and words[0] == "chapter":
        return _chapter_has(facts, words[1])
    if len(words) == 2 and words[0] in PLACES:
        number = words[1].upper()
        if words[0] in ("page", "p"):
            return _has_page(facts.page, number)
        return _lies_in(facts, number)
    labelled = words_of(facts.label)
    if len(words) == 2 and words[0] in KINDS and NUMBERED.match(words[1]):
        return labelled[:2] == list(words) or _in_range(words, labelled)
    names, text = _searched(facts)
    text += f" {beside.lower()}"
    return all(word in names or (not NUMBERED.match(word) and word in text) for word in words)


def _has_page(pages: str, page: str) -> bool:
    """Whether a page is among those of a place: 85 is among 80-91."""
    low, _, high = pages.partition("-")
    high = high or low
    return all(end.isdigit() for end in (low, page, high)) and int(low) <= int(page) <= int(high)


def _in_range(words: Sequence[str], labelled: Sequence[str]) -> bool:
    """Whether a number lies in a label such as Definitions 2.17-2.19."""
    if len(labelled) < 2 or labelled[0] != words[0] or "-" not in labelled[1]:
        return False
    low, _, high = labelled[1].partition("-")
    try:
        ends = [tuple(int(part) for part in number.split(".")) for number in (low, words[1], high)]
    except ValueError:
        return False
    return ends[0] <= ends[1] <= ends[2]


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

    def admits(self, facts: ClaimFacts) -> bool:
        """Whether a claim is wanted."""
        return (
            self.document in (None, facts.document)
            and (self.chapter is None or _chapter_has(facts, self.chapter))
            and (self.section is None or _lies_in(facts, self.section))
            and (self.kind is None or self.kind.lower() in facts.kind.lower())
            and self.verdict in (None, facts.recorded)
            and self.grade in (None, facts.grade)
            and self.tier in (None, "all", facts.tier)
            and self.stated in (None, facts.stated)
            and all(_word_admits(facts, word) for word in self.words)
        )


def _word_admits(facts: ClaimFacts, phrase: str) -> bool:
    if is_pattern(phrase):
        return fnmatchcase(facts.id, phrase)
    from .places import section_title

    title = section_title(facts.document, facts.section)
    return phrase == facts.id or matches(facts, _asked(phrase), beside=title)


def _chapter_has(facts: ClaimFacts, chapter: str) -> bool:
    wanted = chapter.strip().upper()
    return facts.chapter == wanted or (not facts.chapter and _lies_in(facts, wanted))


def _lies_in(facts: ClaimFacts, section: str) -> bool:
    from .places import Place

    wanted = section.strip().removeprefix("§").upper()
    return Place("", "", facts.section.upper(), "", "").lies_in(wanted)


def _place_key(part: str) -> tuple[int, str]:
    """Sections come first, by their Arabic or Roman numbers; appendices after them, by letter."""
    from .places import ROMAN

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
    return (facts for facts in known_facts().values() if filter.admits(facts))


def is_pattern(word: str) -> bool:
    """Whether a word is a pattern of IDs such as bern.lemF.*"""
    return any(sign in word for sign in "*?[")


def nearest(word: str, document: str | None = None, most: int = 3) -> list[str]:
    """The IDs nearest to a word, of one document if it is given: by label or title, then spelling.

    >>> nearest("Theorem 4.3")[0], nearest("bern.lemF3")[0], nearest("lemF3", "zcdp")[0][:4]
    ('bern.thm4.3', 'bern.lemF.3', 'zcdp')
    """
    known = known_facts()
    index = {id: facts for id, facts in known.items() if document in (None, facts.document)}
    if len(word) > LONGEST_NAME:
        return []
    by_words = [id for id, facts in index.items() if matches(facts, _asked(word))]
    spelt = get_close_matches(word, index, n=most, cutoff=0.5)
    if not spelt and "." not in word:
        tails = {id.partition(".")[2]: id for id in index}
        spelt = [tails[tail] for tail in get_close_matches(word, tails, n=most, cutoff=0.6)]
    return list(dict.fromkeys([*by_words[:most], *spelt]))[:most]


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
    index = known_facts()
    prefix = ""
    if document is not None:
        index = {id: facts for id, facts in index.items() if facts.document == document}
        prefix = next((id.partition(".")[0] for id in index), "")
    for word in words:
        now = present_id(word)
        if word in index or f"{prefix}.{word}" in index:
            ids.append(word if word in index else f"{prefix}.{word}")
        elif is_pattern(word):
            found = [id for id in index if fnmatchcase(id, word)]
            if not found:
                raise ValueError(f"No claim has an ID like {word!r}; see `banditproof claims`.")
            ids += found
        elif now is not None:
            ids.append(now)
            notes.append(f"{word} is now called {now}.")
        elif (named := _by_label(word, index)) is not None:
            ids.append(named)
        else:
            if document is not None and word not in known_facts():
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
    found = [facts.id for facts in stated if words_of(facts.label) == words]
    if len(found) > 1:
        raise ValueError(f"{word!r} is the label of {' and '.join(found)}; give one of these IDs.")
    return found[0] if found else None
