"""One resolver: the claims that people name, by ID, former ID, label, place, document, or words.

Every command that takes a claim or a figure asks here. A claim is found by what the phrase says of
it: its label ("Thm 4.3", "eq. (14)", "Alg. 2"), its place ("Section 5.2"), its document ("the
Bernoulli paper"), the words of its title, its ID, its statement and the title of its section. All
claims are ranked by it; those that answer to everything that is said are the ones that are named.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from math import log
from typing import Protocol
from .catalogue import former_ids, present_id
from .completed import Completed, completed, of_this_package
from .documents import (
    OPENED,
    SHIPPED,
    Document,
    document_named,
    document_of_id,
    known_documents,
)  # fmt: skip
from .ids_in_texts import NEAR, spelt_like
from .places import ROMAN, Place, section_title
from .reader_words import (
    PLACES,
    Label,
    Named,
    Question,
    Word,
    asked,
    joined_words_of,
    labels_in,
    names_of,
    number_of,
    plain,
    short_of,
    silent,
    words_of,
)  # fmt: skip
from .registered import REGISTERED

SHOWN = 4
"""So many candidates are named where several fit, or none does."""
TITLE, NAME, SAID, KIND, SECTION = 1.0, 0.9, 0.55, 0.5, 0.3
"""How much a word counts in the title, the ID or label, the statement, the kind, the section."""
OWN, INSIDE, BESIDE = 3, 2, 1
"""A label is that of the claim; of the statement that it belongs to; or of its place."""
OF_A_LABEL = {OWN: 100.0, INSIDE: 82.0, BESIDE: 78.0, 0: 0.0}
OF_WORDS = 50.0
OF_ITS_TITLE = 14.0
"""How much is due to how much of the title was said."""
RARITY = 0.8
"""How much more rare words tell; 1 is the logarithm of how rare they are."""
SCATTERED = 0.6
"""How much is left of a word with a hyphen whose parts stand apart."""
OF_A_DEFINITION = 12.0
"""How much a definition gains where it is asked what something is."""
ANOTHER_KIND = 40.0
"""How much the right number counts under a wrong kind."""
ANOTHER_DOCUMENT = -120.0
RANKS = {
    "theorem": 8.0,
    "proposition": 7.0,
    "lemma": 6.5,
    "corollary": 6.0,
    "definition": 5.0,
    "algorithm": 5.0,
    "figure": 4.0,
    "table": 4.0,
    "experiment": 4.0,
    "claim": 3.0,
    "remark": 2.0,
    "proof": 0.0,
}
"""What people ask for more often, where all else is the same."""
PROOF = "Proof of "
"""How the label of a proof begins that is named after its statement."""
EQUATION = re.compile(r"\(([\d.]+|[a-h]\.?\d+)\)(?:(?:-| to )\(([\d.]+|[a-h]\.?\d+)\))?\Z")


class Standing(Protocol):
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


class Searched:
    """What is searched of a claim, in the form in which it is compared; each made when needed."""

    def __init__(
        self, claim: Completed, claims: Mapping[str, Completed], label: Label | None = None
    ) -> None:
        self.claim = claim
        self._claims = claims
        self._label = label

    @cached_property
    def _all_labels(self) -> tuple[Mapping[Label, int], tuple[tuple[Label, str], ...]]:
        if self._label is not None:
            return {self._label: OWN}, ()
        return _labels(self.claim, self._claims)

    @property
    def labels(self) -> Mapping[Label, int]:
        """Its labels, each with whether it is its own."""
        return self._all_labels[0]

    @property
    def ranges(self) -> tuple[tuple[Label, str], ...]:
        """Labels that begin a range, each with its end."""
        return self._all_labels[1]

    @cached_property
    def title(self) -> frozenset[str]:
        """The words of its title."""
        return frozenset(words_of(self.claim.title)) - silent()

    @cached_property
    def joined(self) -> frozenset[str]:
        """The words with a hyphen in its title or its statement, as one word."""
        return frozenset(joined_words_of(f"{self.claim.title} {self.claim.statement}"))

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of its ID and its label."""
        id, numbers = self.claim.id, (label.number for label in self.labels)
        of_id = words_of(re.sub(r"[._]", " ", id.partition(".")[2]))
        return frozenset([*of_id, *_beginnings(id.lower()), *numbers, *words_of(self.claim.label)])

    @cached_property
    def kind(self) -> frozenset[str]:
        """The words of its kind."""
        return frozenset(words_of(self.claim.kind))

    @cached_property
    def said(self) -> frozenset[str]:
        """The words of its statement and of its place."""
        claim = self.claim
        return frozenset(words_of(f"{claim.statement} {claim.reading} {claim.place}"))

    @cached_property
    def section(self) -> frozenset[str]:
        """The words of the title of its section."""
        return frozenset(words_of(section_title(self.claim.document, self.claim.section)))

    @cached_property
    def rank(self) -> float:
        """How often people ask for such a claim, as a number."""
        claim = self.claim
        if "step" in claim.kind:
            return 0.0
        rank = RANKS.get(re.split(r"[ ,/]", claim.kind)[0], 1.0)
        rank += 4 * (OWN in self.labels.values())
        return rank - 4 * (claim.part_of is not None) - 7 * (not claim.stated)

    def value(self, word: str) -> float:
        """How much a word counts here; 0 where it does not stand."""
        for value, field in (
            (TITLE, self.title),
            (NAME, self.names),
            (SAID, self.said),
            (SAID, self.joined),
            (KIND, self.kind),
            (SECTION, self.section),
        ):
            if word in field:
                return value
        return 0.0

    def has(self, label: Label) -> int:
        """How it has a label: as its own, that of what it belongs to, of its place; 0 if not."""
        best = 0
        for mine, how in self.labels.items():
            same = mine.number == label.number and label.kind in (mine.kind, "")
            if same and (not label.part or mine.part in (label.part, "")):
                best = max(best, how)
        if any(_between(label, first, last) for first, last in self.ranges):
            best = max(best, INSIDE)
        return best

    def is_part(self, label: Label) -> bool:
        """Whether it is the part of a statement that a label names."""
        return bool(label.part) and any(
            mine.part == label.part and mine.number == label.number for mine in self.labels
        )


