"""A textbook fact in a reason, with what discharges each hypothesis: `markov (3, {a > 0})`."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any
from banditproof.theory.logic.passages import Passage, quoted
from ...textbook import PREFIX
from ..schemas import BY_NAME
from .references import COMMA, Labels

OPEN = "_"
"""A hypothesis that nothing discharges."""
OUTLINED = "open"
"""What a sentence of a theorem is that is not shown yet."""
AFTER_NAME = re.compile(r"\s*:\s*")


def read_fact(
    piece: Passage, labels: Labels, *, any_fact: bool = False, any_hypothesis: bool = False
) -> dict[str, Any]:
    """The ID of the fact, and its hypotheses by name: the number of a step or a relation.

    Hypotheses come in the order of the fact, or with their names in quotes. A fact of another paper
    may be unknown where its programs are not imported, and a mutant may name any hypothesis.
    """
    name, bracket = name_in(piece), piece.text.find("(")
    inside = piece.part(len(piece.text))
    if bracket >= 0:
        if not piece.text.endswith(")"):
            raise piece.error(f"{piece.text!r} was read; its hypotheses end with a bracket.")
        inside = piece.part(bracket + 1, len(piece.text) - 1)
    fact = PREFIX + " ".join(name.text.split())
    schema = BY_NAME.get(fact)
    if schema is None and not (any_fact and "." in name.text):
        if name.text == OUTLINED:
            raise name.error(
                f"{OUTLINED!r} stands in theorems; a proof by steps leaves a step to an argument, "
                'such as words "...".'
            )
        raise name.error(f"{name.text!r} is no word of a reason and no textbook fact{_near(name)}")
    order = schema.hypotheses if schema else ()
    hypotheses: dict[str, int | str] = {}
    for place, part in enumerate(inside.split_at(COMMA)):
        if part.text == OPEN:
            continue
        if part.text.startswith('"'):
            end = part.behind_quotes(0)
            title = part.part(0, end).unquoted()
            colon = AFTER_NAME.match(part.text, end)
            if colon is None:
                raise part.error('A ":" was expected behind the name of a hypothesis.', end)
            part = part.part(colon.end())
            if schema and title not in order and not any_hypothesis:
                raise part.error(f"{name.text} has no hypothesis {title!r}; it has {_all(order)}.")
        elif schema and place >= len(order):
            raise part.error(f"{name.text} has {len(order)} hypotheses; {part.text!r} is one more.")
        else:
            title = order[place] if schema else f"{OPEN}{place}"
        if title in hypotheses:
            raise part.error(f"The hypothesis {title!r} is discharged twice; give it one reason.")
        hypotheses[title] = _discharged(part, labels)
    return {"fact": fact, "hypotheses": hypotheses}


def name_in(piece: Passage) -> Passage:
    """The name of a fact, in front of its hypotheses."""
    bracket = piece.text.find("(")
    return piece.part(0, bracket) if bracket >= 0 else piece


def is_fact(piece: Passage) -> bool:
    """Whether a clause is about a fact that is known."""
    return PREFIX + " ".join(name_in(piece).text.split()) in BY_NAME


def _discharged(piece: Passage, labels: Labels) -> int | str:
    if not piece.text.startswith("{"):
        return labels.number(piece)
    if not piece.text.endswith("}"):
        raise piece.error(f"{piece.text!r} was read; a relation in {{ }} was expected.")
    return piece.part(1, len(piece.text) - 1).plain


def _near(name: Passage) -> str:
    """What to write instead: a form of the fact, or the nearest name."""
    forms = [id.removeprefix(PREFIX) for id in BY_NAME if id.startswith(f"{PREFIX}{name.text}:")]
    if forms:
        return f"; give one of {', '.join(forms)}."
    near = get_close_matches(name.text, (id.removeprefix(PREFIX) for id in BY_NAME), n=1)
    return f"; did you mean {near[0]!r}?" if near else "."


def _all(order: tuple[str, ...]) -> str:
    return ", ".join(map(repr, order)) or "none"


def written_fact(fact: str, hypotheses: Mapping[str, int | str]) -> str:
    """The fact and its hypotheses, as `read_fact` reads them.

    >>> written_fact("textbook.markov", {"X >= 0": 3, "a > 0": "a > 0"})
    'markov (3, {a > 0})'
    """
    schema = BY_NAME.get(fact)
    # without a schema `read_fact` names hypotheses by their places: _0, _1, ...
    order = schema.hypotheses if schema else tuple(f"{OPEN}{place}" for place in range(99))
    used = [name for name in order if name in hypotheses]
    if used == list(hypotheses):
        last = order.index(used[-1]) + 1 if used else 0
        parts = [
            _written(hypotheses[name]) if name in hypotheses else OPEN for name in order[:last]
        ]
    else:
        parts = [f"{quoted(name)}: {_written(how)}" for name, how in hypotheses.items()]
    name = fact.removeprefix(PREFIX)
    return f"{name} ({', '.join(parts)})" if parts else name


def _written(how: int | str) -> str:
    return str(how) if isinstance(how, int) else f"{{{how}}}"
