"""The order in which checks run: formal proofs and theorems first, and no long one at the very end.

The seconds that checks took are hints, stored for those that take long: they change the order and
what a bar says of the time that is left, and no verdict. `measure_seconds` writes them anew.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from ..statements.claim import Claim

FILE = "measured_seconds.json"
FORMAL = "formal proofs"
SHORT = 0.1
"""What a check is taken for that is not listed."""
LEAST = 0.25
"""Checks that take less are not listed."""
RANKS = ("theorem", "proposition", "corollary", "lemma", "claim", "definition", "algorithm")
"""The kinds of statements, the most important ones first; all others follow."""


@cache
def measured_seconds() -> Mapping[str, float]:
    """The seconds of the checks that take long, by the IDs of their claims."""
    text = Path(__file__).with_name(FILE).read_text(encoding="utf-8")
    return {str(id): float(seconds) for id, seconds in json.loads(text).items()}


def expected_seconds(id: str) -> float:
    """How long the check of a claim may take."""
    return measured_seconds().get(id, SHORT)


def is_derived(claim: Claim) -> bool:
    """Whether the recorded verdict of a claim rests on a formal proof."""
    return claim.grade == "derived"


def rank(claim: Claim) -> tuple[int, bool, bool]:
    """How late a claim runs: by its kind, those that the document states first, cited ones last.

    >>> from banditproof.paper_checks import find
    >>> rank(find("bern.thm4.3")) < rank(find("bern.lemF.3")) < rank(find("bern.rem4.3"))
    True
    """
    places = (place for place, kind in enumerate(RANKS) if kind in claim.kind)
    return next(places, len(RANKS)), "cited" in claim.kind, not claim.stated


def in_order(chosen: Sequence[Claim]) -> list[Claim]:
    """Claims as they run: formal proofs, then by rank, and the long ones first at the end.

    What shares work stands beside the first of its kind. The last checks are those that together
    take a few times as long as the longest ones.
    """
    ranked = sorted(chosen, key=lambda claim: (not is_derived(claim), rank(claim)))
    shared = shared_work(chosen)
    beside: dict[str, list[Claim]] = {}
    for claim in ranked:
        beside.setdefault(shared.get(claim.id, claim.id), []).append(claim)
    seconds = {name: sum(expected_seconds(c.id) for c in row) for name, row in beside.items()}
    names = [name for name in beside if name != FORMAL]
    # The long ones begin first in the last stretch: a worker that starts one at the very end would
    # keep all others waiting.
    left, cut = 4 * max((seconds[name] for name in names), default=0.0), len(names)
    while cut and left > 0:
        cut -= 1
        left -= seconds[names[cut]]
    last = sorted(names[cut:], key=lambda name: -seconds[name])
    formal = beside.get(FORMAL, [])
    return [*formal, *(claim for name in (*names[:cut], *last) for claim in beside[name])]


def shared_work(chosen: Iterable[Claim]) -> dict[str, str]:
    """By their IDs, what checks share that one process should run one after the other.

    Formal proofs cite each other, and programs of one file compute the same things; where one of
    them takes long, it is worth to compute these once.
    """
    programs = {claim.id: claim.program[0] for claim in chosen if claim.program is not None}
    long = {programs[id] for id in programs.keys() & measured_seconds().keys()}
    shared = {id: module for id, module in programs.items() if module in long}
    return shared | {claim.id: FORMAL for claim in chosen if is_derived(claim)}


def listed(seconds: Iterable[tuple[str, float]]) -> str:
    """The text of the file: the checks that take long, one to a line."""
    rows = {id: round(item, 1) for id, item in sorted(seconds) if item >= LEAST}
    return json.dumps(rows, indent=0) + "\n"
