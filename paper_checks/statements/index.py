"""The index of claims: what a list of them shows, stored as data so that no module is imported.

`make index` writes it anew after a claim was added or changed. A test compares it with the modules.
A document that was opened has no stored index: its facts come from its modules, and its grades from
the checks that ran in this process.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from .claim_facts import ClaimFacts, facts_of
from .documents import OPENED

if TYPE_CHECKING:
    from .claim import Claim

FILE = "index.json"


@cache
def stored_index() -> dict[str, ClaimFacts]:
    """The facts of every claim by its ID, in the order of the documents."""
    text = files("banditproof.paper_checks").joinpath(FILE).read_text(encoding="utf-8")
    return {row["id"]: ClaimFacts.from_json(row) for row in json.loads(text)}


GRADED: dict[str, tuple[str | None, str | None]] = {}
"""The grade of each claim of an opened document that was run, and what settles its "for all"."""


def known_facts() -> Mapping[str, ClaimFacts]:
    """The facts of every claim: those of the stored index, then those of opened documents."""
    return stored_index() if not OPENED else stored_index() | opened_facts()


def opened_facts() -> dict[str, ClaimFacts]:
    """The facts of the claims of opened documents, by ID, in the order of their statements."""
    from .registry import claims

    chosen = [claim for name in OPENED for claim in claims(name)]
    return {
        claim.id: replace(facts_of(claim, *GRADED.get(claim.id, (None, None))), line=claim.line)
        for claim in chosen
    }


def index_of(claims: Iterable[Claim], found: Mapping[str, tuple[str | None, str | None]]) -> str:
    """The text of the index, one claim a line; grade and settlement come from a run."""
    rows = [facts_of(claim, *found.get(claim.id, (None, None))).to_json() for claim in claims]
    for row in rows:
        del row["line"]  # it changes with every edit; `located` finds it
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n"
