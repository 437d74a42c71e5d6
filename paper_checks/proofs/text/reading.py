"""Reads proofs as text: each with its steps and mutants, or an error that says what is wrong where.

proof my.thm1
where x, y in [0,1]
1. $y$ is the square of $x$. :: y == x**2 -- given
2. The square is at most $x$. :: y <= x -- from 1
mutant "half of it": 2 :: y <= x/2
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..inequality import Inequality
from ..step import Step
from .clauses import Reader
from .logical_lines import logical_lines
from .mutants import MutantText, read_mutant
from .pieces import LogicalLine, Piece, UnreadableProof
from .programs import program_named
from .proof_text import ProofText
from .ranges import unpacked
from .reasons import read_reason
from .references import LABEL, Labels
from .step_text import LABELLED, step_text

WORD = re.compile(r"\S+")
HEAD = re.compile(r"([a-z][a-z0-9]*(?:\.[A-Za-z0-9_-]+)+)(?:\s+as\s+(\S.*))?\Z", re.ASCII)
EXPECTED = "`where`, `parts`, `instances`, a step such as `1. It is so.`, or `mutant` was expected."


@dataclass
class Reading:
    """How a file is read."""

    folder: Path | None = None
    """The folder whose modules have the functions that its proofs name."""
    any_fact: bool = False
    """Whether a fact of another paper, whose programs may not be imported, need not be known."""
    any_label: bool = False
    """Whether steps may have labels such as 7a, in any order."""
    labels: list[Labels] = field(default_factory=list)
    """What the reasons name, of each step and each change of one."""


def read_proofs(
    text: str, path: str, first: int = 1, how: Reading | None = None
) -> list[ProofText]:
    """The proofs of a text, which begins at a line of a file.

    >>> (proof,) = read_proofs("proof my.thm1\\n1. So. :: x**2 >= 0 -- for x in [0,1]", "a.proof")
    >>> proof.steps[0].formula, proof.steps[0].where
    ('x**2 >= 0', 'x in [0,1]')
    >>> try:
    ...     read_proofs("proof my.thm1\\n1. So. :: x**2 >= 0 -- form 2", "a.proof")
    ... except ValueError as fault:
    ...     print(fault)
    a.proof:2:24: 'form' is no word of a reason; did you mean 'for'?
    """
    how = how or Reading()
    lines, _ = logical_lines(text, path, first)
    if lines and _word(lines[0]) != "proof":
        raise lines[0].whole.fault("A file of proofs begins with `proof ID`.")
    if not lines:
        raise UnreadableProof(path, first, 1, "No proof stands here; `proof ID` was expected.")
    starts = [place for place, line in enumerate(lines) if _word(line) == "proof"]
    ends = [*starts[1:], len(lines)]
    return [_proof(lines[a:b], how) for a, b in zip(starts, ends, strict=True)]


def _word(line: LogicalLine) -> str:
    return line.text.split(maxsplit=1)[0]


def _behind(line: LogicalLine, word: str) -> Piece:
    return line.whole.part(len(word))


def _proof(lines: Sequence[LogicalLine], how: Reading) -> ProofText:
    title = _behind(lines[0], "proof")
    head = HEAD.match(title.text)
    if head is None:
        raise title.fault(f"{title.text!r} was read; `ID` or `ID as NAME` was expected.")
    numbered = {
        line: place + 1
        for place, line in enumerate(line for line in lines if LABELLED.match(line.text))
    }
    places = _places(numbered, how)
    fields: dict[str, Any] = {"id": head[1], "name": " ".join((head[2] or "").split())}
    steps: dict[int, Step] = {}
    relations: dict[int, Piece] = {}
    headers: dict[str, LogicalLine] = {}
    mutants: dict[str, MutantText] = {}

    def reader_of(number: int) -> Reader:
        labels = Labels(places, len(places) + 1 if how.any_label else number, how.any_label)
        how.labels.append(labels)
        return Reader(labels, how.folder, any_fact=how.any_fact)

    for line in lines[1:]:
        number, word = numbered.get(line), _word(line)
        if number is not None:
            steps[number] = _step(line, number, reader_of(number), relations)
        elif word == "mutant":
            mutant = read_mutant(_behind(line, word), _all(steps, places, line), reader_of)
            if mutant.name in mutants:
                raise line.whole.fault(f"There are two mutants {mutant.name!r}; name one anew.")
            mutants[mutant.name] = mutant
        elif word in ("where", "parts", "instances"):
            if word in fields or steps:
                raise line.whole.fault(f"{word!r} stands once, above the first step.")
            piece, headers[word] = _behind(line, word), line
            if word == "where":
                fields[word] = unpacked(piece)
            elif word == "parts":
                fields[word] = reader_of(len(places) + 1).labels.numbers(piece)
            else:
                fields[word] = program_named(piece, how.folder)
        else:
            raise line.whole.fault(f"{word!r} was read; {EXPECTED}")
    return ProofText(
        **fields,
        steps=tuple(steps.values()),
        mutants=tuple(mutants.values()),
        head=lines[0],
        lines={number: line for line, number in numbered.items()},
        relations=relations,
        headers=headers,
    )


def _all(steps: dict[int, Step], places: dict[str, int], line: LogicalLine) -> dict[int, Step]:
    if len(steps) < len(places):
        raise line.whole.fault("A mutant stands below the last step; another step is below it.")
    return steps


def _places(numbered: dict[LogicalLine, int], how: Reading) -> dict[str, int]:
    """The number of each step by its label; the labels count from 1."""
    places: dict[str, int] = {}
    for line, number in numbered.items():
        label = line.text.partition(".")[0]
        in_order = label == str(number) or (how.any_label and label not in places)
        if not (LABEL.match(label) and in_order):
            hint = "; `banditproof prove --renumber` counts anew" if LABEL.match(label) else ""
            raise line.whole.fault(
                f"Step {label!r} was read; the steps count from 1, and {number} was expected{hint}."
            )
        places[label] = number
    return places


def _step(line: LogicalLine, number: int, reader: Reader, relations: dict[int, Piece]) -> Step:
    label = LABELLED.match(line.text)
    parts = step_text(line.whole.part(label.end() if label else 0))
    if parts.relation is not None:
        relations[number] = parts.relation
    if parts.reason is None:
        if parts.relation is None:
            raise line.whole.fault(
                "The step has neither a relation nor a reason; add `:: x <= y`, or `-- words "
                '"..."` for an argument in words.'
            )
        return Inequality(number, parts.says, parts.formula)
    kind, fields = read_reason(parts.reason, reader)
    try:
        return kind.step(number, parts.says, parts.formula, **fields)
    except ValueError as wrong:
        raise line.whole.fault(str(wrong)) from None
