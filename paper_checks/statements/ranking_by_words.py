"""Claims ranked by the words of a person: which claim fits what is asked for, and how well.

A claim is found by what the phrase says of it: its label ("Thm 4.3", "eq. (14)", "Alg. 2"), its
place ("Section 5.2"), its document ("the Bernoulli paper"), the words of its title, its ID, its
statement and the title of its section. Those that answer to everything that is said are the ones
that are named.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log
from .asked_places import stands_at
from .completed import Completed
from .documents import Document, known_documents
from .places import section_title
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
    silent,
    words_of,
)  # fmt: skip

TITLE, NAME, SAID, KIND, SECTION = 1.0, 0.9, 0.55, 0.5, 0.3
"""How much a word counts in the title, the ID or label, the statement, the kind, the section."""
OWN, INSIDE, ALONE, BESIDE, IN_RANGE = 6, 4, 3, 2, 1
"""A label is that of the claim; of the statement that it belongs to; of its place, as the only
equation there or as one of several; or it lies in a range such as (34)-(41)."""
OF_A_LABEL = {OWN: 100.0, INSIDE: 82.0, ALONE: 80.0, BESIDE: 78.0, IN_RANGE: 74.0, 0: 0.0}
OF_WORDS = 50.0
OF_ITS_TITLE = 14.0
"""How much is due to how much of the title was said."""
OF_A_PRINTED_TITLE = 12.0
"""How much is due to a printed title that was said as a whole, and little besides it."""
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
OF_THE_PLACE_ITSELF = 4.0
"""What the label of a place counts more than an ID that has its number."""
PROOF = "Proof of "
"""How the label of a proof begins that is named after its statement."""
EQUATION = re.compile(r"\(([\d.]+|[a-h]\.?\d+)\)(?:(?:-| to )\(([\d.]+|[a-h]\.?\d+)\))?\Z")


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

    @cached_property
    def _numbered(self) -> Mapping[str, list[tuple[Label, int]]]:
        """Its labels by their numbers."""
        numbered: dict[str, list[tuple[Label, int]]] = {}
        for label, how in self.labels.items():
            numbered.setdefault(label.number, []).append((label, how))
        return numbered

    @property
    def ranges(self) -> tuple[tuple[Label, str], ...]:
        """Labels that begin a range, each with its end."""
        return self._all_labels[1]

    @cached_property
    def title(self) -> frozenset[str]:
        """The words of its title."""
        return frozenset(words_of(self.claim.title)) - silent()

    @cached_property
    def printed_title(self) -> frozenset[str]:
        """The words of the title that it has in the document."""
        return frozenset(words_of(self.claim.printed_title)) - silent()

    @cached_property
    def joined(self) -> frozenset[str]:
        """The words with a hyphen in its title or its statement, as one word."""
        return frozenset(
            joined_words_of(f"{self.claim.title} {self.claim.printed_title} {self.claim.statement}")
        )

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

    @cached_property
    def document(self) -> str:
        """The name of its document."""
        return self.claim.document

    @cached_property
    def values(self) -> Mapping[str, float]:
        """How much each word counts that stands here: as in the field that tells most."""
        values: dict[str, float] = {}
        for value, field in (
            (SECTION, self.section),
            (KIND, self.kind),
            (SAID, self.joined),
            (SAID, self.said),
            (NAME, self.names),
            (TITLE, self.printed_title),
            (TITLE, self.title),
        ):
            values.update(dict.fromkeys(field, value))
        return values

    def has(self, label: Label) -> int:
        """How it has a label: as its own, that of what it belongs to, of its place; 0 if not.

        A number that is named comes before a range that contains it.
        """
        best = 0
        for mine, how in self._numbered.get(label.number, ()):
            if label.kind in (mine.kind, "") and (not label.part or mine.part in (label.part, "")):
                best = max(best, how)
        if not best and any(_between(label, first, last) for first, last in self.ranges):
            return IN_RANGE
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


@dataclass(frozen=True)
class Weighed:
    """The words of a question, each with how much it tells, and all their parts."""

    words: tuple[Word, ...]
    weights: tuple[float, ...]
    said: frozenset[str]

    @cached_property
    def total(self) -> float:
        """The sum of the weights."""
        return sum(self.weights)


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
            for word in one.values:
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
        document = one.document
        return (
            not question.empty
            and (not question.documents or document in question.documents)
            and all(one.has(label) for label in question.labels)
            and all(one.has(p) == OWN or stands_at(one.claim, p) for p in question.places)
            and all(document in word.documents or _value(one, word) > 0 for word in question.words)
        )

    def weighed(self, question: Question) -> Weighed:
        """The words of a question, each with how much it tells."""
        words = question.words
        said = {part for word in words for way in word.ways for part in way}
        return Weighed(words, tuple(map(self.weight, words)), frozenset(said))

    def score(self, one: Searched, question: Question, weighed: Weighed) -> float:
        """How well a claim fits a question, whose words are weighed once for all claims."""
        score = one.rank
        if question.meaning and self.is_definition(one):
            score += OF_A_DEFINITION
        if question.documents and one.document not in question.documents:
            score += ANOTHER_DOCUMENT
        for label in question.labels:
            score += _of_label(one, label, question)
        for place in question.places:
            score += _of_place(one, place)
        if weighed.words:
            values = [
                max(_value(one, word), SAID * (one.document in word.documents))
                for word in weighed.words
            ]
            score += OF_WORDS * sum(map(float.__mul__, weighed.weights, values)) / weighed.total
            titles = [title for title in (one.title, one.printed_title) if title]
            share = max((len(weighed.said & t) / len(t) for t in titles), default=0.0)
            score += OF_ITS_TITLE * share
            if one.printed_title and one.printed_title <= weighed.said:
                score += OF_A_PRINTED_TITLE * len(one.printed_title) / len(weighed.said)
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
        weighed = self.weighed(question)
        scores = {id: self.score(one, question, weighed) for id, one in chosen.items()}
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
    best = 0.0
    for way in word.ways:
        if all(part in one.values for part in way):
            best = max(best, sum(one.values[part] for part in way) / len(way))
    if not best:
        return 0.0
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
    names = [place, place._replace(kind="section")]  # Appendix G.1 is also Section G.1
    if OWN in map(one.has, names if place.kind == "appendix" else names[:1]):
        return OF_A_LABEL[OWN] + OF_THE_PLACE_ITSELF * bool(one.claim.label)
    if not stands_at(one.claim, place):
        return 0.0
    number = place.number.upper()
    exact = number in map(str.upper, one.claim.where.sections)
    return OF_A_LABEL[BESIDE] - (0 if exact else 6)


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
    for label, end in labels_in(plain(claim.place))[0]:
        if label.kind in PLACES:
            continue
        labels.setdefault(label, BESIDE)
        if letter and not label.part:
            labels.setdefault(label._replace(part=letter), BESIDE)
        if end:
            ranges.append((label, end))
    pieces = f"{claim.where.equation}, {claim.displays}".lower().split(", ")
    numbers = [number for piece in pieces if (number := EQUATION.match(piece))]
    alone = len({number[0] for number in numbers}) == 1
    for number in numbers:
        first = Label("equation", number_of(number[1]))
        if number[2]:
            labels.setdefault(first, BESIDE)
            ranges.append((first, number_of(number[2])))
        else:
            labels[first] = max(labels.get(first, 0), ALONE if alone else BESIDE)
    return labels, tuple(ranges)


def _names(documents: Iterable[Document]) -> Iterable[Named]:
    """The names of documents: those that their texts list, their titles, authors and years."""
    for document in documents:
        called = (document.prefix, *document.called, document.year)
        yield from names_of(document.name, document.title, called)
        for author in document.authors:
            yield Named((plain(author.split()[-1]),), document.name)
