"""The page of a report with the state of the field: the table, and the bounds of each cell."""

from __future__ import annotations
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from banditproof.theory.known_bounds.rows import NOTIONS, SETTINGS, stated
from ..field.cell_facts import FieldCell, classes_in_words, facts_of, state_in_words, word_of
from ..field.cells import Cell, cells
from ..field.gaps import strongest
from ..field.printed_optimality import claims_of_cells


@dataclass(frozen=True)
class ShownCell:
    """A cell with its strongest bounds."""

    facts: FieldCell
    short: str
    """Its gap, or a word for what is known."""
    known: str
    """What is known, in words."""
    classes: tuple[str, ...]
    """What is known besides of smaller classes of policies, in sentences."""


def is_complete(pages: Collection[str]) -> bool:
    """Whether a report has a page for each claim of the table.

    >>> is_complete(["bern.thm3.1"])
    False
    """
    wanted = {one.claim for one in stated()}.union(
        *claims_of_cells("printed").values(), *claims_of_cells("contradictory").values()
    )
    return wanted <= set(pages)


def words_of_field() -> Mapping[str, object]:
    """What the page is made of."""
    return {
        "settings": SETTINGS,
        "notions": NOTIONS,
        "cells": {(one.setting, one.notion): _shown(one) for one in cells()},
    }


def _shown(cell: Cell) -> ShownCell:
    kept = strongest(cell.bounds, cell.setting, cell.notion)
    if not kept and cell.state != "nothing":  # quoted ones that are carried are weaker than none
        kept = [*cell.bounds]
    facts = facts_of(Cell(cell.setting, cell.notion, tuple(kept), cell.gap))
    return ShownCell(facts, word_of(cell), state_in_words(cell), classes_in_words(cell))
