"""What an audit says: one row for each check, and the verdict that follows from all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from banditproof.theory import Enclosure
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number, exact

from .definitions.notions import Notion, Reading
from .evidence import Grade

Verdict = Literal["holds", "fails", "open"]
LOSSES = {PureDP: "epsilon", ApproxDP: "delta", ZCDP: "rho", RenyiDP: "renyi"}
"""The name of the number that a budget of each kind bounds."""


@dataclass(frozen=True)
class CheckResult:
    """One check: its verdict, how strong it is, the privacy loss that it found, and why.

    The loss is an eps for a claim of pure privacy, the delta at the claimed eps for approximate
    privacy, a rho for zero-concentrated privacy.
    """

    name: str
    verdict: Verdict
    grade: Grade | None = None
    loss: Enclosure | None = None
    note: str = ""
    witness: Mapping[str, Any] | None = None
    """The inputs and the event that show a violation, in plain JSON types, where there are any."""

    def to_json(self, quantity: str = "epsilon") -> dict[str, Any]:
        """The check in plain JSON types; the loss stands under the name of its quantity."""
        loss = None if self.loss is None else self.loss.to_json()
        named = {"epsilon": None} | {quantity: loss}
        return {
            "name": self.name,
            "verdict": self.verdict,
            "grade": None if self.grade is None else self.grade.value,
            **named,
            "note": self.note,
            "witness": self.witness,
        }


@dataclass(frozen=True)
class AuditReport:
    """All checks of one policy against a claimed budget, and the verdict that follows.

    The claim `fails` if a check fails; it is `open` if a check could not decide or was not reached;
    else it `holds`, with the weakest grade of its checks. Running a policy proves nothing about
    what it does in other rounds and on other rewards than those in the notes: the structural checks
    are sampled.
    """

    policy: str
    claimed: Budget
    notion: Notion
    reading: Reading
    checks: tuple[CheckResult, ...] = field(default_factory=tuple)
    interrupted: bool = False

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the checks; what was not finished is open."""
        found = {check.verdict for check in self.checks}
        if "fails" in found:
            return "fails"
        return "open" if "open" in found or self.interrupted or not found else "holds"

    def to_json(self) -> dict[str, Any]:
        """The report in plain JSON types."""
        return {
            "policy": self.policy,
            "claimed": claim_of(self.claimed),
            "notion": self.notion.value,
            "reading": self.reading.value,
            "verdict": self.verdict,
            "interrupted": self.interrupted,
            "checks": [check.to_json(LOSSES[type(self.claimed)]) for check in self.checks],
        }


def claim_of(budget: Number | Budget) -> str:
    """A budget in a few words; a plain number is an eps.

    >>> claim_of(PureDP("0.5")), claim_of(ApproxDP(1, "1e-5")), claim_of(ZCDP("1/8"))
    ('0.5', 'eps = 1, delta = 1e-05', 'rho = 0.125')
    """
    if isinstance(budget, PureDP):
        return shown(budget.eps)
    if isinstance(budget, ApproxDP):
        return f"eps = {shown(budget.eps)}, delta = {shown(budget.delta)}"
    if isinstance(budget, ZCDP):
        return f"rho = {shown(budget.rho)}"
    if isinstance(budget, RenyiDP):
        return f"eps = {shown(budget.eps)} at order {shown(budget.alpha)}"
    return shown(budget)


def shown(number: Number) -> str:
    """A number as a decimal if it has a short one, else as a fraction."""
    if isinstance(number, float) and number == float("inf"):
        return "inf"
    value = Fraction(exact(number))
    decimal = f"{float(value):.12g}"
    return decimal if exact(decimal) == value else str(value)
