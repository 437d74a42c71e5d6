"""A textbook fact in a reason, with what discharges each hypothesis: `markov (3, {a > 0})`."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any
from banditproof.theory.logic.cited_texts import NOT_SHOWN, Cited, relation_in
from banditproof.theory.logic.passages import Passage, quoted
from ...textbook import PREFIX
from ..schemas import BY_NAME
from .references import Labels

OUTLINED = "open"
"""What a sentence of a theorem is that is not shown yet."""


def read_fact(
    piece: Passage, labels: Labels, *, any_fact: bool = False, any_hypothesis: bool = False
) -> dict[str, Any]:
    """The ID of the fact, and its hypotheses by name: the number of a step or a relation.

    A fact of another paper may be unknown where its programs are not imported, and a mutant may
    name any hypothesis.
    """
    cited = Cited.of(piece)
    name, fact = cited.name, _id(cited.name)
    schema = BY_NAME.get(fact)
    if schema is None and not (any_fact and "." in name.text):
        if name.text == OUTLINED:
            raise name.error(
                f"{OUTLINED!r} stands in theorems; a proof by steps leaves a step to an argument, "
                'such as words "...".'
            )
        raise name.error(f"{name.text!r} is no word of a reason and no textbook fact{_near(name)}")
    shown = cited.shown(schema.hypotheses if schema else None, any_hypothesis)
    hypotheses = {title: _shown(how, labels) for title, how in shown.items()}
    return {"fact": fact, "hypotheses": hypotheses}


def _id(name: Passage) -> str:
    return PREFIX + " ".join(name.text.split())


def is_fact(piece: Passage) -> bool:
    """Whether a clause is about a fact that is known."""
    bracket = piece.text.find("(")
    return _id(piece.part(0, bracket) if bracket >= 0 else piece) in BY_NAME


def _shown(how: Passage, labels: Labels) -> int | str:
    relation = relation_in(how)
    return labels.number(how) if relation is None else relation.plain


def _near(name: Passage) -> str:
    """What to write instead: a form of the fact, or the nearest name."""
    forms = [id.removeprefix(PREFIX) for id in BY_NAME if id.startswith(f"{PREFIX}{name.text}:")]
    if forms:
        return f"; give one of {', '.join(forms)}."
    near = get_close_matches(name.text, (id.removeprefix(PREFIX) for id in BY_NAME), n=1)
    return f"; did you mean {near[0]!r}?" if near else "."


def written_fact(fact: str, hypotheses: Mapping[str, int | str]) -> str:
    """The fact and its hypotheses, as `read_fact` reads them.

    >>> written_fact("textbook.markov", {"X >= 0": 3, "a > 0": "a > 0"})
    'markov (3, {a > 0})'
    """
    schema = BY_NAME.get(fact)
    # without a schema `read_fact` names hypotheses by their places: _0, _1, ...
    order = schema.hypotheses if schema else tuple(f"{NOT_SHOWN}{place}" for place in range(99))
    used = [name for name in order if name in hypotheses]
    if used == list(hypotheses):
        last = order.index(used[-1]) + 1 if used else 0
        parts = [
            _written(hypotheses[name]) if name in hypotheses else NOT_SHOWN for name in order[:last]
        ]
    else:
        parts = [f"{quoted(name)}: {_written(how)}" for name, how in hypotheses.items()]
    name = fact.removeprefix(PREFIX)
    return f"{name} ({', '.join(parts)})" if parts else name


def _written(how: int | str) -> str:
    return str(how) if isinstance(how, int) else f"{{{how}}}"