def _between(label: Label, first: Label, last: str) -> bool:
    if label.kind != first.kind:
        return False
    ends = [re.findall(r"\d+", number) for number in (first.number, label.number, last)]
    letters = {re.sub(r"[\d.]", "", number) for number in (first.number, label.number, last)}
    low, middle, high = (tuple(map(int, end)) for end in ends)
    return len(letters) == 1 and low <= middle <= high


class Index:
    """The claims of some documents, ready to be asked for."""

    def __init__(
        self, claims: Mapping[str, Completed], labels: Mapping[str, Label] | None = None
    ) -> None:
        """The labels are those of the claims, unless they are given."""
        self.claims = {
            id: Searched(claim, claims, (labels or {}).get(id)) for id, claim in claims.items()
        }
        self.names = tuple(_names(known_documents()))

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """How much each word tells: the fewer claims have it, the more."""
        counts: dict[str, int] = {}
        for one in self.claims.values():
            for word in one.title | one.names | one.kind | one.said | one.section | one.joined:
                counts[word] = counts.get(word, 0) + 1
        return {word: log(1 + len(self.claims) / count) ** RARITY for word, count in counts.items()}

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self._weights)

    def asked(self, query: str) -> Question:
        """What a person asks for."""
        return asked(query, self.names, lambda: self._known)

    def weight(self, word: Word) -> float:
        """How much a word tells: that of the rarest of its parts, in the way that tells most."""
        rare = log(1 + 2 * len(self.claims))
        return max(max(self._weights.get(part, rare) for part in way) for way in word.ways)

    def answers(self, one: Searched, question: Question) -> bool:
        """Whether a claim answers to all that is asked for."""
        document = one.claim.document
        return (
            not question.empty
            and (not question.documents or document in question.documents)
            and all(one.has(label) for label in question.labels)
            and all(one.has(p) == OWN or _stands_in(one.claim, p) for p in question.places)
            and all(document in word.documents or _value(one, word) > 0 for word in question.words)
        )

    def score(self, one: Searched, question: Question) -> float:
        """How well a claim fits a question."""
        score = one.rank
        if question.meaning and self.is_definition(one):
            score += OF_A_DEFINITION
        if question.documents and one.claim.document not in question.documents:
            score += ANOTHER_DOCUMENT
        for label in question.labels:
            score += _of_label(one, label, question)
        for place in question.places:
            score += _of_place(one, place)
        if question.words:
            weights = [self.weight(word) for word in question.words]
            values = [
                max(_value(one, word), SAID * (one.claim.document in word.documents))
                for word in question.words
            ]
            score += OF_WORDS * sum(map(float.__mul__, weights, values)) / sum(weights)
            said = {part for word in question.words for way in word.ways for part in way}
            if one.title:
                score += OF_ITS_TITLE * len(said & one.title) / len(one.title)
        return score

    @staticmethod
    def is_definition(one: Searched) -> bool:
        """Whether a claim says what a word means."""
        return one.claim.kind.startswith("definition")

    def ranked(self, question: Question, among: Collection[str] | None = None) -> list[str]:
        """The IDs from the one that fits best to the last that fits at all."""
        if question.empty:
            return []
        chosen = self.claims if among is None else {id: self.claims[id] for id in among}
        scores = {id: self.score(one, question) for id, one in chosen.items()}
        fitting = [id for id, score in scores.items() if score > chosen[id].rank + 1]
        return sorted(fitting, key=lambda id: -scores[id])

    def named(self, question: Question) -> list[str]:
        """The claims that a question names: each fits exactly, and the best come first.

        Where a label is asked for these are the statements with that label, without their parts,
        proof steps and repairs, if words do not ask for these.
        """
        ids = [id for id, one in self.claims.items() if self.answers(one, question)]
        if not ids:
            return []
        if not question.labels:
            return self.ranked(question, ids)
        if question.proof:
            proofs = [id for id in ids if self.claims[id].claim.label.startswith(PROOF)]
            return self.ranked(question, proofs or ids)
        for label in question.labels:
            parts = [id for id in ids if self.claims[id].is_part(label)]
            ids = parts or ids
            most = max(self.claims[id].has(label) for id in ids)
            ids = [id for id in ids if self.claims[id].has(label) == most]
        whole = [id for id in ids if not any(id.startswith(f"{other}.") for other in ids)]
        return self.ranked(question, whole if not question.words else ids)


