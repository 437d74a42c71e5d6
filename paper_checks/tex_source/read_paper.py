"""Reads the source of a paper: its statements with their numbers, and what their proofs name."""

from pathlib import Path
from .aux_numbers import Numbered, read_aux
from .conditions import decided
from .found import FoundStatement, Paper
from .groups import tidy
from .labels_referred_to import LEAN, USES, join_proofs, listed, referred, without_proofs
from .limits import Limits
from .macros import Endless
from .opened_macros import opened_up
from .source_text import read_source
from .walk import Walk
from .watched_places import find_places, layout_of


def read_paper(main: Path, aux: Path | None = None, limits: Limits | None = None) -> Paper:
    """The statements of a paper; the numbers of a `.aux` file win over those that are counted."""
    limits = limits or Limits()
    source = opened_up(decided(read_source(main, limits), limits), limits)
    walk = Walk(source, limits)
    paper = walk.walked()
    paper.notes = list(dict.fromkeys(paper.notes))

    def expanded(text: str, spot: str) -> str:
        while True:
            try:
                return walk.macros.expanded(text, limits, spot)
            except Endless as macro:
                paper.notes.append(f"{spot}: {macro} does not end; it stays as it is written.")
                del walk.macros[str(macro)]

    for statement in paper.statements:
        _complete(statement, expanded(without_proofs(statement.text), statement.spot))
        statement.title = tidy(expanded(statement.title, statement.spot))
    join_proofs(paper, expanded)
    paper.layout = layout_of(source.text, paper)
    paper.places = find_places(paper.layout, paper, source.where, expanded)
    paper.title = tidy(expanded(paper.title, main.name))
    for number, title in paper.sections.items():
        paper.sections[number] = tidy(expanded(title, main.name))
    if aux is not None:
        _number(paper, read_aux(aux, aux.parent, limits), aux.name)
    return paper


def _complete(statement: FoundStatement, text: str) -> None:
    statement.expanded = tidy(text)
    statement.names = [name for name in referred(text) if name not in statement.labels]
    statement.uses = [name for found in USES.finditer(text) for name in listed(found)]
    statement.lean = [name for found in LEAN.finditer(text) for name in listed(found)]


def _number(paper: Paper, numbers: dict[str, Numbered], aux: str) -> None:
    """Take the numbers and pages of TeX, and note where the counted ones differ."""
    for label, given in numbers.items():
        if label in paper.labels:
            paper.labels[label] = given.number
    for statement in paper.statements:
        if not statement.label:
            continue
        given = numbers.get(statement.label, Numbered("", ""))
        if statement.label not in numbers:
            paper.notes.append(f"{statement.spot}: {aux} has no label {statement.label}.")
            continue
        statement.page = given.page
        if statement.number and given.number != statement.number:
            paper.notes.append(
                f"{statement.spot}: {statement.label} is {given.number} in {aux}, and was counted "
                f"as {statement.number}; the number of {aux} is taken."
            )
            statement.number = given.number
