"""The judge of whole policies: `audit`, as a user would run it."""

from dataclasses import dataclass
from functools import partial
from typing import Any
from banditproof.theory.budgets import Budget
from banditproof.verify.audit import audit
from banditproof.verify.audit.claim import Output
from banditproof.verify.evidence import Grade
from .entry import Engine, Entry, Judgement, Outcome, Outcomes, described

LEVEL = "1e-6"
"""The probability of a false alarm of the runs of one audit."""
SAMPLES = 3000
PATIENCE = 300.0
"""The seconds of a run: a first one may wait for a compiler, on a machine that is busy."""
OUTCOME: dict[str, Outcome] = {"holds": "held", "fails": "refuted", "not refuted": "not refuted"}


@dataclass(frozen=True)
class AuditJudge:
    """What the audit of a policy says of a claim, with few runs and a fixed seed.

    Without a horizon the claim is about all of them, as it is for a user who gives none. Only the
    verdict counts, so that no runs are spent on a smaller witness.
    """

    claim: Budget
    horizon: int | None = None
    samples: int = SAMPLES
    output: Output = "actions"
    rewards: str | tuple[float, float] | None = None
    arms: int | None = None
    clips: bool = False
    batch: int | None = None
    slate: int = 1
    contexts: str | None = None
    dim: int | None = None
    notion: str = "table"

    def __call__(self, subject: Any) -> Judgement:
        """The verdict with its sentence; the witness stands in the note of the deciding row."""
        options = {name: value for name, value in vars(self).items() if name != "claim"}
        report = audit(subject, self.claim, level=LEVEL, shrink=False, patience=PATIENCE, **options)
        row = report.deciding
        grade = Grade.SAMPLED if row is None or row.grade is None else row.grade
        loss = None if row is None else row.loss
        notes = " ".join(f"[{check.name}] {check.note}" for check in report.checks)
        return Judgement(OUTCOME[report.verdict], grade, loss, f"{report.sentence} {notes}")


def audit_entry(
    claim: Budget, *, expected: Outcomes = ("refuted", "held"), mend: str = "", **options: Any
) -> partial[Entry]:
    """Makes entries that this judge decides, with options of the audit."""
    return partial(
        described,
        engine=Engine.AUDIT,
        claim=claim,
        judge=AuditJudge(claim, **options),
        expected=expected,
        mend=mend,
    )
