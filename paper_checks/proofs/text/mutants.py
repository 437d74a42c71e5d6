"""Mutants of a proof as text: steps with other relations or clauses of their reasons."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from banditproof.theory.logic.passages import Line, Passage, quoted
from ..step import Step
from .clauses import Fields, Reader
from .ranges import packed, unpacked
from .reasons import NO, SEMICOLON, changed_fields, kind_of
from .step_text import step_text

CHANGE = re.compile(r"(\w+)\s+(?=(?:::|--)(?:\s|\Z))", re.ASCII)
WHERE = re.compile(r"where\s+")
COLON = re.compile(r"\s*:\s*")


@dataclass(frozen=True)
class Change:
    """Other fields of a step."""

    number: int
    fields: Fields


@dataclass(frozen=True)
class MutantText:
    """A mutant: its name, its changes of steps, and other ranges of the whole proof."""

    name: str
    changes: tuple[Change, ...]
    where: str | None = None
    line: Line | None = None


def read_mutant(
    piece: Passage, steps: Mapping[int, Step], reader_of: Callable[[int], Reader], ranges: str
) -> MutantText:
    """The mutant in a line behind its word: `"half of it": 2 :: y <= x/2; 3 -- from 1`.

    Each change of it is one: of a step, or of the ranges that the proof states.
    """
    if not piece.text.startswith('"'):
        raise piece.error(
            f"{piece.text!r} was read; the name of the mutant in quotes was expected."
        )
    end = piece.behind_quotes(0)
    name = piece.part(0, end).unquoted()
    colon = COLON.match(piece.text, end)
    if colon is None:
        raise piece.error('A ":" was expected behind the name of a mutant.', end)
    if not name:
        raise piece.error("The mutant has an empty name; say what is wrong in it.")
    changes: dict[int, Change] = {}
    where: str | None = None
    for part in _items(piece.part(colon.end())):
        label, header = CHANGE.match(part.text), WHERE.match(part.text)
        if header is not None and where is None:
            where = unpacked(part.part(header.end()))
            if where == ranges:
                raise part.error("These are the ranges of the proof; change them.")
        elif label is not None:
            number = reader_of(len(steps) + 1).labels.number(part.part(0, label.end(1)))
            if number in changes:
                raise part.error(f"Step {label[1]} is changed twice; change it once.")
            behind = part.part(label.end())
            fields = _fields(behind, steps[number], reader_of(number))
            if replace(steps[number], **fields) == steps[number]:
                raise part.error(f"This is what step {label[1]} says; change it.")
            changes[number] = Change(number, fields)
        else:
            raise part.error(
                f"{part.text!r} was read; `NUMBER :: relation`, `NUMBER -- reason` or one "
                "`where ranges` was expected."
            )
    return MutantText(name, tuple(changes.values()), where, piece.line)


def _items(piece: Passage) -> Iterator[Passage]:
    """The changes of a mutant; a part that begins with no step belongs to the reason before it."""
    starts = [
        part.start - piece.start
        for place, part in enumerate(piece.split_at(SEMICOLON))
        if not place or CHANGE.match(part.text) or WHERE.match(part.text)
    ]
    if not starts:
        raise piece.error("The mutant changes nothing; give `NUMBER :: relation`.")
    for start, stop in zip(starts, [*starts[1:], None], strict=True):
        part = piece.part(start, stop)
        yield part.part(0, part.text.rindex(";")) if stop is not None else part


def _fields(piece: Passage, step: Step, reader: Reader) -> Fields:
    parts = step_text(piece)
    fields: Fields = {"formula": parts.formula} if parts.relation else {}
    if parts.reason is not None:
        reader = replace(reader, any_hypothesis=True)
        fields |= changed_fields(parts.reason, kind_of(step), reader)
    return fields


def written_mutant(mutant: MutantText, steps: Mapping[int, Step], folder: Path | None) -> str:
    """The line that `read_mutant` reads, with the word in front of it."""
    texts = [f"where {packed(mutant.where, ', ')}"] if mutant.where is not None else []
    for change in mutant.changes:
        step = steps[change.number]
        formula, reason = change.fields.get("formula", ""), _reason(change.fields, step, folder)
        relation = f" :: {formula}" if formula else ""
        texts.append(f"{change.number}{relation}{f' -- {reason}' if reason else ''}")
    return f"mutant {quoted(mutant.name)}: {'; '.join(texts)}"


def _reason(fields: Fields, step: Step, folder: Path | None) -> str:
    """The changed clauses; fields that a clause gives besides are those of the step."""
    kind, texts, written = kind_of(step), [], {"formula"}
    for clause in kind.clauses:
        if written.isdisjoint(clause.fields) and not fields.keys().isdisjoint(clause.fields):
            values = {name: fields.get(name, getattr(step, name)) for name in clause.fields}
            text = clause.write(values, folder)
            texts.append(f"{clause.word} {text}".strip() if text else f"{NO} {clause.word}")
            written.update(clause.fields)
    unwritten = sorted(fields.keys() - written)
    if unwritten:
        raise ValueError(
            f"A mutant changes {unwritten[0]!r} of step {step.number}, which is no clause of its "
            "reason; leave it in Python."
        )
    return "; ".join(texts)
