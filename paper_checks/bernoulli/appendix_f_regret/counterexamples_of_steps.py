"""The steps of a printed proof, taken together."""

from collections.abc import Callable
from banditproof.paper_checks.checking import REFUTING, Outcome, Verdict
from banditproof.paper_checks.verdicts.judging import judged
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.paper_checks.verdicts.witness import witness_of


def counterexamples(**steps: Callable[[], Verdict]) -> dict[str, str]:
    """The witnesses of the steps that are false as printed, by step; empty if all hold."""
    verdicts = {name: judged(step)() for name, step in steps.items()}
    for verdict in verdicts.values():
        need(verdict.outcome != Outcome.OPEN, verdict.summary)
    failing = {name: v.evidence for name, v in verdicts.items() if v.outcome in REFUTING}
    return {
        name: witness_of(evidence.case) or evidence.witness or ""
        for name, evidence in failing.items()
        if evidence
    }
