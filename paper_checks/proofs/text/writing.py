"""Writes a proof as text, in one canonical form that reads back as the same proof."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from banditproof.theory.logic.pages import END
from banditproof.theory.logic.passages import Line, Misread
from banditproof.theory.logic.sentences import with_signs_of_formulas
from ..proof import Proof
from ..step import Step
from .lists import written_numbers
from .mutants import Change, MutantText, written_mutant
from .programs import name_of
from .proof_text import ProofText
from .ranges import listed, packed
from .reading import Reading, read_blocks
from .reasons import KINDS, written_reason
from .step_text import written_sentence

INDENT = "  "
WIDTH = 100 - len(INDENT)
FIELDS = {kind.step: {field.name for field in fields(kind.step)} for kind in KINDS}
"""The fields of each kind of step; what it remembers besides is no part of it."""


def text_of(
    proof: Proof | ProofText,
    *,
    name: str = "",
    mutants: Mapping[str, Mapping[int, Mapping[str, object]]] | None = None,
    folder: Path | None = None,
) -> str:
    """The text of a proof, in a file of a folder; `mutants` gives the changed fields of steps.

    It is read again, and what would not come back the same is refused in a sentence.

    >>> from ..inequality import Inequality
    >>> step = Inequality(1, "A square is positive.", "x^2 >= 0", where="x in [0,1]")
    >>> print(text_of(Proof("my.thm1", (step,)), mutants={"more": {1: {"formula": "x > 0"}}}))
    proof my.thm1
      1. A square is positive. :: x^2 >= 0 -- for x in [0,1]
      mutant "more": 1 :: x > 0
    qed
    <BLANKLINE>
    """
    if isinstance(proof, Proof):
        changed_steps = tuple(
            MutantText(title, tuple(Change(n, dict(changed)) for n, changed in changes.items()))
            for title, changes in (mutants or {}).items()
        )
        proof = ProofText(
            id=proof.id,
            name=name,
            where=proof.where,
            parts=proof.parts,
            instances=proof.instances,
            steps=proof.steps,
            mutants=changed_steps or (proof.written.text.mutants if proof.written else ()),
            inclusions=proof.written.text.inclusions if proof.written else (),
        )
    rows = rows_of_proof(proof, folder)
    return "\n".join([*above(proof.head), *rows, ""]).lstrip("\n")


def rows_of_proof(proof: ProofText, folder: Path | None = None) -> list[str]:
    """The rows of a proof, from its name to `qed`, which are read again as the same proof."""
    inside = (f"{INDENT}{row}" if row else "" for row in _lines(proof, folder))
    rows = [f"{proof.word} {proof.title}", *inside, END]
    _require_same(proof, "\n".join(rows), folder)
    return rows


def _lines(proof: ProofText, folder: Path | None) -> Iterator[str]:
    yield from _headers(proof, folder)
    steps = {step.number: step for step in proof.steps}
    begun = {inclusion.first: inclusion for inclusion in proof.inclusions}
    taken_in = [inclusion.line for inclusion in proof.inclusions]
    shared: dict[int, Step] = {}
    for inclusion in proof.inclusions:
        shared |= inclusion.steps
    for number, step in steps.items():
        if number in begun:
            yield from above(begun[number].line)
            yield from filled(begun[number].written(steps), "", "    ")
        line = proof.lines.get(number)
        if line not in taken_in:
            yield from above(line)
        if step != shared.get(number):
            yield from _entry(step, folder, shared.get(number))
    shared_mutants = {
        mutant.name for inclusion in proof.inclusions for mutant in inclusion.mutants(steps)
    }
    for mutant in proof.mutants:
        if mutant.name in shared_mutants:
            continue
        yield from above(mutant.line)
        in_one_line = " ".join(written_mutant(mutant, steps, folder).split())
        yield from filled(with_signs_of_formulas(in_one_line), "", "    ")
    yield from above(proof.end)


def _headers(proof: ProofText, folder: Path | None) -> Iterator[str]:
    yield from above(proof.headers.get("where"))
    if proof.stated_ranges:
        where = with_signs_of_formulas(packed(proof.stated_ranges))
        yield from filled(f"where {where}", "", "  ")
    if proof.parts:
        yield from above(proof.headers.get("parts"))
        yield f"parts {written_numbers(proof.parts)}"
    if proof.instances is not None:
        yield from above(proof.headers.get("instances"))
        yield f"instances {name_of(proof.instances, folder)}"


def above(line: Line | None) -> tuple[str, ...]:
    """The comments above a line."""
    return line.comments if line else ()


def _entry(step: Step, folder: Path | None, shared: Step | None = None) -> Iterator[str]:
    """The lines of a step; one that differs from that of a lemma in words has the words alone."""
    if shared is not None and step == replace(shared, says=step.says):
        yield from filled(f"{step.number}. {written_sentence(step.says)}", "", "    ")
        return
    reason = written_reason(step, folder)
    if not step.formula and not reason:
        raise ValueError(f"Step {step.number} has neither a relation nor a reason; give it one.")
    sentence = f"{step.number}. {written_sentence(step.says)}".rstrip()
    relation, why = _behind("::", step.formula), _behind("--", reason)
    both = f"{relation} {why}".strip()
    layouts = _laid_out(sentence, both), _laid_out(sentence, relation, why)
    # of two that are as long, the relation and its reason together if they fit in a line
    yield from min(layouts if len(both) <= WIDTH - 4 else reversed(layouts), key=len)


def _behind(mark: str, text: str) -> str:
    return f"{mark} {with_signs_of_formulas(' '.join(text.split()))}" if text else ""


def _laid_out(sentence: str, *parts: str) -> list[str]:
    """The lines of a step; a part that does not fit behind the one before it begins a line."""
    lines = list(filled(sentence, "", "    "))
    for part in filter(None, parts):
        if len(lines[-1]) + 1 + len(part) <= WIDTH:
            lines[-1] += f" {part}"
        else:
            lines += filled(part, "    ", "      ")
    return lines


def filled(text: str, first: str, others: str) -> Iterator[str]:
    """The lines of a text that is broken at spaces, and never before a word that begins with #."""
    line = first
    for word in re.split(r" +(?!#)", text):
        if line.strip() and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = others
        line += " " * bool(line.strip()) + word
    yield line


