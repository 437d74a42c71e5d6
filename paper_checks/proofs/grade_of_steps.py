"""The grade of a proof, which its weakest step decides."""

from collections.abc import Iterable
from banditproof.verify.evidence import Grade
from ..verdicts.step_facts import StepFacts
from .step import StepVerdict


def grade_of(steps: Iterable[StepFacts]) -> Grade:
    """The grade of a proof whose steps all stand: its weakest one decides.

    Textbook theorems that no step gives a relation are an argument in words.
    """
    steps = [step for step in steps if step.kind != "parts"]
    results = {step.verdict for step in steps}
    by_name = {StepVerdict.TEXTBOOK, StepVerdict.CLAIM}
    seen = any(step.formula for step in steps) or results & {StepVerdict.PROVED, StepVerdict.CLAIM}
    if StepVerdict.WORDS in results or not seen:
        return Grade.POINTS
    return Grade.OUTLINED if results & by_name else Grade.PROVED
