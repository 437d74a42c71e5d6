"""Lists in the clauses of a reason: names, terms, values of names, and weights of steps."""

import re
from collections.abc import Iterable, Mapping
from banditproof.theory.logic.cited_texts import COMMA, values_in
from banditproof.theory.logic.passages import NAME, Passage
from .references import Labels

PLUS = re.compile(r"\+")
SUM = re.compile(r"[-+]|\bif\b|\belse\b")
LOOSE = re.compile(r"[-+/]|\bif\b|\belse\b|\s")
WEIGHTED = re.compile(r"\((\w+)\)\Z", re.ASCII)
ALONE = "1"
"""The weight of a step that is named without one."""


def names(piece: Passage) -> tuple[str, ...]:
    """The names of quantities between commas."""
    return _some(piece, tuple(part.name for part in piece.split_at(COMMA)))


def terms(piece: Passage) -> tuple[str, ...]:
    """The terms between commas."""
    return _some(piece, tuple(part.plain for part in piece.split_at(COMMA)))


def _some(piece: Passage, values: tuple[str, ...]) -> tuple[str, ...]:
    if not values:
        raise piece.error("Nothing stands here; a list was expected.")
    return values


def pairs(piece: Passage) -> dict[str, str]:
    """Names with the terms that are put for them."""
    return {name: term.plain for name, term in values_in(piece).items()}


def weights(piece: Passage, labels: Labels) -> dict[int, str]:
    """The weights of steps in a sum such as `2*u*(21) + (24)`."""
    values: dict[int, str] = {}
    for part in piece.split_at(PLUS):
        match = WEIGHTED.search(part.text)
        factor = part.part(0, match.start()) if match else part
        if match is None or (factor.text and not factor.text.endswith("*")):
            raise part.error(f"{part.text!r} was read; `WEIGHT*(STEP)` or `(STEP)` was expected.")
        label = part.part(match.start(1), match.end(1))
        number = labels.number(label)
        if number in values:
            raise label.error(f"Step {label.text} has a weight already; give it one.")
        values[number] = _weight(factor.part(0, -1)) if factor.text else ALONE
    if not values:
        raise piece.error("Nothing stands here; weights of steps were expected.")
    return values


def _weight(piece: Passage) -> str:
    """A weight without the brackets around it."""
    for match in piece.marks(SUM):
        raise piece.error(
            f"The weight {piece.text!r} is no product; put brackets around it.", match.start()
        )
    return piece.part(1, -1).plain if _is_bracketed(piece.text) else piece.plain


def _is_bracketed(text: str) -> bool:
    """Whether the first bracket of a text closes at its end."""
    if not text.startswith("("):
        return False
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if not depth:
            return place == len(text) - 1
    return False


def written_weights(values: Mapping[int, str]) -> str:
    """The sum that `weights` reads.

    >>> written_weights({21: "2*u", 24: "1", 5: "a - b"})
    '2*u*(21) + (24) + (a - b)*(5)'
    """
    return " + ".join(_written_weight(number, text) for number, text in values.items())


def _written_weight(number: int, text: str) -> str:
    if text == ALONE:
        return f"({number})"
    loose = LOOSE.search(re.sub(r"\([^()]*\)", "", text)) or _is_bracketed(text)
    return f"({text})*({number})" if loose else f"{text}*({number})"


def written_pairs(values: Mapping[str, str]) -> str:
    """Names with their values, as `pairs` reads them.

    >>> written_pairs({"p": "later", "q": "q"})
    'p=later, q'
    """
    for name in values:
        if not NAME.match(name):
            raise ValueError(f"{name!r} cannot be written as the name of a quantity.")
    return ", ".join(name if name == text else f"{name}={text}" for name, text in values.items())


def written_numbers(values: Iterable[int]) -> str:
    """Numbers between commas."""
    return ", ".join(map(str, values))
