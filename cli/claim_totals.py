"""How many claims have which verdict and grade: those of the documents and ours apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banditproof.paper_checks.claim_facts import ClaimFacts


def totals(found: Sequence[tuple[ClaimFacts, str]]) -> Iterator[str]:
    """Sentences that count claims with their verdicts.

    A whole is counted by its parts, if one of them is among the claims.
    """
    chosen = {facts.id for facts, _ in found}
    single = [pair for pair in found if not chosen.intersection(pair[0].parts)]
    stated = [(facts, verdict) for facts, verdict in single if facts.stated]
    ours = [(facts, verdict) for facts, verdict in single if not facts.stated]
    noun = "claim" if len(single) == 1 else "claims"
    wholes = len(found) - len(single)
    beside = f", and {wholes} of several parts, which are counted by their parts" if wholes else ""
    yield f"{len(single)} {noun}{beside}."
    if stated:
        yield f"The documents state {len(stated)} of them: {_counted(stated)}."
    if ours:
        yield f"{len(ours)} are ours (repairs, readings, finer steps): {_counted(ours)}."


def whose(facts: ClaimFacts) -> str:
    """The mark of a claim that no document states."""
    return "" if facts.stated else "ours"


def _counted(found: Sequence[tuple[ClaimFacts, str]]) -> str:
    """The number of each verdict, and of each grade among those that hold."""
    verdicts = Counter(verdict for _, verdict in found)
    grades = Counter(facts.grade for facts, verdict in found if verdict == "holds" and facts.grade)
    parts = []
    for verdict, number in verdicts.most_common():
        kinds = ", ".join(f"{count} {grade}" for grade, count in grades.most_common())
        graded = f" ({kinds})" if verdict == "holds" and kinds else ""
        parts.append(f"{number} {verdict}{graded}")
    return ", ".join(parts)
