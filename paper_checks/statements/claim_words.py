"""The words of a reader, and the claims that answer to them: by label, kind, place, or content."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Protocol
from .catalogue import KINDS_OF_LABELS
from .completed import Completed, completed
from .documents import OPENED, SHIPPED
from .ids_in_texts import NEAR, spelt_like
from .places import Place
from .registered import REGISTERED

ABBREVIATIONS = {short: full.lower() for short, full in KINDS_OF_LABELS.items()} | {
    "eqn": "equation",
    "expl": "example",
}
PLACES = {"section", "sections", "appendix", "page", "p", "sec", "app"}
LONGEST_QUERY = 200
"""The letters of a query beyond which nothing is near to it."""
NUMBERED = re.compile(r"(\d|[a-h]\.?\d|\(\d)")


def words_of(text: str) -> list[str]:
    """The words of a query or a title: lower case, kinds in full, numbers without brackets.

    >>> words_of("Thm. 4.3"), words_of("eq (2.14)"), words_of("Lemma F.3, KL-UCB")
    (['theorem', '4.3'], ['equation', '2.14'], ['lemma', 'f.3', 'kl-ucb'])
    """
    result = re.findall(r"[\w.\-*]+", text.lower().replace("(", " ").replace(")", " "))
    words = [word.strip(".-") for word in result]
    return [_in_full(word) for word in words if word]


@lru_cache(maxsize=64)
def asked(query: str) -> tuple[str, ...]:
    """The words of a query, which are compared with those of every claim."""
    return tuple(words_of(query))


def _in_full(word: str) -> str:
    """The kind of a statement, if the word is one, short or in the plural; else the word."""
    singular = word.removesuffix("s")
    if singular in KINDS:
        return singular
    return ABBREVIATIONS.get(singular, ABBREVIATIONS.get(word, word))


KINDS = set(ABBREVIATIONS.values())


class Searchable(Protocol):
    """What is searched of a claim."""

    @property
    def id(self) -> str:
        """Its ID."""

    @property
    def label(self) -> str:
        """Its name in the document."""

    @property
    def kind(self) -> str:
        """Its kind."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def statement(self) -> str:
        """Its statement."""

    @property
    def place(self) -> str:
        """Its place in words."""

    @property
    def chapter(self) -> str:
        """Its chapter."""

    @property
    def section(self) -> str:
        """Its sections."""

    @property
    def page(self) -> str:
        """Its pages."""


def _searched(facts: Searchable) -> tuple[list[str], str]:
    names = words_of(f"{facts.label} {facts.kind} {facts.place}")
    return names, f"{facts.id} {facts.title} {facts.statement}".lower()


def matches(facts: Searchable, words: Sequence[str], *, beside: str = "") -> bool:
    """Whether a claim answers to every word: a number exactly, another word as a part.

    "theorem 4.3" asks for the label of the statement, not for a theorem that mentions 4.3. No claim
    answers to no words. `beside` is searched beside what the claim says, as the title of its
    section is.
    """
    if not words:
        return False
    if len(words) == 2 and words[0] == "chapter":
        return chapter_has(facts, words[1])
    if len(words) == 2 and words[0] in PLACES:
        number = words[1].upper()
        if words[0] in ("page", "p"):
            return _has_page(facts.page, number)
        return lies_in(facts, number)
    labelled = words_of(facts.label)
    if len(words) == 2 and words[0] in KINDS and NUMBERED.match(words[1]):
        return labelled[:2] == list(words) or _in_range(words, labelled)
    names, text = _searched(facts)
    text += f" {beside.lower()}"
    return all(word in names or (not NUMBERED.match(word) and word in text) for word in words)


def _has_page(pages: str, page: str) -> bool:
    """Whether a page is among those of a place: 85 is among 80-91, and among 7, 80-91."""
    ranges = (part.partition("-") for part in pages.split(", "))
    return any(
        all(end.isdigit() for end in (low, page, high or low))
        and int(low) <= int(page) <= int(high or low)
        for low, _, high in ranges
    )


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


def chapter_has(facts: Searchable, chapter: str) -> bool:
    """Whether a claim stands in a chapter or an appendix."""
    wanted = chapter.strip().upper()
    return facts.chapter == wanted or (not facts.chapter and lies_in(facts, wanted))


def lies_in(facts: Searchable, section: str) -> bool:
    """Whether a claim stands in a section, or in a part of it."""
    wanted = section.strip().removeprefix("§").upper()
    return Place("", "", facts.section.upper(), "", "").lies_in(wanted)


def nearest(word: str, document: str | None = None) -> list[str]:
    """The IDs nearest to a word, of one document if it is given: by label or title, then spelling.

    >>> nearest("Theorem 4.3")[0], nearest("bern.lemF3")[0], nearest("lemF3", "zcdp")[0][:4]
    ('bern.thm4.3', 'bern.lemF.3', 'zcdp')
    """
    index = {
        id: claim for id, claim in _declared_claims().items() if document in (None, claim.document)
    }
    if len(word) > LONGEST_QUERY:
        return []
    by_words = [id for id, facts in index.items() if matches(facts, asked(word))]
    return list(dict.fromkeys([*by_words[:NEAR], *spelt_like(word, index)]))[:NEAR]


def _declared_claims() -> Mapping[str, Completed]:
    """The claims of all known documents, by ID."""
    opened = (document.declared for document in OPENED.values())
    others = {id: completed(claim) for claims in opened for id, claim in claims.items()}
    return {**_of_this_package(), **others, **REGISTERED}


@cache
def _of_this_package() -> Mapping[str, Completed]:
    """The claims of its documents, which stay as they are while a process runs."""
    return {id: completed(one) for item in SHIPPED for id, one in item.declared.items()}
