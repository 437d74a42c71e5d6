"""The reason of a step: its kind by its first clause, and the fields that its clauses give."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from banditproof.theory.logic.passages import Passage
from ..cited import Assumed, Given, OnClaim, Textbook, Words
from ..extreme_points import ExtremePoints
from ..finite import Computed, Enumeration
from ..identity import Identity
from ..induction import Induction
from ..inequality import Inequality
from ..parts import Parts
from ..step import Step
from . import clauses, facts
from .clauses import Clause, Fields, Reader

SEMICOLON = re.compile(";")
FIRST = re.compile(r"\S+\s*")
NO = "no"
"""The word in front of that of a clause which a mutant leaves out."""


@dataclass(frozen=True)
class Kind:
    """A kind of step: the clause that names it, if there is one, and those that may follow."""

    step: type[Step]
    head: Clause | None
    rest: tuple[Clause, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses that it may have, in the order in which they are written."""
        return self.rest if self.head is None else (self.head, *self.rest)


def _kind(step: type[Step], head: Clause | None, *rest: Clause) -> Kind:
    uses = () if step is Parts else (clauses.FROM,)
    return Kind(step, head, (*rest, *uses, clauses.USED_AT, clauses.FOR))


KINDS = (
    _kind(
        Inequality,
        None,
        clauses.BY,
        clauses.THROUGH,
        clauses.LEAVING,
        clauses.POSITIVE,
        clauses.APART,
    ),
    _kind(Given, clauses.GIVEN),
    _kind(Assumed, clauses.ASSUMED),
    _kind(Identity, clauses.IDENTITY),
    _kind(Parts, clauses.ALL),
    _kind(Textbook, clauses.FACT, clauses.WITH, clauses.OVER, clauses.WHICH),
    _kind(OnClaim, clauses.CLAIM, clauses.WITH),
    _kind(Induction, clauses.INDUCTION, clauses.NEXT_VALUE, clauses.WEIGHT, clauses.LEAVING),
    _kind(Computed, clauses.COMPUTED),
    _kind(Enumeration, clauses.ENUMERATED),
    _kind(ExtremePoints, clauses.CONCAVE),
    _kind(Words, clauses.WORDS),
)
OF_STEP: Mapping[type[Step], Kind] = {kind.step: kind for kind in KINDS}
OF_HEAD = {kind.head.word: kind for kind in KINDS if kind.head is not None}
ALL = {clause.word: clause for kind in KINDS for clause in kind.clauses}
"""The clauses by their words."""


def read_reason(reason: Passage, reader: Reader) -> tuple[Kind, Fields]:
    """The kind of a step and the fields that its reason gives."""
    read = list(_clauses(reason))
    heads = [(clause, piece) for clause, piece, _ in read if clause.word in OF_HEAD]
    if len(heads) > 1:
        raise heads[1][1].error(
            f"A step has one of the reasons {_head(heads[0][0])} and {_head(heads[1][0])}."
        )
    kind = OF_HEAD[heads[0][0].word] if heads else OF_STEP[Inequality]
    return kind, _fields(kind, read, reader)


def changed_fields(reason: Passage, kind: Kind, reader: Reader) -> Fields:
    """The fields of a step that a mutant changes: all those of each clause that it names."""
    return _fields(kind, list(_clauses(reason, may_leave_out=True)), reader)


def _clauses(
    reason: Passage, may_leave_out: bool = False
) -> Iterator[tuple[Clause, Passage, Passage | None]]:
    """Each clause with its words, and what follows its word; None if a mutant leaves it out."""
    for piece in reason.split_at(SEMICOLON):
        first = FIRST.match(piece.text)
        if first is None:
            raise piece.error("Nothing stands here; a reason was expected.")
        word, behind = first[0].strip(), piece.part(first.end())
        if may_leave_out and word == NO:
            clause = ALL.get(behind.text)
            if clause is None or not clause.empty:
                raise behind.error(f"{behind.text!r} was read; a clause to leave out was expected.")
            yield clause, piece, None
        elif word in ALL:
            yield ALL[word], piece, behind
        else:
            near = get_close_matches(word, ALL, n=1)
            if near and not facts.is_fact(piece):
                raise piece.error(f"{word!r} is no word of a reason; did you mean {near[0]!r}?")
            yield clauses.FACT, piece, piece


def _fields(
    kind: Kind, read: list[tuple[Clause, Passage, Passage | None]], reader: Reader
) -> Fields:
    fields: Fields = {}
    for clause, piece, value in read:
        if clause not in kind.clauses:
            raise piece.error(
                f"The clause {_head(clause)} does not fit; this step may have {_words(kind)}."
            )
        gives = dict(clause.empty) if value is None else clause.read(value, reader)
        if clause is clauses.USED_AT and fields.get("at") and gives["at"]:
            _add_values(fields["at"], gives["at"], piece)
            continue
        if not fields.keys().isdisjoint(gives) or (not gives and piece is not read[0][1]):
            raise piece.error(f"The clause {_head(clause)} stands here twice; give it once.")
        fields |= gives
    return fields


def _add_values(
    known: dict[int, Mapping[str, str]], more: Mapping[int, Mapping[str, str]], piece: Passage
) -> None:
    """Join the values at which one more step is used."""
    (number,) = more
    if number in known:
        raise piece.error(f"Step {number} is used at two places; give one.")
    known |= more


def _head(clause: Clause) -> str:
    return repr(clause.word)


def _words(kind: Kind) -> str:
    return ", ".join(_head(clause) for clause in kind.clauses)


def written_reason(step: Step, folder: Path | None) -> str:
    """The reason of a step, as `read_reason` reads it; empty for an inequality without hints."""
    kind = kind_of(step)
    return written_clauses(kind, vars(step), folder)


def written_clauses(kind: Kind, values: Mapping[str, Any], folder: Path | None) -> str:
    """The clauses of a kind of step for values of its fields."""
    texts = []
    for clause in kind.clauses:
        text = clause.write(values, folder)
        if text or clause is kind.head:
            texts.append(f"{clause.word} {text}".strip())
    return "; ".join(texts)


def kind_of(step: Step) -> Kind:
    """The kind of a step; a class that somebody added has none."""
    if type(step) not in OF_STEP:
        raise ValueError(
            f"Step {step.number} is a {type(step).__name__}, which proofs as text do not have; "
            "leave this proof in Python."
        )
    return OF_STEP[type(step)]
