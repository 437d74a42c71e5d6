"""One resolver: the claims that people name, by ID, former ID, label, place, document, or words.

Every command that takes a claim or a figure asks here. An ID is taken as it is, or as it was typed;
of a phrase `ranking_by_words` says which claims answer to it. One is taken, several are listed.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from .catalogue import former_ids, present_id
from .completed import REGISTERED, Completed, completed, of_this_package
from .documents import OPENED, SHIPPED, Document, document_of_id, known_documents
from .folders_beside import folder_hint
from .ids_in_texts import NEAR, spelt_like
from .places import Place
from .ranking_by_words import INSIDE, Index
from .reader_words import Label, Question, labels_in, short_of, words_of

SHOWN = 4
"""So many candidates are named where several fit, or none does."""


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


def places_asked(words: Sequence[str]) -> tuple[Label, ...]:
    """The sections, appendices, chapters and pages that the words of a search name.

    >>> [str(place) for place in places_asked(["noise in Section 5.2"])]
    ['Section 5.2']
    """
    phrase = " ".join(word for word in words if not is_pattern(word))
    return index().asked(phrase).places if phrase else ()


def is_pattern(word: str) -> bool:
    """Whether a word is a pattern of IDs such as bern.lemF.*, and no phrase with such a sign."""
    return " " not in word.strip() and any(sign in word for sign in "*?[")


def document_alone(phrase: str) -> Document | None:
    """The document of this package that a phrase names, if it says nothing of a claim.

    It is named by its name, its prefix or its title, and as a paper by what people call it, too.

    >>> found = [document_alone(it) for it in ("bern", "the faster rates paper", "faster rates")]
    >>> [None if one is None else one.name for one in found]
    ['bernoulli', 'adversarial', None]
    """
    words = [word for word in words_of(phrase) if word != "the"]
    as_paper = words[-1:] == ["paper"]
    words = words[:-1] if as_paper else words
    for document in SHIPPED:
        names = (document.name, document.prefix, document.title)
        if words in map(words_of, (*names, *document.called) if as_paper else names):
            return document
    return None


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
        """The ID that a word is, perhaps without the prefix of the document, or a label in TeX."""
        prefix = next(iter(self.ids), "").partition(".")[0] if self.document else ""
        in_tex = word.replace(":", "-")  # an ID that is made from a source has no colon
        tried = (word, f"{prefix}.{word}", f"{prefix}.{in_tex}")
        return next((id for id in tried if id in self.ids), None)

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
        home = document_alone(word) if self.document is None else None
        if home is not None:
            raise ValueError(self.whole(word, home))
        if len(named) > 1:
            raise ValueError(self.several(word, named, question))
        raise ValueError(self.none(word, named or self.nearest(word, question)))

    def _by_title(self, word: str, named: Sequence[str]) -> str | None:
        """The one claim with this title, its own or the printed one."""
        words, claims = words_of(word), self.index.claims
        found = [
            id
            for id in named
            if words in map(words_of, (claims[id].claim.title, claims[id].claim.printed_title))
        ]
        return found[0] if len(found) == 1 else None

    def nearest(self, word: str, question: Question) -> list[str]:
        """The nearest IDs by what is asked for, then by spelling; of a document that is named."""
        ids = [id for id in self.ids if _is_in(id, question.documents)]
        by_words = self.index.ranked(question, [id for id in ids if id in self.index.claims])
        spelt = spelt_like(short_of(question.labels[0]) if question.labels else word, ids)
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

    def whole(self, word: str, document: Document) -> str:
        """The sentence about a word that names a document, and nothing in it."""
        name = document.name
        return (
            f"{word!r} is a document, {document.title}; `banditproof check --document {name}` "
            f"checks all of it, and `banditproof claims --document {name}` lists its claims."
        )

    def several(self, word: str, ids: Sequence[str], question: Question) -> str:
        """The sentence about a phrase that fits several claims."""
        what = "is the label of" if question.labels and not question.words else "fits"
        left = len(ids) - SHOWN
        more = f"; and {left} more, which {self.shows} shows" if left > 0 else ""
        given = f"give one of these IDs: {self.listed(ids)}{more}."
        return f"{word!r} {what} {len(ids)} {self.noun}s; {given}"

    def none(self, word: str, near: Sequence[str]) -> str:
        """The sentence about a phrase that fits nothing."""
        if self.document is None and (folder := folder_hint(word)):
            return f"There is no {self.noun} {word!r}; {folder}"
        hint = f"{self.shows} shows them"
        if self.document is not None:
            hint = f"`banditproof claims` shows those of {self.document}"
        if near:
            hint = f"did you mean {self.listed(near)}?"
        return f"There is no {self.noun} {word!r}; {hint}".rstrip(".") + ("" if near else ".")


def _is_in(id: str, documents: Collection[str]) -> bool:
    """Whether an ID is one of these documents; of any, if none is named."""
    home = document_of_id(id)
    return not documents or (home is not None and home.name in documents)


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