def _value(one: Searched, word: Word) -> float:
    """How much the best way to write a word counts; all its parts must be there."""
    ways = ([one.value(part) for part in way] for way in word.ways)
    best = max(sum(values) / len(values) if all(values) else 0.0 for values in ways)
    apart = word.joined and word.joined not in one.joined and word.joined not in one.title
    return best * SCATTERED if apart else best


def _of_label(one: Searched, label: Label, question: Question) -> float:
    """How well a claim fits a label."""
    how = one.has(label)
    if question.proof and how:
        named = one.claim.label.startswith(PROOF)
        return OF_A_LABEL[OWN if named else INSIDE] + 12 * ("proof" in one.kind)
    if how:
        return OF_A_LABEL[how] + 25 * one.is_part(label)
    number = Label("", label.number)
    near = one.has(number)
    return ANOTHER_KIND * near / OWN


def _of_place(one: Searched, place: Label) -> float:
    """How well a claim fits a section, an appendix, a chapter or a page."""
    if one.has(place) == OWN:
        return OF_A_LABEL[OWN]
    if not _stands_in(one.claim, place):
        return 0.0
    number = place.number.upper()
    exact = number in map(str.upper, one.claim.where.sections)
    return OF_A_LABEL[BESIDE] - (0 if exact else 6)


