"""The result of `banditproof sweep`: what its JSON holds, and what its table shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .results import Facts


@dataclass(frozen=True)
class SweepFacts(Facts):
    """A sweep whose cells are all finished."""

    points: Annotated[int, "Policies with their instances, budgets and horizons."]
    seeds: Annotated[int, "The seeds of each point."]
    cells: Annotated[int, "Points times seeds."]
    runs: Annotated[int, "The runs of each cell."]
    kept: Annotated[int, "The cells that an earlier command had finished."]
    files: Annotated[tuple[str, ...], "The files that were written: the table first."]
