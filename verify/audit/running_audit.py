"""An audit on its way: its claim is known, and its stations are passed when they are asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from banditproof.verify.definitions.notions import Reading
from .claim import Claim
from .report import AuditReport, CheckResult


@dataclass(frozen=True)
class RunningAudit:
    """An audit whose stations are passed one after the other, when they are asked for."""

    policy: str
    claim: Claim
    reading: Reading
    checks: Iterator[CheckResult]
    finite: bool = False
    """Whether a finite object is audited."""

    def report(self, checks: tuple[CheckResult, ...], interrupted: bool = False) -> AuditReport:
        """The report of the stations that were passed."""
        return AuditReport(self.policy, self.claim, self.reading, checks, interrupted)
