"""Checks that return a verdict: of one that raises, and of one that judges a definition."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any
from .along import NotShown
from .verdict import Outcome, Verdict, undecided
from .vocabulary import NO_TRUTH, WHOLE, Counterexample, Undecided, refuted, with_case


def as_definition(judge: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """The check of a definition: where it finds that all is well, nothing is true, it makes sense.

    >>> from .vocabulary import proved
    >>> as_definition(lambda: proved("The weights sum to 1.", covered="All."))().outcome.value
    'definition'
    """

    @wraps(judge)
    def verdict(**subjects: Any) -> Verdict:
        result = judge(**subjects)
        if result.outcome != Outcome.HOLDS:
            return result
        left = NO_TRUTH if result.not_covered == WHOLE else f"{NO_TRUTH} {result.not_covered}"
        return replace(result, outcome=Outcome.DEFINITION, not_covered=left)

    return verdict


def judged(
    check: Callable[..., Verdict], on_repairable: Outcome = Outcome.FAILS
) -> Callable[..., Verdict]:
    """The check with its counterexamples and gaps as verdicts.

    A statement that is recorded to miss a hypothesis, or as a misprint, says so by `on_repairable`.
    """

    @wraps(check)
    def verdict(**subjects: Any) -> Verdict:
        try:
            return check(**subjects)
        except (Undecided, NotShown) as gap:
            return undecided(str(gap))
        except Counterexample as found:
            outcome = on_repairable if found.repairable else Outcome.FAILS
            try:
                verdict = refuted(
                    found.finding,
                    found.finding,
                    grade=found.grade,
                    outcome=outcome,
                    along=found.along,
                )
            except NotShown as gap:
                return undecided(f"{found.finding} {gap}")
            verdict = verdict if not found.case else with_case(verdict, found.case)
            return replace(verdict, steps=found.steps)

    return verdict
