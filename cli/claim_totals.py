"""How many claims have which verdict and grade: those of the documents and ours apart."""

from __future__ import annotations
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.counted_claims import Countable
    from banditproof.paper_checks.statements.declared import Declared

    Counting = Sequence[tuple[Countable, str | None, str]]
    """Claims with the grade and the verdict of each."""


def totals(found: Counting) -> Iterator[str]:
    """Sentences that count claims with their verdicts.

    A whole is counted by its parts, and what a document says twice is counted once, if those
    others are among the claims.
    """
    from banditproof.paper_checks.statements.counted_claims import counted

    once, wholes, copies = counted(claim for claim, _, _ in found)
    single = [item for item in found if item[0].id in once]
    stated = [item for item in single if item[0].stated]
    ours = [item for item in single if not item[0].stated]
    noun = "claim" if len(single) == 1 else "claims"
    beside = f", and {len(wholes)} of several parts, counted by their parts" if wholes else ""
    if copies:
        times = "repetition" if len(copies) == 1 else "repetitions"
        beside += f", and {len(copies)} {times} within a document"
    yield f"{len(single)} {noun}{beside}."
    if stated:
        one = len({claim.document for claim, _, _ in stated}) == 1
        who = "The document states" if one else "The documents state"
        yield f"{who} {len(stated)} of them: {_counted(stated)}."
    if ours:
        verb = "is" if len(ours) == 1 else "are"
        yield f"{len(ours)} {verb} ours (repairs, readings, finer steps): {_counted(ours)}."


def counted_drafts(claims: Iterable[Declared]) -> Iterator[str]:
    """A sentence that counts drafts apart from verdicts, if there are any."""
    count = sum(bool(claim.draft) for claim in claims)
    if count:
        noun, verb = ("draft", "is") if count == 1 else ("drafts", "are")
        yield f"{count} {noun} by machine {verb} not checked by a reader, and no verdict."


def whose(claim: Countable) -> str:
    """The mark of a claim that no document states."""
    return "" if claim.stated else "ours"


def _counted(found: Counting) -> str:
    """The number of each verdict, and of each grade among those that hold.

    Of other verdicts the grades are counted that somebody else's folder gave itself.
    """
    from banditproof.paper_checks.verdicts.verdict_words import GRADES_IN_WORDS

    verdicts = Counter(verdict for _, _, verdict in found)
    parts = []
    for verdict, number in verdicts.most_common():
        grades = Counter(
            grade
            for _, grade, given in found
            if given == verdict and grade and (verdict == "holds" or grade not in GRADES_IN_WORDS)
        )
        kinds = "; ".join(f"{count} {grade}" for grade, count in grades.most_common())
        if all(grade in GRADES_IN_WORDS for grade in grades):
            kinds = kinds.replace("; ", ", ")
        parts.append(f"{number} {verdict} ({kinds})" if kinds else f"{number} {verdict}")
    return ", ".join(parts)