def _stands_in(claim: Completed, place: Label) -> bool:
    """Whether a claim stands in a section, an appendix, a chapter or on a page."""
    number = place.number.upper()
    if place.kind == "page":
        return has_page(claim.page, number)
    if place.kind == "chapter":
        return chapter_has(claim, number)
    return lies_in(claim, _as_printed(claim, number))


def _as_printed(claim: Standing, section: str) -> str:
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


def chapter_has(claim: Standing, chapter: str) -> bool:
    """Whether a claim stands in a chapter or an appendix."""
    wanted = chapter.strip().upper()
    return claim.chapter == wanted or (not claim.chapter and lies_in(claim, wanted))


def lies_in(claim: Standing, section: str) -> bool:
    """Whether a claim stands in a section, or in a part of it."""
    wanted = section.strip().removeprefix("§").upper()
    return Place("", "", claim.section.upper(), "", "").lies_in(wanted)


def _beginnings(id: str) -> list[str]:
    """An ID, what stands behind its prefix, and what stands before its later dots.

    The prefix is left out: it is a name of the document, and no word about the claim.

    >>> _beginnings("bern.thm4.3")
    ['bern.thm4.3', 'thm4.3', 'bern.thm4']
    """
    parts = id.split(".")
    return [id, id.partition(".")[2], *(".".join(parts[:n]) for n in range(2, len(parts)))]


def _labels(
    claim: Completed, claims: Mapping[str, Completed]
) -> tuple[dict[Label, int], tuple[tuple[Label, str], ...]]:
    """The labels of a claim, each with how it has it, and those that begin a range."""
    labels: dict[Label, int] = {}
    ranges: list[tuple[Label, str]] = []
    last = claim.id.rpartition(".")[2]
    letter = last if re.fullmatch("[a-h]", last) else ""
    above = claim.id.rpartition(".")[0]
    while above and (above not in claims or claims[above].label != claim.label):
        above = above.rpartition(".")[0]
    own = OWN if claim.stated and not above else INSIDE
    if claim.label.startswith(PROOF):
        own = BESIDE
    for label, end in labels_in(plain(claim.label.removeprefix(PROOF)))[0]:
        labels[label] = own
        if end:
            ranges.append((label, end))
        if letter and not label.part:
            labels[label._replace(part=letter)] = OWN
    if not claim.label:  # Fact C.6 is in no table of labels, and has the ID thesis.factC.6
        name = re.sub(r"^([a-z]+)(?=[A-Z\d])", r"\1 ", claim.id.partition(".")[2])
        labels.update((label, own) for label, _ in labels_in(plain(name))[0])
    for label, _ in labels_in(plain(claim.place))[0]:
        if label.kind not in PLACES:
            labels.setdefault(label, BESIDE)
    for label, end in labels_in(plain(claim.where.equation))[0]:
        labels.setdefault(label, BESIDE)
        if letter and not label.part:
            labels.setdefault(label._replace(part=letter), BESIDE)
        if end:
            ranges.append((label, end))
    for piece in claim.where.equation.lower().split(", "):
        if number := EQUATION.match(piece):
            first = Label("equation", number_of(number[1]))
            labels.setdefault(first, BESIDE)
            if number[2]:
                ranges.append((first, number_of(number[2])))
    return labels, tuple(ranges)


def _names(documents: Iterable[Document]) -> Iterable[Named]:
    """The names of documents: those that their texts list, their titles, authors and years."""
    for document in documents:
        called = (document.prefix, *document.called, document.year)
        yield from names_of(document.name, document.title, called)
        for author in document.authors:
            yield Named((plain(author.split()[-1]),), document.name)


