"""What documents print about how near the bounds of a cell are, and where they disagree on them."""

from __future__ import annotations
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated
from ..statements.index import claim_index
from ..statements.recorded_verdicts import standing


@dataclass(frozen=True)
class PrintedOptimality:
    """A claim about bounds: a document says how near they are, or two places disagree on them."""

    claim: Annotated[str, "The ID of the claim."]
    says: Annotated[str, "Its statement."]
    verdict: Annotated[str, "The recorded verdict of the claim."]
    grade: Annotated[str, "The recorded grade; empty if nothing was judged."]


def printed_of(setting: str, notion: str) -> tuple[PrintedOptimality, ...]:
    """What is printed about a cell, in the order of the file.

    >>> [(one.claim, one.verdict) for one in printed_of("linear", "zcdp")]
    [('zcdp.optimality.linear', 'fails'), ('thesis.rem.gope.optimal', 'fails')]
    """
    return _standing("printed", setting, notion)


def contradictions_of(setting: str, notion: str) -> tuple[PrintedOptimality, ...]:
    """Where documents contradict each other about the bounds of a cell.

    >>> [one.claim for one in contradictions_of("linear", "pure")]
    ['zcdp.conflict.hanna', 'zcdp.conflict.hanna_rate']
    """
    return _standing("contradictory", setting, notion)


def _standing(kind: str, setting: str, notion: str) -> tuple[PrintedOptimality, ...]:
    found = []
    for id in claims_of_cells(kind).get((setting, notion), ()):
        how = standing(id)
        grade = "" if how.grade is None else str(how.grade)
        found.append(PrintedOptimality(id, claim_index()[id].statement, str(how.outcome), grade))
    return tuple(found)


@cache
def claims_of_cells(kind: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The claims about each cell, by its setting and notion: printed, or contradictory."""
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    rows = tomllib.loads(text)[kind]
    return {(row["setting"], row["notion"]): tuple(row["claims"]) for row in rows}
