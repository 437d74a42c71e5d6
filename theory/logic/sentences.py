"""Sentences of a proof: a number, words, a formula behind ::, and a reason behind --.

3. So it is less probable. :: q <= p -- pr_mono(P, A, B), 2

A proof by steps and a formal one have the same sentences. What is cut apart here is a text alone;
where its parts stand, the caller knows.
"""

from __future__ import annotations
import re
from typing import NamedTuple

LABELLED = re.compile(r"(\w+)\.(?:\s+|\Z)", re.ASCII)
"""The number of a sentence, and the dot behind it."""
MARK = re.compile(r"(?:(?<=\s)|^)(::|--)(?=\s|\Z)")
SIGNS_OF_PYTHON = {"==": "=", "**": "^"}
"""Two signs that may be written as in Python, and how they are printed."""
WORDS_OR_SIGNS = re.compile(r'"[^"]*"|==|\*\*')
GIVEN, OPEN = "given", "open"
"""The reasons of what a statement supposes, and of what is not shown yet."""
IDENTITY = "identity"
"""A reason of an equation: both sides have one normal form."""
ALL_OF = re.compile(r"all\s+of\s+")
"""How a reason begins that joins earlier sentences."""
TEXTBOOK, CLAIM, WORDS, INDUCTION = "textbook", "claim", "words", "induction"
"""The words that begin the reason of a sentence that rests on something outside of its proof."""
COMPUTED, ENUMERATED = PROGRAMS = "computed", "enumerated"
"""Those of a sentence that a program of a folder finds; nothing here runs one."""
NAMED = (TEXTBOOK, CLAIM, WORDS, INDUCTION, *PROGRAMS)


class WrongSentence(ValueError):
    """What cannot be cut apart, and the place in the text where that is seen."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message, self.at = message, at


class Sentence(NamedTuple):
    """The places of the parts behind the number, each from its first letter up to its end."""

    words: slice
    in_quotes: bool
    formula: slice | None
    reason: slice | None


def cut_apart(text: str) -> Sentence:
    """The parts of a sentence behind its number.

    The words end at the first :: or -- between spaces; those with such a mark are in quotes.

    >>> text = "So it is. :: x <= 1 -- by (1)"
    >>> [text[part].strip() for part in cut_apart(text) if isinstance(part, slice)]
    ['So it is.', 'x <= 1', 'by (1)']
    """
    quoted = text.startswith('"')
    start = behind_quotes(text, 0) if quoted else 0
    marks = [match for match in MARK.finditer(text, start) if match.start() > start or not quoted]
    end = marks[0].start() if marks else len(text)
    if quoted and (rest := text[start:end].strip()):
        raise WrongSentence(
            f"{rest!r} was read; the sentence in quotes has ended.", text.index(rest, start)
        )
    formula = reason = None
    if marks and marks[0][1] == "::":
        formula = slice(marks[0].end(), marks[1].start() if len(marks) > 1 else len(text))
        if not text[formula].strip():
            message = "Nothing stands behind ::; a relation such as `x <= y` was expected."
            raise WrongSentence(message, formula.stop)
        marks = marks[1:]
    if marks and marks[0][1] == "::":
        message = "A second :: stands here; a step has one relation."
        raise WrongSentence(message, marks[0].start())
    if marks:
        reason = slice(marks[0].end(), len(text))
        if not text[reason].strip():
            message = "Nothing stands behind --; a reason was expected."
            raise WrongSentence(message, len(text))
    return Sentence(slice(0, start if quoted else end), quoted, formula, reason)


def is_named_hypothesis(reason: str) -> bool:
    """Whether a reason names what a sentence rests on outside of its proof.

    >>> is_named_hypothesis("textbook markov (1)"), is_named_hypothesis("textbooks, 2")
    (True, False)
    """
    return reason.split(maxsplit=1)[:1] in ([word] for word in NAMED)


def is_open(text: str, of_quantities: bool = True) -> bool:
    """Whether a line of a proof is a sentence that the proof does not show.

    In a theorem whose sentences say its quantities a hypothesis in words alone is one, too.

    >>> is_open("3. So. :: x <= 1 -- open"), is_open("3. So. :: x <= 1 -- opened")
    (True, False)
    >>> is_open("3. So. :: x <= 1 -- open; for x <= 1/2")
    True
    >>> is_open("1. It is random. -- given"), is_open("1. It is small. :: x <= 1 -- given")
    (True, False)
    """
    label = LABELLED.match(text)
    if label is None:
        return False
    try:
        parts = cut_apart(text[label.end() :])
    except WrongSentence:
        return False
    if parts.reason is None:
        return False
    reason = text[label.end() :][parts.reason]
    first = reason.partition(";")[0].strip()  # conditions, as in `open; for x > 0`, stand behind it
    if of_quantities and first == GIVEN:
        return parts.formula is None
    return first == OPEN or is_named_hypothesis(reason)


def behind_quotes(text: str, start: int) -> int:
    """Where the text in quotes that begins at a place has ended; two quotes stand for one in it."""
    at = start + 1
    while True:
        at = text.find('"', at) + 1
        if not at:
            raise WrongSentence('The text in quotes has no end; a " was expected.', start)
        if text[at : at + 1] != '"':
            return at
        at += 1


def unquoted(text: str) -> str:
    """The words of a text in quotes.

    >>> unquoted('"so ""called"" noise"')
    'so "called" noise'
    """
    return " ".join(text.strip()[1:-1].replace('""', '"').split())


def with_signs_of_formulas(text: str) -> str:
    """Formulas and reasons with = and ^, which may be written == and **; quotes stay as they are.

    >>> with_signs_of_formulas('x**2 == y -- words "a == b"')
    'x^2 = y -- words "a == b"'
    """
    return WORDS_OR_SIGNS.sub(lambda found: SIGNS_OF_PYTHON.get(found[0], found[0]), text)
