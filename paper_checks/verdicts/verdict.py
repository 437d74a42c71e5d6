"""What a check may say about a printed statement, and what it must show for it.

One rule separates the verdicts on a statement that is not true exactly as it is printed. Ask in
this order:

1. Does the document itself (the lines around it, its proof, its later use) show that something
   else was meant, and is that true? Then it is a `misprint`: a wrong index, sign, symbol or name.
   An undefined symbol whose meaning the context fixes is one too.
2. Is the printed conclusion true, in the form in which it is printed, once a hypothesis is added
   (a range of eps, a boundary case left out, a uniqueness, a regularity), or once a constant,
   a factor or a lower-order term is supplied that the conclusion leaves out? Then it is false as
   printed, and a repair holds: it `fails-with-repair`, and the repaired statement is a separate
   claim.
3. Otherwise it `fails`: its formula or its conclusion is false where it is meant to be used. A
   hypothesis that says in essence what was to be concluded repairs nothing.

A boundary case that the print includes and where it is false needs a repair. A case where the
print is only undefined (0/0), and that the document leaves out where it writes the same sum
elsewhere, is left out as a reading, which the claim names.

A statement that is true for a reason which its authors did not intend (a class on which one side
is infinite) `holds-vacuously`, and the intended statement is a separate claim. The conclusion of
an experiment that a repetition does not give is `not-reproduced`.

A definition, the box of an algorithm, an assumption, a convention has no truth value: its verdict
is `definition` where it makes sense, that is, where the library computes it at examples (plays as
the box does), something meets it, and edge cases are named. It is counted apart, never among what
holds. What a document asserts of it (that an algorithm is private, halts, has small regret) is
another claim, or the same one with another kind: `algorithm` is the box, `algorithm, claim` says
something of it. The kind decides, so that no text can record the box itself as true
(`verdict_words.misfit_of_kind`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from banditproof.verify.evidence import Evidence, Grade, JudgedBy
from . import verdict_words
from .along import Along
from .step_facts import StepFacts


class Outcome(StrEnum):
    """The verdict on the statement exactly as printed; the rule is that of the module."""

    HOLDS = "holds"
    DEFINITION = "definition"
    FAILS = "fails"
    FAILS_WITH_REPAIR = "fails-with-repair"
    MISPRINT = "misprint"
    HOLDS_VACUOUSLY = "holds-vacuously"
    NOT_REPRODUCED = "not-reproduced"
    OPEN = "open"
    NOT_MECHANICAL = "not-mechanical"
    STALE = "stale"
    """The source says something else than the claim was written for; no check gives this."""
    HOLDS_WITH_REPAIR = FAILS_WITH_REPAIR
    """The former name of `FAILS_WITH_REPAIR`, for programs that were written with it."""

    @classmethod
    def _missing_(cls, value: object) -> "Outcome | None":
        """The outcome that an earlier version called by this word.

        >>> Outcome("holds-with-repair")
        <Outcome.FAILS_WITH_REPAIR: 'fails-with-repair'>
        """
        now = verdict_words.FORMER.get(str(value))
        return None if now is None else cls(now)


REPAIRABLE = (Outcome.FAILS_WITH_REPAIR, Outcome.MISPRINT)
"""The verdicts on a false print that name what is true instead."""
REFUTING = (Outcome.FAILS, *REPAIRABLE)
"""The verdicts that say that the print is false, and need a witness."""
UNJUDGED = (Outcome.OPEN, Outcome.NOT_MECHANICAL, Outcome.STALE)


class ForAll(StrEnum):
    """What settles the "for all" of a universal statement."""

    MACHINE = "machine"
    TEXTBOOK = "textbook"
    STEPS = "steps"
    WORDS = "words"
    CITED = "cited"


SETTLED_BY: Mapping[Grade, tuple[ForAll | None, ...]] = {
    Grade(grade): tuple(ForAll(item) if item else None for item in settled)
    for grade, settled in verdict_words.SETTLED_BY.items()
}
"""What may settle the "for all" of a statement that holds, by grade; the first is the default."""


@dataclass(frozen=True)
class Sharpness:
    """The largest certified ratio of the sides of an inequality, rounded down, and its case."""

    ratio: float
    case: str
    cases: int = 0
    """How many cases were compared."""


@dataclass(frozen=True)
class Verdict:
    """An outcome with its evidence, in one sentence, and the limits of what was checked.

    A refutation needs a witness that is more than points or samples; a repair or a misprint needs
    one too, because it says that the printed statement is not true as it stands. `universal` says
    what settles the "for all" of the statement; it is None if it is about finitely many cases.

    >>> found = Evidence(Grade.PROVED, witness="n = 1.", judged_by=JudgedBy.CHECK)
    >>> Verdict(Outcome.FAILS, "Off by one.", found).summary
    'Off by one.'
    """

    outcome: Outcome
    summary: str
    evidence: Evidence | None = None
    covered: str = ""
    not_covered: str = ""
    universal: ForAll | None = None
    sharpness: Sharpness | None = None
    findings: Mapping[str, str] = field(default_factory=dict)
    """What was found of each part of a statement with several assertions, by its ID."""
    steps: tuple[StepFacts, ...] = ()
    """The steps of the proof with their verdicts, if the proof is an object."""
    along: Along | None = None
    """What was shown of all constants, or along a limit, where the statement is about these."""

    def __post_init__(self) -> None:
        if self.outcome in UNJUDGED:
            return
        if self.evidence is None:
            raise ValueError(f"The verdict {self.outcome.value!r} has no evidence; give its grade.")
        grade = self.evidence.grade
        if grade == Grade.PROVED and self.along is not None and self.along.claim:
            raise ValueError(
                f"A verdict that stands on the steps of {self.along.claim}, which people read in "
                f"part, is {self.along.grade.value}, not proved."
            )
        if self.outcome in REFUTING:
            if grade > Grade.OUTLINED or not self.evidence.witness:
                raise ValueError(
                    f"The verdict {self.outcome.value!r} needs a witness that is proved, "
                    "derived or outlined."
                )
        elif self.outcome == Outcome.NOT_REPRODUCED:
            missing = {"level", "runs", "runs of the document"} - set(self.evidence.numbers)
            if grade != Grade.STATISTICAL or missing:
                raise ValueError(
                    "The verdict 'not-reproduced' is statistical, and names its level, its runs "
                    "and the runs of the document."
                )
        elif self.universal not in SETTLED_BY[grade]:
            raise ValueError(
                f"A statement that {self.outcome.value} with the grade {grade.value!r} cannot have "
                f"its 'for all' settled by {self.universal}; give one of {SETTLED_BY[grade]}."
            )


def undecided(
    gap: str,
    *,
    numbers: Mapping[str, Any] | None = None,
    grade: Grade | None = None,
    covered: str = "Nothing that decides it.",
    not_covered: str = "The statement itself.",
) -> Verdict:
    """The check could not decide; the summary says what is missing."""
    evidence = None
    if grade is not None:
        evidence = Evidence(grade, numbers or {}, judged_by=JudgedBy.CHECK)
    return Verdict(Outcome.OPEN, gap, evidence, covered, not_covered)


def not_mechanical(reason: str) -> Verdict:
    """The statement has no content that a machine could check; the summary says why."""
    return Verdict(Outcome.NOT_MECHANICAL, reason, None, "Nothing.", "All of it.")
