"""Statements with several assertions: each part is a claim, and the whole has their verdict."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

from banditproof.verify.evidence import Evidence, weakest

from ..verdicts.verdict import ForAll, Outcome, Verdict
from ..verdicts.vocabulary import ONE_CASE, WHOLE
from .claim import REGISTERED, Declared, enter

FROM_WORST = (
    Outcome.FAILS,
    Outcome.NOT_REPRODUCED,
    Outcome.OPEN,
    Outcome.HOLDS_WITH_REPAIR,
    Outcome.MISPRINT,
    Outcome.HOLDS_VACUOUSLY,
    Outcome.HOLDS,
    Outcome.NOT_MECHANICAL,
)
"""A whole has the worst verdict of its parts; what is not mechanical does not count beside it."""


def whole(
    id: str,
    statement: str,
    parts: Sequence[str],
    *,
    title: str | None = None,
    kind: str | None = None,
    place: str | None = None,
    doubts: tuple[str, ...] = (),
) -> None:
    """Register a statement of the document that makes several assertions, each a claim.

    Call it in the module of the parts, below them. A part that the document states says so with
    `stated=True`. Totals count the parts, not the whole.
    """
    missing = [part for part in parts if part not in REGISTERED]
    if missing:
        raise ValueError(f"The part {missing[0]} of {id} is not registered; declare it above.")
    caller = sys._getframe(1)
    program = (caller.f_globals["__name__"], id)

    def check() -> Verdict:
        return combined({part: REGISTERED[part].check() for part in parts})

    outcomes = [REGISTERED[part].recorded for part in parts]
    declared = Declared(
        id=id,
        statement=statement,
        recorded=worst(outcomes).value,
        parts=tuple(parts),
        rests_on=tuple(parts),
        tier="slow" if any(REGISTERED[part].tier == "slow" for part in parts) else "fast",
        title=title,
        kind=kind,
        place=place,
        doubts=doubts,
        stated=all(REGISTERED[part].stated for part in parts),
    )
    enter(declared, check, program, caller.f_lineno)
    for part in parts:
        REGISTERED[part] = replace(REGISTERED[part], part_of=id)


def worst(outcomes: Sequence[Outcome]) -> Outcome:
    """The verdict of a whole whose parts have these.

    >>> worst([Outcome.HOLDS, Outcome.MISPRINT, Outcome.NOT_MECHANICAL]).value
    'misprint'
    """
    return min(outcomes, key=FROM_WORST.index)


def combined(verdicts: Mapping[str, Verdict]) -> Verdict:
    """The verdict of a whole from those of its parts, by ID; its grade is the weakest of them."""
    outcome = worst([verdict.outcome for verdict in verdicts.values()])
    by_outcome: dict[Outcome, list[str]] = {}
    for part, verdict in verdicts.items():
        by_outcome.setdefault(verdict.outcome, []).append(part.rpartition(".")[2])
    counts = "; ".join(f"{found.value}: {', '.join(ids)}" for found, ids in by_outcome.items())
    summary = f"{len(verdicts)} parts: {counts}."
    findings = {part: f"{v.outcome.value}: {v.summary}" for part, v in verdicts.items()}
    deciding = {
        part: verdict
        for part, verdict in verdicts.items()
        if verdict.outcome == outcome and verdict.evidence is not None
    }
    evidence = None
    if deciding:
        grade = weakest(v.evidence.grade for v in deciding.values() if v.evidence)
        witnesses = [
            f"{part}: {v.evidence.witness}"
            for part, v in deciding.items()
            if v.evidence and v.evidence.witness
        ]
        evidence = Evidence(grade, _of_experiments(deciding), " ".join(witnesses) or None)
    universal = _weakest_settlement([v.universal for v in deciding.values()])
    covered = " ".join(
        f"{part.rpartition('.')[2]}: {verdict.covered}"
        for part, verdict in verdicts.items()
        if verdict.covered not in ("", ONE_CASE)
    )
    left = " ".join(
        f"{part.rpartition('.')[2]}: {verdict.not_covered}"
        for part, verdict in verdicts.items()
        if verdict.not_covered != WHOLE
    )
    return Verdict(
        outcome,
        summary,
        evidence,
        covered or ONE_CASE,
        left or WHOLE,
        universal,
        findings=findings,
    )


def _of_experiments(verdicts: Mapping[str, Verdict]) -> dict[str, object]:
    """The level and the runs of the first part that an experiment decides."""
    for verdict in verdicts.values():
        if verdict.outcome == Outcome.NOT_REPRODUCED and verdict.evidence is not None:
            return dict(verdict.evidence.numbers)
    return {}


def _weakest_settlement(settled: Sequence[ForAll | None]) -> ForAll | None:
    known = [one for one in settled if one is not None]
    return max(known, key=list(ForAll).index) if known else None
