"""What a person asks for: the labels, places, documents and words of a phrase.

"Thm. 4.3 of the Bernoulli paper" has the label (theorem, 4.3), the document `bernoulli`, and no
further word; `reader_words.toml` lists how people write kinds, and which phrases mean the same.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

LONGEST_QUERY = 200
"""The letters of a query beyond which nothing is near to it."""
SIGNS = str.maketrans({
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "eps", "ϵ": "eps",
    "η": "eta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu",
    "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "ϕ": "phi", "χ": "chi",
    "ψ": "psi", "ω": "omega", "§": " section ", "’": "'", "–": "-", "—": " ",
})  # fmt: skip
"""What is read instead of signs that a keyboard may lack."""
SHOWN_ALONE = re.compile(r"\\(?:mathrm|mathbb|mathcal|mathsf|operatorname|text|left|right)\b\*?")
NUMBER = (
    r"(?:[a-i][.\-]?\d+(?:\.\d+)*|\d+(?:\.\d+)*|[ivx]+(?:-[a-z]\d*)?|[a-i](?:\.\d+|-[a-z]\d*)*)"
)
WORD = re.compile(r"[a-z0-9]+(?:[.'\-_][a-z0-9]+)*")
ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
PLACES = ("section", "appendix", "chapter", "page")
LIKE = 0.8
"""How alike a word and a known one are that is taken for it, as `difflib` measures it."""


Known = Callable[[], frozenset[str]]
"""Gives the words of all claims; a label alone is read without them."""


class Label(NamedTuple):
    """A kind of statement, its number and its part; no kind where only a number was given."""

    kind: str
    number: str
    part: str = ""

    def __str__(self) -> str:
        part = f" ({self.part})" if self.part else ""
        return f"{self.kind.capitalize()} {self.number}{part}".strip()


class Named(NamedTuple):
    """A document by one of its names, as the words of which it is made."""

    words: tuple[str, ...]
    document: str
    sure: bool = False
    """Whether nothing else is meant by these words: they are of the title."""


@dataclass(frozen=True)
class Word:
    """A word of a question: the ways to write it, and the documents that it may stand for."""

    ways: tuple[tuple[str, ...], ...]
    documents: frozenset[str] = frozenset()
    joined: str = ""
    """A word with hyphens as if it had none."""


@dataclass(frozen=True)
class Question:
    """What a person asks for."""

    labels: tuple[Label, ...] = ()
    places: tuple[Label, ...] = ()
    words: tuple[Word, ...] = ()
    documents: frozenset[str] = frozenset()
    """The documents that are surely meant; none if it may be any."""
    proof: bool = False
    """Whether the proof of a statement is asked for."""
    meaning: bool = False
    """Whether it is asked what something is, so that a definition answers."""
    corrected: bool = False
    """Whether a word was taken for one that is spelt like it."""

    @property
    def empty(self) -> bool:
        """Whether nothing was said by which a claim could be found."""
        return not (self.labels or self.places or self.words or self.documents)


@cache
def _listed() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files(__package__).joinpath("reader_words.toml").read_text("utf-8"))


@cache
def kinds() -> dict[str, str]:
    """The kind of statement or place for each way to write it, in the singular and the plural."""
    ways = {way: kind for kind, listed in _listed()["kinds"].items() for way in listed}
    plurals = {
        f"{way.removesuffix('y')}ies" if way[-1] == "y" else f"{way}s": k for way, k in ways.items()
    }
    return {**plurals, **ways, "lemmata": "lemma", "appendices": "appendix"}


def short_of(label: Label) -> str:
    """A label as an ID spells it.

    >>> short_of(Label("theorem", "4.3"))
    'thm4.3'
    """
    ways = _listed()["kinds"].get(label.kind, [label.kind])
    number = label.number if label.number[:1].isdigit() else label.number.upper()
    return f"{ways[min(1, len(ways) - 1)]}{number}"


@cache
def silent() -> frozenset[str]:
    """The words that say nothing about which claim is meant."""
    return frozenset(_listed()["silent"]["words"])


@cache
def _same() -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """All ways to say a phrase, by each of them, as stems."""
    groups = [
        tuple(tuple(map(stem, phrase.split())) for phrase in group)
        for group in _listed()["same"]["groups"]
    ]
    return {phrase: group for group in groups for phrase in group}


def stem(word: str) -> str:
    """A word without its ending, so that its forms are one.

    >>> [stem(word) for word in ("policies", "sampled", "sampling", "minimises", "minimax")]
    ['policy', 'sampl', 'sampl', 'minimiz', 'minimax']
    """
    if not word.isalpha() or len(word) < 4:
        return word
    word = re.sub(r"is(e[sd]?|ing|ation|ations)\Z", r"iz\1", word)
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("s", ""), ("ation", ""), ("ity", "")):
        kept = ending == "s" and word.endswith(("ss", "us", "is"))
        if word.endswith(ending) and len(word) - len(ending) > 2 and not kept:
            word = word.removesuffix(ending) + instead
            break
    for ending in ("ing", "ed", "ly"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e") if len(word) > 4 else word


def plain(text: str) -> str:
    """A text in small letters without accents, with Greek letters and commands of TeX as words.

    >>> plain("Rényi, ε-DP"), plain(r"$\\\\mathrm{KL}(\\\\rho)$").split()
    ('renyi, eps-dp', ['kl', '(', 'rho)'])
    """
    low = text.lower()
    if not low.isascii():
        low = unicodedata.normalize("NFKD", low.translate(SIGNS))
        low = "".join(sign for sign in low if not unicodedata.combining(sign))
    if "\\" in low or "$" in low:
        low = SHOWN_ALONE.sub(" ", low)
        low = re.sub(r"[\\{}$^]+", " ", low.replace("varepsilon", "epsilon"))
    return re.sub(r"'s\b", "", low.replace("epsilon", "eps"))


def number_of(word: str, kind: str = "") -> str:
    """A number as labels are compared: letters and digits together, Roman numerals in digits.

    >>> number_of("D.3"), number_of("4.3"), number_of("II", "table"), number_of("V-B1", "section")
    ('d3', '4.3', '2', 'v-b1')
    """
    low = word.lower().strip("().,")
    if kind not in PLACES and low in ROMAN:
        return str(ROMAN.index(low))
    return re.sub(r"\A([a-z])[.\-]?(?=\d)", r"\1", low)


@cache
def _label_pattern() -> re.Pattern[str]:
    ways = "|".join(sorted(kinds(), key=len, reverse=True))
    return re.compile(
        rf"(?<![a-z0-9.])({ways})[\s.~:#_\-]*(?:no\.?\s*)?\(?({NUMBER})\)?(?![a-z0-9]{{2}})"
        rf"(?:\s*-\s*\(?({NUMBER})\)?)?(?:\s*\(([a-h])\)|\.?([a-h])(?![a-z0-9.])"
        r"|\s+([b-h]|a(?=\s*$|\s*,|\s+(?:of|in)\b))(?![\w.'-]))?(?![a-z0-9])"
    )


MEANING = re.compile(r"\b(?:what (?:is|are|does .* mean)|define|meaning of|definition of)\b")
HYPHENATED = re.compile(r"[a-z]+(?:-[a-z]+)+")
BETWEEN = re.compile(r"[.'\-_]")
NUMBERED = re.compile(r"\d")
BARE_EQUATION = re.compile(r"(?<![\w)])\((\d+(?:\.\d+)?|[a-h]\.\d+)\)(?![\w(])")
NUMBERED_PART = re.compile(r"(?<![\w.(])((?:[a-i]\.)?\d+(?:\.\d+)*)\s?\(([a-h])\)(?!\w)")
BARE_PART = re.compile(r"(?:\b(?:part|item|point)\s+\(?([a-h])\b\)?|(?<!\w)\(([a-h])\))")


def labels_in(text: str) -> tuple[list[tuple[Label, str]], str]:
    """The labels of a text, each with the end of its range, and what is left of the text.

    >>> [str(label) for label, _ in labels_in("thm. 4.3 and eq (14), prop 3.12(e), lemd.3")[0]]
    ['Theorem 4.3', 'Equation 14', 'Proposition 3.12 (e)', 'Lemma d3']
    """
    found: list[tuple[Label, str]] = []

    def taken(match: re.Match[str]) -> str:
        kind = kinds()[match[1]]
        number, end, part = match[2], match[3] or "", match[4] or match[5] or match[6] or ""
        joined = match.end(1) == match.start(2)
        roman = kind in ("section", "table", "figure", "chapter") and number in ROMAN
        if number.isalpha() and (joined or not (roman or kind == "appendix")):
            return match[0]
        found.append(
            (Label(kind, number_of(number, kind), part), number_of(end, kind) if end else "")
        )
        return " , "

    rest = _label_pattern().sub(taken, text)

    def equation(match: re.Match[str]) -> str:
        found.append((Label("equation", number_of(match[1])), ""))
        return " , "

    return found, BARE_EQUATION.sub(equation, rest)


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: plain, in parts at hyphens, without endings.

    >>> words_of("ε-DP of KL_inf"), words_of("Section 2.1")
    (['eps', 'dp', 'of', 'kl', 'inf'], ['section', '2.1'])
    """
    return [part for word in WORD.findall(plain(text)) for part in parts_of(word)]


