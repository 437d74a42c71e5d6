"""Statements with several assertions: each part is a claim, and the whole has their verdict."""

from collections.abc import Callable, Mapping, Sequence

from banditproof.verify.evidence import Evidence, weakest

from ..verdicts.verdict import ForAll, Outcome, Verdict
from ..verdicts.vocabulary import ONE_CASE, WHOLE
from .claim import Claim
from .completed import worst


def check_of_parts(parts: Sequence[str], find: Callable[[str], Claim]) -> Callable[[], Verdict]:
    """The check of a whole, which runs those of its parts."""

    def check() -> Verdict:
        return combined({part: find(part).check() for part in parts})

    return check


def combined(verdicts: Mapping[str, Verdict]) -> Verdict:
    """The verdict of a whole from those of its parts, by ID; its grade is the weakest of them."""
    outcome = Outcome(worst([verdict.outcome for verdict in verdicts.values()]))
    by_outcome: dict[Outcome, list[str]] = {}
    for part, verdict in verdicts.items():
        by_outcome.setdefault(verdict.outcome, []).append(part.rpartition(".")[2])
    counts = "; ".join(f"{result.value}: {', '.join(ids)}" for result, ids in by_outcome.items())
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
        outcome, summary, evidence, covered or ONE_CASE, left or WHOLE, universal, findings=findings
    )


def _of_experiments(verdicts: Mapping[str, Verdict]) -> dict[str, object]:
    """The level and the runs of the first part that an experiment decides."""
    for verdict in verdicts.values():
        if verdict.outcome == Outcome.NOT_REPRODUCED and verdict.evidence is not None:
            return dict(verdict.evidence.numbers)
    return {}


def _weakest_settlement(settled: Sequence[ForAll | None]) -> ForAll | None:
    known = [item for item in settled if item is not None]
    return max(known, key=list(ForAll).index) if known else None