def index(document: str | None = None) -> Index:
    """The index of all known claims: of this package, of opened folders, and of programs.

    That of one opened folder has its claims alone.
    """
    if document in OPENED:
        return Index(_opened(OPENED[document]))
    if not (OPENED or REGISTERED.keys() - _of_this_package().keys()):
        return _index()
    claims = dict(_of_this_package())
    for item in OPENED.values():
        claims |= _opened(item)
    return Index({**claims, **{id: REGISTERED[id] for id in REGISTERED.keys() - claims.keys()}})


def _opened(document: Document) -> Mapping[str, Completed]:
    """The claims of an opened folder: those of its texts, then those of its programs alone."""
    claims = {id: completed(claim) for id, claim in document.declared.items()}
    others = {id: claim for id, claim in REGISTERED.items() if claim.document == document.name}
    return {**claims, **others}


@cache
def _of_this_package() -> Mapping[str, Completed]:
    """The claims of its documents, which stay as they are while a process runs."""
    return {id: of_this_package(id) for item in SHIPPED for id in item.declared}


@cache
def _index() -> Index:
    return Index(_of_this_package())


def ranked(query: str) -> list[str]:
    """The claims from the one that fits a phrase best, of all that fit at all.

    >>> ranked("Theorem 4.3 of the Bernoulli paper")[0], ranked("regret bound of DP-KLUCB")[0]
    ('bern.thm4.3', 'bern.thmF.9')
    """
    known = index()
    question = known.asked(query)
    typed = id_as_typed(query, known.claims)
    first = [] if typed is None else [typed]
    return list(dict.fromkeys([*first, *known.named(question), *known.ranked(question)]))


def id_as_typed(word: str, ids: Iterable[str]) -> str | None:
    """The one ID, present or former, that a word is but for case, dots, blanks and hyphens.

    >>> id_as_typed("Bern.thm.3.1", index().claims), id_as_typed("pab.lem25", index().claims)
    ('bern.thm3.1', 'adv.lem25')
    """
    wanted = _squeezed(word)
    found = {id for id in ids if _squeezed(id) == wanted}
    found = found or {now for was, now in former_ids().items() if _squeezed(was) == wanted}
    return found.pop() if len(found) == 1 else None


@cache
def _squeezed(word: str) -> str:
    return re.sub(r"[\s._-]", "", word).lower()


def ranked_for(words: Sequence[str]) -> list[str]:
    """The claims that fit the words of a search, the best first.

    Patterns of IDs and places alone rank nothing.
    """
    phrase = " ".join(word for word in words if not is_pattern(word))
    if not phrase:
        return []
    known = index()
    question = known.asked(phrase)
    return ranked(phrase) if question.labels or question.words else []


def is_pattern(word: str) -> bool:
    """Whether a word is a pattern of IDs such as bern.lemF.*, and no phrase with such a sign."""
    return " " not in word.strip() and any(sign in word for sign in "*?[")


@dataclass(frozen=True)
class Resolved:
    """The IDs that words on the command line stand for, and what is said about the words."""

    ids: tuple[str, ...]
    notes: tuple[str, ...]


def resolve(
    words: Iterable[str], document: str | None = None, among: Collection[str] | None = None
) -> Resolved:
    """The claims that are named: by ID, former ID, pattern, label, or words that fit one alone.

    They are those of one document, if one is given, whose prefix may be left out; `among` are the
    IDs of which one may be named, if not all. A ValueError names the nearest ones.

    >>> found = resolve(["derived.klgap", "Lemma F.3"])
    >>> found.ids, found.notes
    (('bern.derived.klgap', 'bern.lemF.3'), ('derived.klgap is now called bern.derived.klgap.',))
    """
    ids: list[str] = []
    notes: list[str] = []
    known = _Known(document, among)
    for word in words:
        now = present_id(word)
        if (id := known.id(word)) is not None:
            ids.append(id)
        elif is_pattern(word):
            found = [id for id in known.ids if fnmatchcase(id, word)]
            if not found:
                raise ValueError(f"No claim has an ID like {word!r}; see `banditproof claims`.")
            ids += found
        elif now is not None:
            ids.append(now)
            notes.append(f"{word} is now called {now}.")
        elif (typed := id_as_typed(word, known.ids)) is not None:
            ids.append(typed)
            notes.append(f"{word} is written {typed}.")
        elif among is None and any(word in item.declared for item in known_documents()):
            ids.append(word)  # of another document, which the command says itself
        else:
            ids.append(known.one(word, notes))
    return Resolved(tuple(dict.fromkeys(ids)), tuple(notes))