def joined_words_of(text: str) -> list[str]:
    """The words of a text that have a hyphen, as if they were written without it.

    >>> joined_words_of("post-processing of KL-UCB in Section V-A")
    ['postprocess', 'klucb', 'va']
    """
    return [stem(word.replace("-", "")) for word in HYPHENATED.findall(plain(text))]


@lru_cache(maxsize=1 << 16)
def parts_of(word: str) -> tuple[str, ...]:
    """The parts of a word, without their endings; a number is one."""
    if "." in word and NUMBERED.search(word):
        return (number_of(word),)
    return tuple(stem(part) for part in BETWEEN.split(word) if part)


def asked(query: str, names: Sequence[Named], known: Known) -> Question:
    """What a person asks for, where documents have names, and claims have known words."""
    text = plain(query.strip())
    if not text or len(query) > LONGEST_QUERY:
        return Question()
    text, corrected = _spelt(text, names, known)
    proof = re.search(r"\b(?:proof|pf) (?:of|for)\b", text) is not None
    text = re.sub(r"\b(?:proof|pf) (?:of|for)\b", " ", text)
    meaning = MEANING.search(text) is not None
    found, rest = labels_in(text)
    labels = [label for label, _ in found if label.kind not in PLACES]
    if not labels and (named := NUMBERED_PART.search(rest)):  # 3.12(e), of whatever kind
        labels.append(Label("", number_of(named[1]), named[2]))
        rest = rest[: named.start()] + " , " + rest[named.end() :]
    places = [label for label, _ in found if label.kind in PLACES]
    if labels and not labels[0].part and (part := BARE_PART.search(rest)):
        labels[0] = labels[0]._replace(part=part[1] or part[2])
        rest = rest[: part.start()] + " , " + rest[part.end() :]
    tokens = re.findall(rf"{WORD.pattern}|,", rest)
    words, sure = _words(tokens, names, bool(labels or places), known)
    return Question(tuple(labels), tuple(places), tuple(words), sure, proof, meaning, corrected)


