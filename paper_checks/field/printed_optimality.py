"""What documents print about how near the bounds of a cell are, and how these claims stand."""

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
    """A claim of a document that bounds match, or are near each other."""

    claim: Annotated[str, "The ID of the claim."]
    says: Annotated[str, "Its statement."]
    verdict: Annotated[str, "The recorded verdict of the claim."]
    grade: Annotated[str, "The recorded grade; empty if nothing was judged."]


def printed_of(setting: str, notion: str) -> tuple[PrintedOptimality, ...]:
    """What is printed about a cell, in the order of the file.

    >>> [(one.claim, one.verdict) for one in printed_of("linear", "zcdp")]
    [('zcdp.optimality.linear', 'fails'), ('thesis.rem.gope.optimal', 'fails')]
    """
    found = []
    for id in claims_of_cells().get((setting, notion), ()):
        how = standing(id)
        grade = "" if how.grade is None else str(how.grade)
        found.append(PrintedOptimality(id, claim_index()[id].statement, str(how.outcome), grade))
    return tuple(found)


@cache
def claims_of_cells() -> dict[tuple[str, str], tuple[str, ...]]:
    """The claims about each cell, by its setting and notion."""
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    rows = tomllib.loads(text)["printed"]
    return {(row["setting"], row["notion"]): tuple(row["claims"]) for row in rows}