class _Known:
    """The claims among which one is named; their texts are completed when a phrase needs it."""

    noun = "claim"
    shows = "`banditproof claims`"

    def __init__(self, document: str | None, among: Collection[str] | None) -> None:
        self.document = document
        self._among = among

    @cached_property
    def index(self) -> Index:
        """What phrases are looked up in."""
        return index(self.document)

    @cached_property
    def ids(self) -> Mapping[str, None]:
        """The IDs, in the order of the documents."""
        known = [item for item in known_documents() if self.document in (None, item.name)]
        ids = [id for item in known for id in item.declared]
        ids += [id for id, one in REGISTERED.items() if self.document in (None, one.document)]
        return dict.fromkeys(id for id in ids if self._among is None or id in self._among)

    def id(self, word: str) -> str | None:
        """The ID that a word is, perhaps without the prefix of the document."""
        prefix = next(iter(self.ids), "").partition(".")[0] if self.document else ""
        return next((id for id in (word, f"{prefix}.{word}") if id in self.ids), None)

    def one(self, word: str, notes: list[str]) -> str:
        """The one claim that a phrase names; a ValueError with the candidates if it is not one."""
        question = self.index.asked(word)
        named = [id for id in self.index.named(question) if id in self.ids]
        if len(named) == 1 and not question.corrected:
            if question.words:
                notes.append(f"{word!r} is {self.said(named[0])}.")
            return named[0]
        if not question.labels and (title := self._by_title(word, named)):
            notes.append(f"{word!r} is {self.said(title)}.")
            return title
        if len(named) > 1:
            raise ValueError(self.several(word, named, question))
        raise ValueError(self.none(word, named or self.nearest(word, question)))

    def _by_title(self, word: str, named: Sequence[str]) -> str | None:
        """The one claim with this title."""
        words = words_of(word)
        found = [id for id in named if words_of(self.index.claims[id].claim.title) == words]
        return found[0] if len(found) == 1 else None

    def nearest(self, word: str, question: Question) -> list[str]:
        """The nearest IDs: by what is asked for, then by spelling."""
        by_words = self.index.ranked(question, [id for id in self.ids if id in self.index.claims])
        spelt = spelt_like(short_of(question.labels[0]) if question.labels else word, self.ids)
        first = [*spelt, *by_words] if " " not in word.strip() else [*by_words, *spelt]
        wholes: list[str] = []
        for id in dict.fromkeys(first):
            if not any(id.startswith(f"{one}.") for one in wholes):
                wholes.append(id)
            if len(wholes) == SHOWN:
                break
        return wholes

    def said(self, id: str) -> str:
        """An ID with its label and its title."""
        claim = self.index.claims[id].claim
        about = ", ".join(part for part in (claim.label, " ".join(claim.title.split())) if part)
        return f"{id} ({about})" if about else id

    def listed(self, ids: Sequence[str]) -> str:
        """Some IDs with their labels and titles."""
        shown = [self.said(id) for id in ids[:SHOWN]]
        return "; ".join(shown)

    def several(self, word: str, ids: Sequence[str], question: Question) -> str:
        """The sentence about a phrase that fits several claims."""
        what = "is the label of" if question.labels and not question.words else "fits"
        left = len(ids) - SHOWN
        more = f"; and {left} more, which {self.shows} shows" if left > 0 else ""
        given = f"give one of these IDs: {self.listed(ids)}{more}."
        return f"{word!r} {what} {len(ids)} {self.noun}s; {given}"

    def none(self, word: str, near: Sequence[str]) -> str:
        """The sentence about a phrase that fits nothing."""
        hint = f"{self.shows} shows them"
        if self.document is not None:
            hint = f"`banditproof claims` shows those of {self.document}"
        if near:
            hint = f"did you mean {self.listed(near)}?"
        return f"There is no {self.noun} {word!r}; {hint}".rstrip(".") + ("" if near else ".")


