"""One entry of the corpus: a mutant, its reference, one judge for both, and what must come out."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, TypeVar
from banditproof.theory import Enclosure
from banditproof.theory.budgets import Budget
from banditproof.verify.evidence import Grade

Kind = TypeVar("Kind")
Outcome = Literal["held", "not refuted", "refuted"]
Outcomes = tuple[Outcome, Outcome]
"""What comes out of a mutant, and of its reference."""
ROUNDING = Fraction(1, 10**12)
"""The relative error that judges of mutants allow losses which are computed in floats."""
OUTCOMES: tuple[Outcome, ...] = ("held", "not refuted", "refuted")
"""What a judge may say: the claim was shown, nothing was found, or the claim was broken."""


class Engine(StrEnum):
    """The part of the verifier that judges a mutant."""

    EXACT_LAW = "exact law of a finite mechanism"
    LINEAR = "exact loss of linear releases"
    DENSITY = "exact loss of one Laplace release"
    ACCOUNTING = "certified accounting"
    AUDITOR = "exact error of an audit"
    AUDIT = "the whole audit of a policy"
    ACTIONS = "exact law of a policy's actions"
    CONFORMANCE = "conformance to the paper"
    DEFINITIONS = "exact constants of the definitions"
    SAMPLING = "statistical audit of a black box"
    EXPERIMENT = "independence of runs"
    CORRECTNESS = "delta-correctness"
    TRANSCRIPTS = "exact transcripts of adversarial learners"
    ESTIMATES = "exact expectations of adversarial learners"
    REGRET = "regret on adversarial losses"
    MEMBERSHIP = "membership games and attacks"


@dataclass(frozen=True)
class Judgement:
    """What a judge found: `loss` is in the unit of the claim, `why` shows the witness.

    A subject is `held` only if it was shown to keep its claim on everything that the judge covers,
    and `refuted` only if it was shown to break it. Plays and runs can do no better than not to
    refute.
    """

    verdict: Outcome
    grade: Grade
    loss: Enclosure | None = None
    why: str = ""


Judge = Callable[[Any], Judgement]


@dataclass(frozen=True)
class Entry:
    """A mutant with the place where its defect was seen, and a reference that differs in one place.

    `judge` is asked about the mutant and the reference and does not know which of them it sees. A
    mutant must never be held, and a reference never refuted; what must come out is recorded, with
    the reason why no test could refute the mutant, and with what would make the reference provable.
    """

    name: str
    defect: str
    source: str
    mutant: Any
    reference: Any
    engine: Engine
    claim: Budget | str
    judge: Judge
    expected: Outcomes = ("refuted", "held")
    """The outcomes of the mutant and of the reference."""
    limit: str = ""
    """Why no test could refute the mutant, if that is recorded."""
    mend: str = ""
    """What would make the reference provable, if it is not."""

    def __post_init__(self) -> None:
        mutant, reference = self.expected
        if mutant == "held" or reference == "refuted":
            raise ValueError(
                f"The entry {self.name!r} expects a mutant {mutant} and a reference {reference}; "
                "a mutant must never be held, and a reference never refuted."
            )
        if (mutant == "not refuted") != bool(self.limit):
            raise ValueError(
                f"The entry {self.name!r} expects a mutant {mutant}, with the limit "
                f"{self.limit!r}; say why it cannot be refuted exactly where it is not."
            )
        if (reference == "not refuted") != bool(self.mend):
            raise ValueError(
                f"The entry {self.name!r} expects a reference {reference}, with the mend "
                f"{self.mend!r}; say what would make it provable exactly where it is not held."
            )


def altered(kind: type[Kind], **parts: Any) -> type[Kind]:
    """The class with other attributes or methods: how a mutant differs from its twin in a line.

    >>> altered(list, __len__=lambda numbers: 7)().__len__()
    7
    """
    return type(f"Altered{kind.__name__}", (kind,), parts)


OWN = "ours"
"""The source of a defect without a public report."""


@cache
def _defects() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("defects.toml").read_text(encoding="utf-8"))


def described(name: str, mutant: Any, reference: Any, **options: Any) -> Entry:
    """An entry whose defect, source, limit and mend stand in `defects.toml` under its name.

    The defect of a class of its own may stand there instead, as what it says of itself.
    """
    words = {"source": OWN} | options | _defects().get(name, {})
    if "defect" not in words and type(mutant).__module__.startswith(__package__):
        words["defect"] = (type(mutant).__doc__ or "").strip()
    return Entry(name, mutant=mutant, reference=reference, **words)


def judged(within: bool, grade: Grade, loss: Enclosure | None = None, why: str = "") -> Judgement:
    """The subject was shown to be within its claim, or to be outside of it."""
    return Judgement("held" if within else "refuted", grade, loss, why)


held = partial(Judgement, "held")
"""The subject was shown to keep its claim: the grade, the loss and why."""
refuted = partial(Judgement, "refuted")
"""The subject was shown to break its claim."""


def not_refuted(grade: Grade, why: str = "") -> Judgement:
    """Nothing was found against the subject, and nothing was shown."""
    return Judgement("not refuted", grade, None, why)
