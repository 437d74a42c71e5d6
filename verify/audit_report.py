"""What an audit says: one row for each check, and the verdict that follows from all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from banditproof.theory import Enclosure
from banditproof.theory.exact import exact

from .evidence import Grade

Verdict = Literal["holds", "fails", "open"]


@dataclass(frozen=True)
class CheckResult:
    """One check: its verdict, how strong it is, the privacy loss that it found, and why."""

    name: str
    verdict: Verdict
    grade: Grade | None = None
    epsilon: Enclosure | None = None
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """The check in plain JSON types."""
        return {
            "name": self.name,
            "verdict": self.verdict,
            "grade": None if self.grade is None else self.grade.value,
            "epsilon": None if self.epsilon is None else self.epsilon.to_json(),
            "note": self.note,
        }


@dataclass(frozen=True)
class AuditReport:
    """All checks of one policy against a claimed budget, and the verdict that follows.

    The claim `fails` if a check fails; it is `open` if a check could not decide; else it `holds`,
    with the weakest grade of its checks. Running a policy proves nothing about what it does in
    other rounds and on other rewards than those in the notes: the structural checks are sampled.
    """

    policy: str
    claimed: str
    checks: tuple[CheckResult, ...] = field(default_factory=tuple)

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the checks."""
        found = {check.verdict for check in self.checks}
        return "fails" if "fails" in found else "open" if "open" in found else "holds"

    def to_json(self) -> dict[str, Any]:
        """The report in plain JSON types."""
        return {
            "policy": self.policy,
            "claimed": self.claimed,
            "verdict": self.verdict,
            "checks": [check.to_json() for check in self.checks],
        }


def shown(number: Fraction) -> str:
    """A number as a decimal if it has a short one, else as a fraction."""
    decimal = f"{float(number):.12g}"
    return decimal if exact(decimal) == number else str(number)
