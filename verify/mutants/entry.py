"""One entry of the corpus: a mutant, its reference, and one judge for both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from banditproof.theory import Enclosure
from banditproof.theory.budgets import Budget
from banditproof.verify.evidence import Grade


class Engine(StrEnum):
    """The part of the verifier that must reject a mutant."""

    EXACT_LAW = "exact law of a finite mechanism"
    LINEAR = "exact loss of linear releases"
    DENSITY = "exact loss of one Laplace release"
    ACCOUNTING = "certified accounting"
    AUDITOR = "exact error of an audit"
    STRUCTURE = "structural checks of a policy"
    ACTIONS = "exact law of a policy's actions"
    CONFORMANCE = "conformance to the paper"
    DEFINITIONS = "exact constants of the definitions"
    SAMPLING = "statistical audit of a black box"
    EXPERIMENT = "independence of runs"


@dataclass(frozen=True)
class Judgement:
    """What a judge found: `loss` is in the unit of the claim, `why` shows the witness.

    A subject is accepted only if it was shown to keep its claim on everything that the judge
    covers; what could not be decided is rejected. Only sampling can do no better than not to
    refute: there the grade is `statistical`, and an accepted subject was not refuted.
    """

    verdict: Literal["accepted", "rejected"]
    grade: Grade
    loss: Enclosure | None = None
    why: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the subject kept its claim."""
        return self.verdict == "accepted"


Judge = Callable[[Any], Judgement]


@dataclass(frozen=True)
class Entry:
    """A mutant with the place where its defect was seen, and a reference that differs in one place.

    `judge` is asked about the mutant and the reference and is not told which of them it sees.
    """

    name: str
    defect: str
    source: str
    mutant: Any
    reference: Any
    engine: Engine
    claim: Budget | str
    judge: Judge


OWN = "ours"
"""The source of a defect without a public report."""


def judged(within: bool, grade: Grade, loss: Enclosure | None = None, why: str = "") -> Judgement:
    """The subject keeps its claim if it was shown to be within it."""
    return Judgement("accepted" if within else "rejected", grade, loss, why)


def accepted(grade: Grade, loss: Enclosure | None = None, why: str = "") -> Judgement:
    """The subject keeps its claim."""
    return Judgement("accepted", grade, loss, why)


def rejected(grade: Grade, loss: Enclosure | None = None, why: str = "") -> Judgement:
    """The subject breaks its claim, or could not be shown to keep it."""
    return Judgement("rejected", grade, loss, why)
