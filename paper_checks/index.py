"""The index of claims: what a list of them shows, stored as data so that no module is imported.

`make index` writes it anew after a claim was added or changed. A test compares it with the modules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from .claim_facts import ClaimFacts, facts_of

if TYPE_CHECKING:
    from .claim import Claim

FILE = "index.json"


@cache
def stored_index() -> dict[str, ClaimFacts]:
    """The facts of every claim by its ID, in the order of the documents."""
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return {row["id"]: ClaimFacts.from_json(row) for row in json.loads(text)}


def index_of(claims: Iterable[Claim], found: Mapping[str, tuple[str | None, str | None]]) -> str:
    """The text of the index, one claim a line; grade and settlement come from a run."""
    rows = [facts_of(claim, *found.get(claim.id, (None, None))).to_json() for claim in claims]
    for row in rows:
        del row["line"]  # it changes with every edit; `located` finds it
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n"
