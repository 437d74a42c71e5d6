"""The results of `audit` and of its self-test."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from .results import ABSENT, Missing

if TYPE_CHECKING:
    from banditproof.theory import Enclosure
    from banditproof.verify.audit import AuditReport
    from banditproof.verify.definitions.notions import Notion, Reading
    from banditproof.verify.evidence import Grade
    from banditproof.verify.mutants.entry import Engine
    from banditproof.verify.self_test import SelfTestReport


@dataclass(frozen=True, kw_only=True)
class CheckFacts:
    """One check of a policy; the loss stands under the name of what the claim bounds."""

    name: str
    verdict: Literal["holds", "fails", "not-refuted", "nothing-found", "look-further"]
    grade: Grade | None
    epsilon: Enclosure | None
    delta: Enclosure | Missing | None = ABSENT
    rho: Enclosure | Missing | None = ABSENT
    renyi: Enclosure | Missing | None = ABSENT
    note: str
    witness: Mapping[str, Any] | None
    seal: str | None
    """The digest by which `verify-witness` sees that a witness belongs to its policy and claim."""


@dataclass(frozen=True)
class AuditFacts:
    """An audit of a policy against a claimed budget."""

    policy: str
    claimed: str
    notion: Notion
    output: Literal["actions", "transcript"]
    rewards: str
    arms: int
    horizon: int | None
    reading: Reading
    verdict: Literal["holds", "fails", "not-refuted"]
    declaration: Mapping[str, Any] | None
    digest: str | None
    tried: tuple[str, ...]
    interrupted: bool
    checks: tuple[CheckFacts, ...]

    @classmethod
    def of(cls, report: AuditReport) -> AuditFacts:
        """The facts of a report."""
        result = report.to_json()
        checks = tuple(CheckFacts(**check) for check in result["checks"])
        return cls(**result | {"checks": checks, "tried": tuple(result["tried"])})


@dataclass(frozen=True, kw_only=True)
class WitnessFacts:
    """What a second program says of a witness that a claim fails."""

    file: str
    check: str | None
    result: Literal["verified", "rejected", "unreadable"]
    policy: str | None
    claim: Mapping[str, Any] | None
    claimed: str | None
    """The claim in words."""
    neighbours: str | None
    """The two inputs that are compared."""
    shown: Enclosure | None
    words: str | None
    why: str | None
    seconds: float


@dataclass(frozen=True)
class JudgementFacts:
    """What the auditor says about an algorithm that is known to be right or wrong."""

    verdict: Literal["held", "not refuted", "refuted"]
    grade: Grade
    loss: Enclosure | None
    why: str


@dataclass(frozen=True)
class EntryFacts:
    """A mutant, which must not be held, and its reference, which must not be refuted."""

    name: str
    defect: str
    source: str
    engine: Engine
    claim: str
    passed: bool
    expected_mutant: Literal["not refuted", "refuted"]
    expected_reference: Literal["held", "not refuted"]
    limit: str
    mend: str
    mutant: JudgementFacts | None
    reference: JudgementFacts | None
    seconds: float
    error: str


@dataclass(frozen=True)
class SelfTestFacts:
    """The score of the auditor on its corpus of mutants."""

    passed: bool
    interrupted: bool
    entries: int
    as_recorded: int
    mutants_refuted: int
    mutants_not_refuted: int
    mutants_held: int
    references_held: int
    references_not_refuted: int
    references_refuted: int
    seconds: float
    rows: tuple[EntryFacts, ...]

    @classmethod
    def of(cls, report: SelfTestReport) -> SelfTestFacts:
        """The facts of a report."""
        result = report.to_json()
        return cls(**result | {"rows": tuple(EntryFacts(**row) for row in result["rows"])})