def _require_same(proof: ProofText, text: str, folder: Path | None) -> None:
    """What is read from a text is the proof, spaces inside of texts apart."""
    try:
        lemmas = {inclusion.lemma.id: inclusion.lemma for inclusion in proof.inclusions}
        how = Reading(folder, any_fact=True, lemmas=lemmas)
        (again,) = read_blocks(text, proof.title, how=how)
    except Misread as fault:
        raise ValueError(
            f"The proof {proof.title} cannot be written so that it is read again: {fault.message}"
        ) from None
    for name in ("id", "name", "word", "where", "parts", "instances"):
        if _plain(getattr(again, name), name, folder) != _plain(getattr(proof, name), name, folder):
            raise ValueError(f"The {name} of {proof.title} cannot be written so that it is read.")
    for step, read in zip(proof.steps, again.steps, strict=True):
        for name, value in vars(step).items():
            same = _plain(getattr(read, name, None), name, folder) == _plain(value, name, folder)
            if name in FIELDS[type(step)] and not same:
                raise ValueError(
                    f"The {name} of step {step.number} of {proof.title} is {value!r}, which cannot "
                    "be written so that it is read."
                )
    written = {mutant.name: mutant for mutant in again.mutants}
    for mutant in proof.mutants:
        variant = written.get(mutant.name)
        if variant is None or _changes(mutant, proof, folder) != _changes(variant, again, folder):
            raise ValueError(
                f"The mutant {mutant.name!r} of {proof.title} cannot be written so that it is read."
            )


def _changes(mutant: MutantText, proof: ProofText, folder: Path | None) -> object:
    """The name of a mutant, and the steps that it changes."""
    steps = {step.number: step for step in proof.steps}
    changed = (replace(steps[change.number], **change.fields) for change in mutant.changes)
    return (
        mutant.name,
        None if mutant.where is None else _plain(mutant.where, "where", folder),
        [[_plain(value, name, folder) for name, value in vars(step).items()] for step in changed],
    )


def _plain(value: Any, name: str, folder: Path | None) -> Any:
    """A value with texts as they are written, and with functions by their names."""
    if isinstance(value, str):
        text = value if name == "says" else with_signs_of_formulas(value)
        return listed(text) if name in ("where", "which") else " ".join(text.split())
    if isinstance(value, Mapping):
        return [(key, _plain(item, "", folder)) for key, item in value.items()]
    if isinstance(value, tuple):
        return [_plain(item, "", folder) for item in value]
    return name_of(value, folder) if callable(value) else value
