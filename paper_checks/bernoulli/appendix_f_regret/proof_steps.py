"""The steps of a printed proof, taken together."""

from __future__ import annotations

from collections.abc import Callable

from banditproof.paper_checks.verdict import REFUTING, Outcome, Verdict
from banditproof.paper_checks.vocabulary import judged, need


def counterexamples(*steps: Callable[[], Verdict]) -> str:
    """The witnesses of the steps that are false as printed, in one text; empty if all hold."""
    verdicts = [judged(step)() for step in steps]
    for verdict in verdicts:
        need(verdict.outcome != Outcome.OPEN, verdict.summary)
    failing = [v.evidence for v in verdicts if v.outcome in REFUTING]
    return " ".join(evidence.witness or "" for evidence in failing if evidence)