def _spelt(text: str, names: Sequence[Named], known: Known) -> tuple[str, bool]:
    """The text with the words that nobody knows replaced by those that are spelt like them."""
    of_names = {word for name in names for word in name.words}
    changed = False

    def better(match: re.Match[str]) -> str:
        nonlocal changed
        word = match[0]
        if len(word) < 5 or not word.isalpha() or word in kinds() or word in silent():
            return word
        if word in of_names or (stem(word),) in _same() or _begins(stem(word), known()):
            return word
        near = get_close_matches(word, [*kinds(), *of_names], 1, LIKE)
        near = near or get_close_matches(stem(word), known(), 1, LIKE)
        changed = changed or bool(near)
        return near[0] if near else word

    return re.sub(r"[a-z0-9]+", better, text), changed


def _words(
    tokens: list[str], names: Sequence[Named], labelled: bool, known: Known
) -> tuple[list[Word], frozenset[str]]:
    """The words that are left, and the documents that are surely meant."""
    sure: set[str] | None = None
    words: list[Word] = []
    at = 0
    while at < len(tokens):
        named = _named_at(tokens, at, names)
        if named:
            length, meant, of_title = named
            before = [token for token in tokens[max(0, at - 2) : at] if token != "the"]
            after = tokens[at + length] if at + length < len(tokens) else ""
            said = after in ("paper", "article", "preprint", "thesis", "manuscript")
            ends = before[-1:] in (["of"], ["in"], ["from"]) and after in ("", ",")
            if of_title or said or ends or labelled:
                sure = meant if sure is None or not sure & meant else sure & meant
            else:
                parts = tuple(
                    part for token in tokens[at : at + length] for part in parts_of(token)
                )
                words.append(Word((parts, *_same().get(parts, ())), frozenset(meant)))
            at += length
            continue
        length, word = _said_at(tokens, at, known)
        if word is not None:
            words.append(word)
        at += length
    return list(dict.fromkeys(words)), frozenset(sure or ())


