"""The pieces of a text: words, formulas between dollar signs, code between backticks.

Words may hold mathematics as a terminal shows it (mu_star, 10^6, eps <= 1). What is understood of
it becomes separate pieces, which every form of output can show; the rest stays as it is written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias
from .letters import GREEK, SIGNS, STAR


@dataclass(frozen=True)
class Words:
    """Plain words."""

    text: str


@dataclass(frozen=True)
class Formula:
    """A formula in LaTeX."""

    latex: str


@dataclass(frozen=True)
class Code:
    """Code, which stays as it is."""

    text: str


@dataclass(frozen=True)
class Name:
    """A name with dots inside, such as the ID of a claim, or a file."""

    text: str


@dataclass(frozen=True)
class Script:
    """A letter, a number or a bracket, with what stands below it and above it."""

    base: str
    below: str = ""
    above: str = ""


Piece: TypeAlias = Words | Formula | Code | Name | Script

MARKED = re.compile(r"\$([^$]+)\$|`([^`]+)`")
_GREEK = "|".join(sorted(GREEK, key=len, reverse=True))
_NO_LAW = r"(?! (?:laws?|distributions?|functions?|priors?|noise)\b)"
_ABOVE = (
    r"\^(?:\{(?P<above_set%s>[^{}]*)\}|\((?P<above_bracket%s>[^()]*(?:\([^()]*\)[^()]*)*)\)"
    r"|(?P<above_word%s>-?(?:\d*\.?\d+|[A-Za-zα-ω]+)(?![A-Za-z0-9])|\*))"
)
TOKEN = re.compile(
    r"(?P<name>(?<![\w.])[A-Za-z][\w-]*(?:\.[\w*]+)+)"
    r"|(?P<option>(?<![\w-])--[a-z][\w-]*)"
    rf"|(?<![A-Za-z_.\\])(?P<base>(?:{_GREEK})(?![A-Za-z0-9]){_NO_LAW}"
    r"|KL|TV|kl|[A-Za-zα-ωΔ](?=[_*])|[A-Za-zα-ωΔ]+(?=\^)|(?<!\d)\d+(?:\.\d+)?(?=\^))"
    r"(?P<star>\*(?=_))?"
    r"(?:_(?:\{(?P<below_set>[^{}]*)\}|(?P<below_word>[A-Za-z0-9α-ω]{1,9})(?![A-Za-z0-9_])))?"
    rf"(?:{_ABOVE % (('',) * 3)})?(?![A-Za-z0-9_\\]|\.[a-z])"
    rf"|(?P<close>(?<=\S)[)\]]){_ABOVE % (('_2',) * 3)}"
    rf"|(?P<sign>{'|'.join(map(re.escape, SIGNS))})"
    r"|(?P<times>(?<=[\d)])\*(?=[\w(]))"
)
"""A name with dots, an option, a letter with indices, a power of a bracket, a sign."""
SPACED = re.compile(
    rf"(?<![\w.-])({_GREEK}) (?=star\b|\d+(?: =|\Z))|(?<![\w.])(mu|Delta) (?=[aij](?: =|\Z))"
)
"""The name of a quantity in a table of values, where a blank stands before the index."""


def pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of a text, in order.

    >>> for piece in pieces("If $x<1$, `f` is at most 10^6 (bern.eq2)."):
    ...     print(piece)
    Words(text='If ')
    Formula(latex='x<1')
    Words(text=', ')
    Code(text='f')
    Words(text=' is at most ')
    Script(base='10', below='', above='6')
    Words(text=' (')
    Name(text='bern.eq2')
    Words(text=').')
    """
    results: list[Piece] = []
    for piece in _read(text):
        if isinstance(piece, Words) and results and isinstance(results[-1], Words):
            results[-1] = Words(results[-1].text + piece.text)
        elif piece != Words(""):
            results.append(piece)
    return tuple(results)


def _read(text: str) -> Iterator[Piece]:
    end = 0
    for mark in MARKED.finditer(text):
        yield from _read_words(text[end : mark.start()])
        yield Code(mark[2]) if mark[1] is None else Formula(mark[1])
        end = mark.end()
    yield from _read_words(text[end:])


@lru_cache(maxsize=1 << 14)
def _read_words(text: str) -> tuple[Piece, ...]:
    results: list[Piece] = []
    end = 0
    text = SPACED.sub(lambda name: f"{name[1] or name[2]}_", text)
    for token in TOKEN.finditer(text):
        results += [Words(text[end : token.start()]), _piece(token)]
        end = token.end()
    return (*results, Words(text[end:]))


def _piece(token: re.Match[str]) -> Piece:
    if token["name"]:
        return Name(token["name"])
    if token["sign"]:
        return Words(SIGNS[token["sign"]])
    if token["times"]:
        return Words("·")
    kinds = ("above_set", "above_bracket", "above_word")
    above = next((result for k in kinds if (result := token[k] or token[f"{k}_2"])), "")
    above = STAR if above == "*" else above
    base, below = token["base"], token["below_set"] or token["below_word"] or ""
    if token["close"]:
        return Script(token["close"], above=spelled(above))
    if token["option"] or (base not in GREEK and not (below or above)):
        return Words(token[0])
    above = f"{STAR}{above}" if token["star"] else above
    return Script(spelled(base), spelled(below), spelled(above))


def spelled(text: str) -> str:
    """A short text of mathematics with its Greek letters and signs as characters.

    >>> spelled("n_m*eps"), spelled("star"), spelled("-1/2")
    ('n_m·ε', '⋆', '−1/2')
    """
    if text == "star":
        return STAR
    text = re.sub(rf"(?<![A-Za-z])(?:{_GREEK})(?![A-Za-z])", lambda name: GREEK[name[0]], text)
    text = re.sub("|".join(map(re.escape, SIGNS)), lambda sign: SIGNS[sign[0]], text)
    return text.replace("*", "·").replace("-", "−")


def sentence(text: str) -> str:
    """A text with a full stop at its end, unless a sign that ends a sentence is there already.

    A stop may stand inside a formula, before its dollar sign.

    >>> sentence("x is small"), sentence("It is $x^2 .$"), sentence("Is it?")
    ('x is small.', 'It is $x^2 .$', 'Is it?')
    """
    return text if text.rstrip("$ ").endswith((".", "?", "!")) else f"{text}."