class _KnownFigures(_Known):
    """The figures among which one is named."""

    noun = "figure"
    shows = "`banditproof figure --help`"

    def __init__(self, titles: Mapping[str, str]) -> None:
        super().__init__(None, titles)
        figures, labels = {}, {}
        for id, title in titles.items():
            home = document_of_id(id)
            where = Place(home.name if home else "", "", "", "", "")
            figures[id] = Completed(id=id, title=title, kind="figure", stated=True, where=where)
            found = labels_in(id.partition(".")[2].lower())[0]
            if found:
                labels[id] = found[0][0]
        self._index = Index(figures, labels)

    @property
    def index(self) -> Index:
        return self._index

    @property
    def ids(self) -> Mapping[str, None]:
        return dict.fromkeys(self._index.claims)


def figure_named(word: str, titles: Mapping[str, str]) -> str:
    """The one figure that a word names, among some with titles: by its ID, its label or words.

    >>> titles = {"bern.fig8": "Regret against the budget", "zcdp.fig5": "Where the noise is added"}
    >>> figure_named("Figure 8", titles), figure_named("noise", titles)
    ('bern.fig8', 'zcdp.fig5')
    """
    known = _KnownFigures(titles)
    return known.id(word) or known.one(word, [])


def answering(words: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a claim answers to all words of a search, which may be patterns of IDs.

    >>> answers = answering(("thm. 4.3", "bern.*"))
    >>> answers("bern.thm4.3"), answers("thesis.thm4.3")
    (True, False)
    """
    patterns = [word for word in words if is_pattern(word)]
    phrase = " ".join(word for word in words if not is_pattern(word))
    known = index()
    question = known.asked(phrase)
    near = {id for id, one in known.claims.items() if known.answers(one, question)}
    with_label = {
        id for id in near if all(known.claims[id].has(label) >= INSIDE for label in question.labels)
    }
    if not near and "." in phrase and " " not in phrase:  # the beginning of IDs
        near = {id for id in known.claims if id.lower().startswith(phrase.lower())}
    if with_label and not question.proof:  # what only stands beside such a label is left out
        near = with_label
    exact = {id for id in (*words, present_id(phrase)) if id in known.claims}

    def answers(id: str) -> bool:
        if not all(fnmatchcase(id, pattern) for pattern in patterns):
            return False
        if len(patterns) == len(words):
            return True
        if exact:
            return id in exact
        return id in near

    return answers


def nearest(word: str, document: str | None = None) -> list[str]:
    """The IDs nearest to a word, of one document if it is given: by what it says, then by spelling.

    >>> nearest("Theorem 4.3")[0], nearest("bern.lemF3")[0], nearest("lemF3", "zcdp")[0][:4]
    ('bern.thm4.3', 'bern.lemF.3', 'zcdp')
    """
    known = _Known(document, None)
    return known.nearest(word, known.index.asked(word))[:NEAR]


def nearest_in_words(phrase: str) -> str:
    """The nearest claims with their labels and titles, in one line; empty if nothing is near.

    >>> print(nearest_in_words("Corollary 4.20").partition(";")[0])
    thesis.thm4.20 (Theorem 4.20, minimax zCDP)
    """
    known = _Known(None, None)
    return known.listed(known.nearest(phrase, known.index.asked(phrase)))