def _named_at(
    tokens: list[str], at: int, names: Sequence[Named]
) -> tuple[int, set[str], bool] | None:
    """The longest name of documents that begins at a token: its length, and the documents."""
    fitting = [name for name in names if tuple(tokens[at : at + len(name.words)]) == name.words]
    if not fitting:
        return None
    length = max(len(name.words) for name in fitting)
    longest = [name for name in fitting if len(name.words) == length]
    return length, {name.document for name in longest}, any(name.sure for name in longest)


def _said_at(tokens: list[str], at: int, known: Known) -> tuple[int, Word | None]:
    """The word or the phrase at a token, with all ways to say it; None for what says nothing."""
    stems = [stem(token) for token in tokens[at : at + 4]]
    for length in range(len(stems), 0, -1):
        pieces = [part for token in tokens[at : at + length] for part in parts_of(token)]
        ways = _same().get(tuple(pieces))
        if ways and (length > 1 or tokens[at] not in silent()):
            return length, Word(ways)
    token = tokens[at]
    if token == "," or token in silent() or (len(token) == 1 and token.isalpha()):
        return 1, None
    parts = parts_of(token)
    ways = (parts,)
    if len(parts) > 1:
        joined = stem("".join(BETWEEN.split(token)))
        return 1, Word(
            (parts, (joined,)), joined=joined if token.replace("-", "").isalpha() else ""
        )
    if at + 1 < len(tokens) and token.isalnum():
        joined = stem(token + tokens[at + 1])
        if joined in known() and tokens[at + 1].isalnum() and tokens[at + 1] not in silent():
            return 2, Word(((parts[0], stem(tokens[at + 1])), (joined,)))
    if parts[0] not in known():
        ways = (*ways, *((word,) for word in _begins(parts[0], known())))
    return 1, Word(ways)


def _begins(beginning: str, known: frozenset[str]) -> list[str]:
    """The known words that begin like a word: a reader may stop in the middle of one."""
    if beginning in known:
        return [beginning]
    return (
        sorted(word for word in known if word.startswith(beginning)) if len(beginning) > 2 else []
    )


def names_of(document: str, title: str, others: Iterable[str]) -> Iterator[Named]:
    """The names of a document: what it is called, and three or more words of its title in a row.

    >>> [name.words for name in names_of("zcdp", "Private Bandits", ["the zCDP paper"])]
    [('zcdp',), ('zcdp',), ('private', 'bandits')]
    """
    for name in (document, *others):
        words = [word for word in WORD.findall(plain(name)) if word not in ("the", "paper")]
        if words:
            yield Named(tuple(words), document)
    spelt = WORD.findall(plain(title))
    least = min(3, len(spelt))
    for length in range(len(spelt), least - 1, -1):
        for start in range(len(spelt) - length + 1):
            yield Named(tuple(spelt[start : start + length]), document, sure=True)
