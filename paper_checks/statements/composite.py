"""Statements with several assertions: each part is a claim, and the whole has their verdict."""

from collections.abc import Callable, Mapping, Sequence
from banditproof.verify.evidence import Evidence, Grade, least
from ..verdicts.verdict import ForAll, Outcome, Verdict
from ..verdicts.verdict_of_parts import Part, deciding, weakest_grade, weakest_settlement, worst
from ..verdicts.vocabulary import ONE_CASE, WHOLE
from .claim import Claim


def check_of_parts(parts: Sequence[str], find: Callable[[str], Claim]) -> Callable[[], Verdict]:
    """The check of a whole, which runs those of its parts."""

    def check() -> Verdict:
        return combined({part: find(part).check() for part in parts})

    return check


def combined(verdicts: Mapping[str, Verdict]) -> Verdict:
    """The verdict of a whole from those of its parts, by ID; its grade is the weakest of these."""
    outcome = Outcome(worst([verdict.outcome for verdict in verdicts.values()]))
    by_outcome: dict[Outcome, list[str]] = {}
    for part, verdict in verdicts.items():
        by_outcome.setdefault(verdict.outcome, []).append(part.rpartition(".")[2])
    counts = "; ".join(f"{result.value}: {', '.join(ids)}" for result, ids in by_outcome.items())
    summary = f"{len(verdicts)} parts: {counts}."
    findings = {part: f"{v.outcome.value}: {v.summary}" for part, v in verdicts.items()}
    judged = {part: _as_recorded(verdict) for part, verdict in verdicts.items()}
    grade = weakest_grade(list(judged.values()))
    chosen = deciding(outcome, list(judged.values()))
    evidence = None
    if grade is not None:
        known = {part: v for part, v in verdicts.items() if judged[part] in chosen}
        witnesses = [
            f"{part}: {v.evidence.witness}"
            for part, v in known.items()
            if v.evidence and v.evidence.witness
        ]
        evidence = Evidence(
            Grade(grade),
            _of_experiments(known),
            " ".join(witnesses) or None,
            judged_by=least(v.evidence.judged_by for v in known.values() if v.evidence),
        )
    settled = weakest_settlement(list(judged.values()))
    universal = None if settled is None else ForAll(settled)
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


def _as_recorded(verdict: Verdict) -> Part:
    grade = None if verdict.evidence is None else verdict.evidence.grade.value
    universal = None if verdict.universal is None else verdict.universal.value
    return Part(verdict.outcome.value, grade, universal)
