"""Whether a result that was read could come from a check: its verdict, grade and steps agree."""

from banditproof.verify.evidence import Evidence, Grade, JudgedBy
from ..proofs.theorems.kinds_of_hypotheses import WORDS_OF_KINDS, Kind
from ..statements.claim_facts import ClaimFacts, ResultFacts
from ..verdicts.step_facts import left_open_by
from ..verdicts.verdict import ForAll, Outcome, Verdict
from ..verdicts.verdict_words import JUDGED_BY

NEVER_PROVED = ("given", "textbook", "words")
"""The kinds of steps that are taken on trust."""
BY_WIDER_RULES = WORDS_OF_KINDS[Kind.BEYOND]
"""How it begins what is left open and is shown all the same, by the checker."""


def contradiction(result: ResultFacts, now: ClaimFacts) -> str:
    """What in a result no check can give, as half a sentence; empty if there is nothing.

    A report prints "proved" from these fields, so the rules for verdicts hold here again. `now`
    is the claim as it is recorded.
    """
    if result.as_recorded != (result.error is None and result.verdict == result.recorded):
        negation = "" if result.as_recorded else " not"
        return (
            f"the verdict is {result.verdict}, the recorded one is {result.recorded}, and it is "
            f"said to be{negation} as recorded"
        )
    if result.seconds < 0:
        return "it ran for less than no time"
    try:
        grade = None if result.grade is None else Grade(result.grade)
    except ValueError:
        return f"there is no grade {result.grade!r}"
    if result.judged_by not in JUDGED_BY:
        return f"nobody who judges is called {result.judged_by!r}"
    if result.universal not in (None, *(item.value for item in ForAll)):
        return f"nothing settles a statement by {result.universal!r}"
    if not result.error:
        wrong = _broken_rule(result, grade)
        if wrong:
            return wrong
    return _too_strong(result, now, grade)


def _broken_rule(result: ResultFacts, grade: Grade | None) -> str:
    """The rule for verdicts that a result breaks."""
    universal = None if result.universal is None else ForAll(result.universal)
    try:
        evidence = None
        if grade is not None:
            judge = JudgedBy(result.judged_by)
            evidence = Evidence(grade, result.numbers, result.witness, judged_by=judge)
        Verdict(Outcome(result.verdict), result.summary, evidence, universal=universal)
    except ValueError as problem:
        rule = str(problem).partition(";")[0].rstrip(".")
        return rule[:1].lower() + rule[1:]
    return ""


def _too_strong(result: ResultFacts, now: ClaimFacts, grade: Grade | None) -> str:
    """What is said to be proved, and is not by the record or by its own steps."""
    for step in result.steps:
        if step.verdict == "proved" and step.kind in NEVER_PROVED:
            return f"step {step.number} is {step.kind}, and is said to be proved"
    opened = (one for one in left_open_by(result.steps) if not one.startswith(BY_WIDER_RULES))
    first = next(opened, "")
    if grade is Grade.PROVED and result.verdict in ("holds", "definition") and first:
        return f"the grade is proved, and the proof leaves open: {first}"
    if grade is None or now.grade is None or result.verdict != now.recorded:
        return ""
    recorded = Grade(now.grade)
    if grade.rank < recorded.rank:
        return f"its grade, {grade.value}, is stronger than the recorded one, {recorded.value}"
    return ""
