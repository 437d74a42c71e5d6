"""A claim is a program: a printed statement, its place, and a check that can fail."""

from __future__ import annotations

import csv
import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from banditproof.paper_checks.verdict import Outcome, Verdict

Check = Callable[..., Verdict]
Tier = Literal["fast", "slow"]
DOCUMENTS = {
    "bernoulli": "Optimal Regret of Bernoulli Bandits under Global Differential Privacy",
    "definitions": "Privacy-Utility Trade-offs in Sequential Decision-Making, chapters 2 to 4",
}


@dataclass(frozen=True)
class Claim:
    """A statement of a document and the program that checks it.

    The check's keyword arguments, all with defaults, are the subjects it examines: the formula,
    the bound, the policy. `mutants` names wrong subjects; with any of them the check must give
    another outcome than the recorded one, or it checks nothing.
    """

    id: str
    document: str
    kind: str
    place: str
    title: str
    statement: str
    check: Check
    recorded: Outcome
    tier: Tier = "fast"
    repaired_by: str | None = None
    doubts: tuple[str, ...] = ()
    mutants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


_CLAIMS: dict[str, Claim] = {}


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """The known claim IDs with their document, kind, place and one-line title."""
    text = files(__package__).joinpath("claim_ids.csv").read_text(encoding="utf-8")
    return {row["id"]: row for row in csv.DictReader(text.splitlines())}


def claim(
    id: str,
    statement: str,
    *,
    recorded: str,
    tier: Tier = "fast",
    repaired_by: str | None = None,
    doubts: tuple[str, ...] = (),
    mutants: Mapping[str, Mapping[str, Any]] | None = None,
    title: str | None = None,
    kind: str | None = None,
    place: str | None = None,
    document: str = "bernoulli",
) -> Callable[[Check], Check]:
    """Register the decorated check as the program of a claim.

    Kind, place and title come from the catalogue of IDs; a claim of our own (a repair, a finer
    step) gives them itself. The statement is the printed one, in our words and LaTeX.
    """
    row = catalogue().get(id, {})

    def register(check: Check) -> Check:
        if id in _CLAIMS and _CLAIMS[id].check.__qualname__ != check.__qualname__:
            raise ValueError(f"The claim {id} is registered twice; give each claim one check.")
        _CLAIMS[id] = Claim(
            id=id,
            document=row.get("document", document),
            kind=kind or row.get("kind", ""),
            place=place or row.get("place", ""),
            title=title or row.get("one_line", ""),
            statement=statement,
            check=check,
            recorded=Outcome(recorded),
            tier=tier,
            repaired_by=repaired_by,
            doubts=doubts,
            mutants=mutants or {},
        )
        return check

    return register


@cache
def _loaded() -> dict[str, Claim]:
    for document in DOCUMENTS:
        package = importlib.import_module(f"{__package__}.{document}")
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)
    order = {id: place for place, id in enumerate(catalogue())}

    def position(id: str) -> tuple[int, str]:
        parents = [known for known in order if id == known or id.startswith(known + ".")]
        return (order[max(parents, key=len)] if parents else len(order), id)

    return {id: _CLAIMS[id] for id in sorted(_CLAIMS, key=position)}


def claims(document: str | None = None) -> tuple[Claim, ...]:
    """All registered claims, in the order of the document."""
    if document is not None and document not in DOCUMENTS:
        raise ValueError(f"There is no document {document!r}; give one of {', '.join(DOCUMENTS)}.")
    return tuple(c for c in _loaded().values() if document in (None, c.document))


def find(id: str) -> Claim:
    """The claim with an ID, or a sentence with the nearest IDs."""
    known = _loaded()
    if id not in known:
        near = get_close_matches(id, known, n=3, cutoff=0.4)
        hint = f"the nearest are {', '.join(near)}" if near else "see `banditproof claims`"
        raise ValueError(f"There is no claim {id!r}; {hint}.")
    return known[id]
