"""The verdicts of steps that the kernel has judged, in the words of the judge of steps."""

from __future__ import annotations
from collections.abc import Iterator
from typing import TYPE_CHECKING
from banditproof.verify.evidence import Grade
from ...statements.recorded_verdicts import standing
from ...verdicts.step_facts import StepFacts
from ..cited import OnClaim, Textbook, Words
from ..step import Step, StepVerdict, is_shipped

if TYPE_CHECKING:
    from .sequents import Sequents

BY_PROGRAMS = ("computed", "enumeration", "words")
"""The kinds of steps of which the kernel sees no more than that a program stands for them."""


def verdicts_of(judged: Sequents) -> Iterator[StepFacts]:
    """The steps up to the first one that is refused, each with its verdict."""
    for step in judged.proof.steps:
        refused = step.number in judged.faults
        verdict = StepVerdict.UNDECIDED if refused else verdict_of(step)
        detail = judged.faults.get(step.number, "")
        yield step.facts(judged.domain(step), verdict, detail)
        if refused:
            return


def verdict_of(step: Step) -> StepVerdict:
    """The verdict of a step that is not refused, by its kind."""
    if step.assumed:
        return StepVerdict.GIVEN
    if isinstance(step, Textbook):
        return StepVerdict.TEXTBOOK
    if isinstance(step, OnClaim):
        return step.verdict_by(Grade(standing(step.claim).grade or Grade.CITED))
    # a class of somebody's own decides by itself what it calls proved
    words = isinstance(step, Words) or (step.kind in BY_PROGRAMS and not is_shipped(step))
    return StepVerdict.WORDS if words else StepVerdict.PROVED
